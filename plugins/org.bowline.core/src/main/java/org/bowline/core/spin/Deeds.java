/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.spin;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;

/** When each thread did something that others, or its own next step, could see: woke somebody, gave work to a disk, sent a packet, took or gave back a lock, created a thread. 8 bytes each. */
final class Deeds {
    private static final int POLL_MASK = (1 << 16) - 1;

    /** Sorted, by thread. */
    private final long[][] times;

    private Deeds(long[][] times) {
        this.times = times;
    }

    static Deeds of(Timeline timeline, Progress progress) {
        IntArrayList who = new IntArrayList();
        LongArrayList when = new LongArrayList();
        int threads = timeline.threadCount();
        for (int thread = 0; thread < threads; thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if ((s & POLL_MASK) == 0) {
                    progress.check();
                }
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.THREAD && !timeline.isSpin(s)) {
                    add(who, when, timeline.target(s), timeline.end(thread, s));
                }
            }
            add(who, when, timeline.parent(thread), timeline.threadStart(thread));
        }
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            add(who, when, timeline.packetSender(packet), timeline.packetSent(packet));
        }
        for (int request = 0; request < timeline.requestCount(); request++) {
            add(who, when, timeline.requestIssuer(request), timeline.requestQueued(request));
        }
        LockEvents locks = timeline.locks();
        for (int i = 0; i < locks.size(); i++) {
            switch (locks.kind(i)) {
                case ACQUIRED, RELEASED, FUTEX_WAKE -> add(who, when, locks.thread(i), locks.nanos(i));
                case REQUEST, GAVE_UP, FUTEX_WAIT, FUTEX_WAIT_FOR_OTHER, FUTEX_RETURN, PROGRAMS_LOST, KERNEL_LOST -> {
                }
            }
        }
        return new Deeds(byThread(threads, who, when, progress));
    }

    private static void add(IntArrayList who, LongArrayList when, int thread, long time) {
        if (thread >= 0) {
            who.add(thread);
            when.add(time);
        }
    }

    private static long[][] byThread(int threads, IntArrayList who, LongArrayList when, Progress progress) {
        int[] counts = new int[threads];
        for (int i = 0; i < who.size(); i++) {
            counts[who.getInt(i)]++;
        }
        long[][] times = new long[threads][];
        Arrays.setAll(times, thread -> new long[counts[thread]]);
        Arrays.fill(counts, 0);
        for (int i = 0; i < who.size(); i++) {
            int thread = who.getInt(i);
            times[thread][counts[thread]++] = when.getLong(i);
        }
        for (long[] ofThread : times) {
            progress.check();
            Arrays.sort(ofThread);
        }
        return times;
    }

    /** Whether a thread did anything from one moment to another, both included. */
    boolean any(int thread, long from, long to) {
        int at = Arrays.binarySearch(times[thread], from);
        int first = at < 0 ? -at - 1 : at;
        return first < times[thread].length && times[thread][first] <= to;
    }
}
