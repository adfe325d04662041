/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Random;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Small timelines without any sense: cycles, waits for oneself, for the idle thread, for the dead, for nothing known. */
final class RandomTimelines {
    private static final ThreadState[] OTHERS = {ThreadState.RUNNING, ThreadState.RUNNABLE, ThreadState.PREEMPTED, ThreadState.UNKNOWN};

    private RandomTimelines() {
    }

    static Timeline of(long seed) {
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
        int requests = random.nextInt(5);
        for (int i = 0; i < requests; i++) {
            int issued = random.nextInt(end);
            int completed = issued + random.nextInt(6);
            builder.request(disk, random.nextInt(threads + 1) - 1, issued, issued, completed);
        }
        int blockedShare = 1 + random.nextInt(4);
        for (int thread = 0; thread < threads; thread++) {
            int time = random.nextInt(3) == 0 ? random.nextInt(end) : 0;
            int stop = random.nextInt(3) == 0 ? time + random.nextInt(end - time + 1) : end;
            while (time < stop) {
                int next = Math.min(stop, time + 1 + random.nextInt(8));
                if (thread != 0 && random.nextInt(5) < blockedShare) {
                    switch (random.nextInt(8)) {
                        case 0 -> builder.blocked(thread, time, next, Cause.TIMER, timer, Timeline.NONE, 0);
                        case 1 -> builder.blocked(thread, time, next, Cause.DISK, disk, requests == 0 ? -1 : random.nextInt(requests), 0);
                        case 2 -> builder.blocked(thread, time, next, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
                        default -> builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(threads), Timeline.NONE, 0);
                    }
                } else {
                    builder.segment(thread, time, next, OTHERS[random.nextInt(OTHERS.length)], 0);
                }
                time = next;
            }
        }
        return builder.build(0, end);
    }
}
