/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.figures.Threshold;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.waitfor.Inquiry;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.core.waitfor.WaitQuestion;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;

/**
 * The question that a view answers: an analysis, the range of it, and what else is asked.
 *
 * @param trace the experiment or trace in Trace Compass
 * @param result its analysis
 * @param chosen what told the range
 * @param fromNanos begin of the range, reference time, ns since the epoch; not before the timeline's begin
 * @param toNanos end of the range, exclusive; not after the timeline's end, later than the begin
 * @param everybody whether nothing is set aside
 * @param origins whose waits count
 * @param threshold down to which weight knots are taken apart; null for the usual one
 * @param merge which threads are one vertex of the graph
 */
public record AnalysedRange(ITmfTrace trace, AnalysisResult result, RangeChoice chosen, long fromNanos, long toNanos, boolean everybody,
        WaitOrigins origins, @Nullable Threshold threshold, Merging.Level merge) {
    /** A range of an experiment, with all else that is asked of that. */
    public static AnalysedRange of(ITmfTrace trace, AnalysisResult result, RangeChoice chosen, long fromNanos, long toNanos) {
        Inquiry now = Inquiries.now(trace);
        return new AnalysedRange(trace, result, chosen, fromNanos, toNanos, now.everybody(), now.origins(), Choice.threshold(trace),
                now.merge());
    }

    /** Whether it is the whole timeline. */
    public boolean whole() {
        return fromNanos <= result.timeline().startNanos() && toNanos >= result.timeline().endNanos();
    }

    /** The analysis of the range and the waits of some, at the usual threshold; computes nothing. */
    public Analysis analysis(WaitOrigins some) {
        return WaitForAnswers.of(trace, result).analysis(new WaitQuestion(fromNanos, toNanos, everybody, some, merge));
    }

    /** The analysis of all that is asked; computes nothing. */
    public Analysis analysis() {
        return WaitForAnswers.of(trace, result).analysis(question(), threshold);
    }

    private WaitQuestion question() {
        return new WaitQuestion(fromNanos, toNanos, everybody, origins, merge);
    }

    /**
     * Who waits for whom in the range. Long if it is not known yet: not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public WaitForAnswer answer(Progress progress) {
        return WaitForAnswers.of(trace, result).get(question(), progress);
    }

    /** Finds out who is set aside in the range, unless nobody is; long, as above. */
    void findAside(Progress progress) {
        if (!everybody) {
            WaitForAnswers.of(trace, result).aside(fromNanos, toNanos, progress);
        }
    }
}
