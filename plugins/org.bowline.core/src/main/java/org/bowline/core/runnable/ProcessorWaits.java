/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * When a thread wanted a processor, and which: that on which it runs next, or, if it does not run any more, that on which it ran last. The kernel has a queue for each processor, and moves
 * threads from one to another now and then, which recordings do not tell.
 */
public final class ProcessorWaits {
    /** Takes waits in the order of time. */
    @FunctionalInterface
    public interface Sink {
        /**
         * A thread was runnable or preempted.
         *
         * @param cpu the processor; −1 if it is not known
         * @param fromNanos begin, reference time
         * @param toNanos end, exclusive
         */
        void waits(int cpu, long fromNanos, long toNanos);
    }

    private ProcessorWaits() {}

    /** Tells those of a thread within a range. O(its segments in the range). */
    public static void forEach(Timeline timeline, int thread, long from, long to, Sink sink) {
        int first = timeline.segmentAt(thread, from);
        int end = timeline.endSegment(thread);
        int next = -1; // the first segment that is no wait for a processor, after those that are
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < end && timeline.start(s) < to; s++) {
            if (!isWaiting(timeline.state(s))) {
                continue;
            }
            if (next <= s) {
                next = s + 1;
                while (next < end && isWaiting(timeline.state(next))) {
                    next++;
                }
            }
            int cpu = timeline.cpu(next < end && timeline.isOnCpu(next) ? next : s);
            sink.waits(cpu, Math.max(from, timeline.start(s)), Math.min(to, timeline.end(thread, s)));
        }
    }

    private static boolean isWaiting(ThreadState state) {
        return state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED;
    }
}
