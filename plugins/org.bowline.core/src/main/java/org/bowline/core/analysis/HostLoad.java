/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * How busy the processors of a host were in a range.
 *
 * @param cpus how many are seen
 * @param runningNanos time for which threads other than the idle ones were on a processor, interrupts and polling included, all processors together
 * @param waitingNanos time for which threads wanted a processor and had none, all threads together
 * @param recordedNanos for how long the host was recorded
 */
public record HostLoad(int cpus, long runningNanos, long waitingNanos, long recordedNanos) {
    private static final int THREADS_BETWEEN_CHECKS = 256;

    /** The share of the processors' time in which they ran threads. */
    public double load() {
        return recordedNanos == 0 ? 0 : (double) runningNanos / cpus / recordedNanos;
    }

    /** How many threads a processor wanted to run and did not, on average. */
    public double queue() {
        return recordedNanos == 0 ? 0 : (double) waitingNanos / cpus / recordedNanos;
    }

    /** One per host. One pass over the threads' totals, and one over all segments for the processors. */
    static List<HostLoad> of(Timeline timeline, long from, long to, List<ThreadTotals> totals, Progress progress) {
        long[] running = new long[timeline.hostCount()];
        BitSet[] cpus = cpus(timeline, from, to, running, progress);
        long[] waiting = new long[timeline.hostCount()];
        for (ThreadTotals total : totals) {
            int host = timeline.host(total.thread());
            if (!timeline.isIdle(total.thread())) {
                running[host] += total.onCpu();
                waiting[host] += total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
            }
        }
        List<HostLoad> loads = new ArrayList<>();
        for (int host = 0; host < cpus.length; host++) {
            loads.add(new HostLoad(Math.max(1, cpus[host].cardinality()), running[host], waiting[host],
                    timeline.recordedNanos(host, from, to)));
        }
        return loads;
    }

    /**
     * The processors of each host: those on which something ran, or an idle thread was seen, at any time of the recording. Idle threads alone
     * will not do: one that never got to run, as its processor was busy all the time, is in no event. Adds for how long threads polled: they wait, and their processor is busy.
     */
    private static BitSet[] cpus(Timeline timeline, long from, long to, long[] running, Progress progress) {
        BitSet[] cpus = new BitSet[timeline.hostCount()];
        Arrays.setAll(cpus, host -> new BitSet());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (thread % THREADS_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            BitSet ofHost = cpus[timeline.host(thread)];
            boolean idle = timeline.isIdle(thread);
            int on = -1; // known already
            int last = timeline.endSegment(thread);
            for (int s = timeline.firstSegment(thread); s < last; s++) {
                boolean spins = timeline.isSpin(s);
                int cpu = timeline.cpu(s);
                if (cpu >= 0 && cpu != on && (idle || spins || timeline.state(s).isOnCpu())) {
                    on = cpu;
                    ofHost.set(cpu);
                }
                if (spins) {
                    running[timeline.host(thread)] += Math.max(0,
                            Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)));
                }
            }
        }
        return cpus;
    }
}
