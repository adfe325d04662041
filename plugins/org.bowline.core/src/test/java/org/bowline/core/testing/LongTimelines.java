/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.testing;

import java.util.Random;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Timelines with threads of up to some thousand segments, of lengths that differ by orders of magnitude, also within a thread. */
public final class LongTimelines {
    private static final ThreadState[] OTHERS = {ThreadState.RUNNING, ThreadState.RUNNABLE, ThreadState.PREEMPTED, ThreadState.UNKNOWN};

    private LongTimelines() {}

    public static Timeline of(long seed) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        builder.host("b ä \ud83d\ude42");
        int threads = 1 + random.nextInt(6);
        for (int i = 0; i < threads; i++) {
            builder.thread(2 * i / threads, 10 + i, i % 2 == 0 ? -1 : 5, random.nextBoolean() ? "name" : "näme" + i);
        }
        int disk = builder.resource(1, VertexKind.DISK, "sda");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        long origin = random.nextBoolean() ? 0 : 1_700_000_000_000_000_000L;
        int packets = 1 + random.nextInt(50);
        for (int i = 0; i < packets; i++) {
            long sent = origin + random.nextInt(100_000);
            builder.packet(sent, sent + random.nextInt(2_000) - 500, random.nextInt(threads + 1) - 1);
        }
        builder.request(disk, 0, origin, origin + 1, origin + 2);
        for (int thread = 0; thread < threads; thread++) {
            int segments = random.nextInt(4) == 0 ? random.nextInt(5) : random.nextInt(3_000);
            long time = origin + random.nextInt(1_000);
            int longest = 1;
            for (int i = 0; i < segments; i++) {
                if (random.nextInt(50) == 0) {
                    longest = 1 + random.nextInt(random.nextInt(20) == 0 ? 10_000 : 20);
                }
                long end = time + 1 + random.nextInt(longest);
                int cpu = random.nextInt(4) - 1;
                switch (random.nextInt(7)) {
                    case 0 -> builder.blocked(thread, time, end, Cause.THREAD, random.nextInt(threads), Timeline.NONE, cpu);
                    case 1 -> builder.blocked(thread, time, end, Cause.NETWORK, random.nextInt(threads),
                            random.nextInt(packets + 1) - 1, cpu);
                    case 2 -> builder.blocked(thread, time, end, Cause.DISK, disk, 0, cpu);
                    case 3 -> builder.blocked(thread, time, end, Cause.TIMER, timer, Timeline.NONE, cpu);
                    default -> builder.segment(thread, time, end, OTHERS[random.nextInt(OTHERS.length)], cpu);
                }
                time = end;
            }
        }
        return builder.build();
    }
}
