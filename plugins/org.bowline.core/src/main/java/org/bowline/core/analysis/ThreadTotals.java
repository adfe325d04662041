/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

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

    /** Time in a state. */
    public long nanos(ThreadState state) {
        return stateNanos[state.ordinal()];
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
     * The totals of all threads that live within [from, to), in the order of the timeline.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static List<ThreadTotals> of(Timeline timeline, long from, long to, Progress progress) {
        List<ThreadTotals> all = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            long start = Math.max(from, timeline.threadStart(thread));
            long end = Math.min(to, timeline.threadEnd(thread));
            if (start < end) {
                all.add(of(timeline, thread, start, end));
            }
        }
        return all;
    }

    private static ThreadTotals of(Timeline timeline, int thread, long start, long end) {
        long[] states = new long[STATES];
        long[] blocked = new long[CAUSES];
        long waits = 0;
        int last = timeline.endSegment(thread);
        for (int s = timeline.segmentAt(thread, start); s < last && timeline.start(s) < end; s++) {
            long nanos = Math.min(end, timeline.end(thread, s)) - Math.max(start, timeline.start(s));
            states[timeline.state(s).ordinal()] += nanos;
            if (timeline.state(s) == ThreadState.BLOCKED) {
                blocked[timeline.cause(s).ordinal()] += nanos;
                waits++;
            }
        }
        return new ThreadTotals(thread, start, end, states, blocked, waits);
    }
}
