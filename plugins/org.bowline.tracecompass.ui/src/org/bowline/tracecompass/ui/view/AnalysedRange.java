/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.core.waitfor.WaitQuestion;

/**
 * The question that a view answers: an analysis, and the range of it.
 *
 * @param trace the experiment or trace in Trace Compass
 * @param result its analysis
 * @param chosen what told the range
 * @param fromNanos begin of the range, reference time, ns since the epoch; not before the timeline's begin
 * @param toNanos end of the range, exclusive; not after the timeline's end, later than the begin
 * @param everybody whether nothing is set aside
 */
public record AnalysedRange(ITmfTrace trace, AnalysisResult result, RangeChoice chosen, long fromNanos, long toNanos, boolean everybody) {
    /** Whether it is the whole timeline. */
    public boolean whole() {
        return fromNanos <= result.timeline().startNanos() && toNanos >= result.timeline().endNanos();
    }

    /** The analysis of the range and the waits of some; computes nothing. */
    public Analysis analysis(WaitOrigins origins) {
        return WaitForAnswers.of(trace, result).analysis(new WaitQuestion(fromNanos, toNanos, everybody, origins));
    }

    /**
     * Who waits for whom in the range. Long if it is not known yet: not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public WaitForAnswer answer(WaitOrigins origins, Progress progress) {
        return WaitForAnswers.of(trace, result).get(new WaitQuestion(fromNanos, toNanos, everybody, origins), progress);
    }
}
