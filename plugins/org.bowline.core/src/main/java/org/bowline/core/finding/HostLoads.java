/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** Adds up how busy the processors of all hosts were. One pass over the threads' totals, and one over all segments for the processors. */
final class HostLoads {
    private static final int THREADS_BETWEEN_CHECKS = 256;

    private HostLoads() {}

    /** One per host. */
    static List<FindingContext.HostLoad> of(Timeline timeline, long from, long to, List<ThreadTotals> totals, Progress progress) {
        BitSet[] cpus = cpus(timeline, progress);
        long[] running = new long[timeline.hostCount()];
        long[] waiting = new long[timeline.hostCount()];
        for (ThreadTotals total : totals) {
            int host = timeline.host(total.thread());
            if (!timeline.isIdle(total.thread())) {
                running[host] += total.nanos(ThreadState.RUNNING);
                waiting[host] += total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
            }
        }
        List<FindingContext.HostLoad> loads = new ArrayList<>();
        for (int host = 0; host < cpus.length; host++) {
            loads.add(new FindingContext.HostLoad(Math.max(1, cpus[host].cardinality()), running[host], waiting[host],
                    timeline.recordedNanos(host, from, to)));
        }
        return loads;
    }

    /**
     * The processors of each host: those on which something ran, or an idle thread was seen, at any time of the recording. Idle threads alone
     * will not do: one that never got to run, as its processor was busy all the time, is in no event.
     */
    private static BitSet[] cpus(Timeline timeline, Progress progress) {
        BitSet[] cpus = new BitSet[timeline.hostCount()];
        Arrays.setAll(cpus, host -> new BitSet());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (thread % THREADS_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            BitSet ofHost = cpus[timeline.host(thread)];
            int last = timeline.endSegment(thread);
            for (int s = timeline.firstSegment(thread); s < last; s++) {
                int cpu = timeline.cpu(s);
                if (cpu >= 0 && (timeline.state(s) == ThreadState.RUNNING || timeline.isIdle(thread))) {
                    ofHost.set(cpu);
                }
            }
        }
        return cpus;
    }
}
