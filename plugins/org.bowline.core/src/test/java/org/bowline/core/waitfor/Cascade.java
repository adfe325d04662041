/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The oracle of the sweep: the paper's recursion (Fig. 4), with the rule that a chain takes no thread twice. Slow and obvious. */
final class Cascade {
    /** An edge and its figures. */
    record Edge(int source, int target) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            return source != other.source ? Integer.compare(source, other.source) : Integer.compare(target, other.target);
        }
    }

    final Map<Edge, Long> weight = new TreeMap<>();
    private final Timeline timeline;
    private final WaitTargets targets;
    private final Deque<Integer> chain = new ArrayDeque<>();

    Cascade(Timeline timeline, long from, long to, IntPredicate chosen) {
        this.timeline = timeline;
        targets = new WaitTargets(timeline);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && chosen.test(thread)) {
                waitsOf(thread, from, to);
            }
        }
    }

    private void waitsOf(int thread, long from, long to) {
        chain.push(thread);
        for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
            long begin = Math.max(from, timeline.start(segment));
            long end = Math.min(to, timeline.end(thread, segment));
            int target = targets.of(thread, segment);
            if (begin < end && timeline.state(segment) == ThreadState.BLOCKED && target != Timeline.NONE) {
                weight.merge(new Edge(thread, target), end - begin, Long::sum);
                if (target < timeline.threadCount() && !chain.contains(target)) {
                    waitsOf(target, begin, end);
                }
            }
        }
        chain.pop();
    }
}
