/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/**
 * For how long a processor was idle while a thread wanted it. A scheduler gives an idle processor to a thread that wants it at once, but for the microseconds of a wake-up from a deep sleep; what keeps
 * the thread from it for longer is a limit on processor time (bandwidth control: {@code cpu.max} of a control group, real-time throttling). Immutable.
 */
public final class IdleBeside extends WaitsBeside {
    /** Takes waits for a processor in the order of time. */
    @FunctionalInterface
    public interface Sink {
        /**
         * A thread was runnable or preempted.
         *
         * @param preempted whether it had been running, and was not woken
         * @param fromNanos begin, reference time
         * @param toNanos end, exclusive
         * @param idleNanos for how long of that its processor ran nothing
         */
        void waits(boolean preempted, long fromNanos, long toNanos, long idleNanos);
    }

    private IdleBeside(Processors processors, Progress progress) {
        super(processors, progress);
    }

    /** In the range of which it is known what the processors did. O(1). */
    public static IdleBeside of(Processors processors, Progress progress) {
        return new IdleBeside(processors, progress);
    }

    /**
     * Tells the waits of a thread within the range that last for a time or longer. O(its segments + what its processors did in such waits).
     *
     * @param least shorter waits are not told, nanoseconds
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public void forEach(int thread, long least, Sink sink) {
        Processors.Times tally = new Processors.Times();
        Processors.Places places = new Processors.Places(processors);
        ProcessorWaits.forEach(timeline, thread, from, to, (cpu, begin, end) -> {
            if (end - begin >= least) {
                tally.clear();
                processors.add(timeline.host(thread), cpu, begin, end, places, tally, progress);
                sink.waits(timeline.state(timeline.segmentAt(thread, begin)) == ThreadState.PREEMPTED, begin, end,
                        tally.nanos(RanInstead.Doing.IDLE));
            }
        });
    }
}
