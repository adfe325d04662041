/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.preferences;

import org.eclipse.core.runtime.preferences.AbstractPreferenceInitializer;
import org.eclipse.jface.preference.IPreferenceStore;

/** The defaults. */
public final class PreferenceDefaults extends AbstractPreferenceInitializer {
    @Override
    public void initializeDefaultPreferences() {
        IPreferenceStore store = WaitAnalysisPreferences.store();
        store.setDefault(WaitAnalysisPreferences.THRESHOLD, WaitAnalysisPreferences.DEFAULT_THRESHOLD);
        store.setDefault(WaitAnalysisPreferences.NODES, WaitAnalysisPreferences.DEFAULT_NODES);
        store.setDefault(WaitAnalysisPreferences.HIDE_IDLE, true);
        store.setDefault(WaitAnalysisPreferences.KEEP, true);
    }
}
