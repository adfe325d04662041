/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** Finds the thread of the timeline that recorded a user-space event: the one that ran on the event's CPU then. */
final class RunningThreads {
    private static final int NONE = Timeline.NONE;

    private final Timeline timeline;
    /** Incarnations by host and tid. */
    private final Long2ObjectOpenHashMap<IntArrayList> byTid = new Long2ObjectOpenHashMap<>();

    RunningThreads(Timeline timeline) {
        this.timeline = timeline;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            byTid.computeIfAbsent(key(timeline.host(thread), timeline.tid(thread)), k -> new IntArrayList()).add(thread);
        }
    }

    /**
     * The thread, or −1. The tid is believed if such a thread lived then; it is one of a namespace, so where it ran elsewhere the CPU decides.
     */
    int find(int host, int tid, int cpu, long time) {
        int known = NONE;
        IntArrayList incarnations = byTid.get(key(host, tid));
        if (incarnations != null) {
            for (int i = 0; i < incarnations.size(); i++) {
                int thread = incarnations.getInt(i);
                if (timeline.threadStart(thread) <= time && time <= timeline.threadEnd(thread)) {
                    known = thread;
                }
            }
        }
        if (known != NONE && (cpu < 0 || mayRun(known, cpu, time))) {
            return known;
        }
        int onCpu = cpu < 0 ? NONE : runningOn(host, cpu, time);
        return onCpu == NONE ? known : onCpu;
    }

    /** Whether the thread ran on the CPU at the time, give or take what the two tracers' clock offsets may differ. */
    private boolean mayRun(int thread, int cpu, long time) {
        int segment = timeline.segmentAt(thread, time);
        for (int s = segment - 1; segment != NONE && s <= segment + 1; s++) {
            if (s >= timeline.firstSegment(thread) && s < timeline.endSegment(thread)) {
                ThreadState state = timeline.state(s);
                if (state == ThreadState.UNKNOWN || (state == ThreadState.RUNNING && timeline.cpu(s) == cpu)) {
                    return true;
                }
            }
        }
        return false;
    }

    private int runningOn(int host, int cpu, long time) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) == host && !timeline.isIdle(thread)) {
                int segment = timeline.segmentAt(thread, time);
                if (segment != NONE && timeline.state(segment) == ThreadState.RUNNING && timeline.cpu(segment) == cpu) {
                    return thread;
                }
            }
        }
        return NONE;
    }

    private static long key(int host, int tid) {
        return (long) host << 32 | tid & 0xffff_ffffL;
    }
}
