/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import org.bowline.core.order.Spans;

/** The time of one host of which nothing can be read, of all its CPUs at its end, or of one of them at all. O(CPUs). */
final class UnreadTime {
    private static final int NONE = SegmentLog.NONE;
    /** A tracer closes the last packets of all CPUs one after another, when the recording ends. */
    private static final long ENDED_TOGETHER_NANOS = 50_000_000;

    private final CpuTable cpus;
    private final LostIntervals lost;
    private final long startNanos;

    /** @param startNanos begin of the host's traces */
    UnreadTime(CpuTable cpus, LostIntervals lost, long startNanos) {
        this.cpus = cpus;
        this.lost = lost;
        this.startNanos = startNanos;
    }

    /**
     * Until when the recording went on though nothing can be read of any CPU after the last fact: in the time of packets that are damaged, as the ends of those of two CPUs bear out. One end alone may be what is damaged.
     *
     * @param known the last fact
     * @return {@link Long#MIN_VALUE} if something is known of a CPU until the last fact, or if more of the recording can be read than cannot: that part is the better one to look at
     */
    long until(long known) {
        long latest = Long.MIN_VALUE;
        long second = Long.MIN_VALUE;
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            Spans losses = lost.of(cpu);
            long until = losses.isEmpty() ? Long.MIN_VALUE : losses.end(losses.size() - 1);
            if (cpus.thread(cpu) != NONE || !losses.isEmpty() && until <= known) {
                return Long.MIN_VALUE;
            }
            second = Math.max(second, Math.min(latest, until));
            latest = Math.max(latest, until);
        }
        if (second <= known) {
            return Long.MIN_VALUE;
        }
        long end = latest > second + ENDED_TOGETHER_NANOS ? second : latest;
        return end - known > known - startNanos ? end : Long.MIN_VALUE;
    }

    /** Whether nothing was recorded of a CPU: a thread of which there is no event may have run there all the time. */
    boolean isAllOfOneCpu(long end) {
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            Spans losses = lost.of(cpu);
            if (!losses.isEmpty() && losses.begin(0) <= startNanos && losses.end(0) >= end) {
                return true;
            }
        }
        return false;
    }
}
