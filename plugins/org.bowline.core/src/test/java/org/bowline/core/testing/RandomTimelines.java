/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.testing;

import java.util.Random;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.timeline.ToldWaits;

/**
 * Small timelines without any sense: cycles, waits for oneself, for the idle thread, for the dead and the unborn, for nothing known;
 * packets that arrive before they were sent, requests that are completed before they were made; hosts that were recorded at any time. */
public final class RandomTimelines {
    private static final ThreadState[] OTHERS = {ThreadState.RUNNING, ThreadState.RUNNABLE, ThreadState.PREEMPTED, ThreadState.UNKNOWN};

    private RandomTimelines() {}

    /** With what programs tell, or without. */
    public static Timeline any(long seed) {
        return seed % 3 == 0 ? told(seed) : of(seed);
    }

    /** The same, and programs that tell of polling and of false wake-ups without any sense, too. */
    public static Timeline told(long seed) {
        Timeline plain = of(seed);
        Random random = new Random(seed * 31);
        ToldWaits told = new ToldWaits();
        for (int i = random.nextInt(6); i > 0; i--) {
            long at = random.nextInt((int) plain.endNanos());
            told.spin(random.nextInt(plain.threadCount()), at, at + 1 + random.nextInt(8), random.nextInt(plain.threadCount() + 1) - 1);
            told.falseWakeUp(random.nextInt(plain.threadCount()), random.nextInt((int) plain.endNanos()));
        }
        return told.applyTo(plain, Progress.NONE).timeline();
    }

    public static Timeline of(long seed) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        int hosts = 1 + random.nextInt(2);
        for (int i = 0; i < hosts; i++) {
            builder.host("h" + i);
        }
        int threads = 1 + random.nextInt(7);
        int end = 1 + random.nextInt(40);
        for (int i = 0; i < threads; i++) {
            // the first may be an idle thread
            boolean idle = i == 0 && random.nextBoolean();
            builder.thread(i * hosts / threads, idle ? 0 : 10 + i, -1, "t" + i);
        }
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        int unknown = random.nextBoolean() ? builder.resource(hosts - 1, VertexKind.UNKNOWN, "unknown") : Timeline.NONE;
        for (int i = 0; i < threads; i++) {
            if (random.nextInt(3) == 0) {
                builder.parent(i, random.nextInt(threads));
            }
        }
        int peer = builder.resource(0, VertexKind.NETWORK, "10.0.0.1");
        int requests = random.nextInt(5);
        for (int i = 0; i < requests; i++) {
            int queued = random.nextInt(end);
            int issued = queued + random.nextInt(6) - random.nextInt(2);
            int completed = issued + random.nextInt(6) - random.nextInt(2);
            builder.request(disk, random.nextInt(threads + 1) - 1, queued, issued, completed);
        }
        int packets = random.nextInt(5);
        for (int i = 0; i < packets; i++) {
            int sent = random.nextInt(end);
            builder.packet(sent, sent + random.nextInt(5) - random.nextInt(3), random.nextInt(threads + 1) - 1);
        }
        Random locks = new Random(seed ^ 0x10c4);
        Random finished = new Random(seed ^ 0xf1);
        int blockedShare = 1 + random.nextInt(4);
        for (int thread = 0; thread < threads; thread++) {
            int time = random.nextInt(3) == 0 ? random.nextInt(end) : 0;
            int stop = random.nextInt(3) == 0 ? time + random.nextInt(end - time + 1) : end;
            while (time < stop) {
                int next = Math.min(stop, time + 1 + random.nextInt(8));
                if (thread != 0 && random.nextInt(5) < blockedShare) {
                    switch (random.nextInt(10)) {
                        case 0 -> builder.blocked(thread, time, next, Cause.TIMER, timer, Timeline.NONE, 0);
                        case 1 -> builder.blocked(thread, time, next, Cause.DISK, disk,
                                requests == 0 ? Timeline.NONE : random.nextInt(requests), 0);
                        case 2 -> builder.blocked(thread, time, next, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
                        case 3 -> builder.blocked(thread, time, next, Cause.NETWORK, peer, Timeline.NONE, 0);
                        case 4, 5 -> builder.blocked(thread, time, next, Cause.NETWORK, random.nextInt(threads),
                                packets == 0 ? Timeline.NONE : random.nextInt(packets), 0);
                        default -> {
                            builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(threads),
                                    requests > 0 && finished.nextInt(8) == 0 ? Timeline.finishedLink(finished.nextInt(requests))
                                            : Timeline.NONE,
                                    0);
                            waitForLock(builder, locks, thread, time, next);
                        }
                    }
                } else if (thread != 0 && random.nextInt(5) == 0) {
                    builder.interrupted(thread, time, next, random.nextBoolean() ? Cause.TIMER : Cause.NETWORK,
                            random.nextBoolean() ? timer : peer, 0);
                } else {
                    builder.segment(thread, time, next, OTHERS[random.nextInt(OTHERS.length)], 0);
                }
                time = next;
            }
        }
        for (int i = locks.nextInt(3); i > 0; i--) {
            Kind kind = Kind.values()[locks.nextInt(Kind.PROGRAMS_LOST.ordinal())];
            builder.locks().add(locks.nextInt(end), locks.nextInt(threads), kind, 1, locks.nextInt(4));
        }
        if (locks.nextInt(5) == 0) {
            int from = locks.nextInt(end);
            builder.locks().lost(from, from + locks.nextInt(5), locks.nextInt(hosts),
                    locks.nextBoolean() ? Kind.PROGRAMS_LOST : Kind.KERNEL_LOST);
        }
        Random recordings = new Random(~seed);
        for (int host = 0; host < hosts && recordings.nextBoolean(); host++) {
            int start = recordings.nextInt(end);
            int pause = start + 1 + recordings.nextInt(end);
            builder.recording(host, start, pause);
            if (recordings.nextBoolean()) {
                builder.recording(host, pause + recordings.nextInt(3), end + 3);
            }
        }
        Random sizes = new Random(seed ^ 0x21c);
        frames(builder, sizes, hosts, threads, end, packets);
        for (int i = 0; i < requests; i++) {
            builder.requestBytes(i, sizes.nextInt(3) * 512);
        }
        return builder.build(0, end);
    }

    /** What network interfaces were given: by threads of any host, and for packets that they did not carry, too. */
    private static void frames(TimelineBuilder builder, Random random, int hosts, int threads, int end, int packets) {
        int count = 0;
        for (int i = random.nextInt(4); i > 0; i--) {
            int nic = builder.resource(random.nextInt(hosts), VertexKind.NIC, "eth" + i);
            for (int time = random.nextInt(end); time < end && random.nextInt(6) > 0; time += random.nextInt(6)) {
                builder.frame(nic, time, 1 + random.nextInt(4), random.nextInt(threads + 1) - 1);
                count++;
            }
        }
        for (int packet = 0; packet < packets && count > 0; packet++) {
            builder.packetFrame(packet, random.nextInt(count + 1) - 1);
        }
    }

    /** What a program, or its calls of the kernel, would tell of a wait, if it was for a lock. */
    private static void waitForLock(TimelineBuilder builder, Random random, int thread, int from, int to) {
        int lock = random.nextInt(2);
        boolean futex = lock == 1;
        if (random.nextInt(6) > 0) {
            builder.locks().add(from, thread, futex ? Kind.FUTEX_WAIT : Kind.REQUEST, 1, lock)
                    .add(to, thread, futex ? Kind.FUTEX_RETURN : Kind.ACQUIRED, 1, lock)
                    .add(to + random.nextInt(20), thread, futex ? Kind.FUTEX_WAKE : Kind.RELEASED, 1, lock);
        }
    }
}
