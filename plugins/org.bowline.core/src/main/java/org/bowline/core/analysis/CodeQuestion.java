/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * In which code the waits of an edge of the wait-for graph were, and those that a critical path lies on. Known where call stacks or functions were recorded, if a question {@linkplain Question#has has}
 * {@link FunctionQuestion#SYMBOLS}; where not, nothing is computed.
 */
public final class CodeQuestion {
    /** The code is what {@code --format} prints. */
    public static final Parameter<Boolean> CODE = Parameter.flag("code",
            "With --format: print which code waits, in the columns of wait-for-code.csv (of critical-path: path-code.csv).");

    /** Of the path that is asked for, by part; parts as of a path, with 0 ns. */
    public static final Result<Map<PathPart, List<WaitCode.Total>>> OF_PATH = Result.of(CodeQuestion::ofPath);
    /** Of the paths of the intervals: by label and part; parts with 0 ns. */
    public static final Result<Map<String, Map<PathPart, List<WaitCode.Total>>>> OF_LABELS = Result.of(CodeQuestion::ofLabels);

    private CodeQuestion() {}

    /** The waits of a vertex of the graph: by what they were for. */
    private record OfSource(int source) implements Result<Map<Integer, List<WaitCode.Total>>> {
        @Override
        public Map<Integer, List<WaitCode.Total>> compute(Analysis analysis) {
            WaitCode code = new WaitCode(analysis.timeline(), code(analysis));
            Map<Integer, WaitCode.Sums> sums = new HashMap<>();
            ThreadGroups groups = analysis.graph().groups();
            for (int thread : groups.members(source)) {
                EdgeWaits.each(analysis.graph(), thread,
                        (segment, target, nanos) -> sums.computeIfAbsent(groups.vertex(target), key -> new WaitCode.Sums())
                                .add(code.of(thread, segment), segment, nanos),
                        analysis.progress());
            }
            return totals(sums);
        }

        @Override
        public boolean isOfGraph() {
            return true;
        }
    }

    /** What is known of the code that threads were in. */
    static OffCpu.Code code(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        return new OffCpu.Code(recorded == null ? null : recorded.calls(), analysis.get(FunctionQuestion.NAMES).functions(),
                analysis.get(OffCpuQuestion.SYSTEM_CALLS), analysis.get(StackQuestion.STACKS).names());
    }

    /** Whether call stacks or functions were recorded, and read. */
    public static boolean isKnown(Analysis analysis) {
        return analysis.knowsWaits() && (analysis.calls() != null || !analysis.get(StackQuestion.STACKS).isEmpty());
    }

    /** What says more of the code: caveats of the names, where code is known. */
    public static List<Result<?>> results(Analysis analysis) {
        return isKnown(analysis) ? List.of(FunctionQuestion.NAMES, StackQuestion.STACKS) : List.of();
    }

    /**
     * The code of all waits of edges of the wait-for graph in the range, those of threads that do not count included; the longest first. Empty for a device's idle time, and where the code is not known.
     *
     * @param edges numbers of edges of {@link Analysis#graph}
     */
    public static List<WaitCode.Total> ofEdges(Analysis analysis, int... edges) {
        WaitForGraph graph = analysis.graph();
        WaitCode.Sums sums = new WaitCode.Sums();
        for (int edge : edges) {
            int source = graph.source(edge);
            if (isKnown(analysis) && source < analysis.timeline().threadCount()) {
                sums.add(analysis.get(new OfSource(source)).getOrDefault(graph.target(edge), List.of()));
            }
        }
        return sums.totals();
    }

    /** The code that most of their time was in; null if it is not known, or has no name. */
    public static WaitCode.@Nullable Heaviest heaviest(Analysis analysis, int... edges) {
        return WaitCode.Heaviest.of(ofEdges(analysis, edges));
    }

    /** The same of the waits of a part of the path that is asked for. */
    public static WaitCode.@Nullable Heaviest heaviest(Analysis analysis, PathPart part) {
        PathPart key = new PathPart(part.thread(), part.state(), part.cause(), part.kind(), part.target(), 0);
        return WaitCode.Heaviest.of(analysis.get(OF_PATH).getOrDefault(key, List.of()));
    }

    /** The same of the waits of a part of a label's paths, as {@link FoldedPaths#labels} has them. */
    public static WaitCode.@Nullable Heaviest heaviest(Analysis analysis, String label, LabelStatistics.Part part) {
        PathNames names = FoldedPaths.namesOfLabels(analysis);
        WaitCode.Sums sums = new WaitCode.Sums();
        analysis.get(OF_LABELS).getOrDefault(label, Map.of()).forEach((one, totals) -> {
            if (PathSort.of(names, one).equals(part.sort())) {
                sums.add(totals);
            }
        });
        return WaitCode.Heaviest.of(sums.totals());
    }

    private static Map<PathPart, List<WaitCode.Total>> ofPath(Analysis analysis) {
        CriticalPath path = analysis.path();
        Map<PathPart, WaitCode.Sums> sums = new LinkedHashMap<>();
        if (path != null && isKnown(analysis)) {
            add(path, new WaitCode(analysis.timeline(), code(analysis)), sums, analysis);
        }
        return totals(sums);
    }

    private static Map<String, Map<PathPart, List<WaitCode.Total>>> ofLabels(Analysis analysis) {
        if (!analysis.intervalsWanted() || !isKnown(analysis)) {
            return Map.of();
        }
        WaitCode code = new WaitCode(analysis.timeline(), code(analysis));
        Map<String, Map<PathPart, WaitCode.Sums>> labels = new LinkedHashMap<>();
        // one after the other: of many intervals the paths would be much to keep
        for (NamedInterval interval : analysis.matched().intervals()) {
            if (interval.thread() != Timeline.NONE) {
                add(CriticalPath.of(analysis.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(),
                        analysis.progress()),
                        code, labels.computeIfAbsent(interval.label(), key -> new LinkedHashMap<>()), analysis);
            }
        }
        Map<String, Map<PathPart, List<WaitCode.Total>>> totals = new LinkedHashMap<>();
        labels.forEach((label, sums) -> totals.put(label, totals(sums)));
        return totals;
    }

    private static void add(CriticalPath path, WaitCode code, Map<PathPart, WaitCode.Sums> sums, Analysis analysis) {
        Timeline timeline = analysis.timeline();
        for (int leg = 0; leg < path.size(); leg++) {
            if (path.state(leg) != ThreadState.BLOCKED) {
                continue;
            }
            analysis.progress().check();
            int thread = path.thread(leg);
            WaitCode.Sums sum = sums.computeIfAbsent(
                    new PathPart(thread, ThreadState.BLOCKED, path.cause(leg), path.kind(leg), path.target(leg), 0),
                    key -> new WaitCode.Sums());
            int segment = Math.max(timeline.segmentAt(thread, path.start(leg)), timeline.firstSegment(thread));
            for (; segment < timeline.endSegment(thread) && timeline.start(segment) < path.end(leg); segment++) {
                long nanos = Math.min(path.end(leg), timeline.end(thread, segment)) - Math.max(path.start(leg), timeline.start(segment));
                if (timeline.state(segment) == ThreadState.BLOCKED && nanos > 0) {
                    sum.add(code.of(thread, segment), segment, nanos);
                }
            }
        }
    }

    private static <K> Map<K, List<WaitCode.Total>> totals(Map<K, WaitCode.Sums> sums) {
        Map<K, List<WaitCode.Total>> totals = new LinkedHashMap<>();
        sums.forEach((key, sum) -> totals.put(key, sum.totals()));
        return totals;
    }
}
