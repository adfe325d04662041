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
        forEach(timeline, thread, from, to, true, sink);
    }

    /** Tells those after which the thread does not run, or it is not known where, before the end of the range. */
    static void forEachWithoutRun(Timeline timeline, int thread, long from, long to, Sink sink) {
        forEach(timeline, thread, from, to, false, sink);
    }

    private static void forEach(Timeline timeline, int thread, long from, long to, boolean all, Sink sink) {
        int first = timeline.segmentAt(thread, from);
        int end = timeline.endSegment(thread);
        int last = timeline.endSegment(thread, to);
        int next = -1; // the first segment that is no wait for a processor, after those that are
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last; s++) {
            if (!isWaiting(timeline, s)) {
                continue;
            }
            if (next <= s) {
                next = s + 1;
                while (next < end && isWaiting(timeline, next)) {
                    next++;
                }
            }
            boolean runs = next < end && timeline.isOnCpu(next);
            if (!all && runs && timeline.cpu(next) >= 0 && next < last) {
                s = next;
                continue;
            }
            sink.waits(timeline.cpu(runs ? next : s), Math.max(from, timeline.start(s)), Math.min(to, timeline.end(thread, s)));
        }
    }

    /** Whether a thread wants a processor in a segment, and has none. */
    static boolean isWaiting(Timeline timeline, int segment) {
        ThreadState state = timeline.state(segment);
        return state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED;
    }
}
