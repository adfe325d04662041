/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.variance.PathVariance.Node;

/**
 * Why the intervals of one label differ in length, by function: each moment of their critical paths belongs to a thread, to the functions that were open in it,
 * and to what the thread did, or waited for, there. The moments add up to the interval, so the identity holds here as in {@link PathVariance}.
 *
 * @param paths per label: below a thread are the functions by call path, each with its callees and what was done in itself
 * @param merged per label: below the interval are the functions wherever they were called, with what was done in themselves, not in their callees
 * @param caveats what was left out
 */
public record FunctionVariance(List<PathVariance> paths, List<PathVariance> merged, List<Caveat> caveats) {
    /** Nothing known. */
    public static final FunctionVariance NONE = new FunctionVariance(List.of(), List.of(), List.of());
    /** What stands in {@link #merged} for the time in no function that was recorded. */
    static final String NO_FUNCTION = "(no function)";
    private static final String BETWEEN = ";";
    private static final int DEEPEST = 64;

    /** The two trees of a label. */
    private static final class Label {
        private final SplitTree<Node> paths = new SplitTree<>(Node.ROOT);
        private final SplitTree<Node> merged = new SplitTree<>(Node.ROOT);
    }

    /** Splits intervals. */
    private static final class Work {
        private final PathNames called;
        private final Timeline timeline;
        private final CallLog calls;
        private final FunctionNames names;
        private final IntervalSizes sizes;
        private final Progress progress;
        private final Map<String, Label> labels = new TreeMap<>();
        private final @Nullable String[] namesOfPaths;
        private long unsure;

        Work(PathNames called, CallLog calls, FunctionNames names, IntervalSizes sizes, Progress progress) {
            this.sizes = sizes;
            timeline = called.timeline();
            this.called = called;
            this.calls = calls;
            this.names = names;
            this.progress = progress;
            namesOfPaths = new String[calls.nodeCount()];
        }

        /** The names of a call path, the outermost first; of a deep one the first {@value #DEEPEST}. */
        private String path(int node) {
            String known = namesOfPaths[node];
            if (known != null) {
                return known;
            }
            ArrayDeque<String> upward = new ArrayDeque<>();
            for (int at = node; at != CallLog.OUTSIDE; at = calls.parent(at)) {
                upward.push(names.name(calls.function(at)));
            }
            String path = upward.stream().limit(DEEPEST).collect(Collectors.joining(BETWEEN));
            namesOfPaths[node] = path;
            return path;
        }

        void add(NamedInterval interval) {
            CriticalPath path = CriticalPath.of(timeline, interval.thread(), interval.beginNanos(), interval.endNanos(), Progress.NONE);
            for (int leg = 0; leg < path.size(); leg++) {
                int thread = path.thread(leg);
                if (!calls.isSure(timeline.host(thread), thread, path.start(leg), path.end(leg))) {
                    unsure++;
                    return;
                }
            }
            Label label = labels.computeIfAbsent(interval.label(), key -> new Label());
            for (int leg = 0; leg < path.size(); leg++) {
                add(label, path, leg);
            }
            PathVariance.end(label.paths, interval, sizes);
            PathVariance.end(label.merged, interval, sizes);
        }

        private void add(Label label, CriticalPath path, int leg) {
            int thread = path.thread(leg);
            String target = called.of(path.target(leg));
            Node ofThread = PathVariance.thread(called, thread);
            calls.slices(thread, path.start(leg), path.end(leg), (node, nanos) -> {
                String functions = path(node);
                Node did = new Node(ofThread.host(), ofThread.thread(), path.state(leg), path.cause(leg), path.kind(leg), target,
                        functions);
                label.paths.add(label.paths.child(function(label, ofThread, node), did), nanos);
                String innermost = functions.substring(functions.lastIndexOf(BETWEEN) + 1);
                Node everywhere = new Node("", "", null, Cause.NONE, LegKind.OWN, "", innermost.isEmpty() ? NO_FUNCTION : innermost);
                label.merged.add(label.merged.child(label.merged.child(0, everywhere),
                        new Node("", "", path.state(leg), path.cause(leg), path.kind(leg), target, everywhere.functions())), nanos);
            });
        }

        /** The node of a call path below a thread. */
        private int function(Label label, Node thread, int node) {
            int above = label.paths.child(0, thread);
            String functions = path(node);
            for (int end = functions.indexOf(BETWEEN); !functions.isEmpty(); end = functions.indexOf(BETWEEN, end + 1)) {
                String some = end < 0 ? functions : functions.substring(0, end);
                above = label.paths.child(above, new Node(thread.host(), thread.thread(), null, Cause.NONE, LegKind.OWN, "", some));
                if (end < 0) {
                    break;
                }
            }
            return above;
        }

        FunctionVariance result() {
            List<PathVariance> paths = new ArrayList<>();
            List<PathVariance> merged = new ArrayList<>();
            labels.forEach((label, of) -> {
                if (of.paths.intervals() > 1) {
                    PathVariance.Split<Node> byPath = of.paths.split(PathVariance.MOST_THREADS, PathVariance.MOST_PARTS, progress);
                    paths.add(new PathVariance(label, byPath.tree(), byPath.nodes(), byPath.size()));
                    PathVariance.Split<Node> byFunction = of.merged.split(PathVariance.MOST_THREADS, PathVariance.MOST_PARTS, progress);
                    merged.add(new PathVariance(label, byFunction.tree(), byFunction.nodes(), byFunction.size()));
                }
            });
            List<Caveat> caveats = new ArrayList<>(calls.caveats());
            caveats.addAll(names.caveats());
            if (unsure > 0) {
                caveats.add(Caveat.of(Severity.WARNING, "", "interval-functions-unsure", unsure,
                        Words.count(unsure, "interval is", "intervals are")
                                + " not split by function, as events of functions were lost or did not fit in that time."));
            }
            return new FunctionVariance(List.copyOf(paths), List.copyOf(merged), List.copyOf(caveats));
        }
    }

    /**
     * Splits the variance of each label that has two intervals with a path or more. Cost: that of the paths, and of the slices of their legs.
     *
     * @param called what threads and devices are called: what has one name is one node
     * @param sizes of the intervals; if they are wanted, intervals without one are left out
     * @param progress told how far it is; asked whether to stop
     */
    public static FunctionVariance of(PathNames called, List<NamedInterval> intervals, CallLog calls,
            FunctionNames names, IntervalSizes sizes, Progress progress) {
        Work work = new Work(called, calls, names, sizes, progress);
        for (int i = 0; i < intervals.size(); i++) {
            progress.check();
            if ((i & 63) == 0) {
                progress.report("Functions of intervals", (double) i / intervals.size());
            }
            if (intervals.get(i).thread() != Timeline.NONE && PathVariance.isTaken(intervals.get(i), sizes)) {
                work.add(intervals.get(i));
            }
        }
        return work.result();
    }
}
