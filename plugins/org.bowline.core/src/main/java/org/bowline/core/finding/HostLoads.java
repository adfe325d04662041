/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** Adds up how busy the processors of all hosts were. */
final class HostLoads {
    private HostLoads() {}

    /** One per host. A processor is known by its idle thread; where a host has none, by the threads that ran on it. */
    static List<FindingContext.HostLoad> of(Timeline timeline, List<ThreadTotals> totals) {
        int[] idle = new int[timeline.hostCount()];
        int[] highest = new int[timeline.hostCount()];
        long[] running = new long[timeline.hostCount()];
        long[] waiting = new long[timeline.hostCount()];
        for (ThreadTotals total : totals) {
            int host = timeline.host(total.thread());
            if (timeline.isIdle(total.thread())) {
                idle[host]++;
                continue;
            }
            running[host] += total.nanos(ThreadState.RUNNING);
            waiting[host] += total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
            int first = timeline.firstSegment(total.thread());
            if (first < timeline.endSegment(total.thread())) {
                highest[host] = Math.max(highest[host], timeline.cpu(first) + 1);
            }
        }
        List<FindingContext.HostLoad> loads = new ArrayList<>();
        for (int host = 0; host < idle.length; host++) {
            loads.add(new FindingContext.HostLoad(Math.max(1, idle[host] > 0 ? idle[host] : highest[host]), running[host], waiting[host]));
        }
        return loads;
    }
}
