/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** When the waits of edges of a {@link WaitForGraph} last, however many of them at a time. Waits for locks are those for the threads for which they count there. */
public final class WaitTime {
    private static final int POLL_MASK = (1 << 12) - 1;

    private WaitTime() {}

    /**
     * Adds the waits of edges in the graph's range. Idle edges of devices have none. O(segments of the sources in the range).
     *
     * @param edges of the graph
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static void add(WaitForGraph graph, int[] edges, TimeUnion union, Progress progress) {
        IntOpenHashSet sources = new IntOpenHashSet();
        for (int edge : edges) {
            sources.add(graph.source(edge));
        }
        for (int source : sources.toIntArray()) {
            IntOpenHashSet targets = new IntOpenHashSet();
            for (int edge : edges) {
                if (graph.source(edge) == source && !graph.isIdle(edge)) {
                    targets.add(graph.target(edge));
                }
            }
            if (!targets.isEmpty()) {
                add(graph, source, targets, graph.fromNanos(), graph.toNanos(), union, progress);
            }
        }
    }

    /** Adds the waits of a thread for some others, clipped to [from, to). */
    public static void add(WaitForGraph graph, int source, IntSet targets, long from, long to, TimeUnion union, Progress progress) {
        Timeline timeline = graph.timeline();
        if (timeline.threadEnd(source) <= from) {
            return;
        }
        WaitShares shares = graph.shares();
        int first = timeline.segmentAt(source, from);
        for (int s = first == Timeline.NONE ? timeline.firstSegment(source) : first; s < timeline.endSegment(source)
                && timeline.start(s) < to; s++) {
            if ((s & POLL_MASK) == 0) {
                progress.check();
            }
            if (timeline.state(s) != ThreadState.BLOCKED) {
                continue;
            }
            long begin = Math.max(timeline.start(s), from);
            long end = Math.min(timeline.end(source, s), to);
            for (int hold = shares.first(source, s, begin); begin < end; hold = shares.next(source, s, hold)) {
                long until = Math.min(end, shares.end(source, s, hold));
                if (targets.contains(shares.target(source, s, hold))) {
                    union.add(begin, until);
                }
                begin = until;
            }
        }
    }
}
