/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Asks for a {@link Study}: which range, whose waits, which knots, paths and rules. Without more it is about the whole timeline, the waits of all
 * threads, the usual threshold, no path, and all rules.
 */
public final class StudyBuilder {
    private final AnalysisResult result;
    private List<Caveat> known;
    private List<FindingContext.Recorded> recorded;
    private long from;
    private long to;
    private @Nullable IntPredicate origins;
    private long threshold = -1;
    private int pathThread = Timeline.NONE;
    private @Nullable MatchedIntervals intervals;
    private RuleSet rules = RuleSet.installed();
    private @Nullable WaitForGraph graph;
    private @Nullable KnotHierarchy hierarchy;

    private StudyBuilder(AnalysisResult result, List<Caveat> known, List<FindingContext.Recorded> recorded) {
        this.result = result;
        this.known = List.copyOf(known);
        this.recorded = List.copyOf(recorded);
        from = result.timeline().startNanos();
        to = result.timeline().endNanos();
    }

    /** About an analysis whose traces are open; with the caveats that it has now, so ask for intervals first. */
    public static StudyBuilder of(Analysis analysis) {
        return new StudyBuilder(analysis.result(), analysis.caveats(), FindingContext.recorded(analysis.experiment()));
    }

    /** About a result, as one that was stored. */
    public static StudyBuilder of(AnalysisResult result) {
        return new StudyBuilder(result, result.caveats(), List.of());
    }

    /** The range. */
    public StudyBuilder range(long fromNanos, long toNanos) {
        from = fromNanos;
        to = toNanos;
        return this;
    }

    /** The threads whose waits count; null for all. */
    public StudyBuilder origins(@Nullable IntPredicate threads) {
        origins = threads;
        return this;
    }

    /** Down to which weight knots are taken apart, ns; below 0 for the usual share of the range. */
    public StudyBuilder threshold(long nanos) {
        threshold = nanos;
        return this;
    }

    /** The thread whose critical path is wanted; {@link Timeline#NONE} for none. */
    public StudyBuilder path(int thread) {
        pathThread = thread;
        return this;
    }

    /** The units of work, each of which gets its path; null if none are asked for. */
    public StudyBuilder intervals(@Nullable MatchedIntervals found) {
        intervals = found;
        return this;
    }

    /** The rules that look for findings. */
    public StudyBuilder rules(RuleSet some) {
        rules = some;
        return this;
    }

    /** The wait-for graph of the range and the origins with its refinement, if they are there already. */
    public StudyBuilder graph(WaitForGraph ofRange, KnotHierarchy itsHierarchy) {
        graph = ofRange;
        hierarchy = itsHierarchy;
        return this;
    }

    /** What is not known of the traces, if it is not just what the analysis says. */
    public StudyBuilder caveats(List<Caveat> ofTraces) {
        known = List.copyOf(ofTraces);
        return this;
    }

    /** What the traces of each host can tell, in the order of the hosts. */
    public StudyBuilder recorded(List<FindingContext.Recorded> hosts) {
        recorded = List.copyOf(hosts);
        return this;
    }

    /**
     * Computes it. Cost: that of its parts, each done once.
     *
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public Study run(Progress progress) {
        Timeline timeline = result.timeline();
        List<Caveat> caveats = new ArrayList<>(known);
        WaitForGraph ofRange = graph;
        if (ofRange == null) {
            ofRange = WaitForAnalysis.run(timeline, from, to, origins, progress);
        }
        caveats.addAll(ofRange.caveats());
        KnotHierarchy refined = hierarchy;
        if (refined == null) {
            refined = KnotHierarchy.of(ofRange, KnotPolicy.DEFAULT, progress);
        }
        long chosen = threshold < 0 ? refined.thresholdNanos() : threshold;
        List<Knot> knots = refined.knotsAt(chosen);
        CriticalPath path = pathThread == Timeline.NONE ? null : CriticalPath.of(timeline, pathThread, from, to, progress);
        if (path != null) {
            caveats.addAll(path.caveats());
        }
        MatchedIntervals work = intervals;
        IntervalPaths paths = work == null ? null : IntervalPaths.of(timeline, work, progress);
        if (work != null && paths != null) {
            caveats.addAll(work.caveats());
            caveats.addAll(paths.caveats());
        }
        List<ThreadTotals> totals = result.threads(from, to, progress);
        return new Study(result, from, to, totals, ofRange, refined, chosen, knots, path, paths,
                findings(ofRange, knots, totals, paths, progress), rules, caveats, recorded);
    }

    private Findings findings(WaitForGraph ofRange, List<Knot> knots, List<ThreadTotals> totals, @Nullable IntervalPaths paths,
            Progress progress) {
        FindingContext.Builder context = FindingContext.of(result.timeline()).sync(result.sync()).caveats(known).recorded(recorded)
                .range(from, to).chosen(origins).graph(ofRange, knots).totals(totals).progress(progress);
        if (paths != null) {
            context.intervals(paths);
        }
        return rules.run(context.build());
    }
}
