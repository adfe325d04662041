/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Timeline;

/** Finds the thread of the timeline that recorded a user-space event: the one that ran on the event's CPU then. */
final class RunningThreads {
    private static final int NONE = Timeline.NONE;

    private final Timeline timeline;
    /** Incarnations by host and tid. */
    private final Long2ObjectOpenHashMap<IntArrayList> byTid = new Long2ObjectOpenHashMap<>();

    /** By host and CPU; see {@link #collect}. */
    private final @Nullable IntArrayList[] @Nullable [] running;

    RunningThreads(Timeline timeline) {
        this.timeline = timeline;
        running = new IntArrayList[timeline.hostCount()][];
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
                if (state == ThreadState.UNKNOWN || (timeline.isOnCpu(s) && timeline.cpu(s) == cpu)) {
                    return true;
                }
            }
        }
        return false;
    }

    private int runningOn(int host, int cpu, long time) {
        IntArrayList[] byCpu = running[host];
        if (byCpu == null) {
            byCpu = collect(host);
            running[host] = byCpu;
        }
        if (cpu >= byCpu.length || byCpu[cpu] == null) {
            return NONE;
        }
        IntArrayList segments = byCpu[cpu];
        int last = Math.max(0, Bisection.first(0, segments.size(), i -> timeline.start(segments.getInt(i)) > time) - 1);
        int segment = segments.getInt(last);
        int thread = timeline.threadOf(segment);
        return timeline.start(segment) <= time && time < timeline.end(thread, segment) ? thread : NONE;
    }

    /** The segments on each CPU of a host by time, idle threads left out: made when a first event needs them. */
    private @Nullable IntArrayList[] collect(int host) {
        @Nullable IntArrayList[] byCpu = {};
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) != host || timeline.isIdle(thread)) {
                continue;
            }
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                int cpu = timeline.cpu(s);
                if (!timeline.isOnCpu(s) || cpu < 0) {
                    continue;
                }
                if (cpu >= byCpu.length) {
                    byCpu = Arrays.copyOf(byCpu, cpu + 1);
                }
                IntArrayList segments = byCpu[cpu];
                if (segments == null) {
                    segments = new IntArrayList();
                    byCpu[cpu] = segments;
                }
                segments.add(s);
            }
        }
        for (IntArrayList segments : byCpu) {
            if (segments != null) {
                segments.sort((a, b) -> Long.compare(timeline.start(a), timeline.start(b)));
            }
        }
        return byCpu;
    }

    /**
     * What pairs events of one thread, as people read it: {@code HOST:TID}. Where another thread had the id before, {@code HOST:TID#2} and so on. Of events that tell of no
     * thread it is the same for the host.
     *
     * @param thread as {@link #find} tells, perhaps −1
     * @param tid what the event says, or −1
     */
    String name(int host, int thread, int tid) {
        String before = timeline.hostName(host) + ':';
        if (thread < 0) {
            return before + (tid < 0 ? "?" : tid);
        }
        IntArrayList incarnations = byTid.get(key(host, timeline.tid(thread)));
        int earlier = incarnations == null ? 0 : incarnations.indexOf(thread);
        return before + timeline.tid(thread) + (earlier <= 0 ? "" : "#" + (earlier + 1));
    }

    private static long key(int host, int tid) {
        return IntPair.of(host, tid);
    }
}
