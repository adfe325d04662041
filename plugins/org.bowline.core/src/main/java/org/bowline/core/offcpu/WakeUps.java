/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.function.IntConsumer;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** When threads ended the waits of others: by a wake-up, or with a packet that they sent. 12 bytes per such wait. Immutable; safe for many readers. */
public final class WakeUps {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    /** Segments of waits, by the thread that ended them, then by when it did. */
    private final int[] segments;
    private final long[] times;

    /** Looks at all waits. O(segments + wake-ups × log wake-ups). */
    public WakeUps(Timeline timeline, Progress progress) {
        this.timeline = timeline;
        IntArrayList found = new IntArrayList();
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            if ((segment & POLL_MASK) == 0) {
                progress.check();
            }
            if (timeline.state(segment) == ThreadState.BLOCKED && isByThread(timeline, segment)) {
                found.add(segment);
            }
        }
        long[] unsorted = new long[found.size()];
        int[] order = new int[unsorted.length];
        for (int i = 0; i < unsorted.length; i++) {
            unsorted[i] = time(timeline, timeline.threadOf(found.getInt(i)), found.getInt(i));
            order[i] = i;
        }
        IntArrays.stableSort(order, (a, b) -> {
            int byThread = Integer.compare(timeline.target(found.getInt(a)), timeline.target(found.getInt(b)));
            return byThread != 0 ? byThread : Long.compare(unsorted[a], unsorted[b]);
        });
        segments = new int[order.length];
        times = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            segments[i] = found.getInt(order[i]);
            times[i] = unsorted[order[i]];
        }
    }

    /** Whether a thread that is not idle ended the wait that a blocked segment is. */
    static boolean isByThread(Timeline timeline, int segment) {
        int target = timeline.target(segment);
        return target != Timeline.NONE && target < timeline.threadCount() && !timeline.isIdle(target);
    }

    /** When the one who ended a wait did so: for a packet, when it was sent. */
    static long time(Timeline timeline, int thread, int segment) {
        int link = timeline.link(segment);
        return timeline.cause(segment) == Cause.NETWORK && link != Timeline.NONE ? timeline.packetSent(link)
                : timeline.end(thread, segment);
    }

    private boolean isFrom(int wait, int waker, long from) {
        int target = timeline.target(segments[wait]);
        return target > waker || target == waker && times[wait] >= from;
    }

    /** The segments of the waits that a thread ended from one moment to another, both inclusive, in order of time. O(log wake-ups + those found). */
    void each(int waker, long from, long to, IntConsumer segment) {
        int first = Bisection.first(0, segments.length, i -> isFrom(i, waker, from));
        for (int i = first; i < segments.length && timeline.target(segments[i]) == waker && times[i] <= to; i++) {
            segment.accept(segments[i]);
        }
    }
}
