/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Why the intervals of one label differ in length: the variance of their critical paths, split by the thread that had the time, and by what it
 * did (VProfiler's tree, with threads and causes of waits in the place of functions). The parts of a path add up to the interval, so the
 * variances and covariances of the factors add up to that of the interval.
 *
 * @param label the sort of interval
 * @param tree the split; node 0 is the interval, its callees are threads, theirs what these did
 * @param nodes who and what each node is, by its number
 */
public record PathVariance(String label, VarianceTree tree, List<Node> nodes) {
    /** A pair of factors for each pair of siblings, and nobody reads thousands: lighter ones are in the body of their caller. */
    private static final int MOST_THREADS = 32;
    private static final int MOST_PARTS = 12;

    /**
     * A thread, or what it did. Threads go by their names, so that short-lived threads and pools make one node.
     *
     * @param host name of the host; empty for the interval itself
     * @param thread name of the thread
     * @param state what it did; null for a thread as a whole
     * @param cause what it waited for, if blocked
     * @param kind how the legs came to be
     * @param target name of the vertex that was waited for; empty if there is none
     */
    public record Node(String host, String thread, @Nullable ThreadState state, Cause cause, LegKind kind, String target) {
        private static final Node ROOT = new Node("", "", null, Cause.NONE, LegKind.OWN, "");
    }

    /** Copies the list. */
    public PathVariance {
        nodes = List.copyOf(nodes);
    }

    /**
     * One per label that has two intervals with a path or more, by label. Two passes over the parts of the paths.
     *
     * @param progress asked whether to stop
     */
    public static List<PathVariance> of(Timeline timeline, IntervalPaths paths, Progress progress) {
        Map<String, List<OfInterval>> byLabel = new TreeMap<>();
        for (OfInterval path : paths.paths()) {
            if (!path.parts().isEmpty()) {
                byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path);
            }
        }
        List<PathVariance> all = new ArrayList<>();
        byLabel.forEach((label, some) -> {
            if (some.size() > 1) {
                all.add(of(timeline, label, some, progress));
            }
        });
        return List.copyOf(all);
    }

    private static PathVariance of(Timeline timeline, String label, List<OfInterval> paths, Progress progress) {
        Map<Node, Long> threads = new LinkedHashMap<>();
        Map<Node, Map<Node, Long>> parts = new HashMap<>();
        for (OfInterval path : paths) {
            progress.check();
            for (PathPart part : path.parts()) {
                Node thread = thread(timeline, part);
                threads.merge(thread, part.nanos(), Long::sum);
                parts.computeIfAbsent(thread, key -> new LinkedHashMap<>()).merge(node(timeline, part), part.nanos(), Long::sum);
            }
        }
        List<Node> nodes = new ArrayList<>(List.of(Node.ROOT));
        List<Integer> parents = new ArrayList<>(List.of(CallTree.NONE));
        Map<Node, Integer> numbers = new HashMap<>();
        for (Node thread : heaviest(threads, MOST_THREADS)) {
            int number = nodes.size();
            numbers.put(thread, number);
            nodes.add(thread);
            parents.add(0);
            for (Node part : heaviest(parts.getOrDefault(thread, Map.of()), MOST_PARTS)) {
                numbers.put(part, nodes.size());
                nodes.add(part);
                parents.add(number);
            }
        }
        VarianceAccumulator accumulator = new VarianceAccumulator(CallTree.of(parents.stream().mapToInt(Integer::intValue).toArray()));
        long[] nanos = new long[nodes.size()];
        for (OfInterval path : paths) {
            progress.check();
            Arrays.fill(nanos, 0);
            nanos[0] = path.interval().nanos();
            for (PathPart part : path.parts()) {
                add(nanos, numbers.get(thread(timeline, part)), part.nanos());
                add(nanos, numbers.get(node(timeline, part)), part.nanos());
            }
            accumulator.add(nanos);
        }
        return new PathVariance(label, accumulator.result(), nodes);
    }

    private static void add(long[] nanos, @Nullable Integer node, long more) {
        if (node != null) {
            nanos[node] += more;
        }
    }

    private static List<Node> heaviest(Map<Node, Long> nanos, int most) {
        return nanos.entrySet().stream().sorted(Map.Entry.<Node, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(entry -> entry.getKey().toString())).limit(most).map(Map.Entry::getKey).toList();
    }

    private static Node thread(Timeline timeline, PathPart part) {
        return new Node(timeline.hostName(timeline.host(part.thread())), Words.stable(timeline.name(part.thread())), null, Cause.NONE,
                LegKind.OWN, "");
    }

    private static Node node(Timeline timeline, PathPart part) {
        return new Node(timeline.hostName(timeline.host(part.thread())), Words.stable(timeline.name(part.thread())), part.state(),
                part.cause(), part.kind(), part.target() == Timeline.NONE ? "" : timeline.vertexName(part.target()));
    }
}
