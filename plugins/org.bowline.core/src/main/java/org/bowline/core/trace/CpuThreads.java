/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.Arrays;

import org.bowline.core.timeline.Timeline;

/** The thread that recorded an event, of the events of one host by time: as long as a thread runs on, it need not be looked for again. */
final class CpuThreads {
    private final Timeline timeline;
    private final RunningThreads running;
    private final int host;
    /** By CPU: whose last event it was, and until when that thread runs there. */
    private int[] tids = {};
    private int[] threads = {};
    private long[] until = {};

    CpuThreads(Timeline timeline, RunningThreads running, int host) {
        this.timeline = timeline;
        this.running = running;
        this.host = host;
    }

    /**
     * The thread, or {@link Timeline#NONE}.
     *
     * @param tid as the event has it; −1 if it has none
     * @param cpu where it was recorded; −1 if that is not known
     * @param time when, reference time
     */
    int find(int tid, int cpu, long time) {
        if (cpu < 0) {
            return running.find(host, tid, cpu, time);
        }
        if (cpu >= tids.length) {
            int old = tids.length;
            tids = Arrays.copyOf(tids, cpu + 1);
            threads = Arrays.copyOf(threads, cpu + 1);
            until = Arrays.copyOf(until, cpu + 1);
            Arrays.fill(until, old, cpu + 1, Long.MIN_VALUE);
        }
        if (tid == tids[cpu] && time < until[cpu]) {
            return threads[cpu];
        }
        int thread = running.find(host, tid, cpu, time);
        int segment = thread == Timeline.NONE ? Timeline.NONE : timeline.segmentAt(thread, time);
        tids[cpu] = tid;
        threads[cpu] = thread;
        until[cpu] = segment == Timeline.NONE || !timeline.isOnCpu(segment) ? Long.MIN_VALUE : timeline.end(thread, segment);
        return thread;
    }
}
