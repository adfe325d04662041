/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.Objects;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.Inquiry;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;

/** Goes back to what was asked before, and forward again; all views follow. The handler of both commands. */
public final class Walk extends AbstractHandler {
    /** The command that goes back. */
    public static final String BACK = "org.bowline.commands.question.back";
    /** The command of the workbench that goes back; in our views it means this. */
    private static final String BACKWARD = "org.eclipse.ui.navigate.backwardHistory";
    private static final ThreadSource WALK = new ThreadSource() {};

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            String command = event.getCommand().getId();
            go(trace, command.equals(BACK) || command.equals(BACKWARD));
        }
        return null;
    }

    /** Goes there; whether there was anything to go to. In the UI thread. */
    public static boolean go(ITmfTrace trace, boolean back) {
        Inquiries of = Inquiries.of(trace);
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        if (of == null || result == null) {
            return false;
        }
        Inquiry before = of.now();
        Inquiry next = of.go(back);
        if (next == null) {
            return false;
        }
        try {
            if (!next.range().equals(before.range())) {
                Ranges.choose(WALK, trace, result, next.range());
            }
            if (!next.origins().equals(before.origins())) {
                Choice.tell(WALK, trace, new Choice.OfOrigins(next.origins()));
            }
            if (next.everybody() != before.everybody()) {
                Choice.tell(WALK, trace, new Choice.OfEverybody(next.everybody()));
            }
            if (next.merge() != before.merge()) {
                Choice.tell(WALK, trace, new Choice.OfMerge(next.merge()));
            }
            if (!next.options().equals(before.options())) {
                Choice.tell(WALK, trace, new Choice.OfOptions(next.options()));
            }
            if (!Objects.equals(next.threshold(), before.threshold())) {
                Choice.tell(WALK, trace, new Choice.OfThreshold(next.threshold()));
            }
            if (next.thread() != before.thread() && next.thread() != Timeline.NONE) {
                ThreadChoice.tell(WALK, trace, result.timeline(), next.thread());
            }
        } finally {
            of.arrived();
        }
        Choice.tell(WALK, trace, new Choice.OfLock(of.isLocked())); // the arrows are others now
        return true;
    }
}
