/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.LongTimelines;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;

class ThreadTotalsTest {
    private static List<String> text(List<ThreadTotals> all) {
        return all.stream().map(totals -> totals.thread() + " " + totals.startNanos() + " " + totals.endNanos() + " "
                + Arrays.toString(totals.stateNanos()) + Arrays.toString(totals.blockedNanos()) + totals.waits()).toList();
    }

    /** Segment by segment. */
    private static List<ThreadTotals> expected(Timeline timeline, long from, long to) {
        List<ThreadTotals> all = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            long[] states = new long[ThreadState.values().length];
            long[] blocked = new long[Cause.values().length];
            long waits = 0;
            boolean lives = false;
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                long nanos = Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s));
                if (nanos > 0) {
                    lives = true;
                    states[timeline.state(s).ordinal()] += nanos;
                    if (timeline.state(s) == ThreadState.BLOCKED) {
                        blocked[timeline.cause(s).ordinal()] += nanos;
                        waits++;
                    }
                }
            }
            if (lives) {
                all.add(new ThreadTotals(thread, Math.max(from, timeline.threadStart(thread)), Math.min(to, timeline.threadEnd(thread)),
                        states, blocked, waits));
            }
        }
        return all;
    }

    private static void check(Timeline timeline, long seed) {
        Random random = new Random(seed);
        long length = timeline.endNanos() - timeline.startNanos();
        for (int i = 0; i < 10; i++) {
            long from = i == 0 ? timeline.startNanos() - 1 : timeline.startNanos() + (long) (random.nextDouble() * length);
            long to = i == 0 ? timeline.endNanos() + 1 : from + (long) (random.nextDouble() * length);
            assertThat(text(ThreadTotals.of(timeline, from, to))).as("from %s to %s; %s", from, to, Seeds.name(seed))
                    .isEqualTo(text(expected(timeline, from, to)));
        }
    }

    @Test
    void totalsOfARangeAreThoseOfItsSegments() {
        for (int i = 0; i < 200; i++) {
            check(RandomTimelines.of(Seeds.of(i)), Seeds.of(i));
            check(LongTimelines.of(Seeds.of(i)), Seeds.of(i));
        }
    }
}
