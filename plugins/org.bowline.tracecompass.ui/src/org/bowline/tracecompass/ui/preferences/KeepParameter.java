/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.preferences;

import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisParameterProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** Tells the wait analysis whether the user wishes what was read to be kept. Holds no module: Trace Compass keeps one of this for good. */
public final class KeepParameter implements IAnalysisParameterProvider {
    @Override
    public String getName() {
        return WaitAnalysisModule.KEEP;
    }

    @Override
    public @Nullable Object getParameter(@Nullable String name) {
        return WaitAnalysisModule.KEEP.equals(name) ? WaitAnalysisPreferences.store().getBoolean(WaitAnalysisPreferences.KEEP) : null;
    }

    @Override
    public boolean appliesToTrace(@Nullable ITmfTrace trace) {
        return true;
    }

    @Override
    public void registerModule(@Nullable IAnalysisModule module) {
        // the setting is looked up whenever an analysis asks
    }
}
