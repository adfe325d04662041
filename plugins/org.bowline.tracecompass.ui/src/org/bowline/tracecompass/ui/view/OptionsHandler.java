/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** Asks what the analyses of the active experiment are to be told. */
public final class OptionsHandler extends AbstractHandler {
    /** Its command. */
    public static final String ID = "org.bowline.commands.options";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        return trace == null || WaitAnalysisModule.of(trace) == null ? null
                : OptionsDialog.choose(HandlerUtil.getActiveShell(event), trace);
    }
}
