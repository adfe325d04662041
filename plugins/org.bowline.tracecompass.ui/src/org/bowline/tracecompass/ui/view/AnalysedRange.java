/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.figures.Threshold;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.tags.RuleEvents;
import org.bowline.tracecompass.core.tags.TagEvents;
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
 * @param options what the analyses are told beyond that
 */
public record AnalysedRange(ITmfTrace trace, AnalysisResult result, RangeChoice chosen, long fromNanos, long toNanos, boolean everybody,
        WaitOrigins origins, @Nullable Threshold threshold, Merging.Level merge, GivenOptions options) {
    /** A range of an experiment, with all else that is asked of that. */
    public static AnalysedRange of(ITmfTrace trace, AnalysisResult result, RangeChoice chosen, long fromNanos, long toNanos) {
        Inquiry now = Inquiries.now(trace);
        return new AnalysedRange(trace, result, chosen, fromNanos, toNanos, now.everybody(), now.origins(), Choice.threshold(trace),
                now.merge(), now.options());
    }

    /** Whether it is the whole timeline. */
    public boolean whole() {
        return fromNanos <= result.timeline().startNanos() && toNanos >= result.timeline().endNanos();
    }

    /** The analysis of the range and the waits of some, at the usual threshold; computes nothing. */
    public Analysis analysis(WaitOrigins some) {
        return WaitForAnswers.of(trace, result).analysis(new WaitQuestion(fromNanos, toNanos, everybody, some, merge, options));
    }

    /** The analysis of all that is asked; computes nothing. */
    public Analysis analysis() {
        return WaitForAnswers.of(trace, result).analysis(question(), threshold);
    }

    /**
     * The same with what rules that are told what to look at want of the traces. Long, if there are any: not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public Analysis analysis(Progress progress) {
        RuleEvents more = ruleEvents(progress);
        return WaitForAnswers.of(trace, result).analysis(question(), threshold, more).with(progress);
    }

    /**
     * What rules that are told what to look at want of the traces; long, as above.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public RuleEvents ruleEvents(Progress progress) {
        return RuleEvents.read(TraceFiles.of(trace), WaitAnalysisModule.beside(trace, TagEvents.FILE), result, question().question(),
                progress);
    }

    /** Folders in which the programs may have been kept: those that were told, and those beside what the traces were copied from. */
    public List<Path> programs() {
        return Stream.concat(options.programs().stream(), TraceFiles.programs(trace).stream()).distinct().toList();
    }

    /** As the command line asks: of the work, which the engine finds again and says why there, or of a range; with all that is told of single analyses. */
    public Question ofWork() {
        Question work = chosen.kind() == RangeChoice.Kind.WORK ? Question.WORK : Question.WORK.within(fromNanos, toNanos);
        return options.in(work).with(FirstLook.SHOW_ALL, everybody).with(FunctionQuestion.SYMBOLS,
                TraceFiles.symbols(trace, options.programs()));
    }

    private WaitQuestion question() {
        return new WaitQuestion(fromNanos, toNanos, everybody, origins, merge, options);
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
