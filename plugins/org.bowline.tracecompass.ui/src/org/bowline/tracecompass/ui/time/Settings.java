/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.osgi.service.prefs.BackingStoreException;

/** What a view remembers from one session to the next. */
public final class Settings {
    private final IEclipsePreferences node;

    /** Those of a view. */
    public Settings(String viewId) {
        node = (IEclipsePreferences) InstanceScope.INSTANCE.getNode("org.bowline.tracecompass.ui").node(viewId);
    }

    /** A flag; as given if it was never set. */
    public boolean flag(String key, boolean otherwise) {
        return node.getBoolean(key, otherwise);
    }

    /** A number; as given if it was never set. */
    public int number(String key, int otherwise) {
        return node.getInt(key, otherwise);
    }

    /** Remembers a flag. */
    public void set(String key, boolean value) {
        node.putBoolean(key, value);
        flush();
    }

    /** Remembers a number. */
    public void set(String key, int value) {
        node.putInt(key, value);
        flush();
    }

    private void flush() {
        try {
            node.flush();
        } catch (BackingStoreException e) {
            Platform.getLog(Settings.class).warn("the settings of a view could not be stored", e);
        }
    }
}
