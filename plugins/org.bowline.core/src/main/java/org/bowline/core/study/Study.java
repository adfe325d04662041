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
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

/**
 * All results about one range of some traces: what the command line, the Maven plug-in and the desktop report. The traces are not needed any
 * more.
 *
 * @param result clocks and timeline
 * @param fromNanos begin of the range that all else is about, reference time
 * @param toNanos its end, exclusive
 * @param totals what each thread did
 * @param graph the wait-for graph
 * @param hierarchy its refinement over all thresholds
 * @param thresholdNanos the threshold of the knots
 * @param knots its knots and sinks at that threshold, heaviest first
 * @param path the critical path of a thread; null if none was asked for
 * @param intervals the critical paths of the intervals; null if none were asked for
 * @param findings what the rules say
 * @param rules the rules that looked
 * @param caveats what all of it does not know
 * @param recorded what the traces of each host can tell, in the order of the hosts; empty where that is not known
 */
public record Study(AnalysisResult result, long fromNanos, long toNanos, List<ThreadTotals> totals, WaitForGraph graph,
        KnotHierarchy hierarchy, long thresholdNanos, List<Knot> knots, @Nullable CriticalPath path, @Nullable IntervalPaths intervals,
        Findings findings, RuleSet rules, List<Caveat> caveats, List<FindingContext.Recorded> recorded) {

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
        recorded = List.copyOf(recorded);
    }

    /** What all threads did. */
    public Timeline timeline() {
        return result.timeline();
    }

    /** Whether it is known what threads did: there is a kernel trace with scheduling events. Without one only the lengths of intervals are known. */
    public boolean knowsWaits() {
        return timeline().segmentCount() > 0;
    }

    /**
     * Reads the traces, computes everything for all threads with the usual threshold, and closes the traces again.
     *
     * @throws IOException if there is no trace, one cannot be read, none tells what threads did and no interval is asked for, or they span more than
     *         63 bits of ns hold
     * @throws IntervalNames.UnknownNameException if an interval names an event or a field that no trace has; the message says what there is
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static Study of(Request request, Progress progress) throws IOException {
        try (Experiment experiment = Experiment.open(request.traces(), request.options(), progress)) {
            IntervalNames names = new IntervalNames(experiment);
            request.intervals().forEach(names::check);
            Analysis analysis = experiment.analyze(progress);
            Timeline timeline = analysis.timeline();
            boolean waits = timeline.segmentCount() > 0;
            if (!waits && request.intervals().isEmpty()) {
                throw unusable(request, NothingKnown.why(analysis.caveats()), null);
            }
            MatchedIntervals work = request.intervals().isEmpty() ? null
                    : intervals(analysis, request.intervals(), waits ? timeline.startNanos() : Long.MIN_VALUE,
                            waits ? timeline.endNanos() : Long.MAX_VALUE, progress);
            WorkRange range = null;
            if (work != null && (request.range() == Range.INTERVALS || !waits)) {
                range = WorkRange.of(work.intervals());
                if (range == null && !waits) {
                    range = WorkRange.of(work.unfinished());
                }
                if (work.intervals().isEmpty() && request.range() == Range.INTERVALS) {
                    List<Caveat> caveats = new ArrayList<>(work.caveats());
                    caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "no-interval", 0,
                            "There is no interval, so all figures are of the whole recording and not of the time in which the work was done."
                                    + " See whether the load ran while it was recorded."));
                    work = new MatchedIntervals(work.intervals(), work.unfinished(), caveats);
                }
            }
            StudyBuilder study = StudyBuilder.of(analysis).intervals(work).rules(request.rules());
            if (range != null) {
                study.range(range.fromNanos(), range.toNanos());
            }
            return study.run(progress);
        } catch (RangeTooLongException e) {
            throw unusable(request, String.valueOf(e.getMessage()), e);
        }
    }

    private static TraceReadException unusable(Request request, String why, @Nullable Throwable cause) {
        return TraceReadException.of(request.traces().get(0), TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                why.endsWith(".") ? why.substring(0, why.length() - 1) : why, "", cause);
    }

    /**
     * The intervals of some sorts that lie in a range, in order of time. What lies outside of the timeline is counted; what lies outside of a
     * range that the user chose is not.
     *
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end; intervals may end at it
     * @throws IOException if a trace cannot be read any more
     */
    public static MatchedIntervals intervals(Analysis analysis, List<IntervalSpec> specs, long fromNanos, long toNanos, Progress progress)
            throws IOException {
        List<MatchedIntervals> matched = new ArrayList<>();
        for (IntervalSpec spec : specs) {
            matched.add(analysis.intervals(spec, progress));
        }
        return within(matched, analysis.timeline(), fromNanos, toNanos);
    }

    /** Those of some sorts that lie in a range of a timeline. */
    static MatchedIntervals within(List<MatchedIntervals> sorts, Timeline timeline, long fromNanos, long toNanos) {
        List<NamedInterval> all = new ArrayList<>();
        List<NamedInterval> unfinished = new ArrayList<>();
        List<Caveat> caveats = new ArrayList<>();
        boolean waits = timeline.segmentCount() > 0;
        long outside = 0;
        for (MatchedIntervals matched : sorts) {
            // of a host without a kernel trace it is said that no thread is known
            matched.caveats().stream().filter(caveat -> waits || !caveat.kind().equals("interval-thread-unknown"))
                    .forEach(caveats::add);
            for (NamedInterval one : matched.intervals()) {
                if (one.beginNanos() >= fromNanos && one.endNanos() <= toNanos) {
                    all.add(one);
                }
                outside += waits && (one.beginNanos() < timeline.startNanos() || one.endNanos() > timeline.endNanos()) ? 1 : 0;
            }
            // they end after any range; those that began in this one are its own
            matched.unfinished().stream().filter(one -> one.beginNanos() >= fromNanos && one.beginNanos() < toNanos)
                    .forEach(unfinished::add);
        }
        if (outside > 0) {
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "interval-outside", outside, String.format(Locale.ROOT,
                    "%d intervals began before the kernel traces or ended after them; they are left out. Start the recording of the kernel"
                            + " first, and stop it last.",
                    outside)));
        }
        all.sort(NamedInterval.BY_TIME);
        unfinished.sort(NamedInterval.BY_TIME);
        return new MatchedIntervals(List.copyOf(all), List.copyOf(unfinished), List.copyOf(caveats));
    }
}
