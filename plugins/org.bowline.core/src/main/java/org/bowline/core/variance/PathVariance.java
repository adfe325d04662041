/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/**
 * Why the intervals of one label differ in length: the variance of their critical paths, split by the thread that had the time, and by what it
 * did (VProfiler's tree, with threads and causes of waits in the place of functions). The parts of a path add up to the interval, so the
 * variances and covariances of the factors add up to that of the interval.
 *
 * @param label the sort of interval
 * @param tree the split; node 0 is the interval, its callees are threads, theirs what these did
 * @param nodes who and what each node is, by its number
 * @param size what remains of it at equal sizes; null if sizes were not asked for, do not differ, or are known of too few
 */
public record PathVariance(String label, VarianceTree tree, List<Node> nodes, @Nullable SizeFit size) {
    /** A pair of factors for each pair of siblings, and nobody reads thousands: lighter ones are in the body of their caller. */
    static final int MOST_THREADS = 32;
    static final int MOST_PARTS = 12;

    /**
     * A thread, or what it did. Threads go by what they are called, so that short-lived threads and pools make one node.
     *
     * @param host name of the host; empty for the interval itself
     * @param thread what the thread is called, see {@link PathNames}
     * @param state what it did; null for a thread as a whole
     * @param cause what it waited for, if blocked
     * @param kind how the legs came to be
     * @param target what the vertex is called that was waited for; empty if there is none
     * @param functions the call path in which it did so, the outermost function first, with {@code ;} between; empty if it is in no function, or that is not
     *            known
     */
    public record Node(String host, String thread, @Nullable ThreadState state, Cause cause, LegKind kind, String target,
            String functions) {
        static final Node ROOT = new Node("", "", null, Cause.NONE, LegKind.OWN, "", "");
    }

    /** A tree of variances, and what its nodes are. */
    record Split<N>(VarianceTree tree, List<N> nodes, @Nullable SizeFit size) {}

    /** Copies the list. */
    public PathVariance {
        nodes = List.copyOf(nodes);
    }

    /**
     * One per label that has two intervals with a path or more, by label. Two passes over the parts of the paths.
     *
     * @param names what has one name is one node
     * @param sizes of the intervals; if they are wanted, intervals without one are left out
     * @param progress asked whether to stop
     */
    public static List<PathVariance> of(PathNames names, IntervalPaths paths, IntervalSizes sizes, Progress progress) {
        Map<String, List<OfInterval>> byLabel = new TreeMap<>();
        for (OfInterval path : paths.paths()) {
            if (!path.parts().isEmpty() && isTaken(path.interval(), sizes)) {
                byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path);
            }
        }
        List<PathVariance> all = new ArrayList<>();
        byLabel.forEach((label, some) -> {
            if (some.size() > 1) {
                all.add(of(names, label, some, sizes, progress));
            }
        });
        return List.copyOf(all);
    }

    /** Whether an interval counts: without a size it cannot be adjusted, and both figures are of the same intervals. */
    static boolean isTaken(NamedInterval interval, IntervalSizes sizes) {
        return !sizes.isWanted(interval.label()) || !Double.isNaN(sizes.of(interval));
    }

    /** All of an interval was told. */
    static <N> void end(SplitTree<N> tree, NamedInterval interval, IntervalSizes sizes) {
        if (sizes.isWanted(interval.label())) {
            tree.end(sizes.of(interval));
        } else {
            tree.end();
        }
    }

    private static PathVariance of(PathNames names, String label, List<OfInterval> paths, IntervalSizes sizes,
            Progress progress) {
        SplitTree<Node> tree = new SplitTree<>(Node.ROOT);
        tree.expect(paths.size(), paths.stream().mapToInt(path -> path.parts().size()).sum());
        PartNodes nodes = new PartNodes(names, tree);
        for (OfInterval path : paths) {
            progress.check();
            for (PathPart part : path.parts()) {
                tree.add(nodes.of(part), part.nanos());
            }
            end(tree, path.interval(), sizes);
        }
        Split<Node> split = tree.split(MOST_THREADS, MOST_PARTS, progress);
        return new PathVariance(label, split.tree(), split.nodes(), split.size());
    }

    static Node thread(PathNames names, int thread) {
        return new Node(names.host(thread), names.of(thread), null, Cause.NONE, LegKind.OWN, "", "");
    }

    static Node node(PathSort sort) {
        return new Node(sort.host(), sort.thread(), sort.state(), sort.cause(), sort.kind(), sort.target(), "");
    }
}
