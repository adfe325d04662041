/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.IntervalNames;
import org.bowline.core.analysis.IntervalSpec;
import org.bowline.core.analysis.OpenOptions;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

/**
 * All results over the whole of some traces, or the part in which the work was done, for all threads, with the usual thresholds: what
 * {@code bowline analyze TRACE...} computes. The traces are closed again; nothing here needs them.
 *
 * @param result clocks and timeline
 * @param fromNanos begin of the range that all else is about, reference time
 * @param toNanos its end, exclusive
 * @param totals what each thread did
 * @param graph the wait-for graph
 * @param hierarchy its refinement over all thresholds
 * @param knots its knots and sinks at the usual threshold, heaviest first
 * @param intervals the critical paths of the intervals; null if none were asked for
 * @param findings what the rules say
 * @param caveats what all of it does not know
 */
public record Study(AnalysisResult result, long fromNanos, long toNanos, List<ThreadTotals> totals, WaitForGraph graph,
        KnotHierarchy hierarchy, List<Knot> knots, @Nullable IntervalPaths intervals, Findings findings, List<Caveat> caveats) {

    /**
     * What to read and what to ask.
     *
     * @param traces directories or archives; every trace below them
     * @param options how to open them
     * @param intervals which pairs of events are units of work; may be none
     * @param range which part of the traces
     * @param rules which rules look
     */
    public record Request(List<Path> traces, OpenOptions options, List<IntervalSpec> intervals, Range range, RuleSet rules) {
        /** Copies the lists. */
        public Request {
            traces = List.copyOf(traces);
            intervals = List.copyOf(intervals);
        }

        /** Of all of the traces. */
        public Request(List<Path> traces, OpenOptions options, List<IntervalSpec> intervals, RuleSet rules) {
            this(traces, options, intervals, Range.ALL, rules);
        }
    }

    /** Which part of the traces the results are about. */
    public enum Range {
        /** Everything. */
        ALL,
        /** From the first interval to the last; everything, with a caveat, if there is none. */
        INTERVALS;

        /** As users write it: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The range of that label.
         *
         * @throws IllegalArgumentException if there is none; the message names those that there are
         */
        public static Range of(String label) {
            for (Range range : values()) {
                if (range.label().equals(label)) {
                    return range;
                }
            }
            throw new IllegalArgumentException("'" + label + "' is neither all nor intervals");
        }
    }

    /** Copies the lists. */
    public Study {
        totals = List.copyOf(totals);
        knots = List.copyOf(knots);
        caveats = List.copyOf(caveats);
    }

    /** What all threads did. */
    public Timeline timeline() {
        return result.timeline();
    }

    /**
     * Reads the traces and computes everything.
     *
     * @throws IOException if there is no trace, one cannot be read, or none tells what threads did
     * @throws IntervalNames.UnknownNameException if an interval names an event or a field that no trace has; the message says what there is
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static Study of(Request request, Progress progress) throws IOException {
        try (Experiment experiment = Experiment.open(request.traces(), request.options(), progress)) {
            IntervalNames names = new IntervalNames(experiment);
            request.intervals().forEach(names::check);
            Analysis analysis = experiment.analyze(progress);
            Timeline timeline = analysis.timeline();
            if (timeline.segmentCount() == 0) {
                throw TraceReadException.of(request.traces().get(0), TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                        "there is no kernel trace with scheduling events, so nothing is known about waits",
                        "record one with lttng enable-event --kernel 'sched_*'", null);
            }
            List<Caveat> more = new ArrayList<>();
            List<NamedInterval> work = intervals(analysis, request.intervals(), more, progress);
            WorkRange ofWork = request.range() == Range.INTERVALS ? WorkRange.of(work) : null;
            if (request.range() == Range.INTERVALS && ofWork == null) {
                more.add(Caveat.of(Caveat.Severity.WARNING, "", "no-interval", 0,
                        "There is no interval, so all figures are of the whole recording and not of the time in which the work was done."
                                + " See whether the load ran while it was recorded."));
            }
            long from = ofWork == null ? timeline.startNanos() : ofWork.fromNanos();
            long to = ofWork == null ? timeline.endNanos() : ofWork.toNanos();
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, null, progress);
            KnotHierarchy hierarchy = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, progress);
            List<Knot> knots = hierarchy.knotsAt(hierarchy.thresholdNanos());
            more.addAll(graph.caveats());
            IntervalPaths paths = null;
            if (!request.intervals().isEmpty()) {
                paths = IntervalPaths.of(timeline, work, progress);
                more.addAll(paths.caveats());
            }
            List<ThreadTotals> totals = analysis.threads(from, to);
            FindingContext.Builder context = FindingContext.of(analysis).range(from, to).graph(graph, knots).totals(totals).progress(progress);
            if (paths != null) {
                context.intervals(paths);
            }
            Findings findings = request.rules().run(context.build());
            // last: reading intervals may have told more of the traces
            List<Caveat> caveats = new ArrayList<>(analysis.caveats());
            caveats.addAll(more);
            return new Study(analysis.result(), from, to, totals, graph, hierarchy, knots, paths, findings, caveats);
        }
    }

    private static List<NamedInterval> intervals(Analysis analysis, List<IntervalSpec> specs, List<Caveat> caveats, Progress progress)
            throws IOException {
        List<NamedInterval> all = new ArrayList<>();
        long from = analysis.timeline().startNanos();
        long to = analysis.timeline().endNanos();
        for (IntervalSpec spec : specs) {
            MatchedIntervals matched = analysis.intervals(spec, progress);
            caveats.addAll(matched.caveats());
            matched.intervals().stream().filter(one -> one.beginNanos() >= from && one.endNanos() <= to).forEach(all::add);
        }
        return all;
    }
}
