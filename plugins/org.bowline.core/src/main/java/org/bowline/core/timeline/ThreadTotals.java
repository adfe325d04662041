/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/**
 * How long a thread was in which state within a range.
 *
 * @param thread number of the thread in the timeline
 * @param startNanos first moment of the thread within the range
 * @param endNanos last moment of the thread within the range
 * @param stateNanos time per {@link ThreadState}, by ordinal; adds up to the thread's time in the range
 * @param blockedNanos blocked time per {@link Cause}, by ordinal; adds up to the blocked time
 * @param waits number of waits that overlap the range
 */
public record ThreadTotals(int thread, long startNanos, long endNanos, long[] stateNanos, long[] blockedNanos, long waits) {
    private static final int STATES = ThreadState.values().length;
    private static final int CAUSES = Cause.values().length;
    private static final int POLL_SEGMENTS = 1 << 16;

    /** Time in a state. */
    public long nanos(ThreadState state) {
        return stateNanos[state.ordinal()];
    }

    /** For how long it was the one on its processor, interrupts included. */
    public long onCpu() {
        return nanos(ThreadState.RUNNING) + nanos(ThreadState.INTERRUPTED);
    }

    /** For how long it ran or wanted to, interrupts included. */
    public long active() {
        return onCpu() + nanos(ThreadState.RUNNABLE) + nanos(ThreadState.PREEMPTED);
    }

    /** Time blocked by a cause. */
    public long blocked(Cause cause) {
        return blockedNanos[cause.ordinal()];
    }

    /** The totals of all threads that live within [from, to), in the order of the timeline. */
    public static List<ThreadTotals> of(Timeline timeline, long from, long to) {
        return of(timeline, from, to, Progress.NONE);
    }

    /**
     * The totals of all threads that live within [from, to), in the order of the timeline. O(threads · log segments), but for the first time,
     * which goes through the timeline once.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static List<ThreadTotals> of(Timeline timeline, long from, long to, Progress progress) {
        List<ThreadTotals> all = new ArrayList<>();
        long[] totals = new long[SegmentSums.SLOTS];
        long sinceCheck = POLL_SEGMENTS;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            long start = Math.max(from, timeline.threadStart(thread));
            long end = Math.min(to, timeline.threadEnd(thread));
            sinceCheck += 1 + timeline.endSegment(thread) - timeline.firstSegment(thread);
            if (sinceCheck >= POLL_SEGMENTS) {
                progress.check();
                sinceCheck = 0;
            }
            if (start < end) {
                all.add(of(timeline, thread, start, end, totals));
            }
        }
        return all;
    }

    private static ThreadTotals of(Timeline timeline, int thread, long start, long end, long[] totals) {
        Arrays.fill(totals, 0);
        timeline.sums().add(thread, timeline.segmentAt(thread, start), timeline.segmentAt(thread, end - 1), start, end, totals);
        long[] states = new long[STATES];
        long[] blocked = new long[CAUSES];
        for (int i = 0; i < SegmentSums.CLASSES; i++) {
            ThreadState state = SegmentSums.state(i);
            states[state.ordinal()] += totals[i];
            if (state == ThreadState.BLOCKED) {
                blocked[SegmentSums.cause(i).ordinal()] += totals[i];
            }
        }
        return new ThreadTotals(thread, start, end, states, blocked, totals[SegmentSums.WAITS]);
    }
}
