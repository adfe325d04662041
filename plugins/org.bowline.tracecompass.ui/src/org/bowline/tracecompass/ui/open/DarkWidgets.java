/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.core.runtime.Platform;
import org.eclipse.e4.core.services.events.IEventBroker;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Display;
import org.osgi.service.event.Event;

/**
 * Makes what GTK draws itself (scroll bars, arrows of tool bars, headers, selections) dark with the workbench's theme. Eclipse does so in a part of its own, {@code org.eclipse.e4.ui.swt.gtk}, which Debian's packages
 * lack: without it a dark theme has black arrows upon black and white lines. Where that part is there it does the same.
 */
final class DarkWidgets {
    /** Told by the workbench's themes, whose packages are not for everybody: also of the theme of the start. */
    private static final String THEME_CHANGED = "org/eclipse/e4/ui/css/swt/theme/ThemeManager/themeChanged";
    private static final String THEME = "theme";
    private static final String DEVICE = "device";

    private DarkWidgets() {}

    /** From now on. */
    static void follow(IEventBroker broker) {
        if (SWT.getPlatform().equals("gtk")) {
            broker.subscribe(THEME_CHANGED, null, DarkWidgets::changed, true);
        }
    }

    private static void changed(Event event) {
        Object theme = event.getProperty(THEME);
        if (theme == null || !(event.getProperty(DEVICE) instanceof Display display)) {
            return;
        }
        try {
            boolean dark = isDark(String.valueOf(theme.getClass().getMethod("getId").invoke(theme)));
            display.syncExec(() -> prefer(dark));
        } catch (ReflectiveOperationException e) {
            Platform.getLog(DarkWidgets.class).warn("the theme has no id", e);
        }
    }

    /** Whether a theme of this id is dark, as Eclipse itself tells. */
    static boolean isDark(String theme) {
        return theme.contains("dark");
    }

    private static void prefer(boolean dark) {
        try {
            // SWT has no public method for it
            SWT.class.getClassLoader().loadClass("org.eclipse.swt.internal.gtk.OS").getMethod("setDarkThemePreferred", boolean.class)
                    .invoke(null, dark);
        } catch (ReflectiveOperationException e) {
            Platform.getLog(DarkWidgets.class).warn("GTK's widgets stay as they are", e);
        }
    }
}
