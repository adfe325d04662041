/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.whatif;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.IntPredicate;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.core.waitfor.WaitTime;

/**
 * Something that could be made cheaper: the waits of some edges, the work of some threads, or both; and what that would win at most.
 *
 * <p><b>Why it is a bound.</b> While nothing of it happens, nothing gets faster; while it happens, nothing gets faster than it does. So if it takes x of its time less, a stretch of time gets shorter by at most x of the time for which
 * anything of it happens in the stretch; and of that only the time counts in which it holds up somebody whose waits count. It is not what would be won: other work may go on meanwhile and then be what all wait for. The bound holds as
 * long as the order of things stays: who waits for whom, and who gets a lock first.
 *
 * @param graph the waits
 * @param edges numbers of edges whose waits get shorter, each once; idle edges of devices have no waits
 * @param running numbers of threads whose time on a processor gets shorter, each once
 */
@SuppressWarnings("ArrayRecordComponent") // the numbers are only gone through; nobody compares two of these
public record Cheaper(WaitForGraph graph, int[] edges, int[] running) {
    private static final int POLL_MASK = (1 << 16) - 1;

    /**
     * What is won at most of a time, rounded up: never less than nothing, nor more than the time.
     *
     * @param share of one; from 0 to 1
     */
    public static long bound(long nanos, BigDecimal share) {
        if (share.signum() < 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("a share is from 0 to 1: " + share);
        }
        return BigDecimal.valueOf(nanos).multiply(share).setScale(0, RoundingMode.CEILING).longValueExact();
    }

    /**
     * For how long it happens in the graph's range, and may hold up anybody whose waits count, ns; at most the range.
     *
     * @param chosen the threads whose waits count
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public long nanos(IntPredicate chosen, Progress progress) {
        TimeUnion all = new TimeUnion(graph.fromNanos(), graph.toNanos());
        WaitTime.add(graph, edges, all, progress);
        TimeUnion ofChosen = new TimeUnion(graph.fromNanos(), graph.toNanos());
        long others = 0;
        for (int thread : running) {
            addRunning(thread, all, progress);
            if (chosen.test(thread)) {
                addRunning(thread, ofChosen, progress);
            } else {
                others += heldBy(thread);
            }
        }
        long held = Math.addExact(ofChosen.nanos(), others);
        for (int edge : edges) {
            held = Math.addExact(held, graph.isIdle(edge) ? 0 : graph.heldNanos(edge));
        }
        return Math.min(Math.min(all.nanos(), held), graph.rangeNanos());
    }

    /** For how long a thread held up anybody, at most: work of one that nobody waits for does not count. */
    private long heldBy(int thread) {
        long held = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            held += graph.target(edge) == thread && !graph.isIdle(edge) ? graph.heldNanos(edge) : 0;
        }
        return held;
    }

    private void addRunning(int thread, TimeUnion union, Progress progress) {
        Timeline timeline = graph.timeline();
        if (timeline.threadEnd(thread) <= graph.fromNanos()) {
            return;
        }
        int first = timeline.segmentAt(thread, graph.fromNanos());
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                && timeline.start(s) < graph.toNanos(); s++) {
            if ((s & POLL_MASK) == 0) {
                progress.check();
            }
            if (timeline.state(s) == ThreadState.RUNNING) {
                union.add(timeline.start(s), timeline.end(thread, s));
            }
        }
    }

    /**
     * For how long the end of a stretch of a thread's time depends on it, ns; at most the stretch: if what was before the stretch stays as it was, the share of this is the most that is won. The chain of what an end depends on is not quite the
     * critical path: it goes on, back, with whoever was waited for, also before the wait began.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public long chainNanos(int thread, long fromNanos, long toNanos, Progress progress) {
        return new Dependencies(graph, edges, running).nanos(thread, fromNanos, toNanos, progress);
    }
}
