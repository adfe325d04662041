/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkLabels.Work;
import org.bowline.core.model.Cause;
import org.bowline.core.progress.Progress;
import org.bowline.core.variance.PathVariance.Node;

/**
 * Why the intervals of one label differ in length, by what programs tell of for whom their threads work: service, in which at least one thread does, and queueing. It takes no trace of the kernel. The parts add up
 * to the interval, so the identity holds here as in {@link PathVariance}.
 */
public final class WorkVariance {
    /** At least one thread works for the interval. */
    public static final String SERVICE = "(service)";
    /** No thread works for it: begun, or handed over, and not picked up. */
    public static final String QUEUEING = "(queueing)";

    private WorkVariance() {}

    /**
     * One per label that has two intervals or more of which threads tell that they work for them, by label. O(intervals).
     *
     * @param sizes of the intervals; if they are wanted, intervals without one are left out
     * @param progress asked whether to stop
     */
    public static List<PathVariance> of(MatchedIntervals matched, IntervalSizes sizes, Progress progress) {
        Map<String, SplitTree<Node>> labels = new TreeMap<>();
        for (NamedInterval interval : matched.intervals()) {
            progress.check();
            Work work = matched.work(interval);
            if (work == null || !PathVariance.isTaken(interval, sizes)) {
                continue;
            }
            SplitTree<Node> tree = labels.computeIfAbsent(interval.label(), label -> new SplitTree<>(Node.ROOT));
            tree.add(tree.child(0, node(SERVICE)), work.serviceNanos());
            tree.add(tree.child(0, node(QUEUEING)), work.queueNanos());
            PathVariance.end(tree, interval, sizes);
        }
        List<PathVariance> all = new ArrayList<>();
        labels.forEach((label, tree) -> {
            if (tree.intervals() > 1) {
                PathVariance.Split<Node> split = tree.split(PathVariance.MOST_THREADS, PathVariance.MOST_PARTS, progress);
                all.add(new PathVariance(label, split.tree(), split.nodes(), split.size()));
            }
        });
        return List.copyOf(all);
    }

    private static Node node(String what) {
        return new Node("", "", null, Cause.NONE, LegKind.OWN, "", what);
    }
}
