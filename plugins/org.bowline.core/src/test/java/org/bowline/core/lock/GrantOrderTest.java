/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.TimelineBuilder;

class GrantOrderTest {
    private static final long LOCK = 0x40;

    /** A mutex among some threads: each asks at a random moment and gets it in random order. */
    private static LockHistory random(Random random) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        int threads = 2 + random.nextInt(6);
        for (int thread = 0; thread < threads; thread++) {
            builder.thread(0, 11 + thread, 10, "t" + thread);
            builder.segment(thread, 0, 10_000, ThreadState.RUNNING, thread);
        }
        List<Integer> idle = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            idle.add(thread);
        }
        List<Integer> waiting = new ArrayList<>();
        int holder = -1;
        for (long now = 1; now < 2_000; now += 1 + random.nextInt(3)) {
            if (holder >= 0 && random.nextInt(3) == 0) {
                builder.locks().add(now, holder, Kind.RELEASED, 10, LOCK);
                idle.add(holder);
                holder = -1;
            } else if (holder < 0 && !waiting.isEmpty()) {
                holder = waiting.remove(random.nextInt(waiting.size()));
                builder.locks().add(now, holder, Kind.ACQUIRED, 10, LOCK);
            } else if (!idle.isEmpty()) {
                int thread = idle.remove(random.nextInt(idle.size()));
                builder.locks().add(now, thread, Kind.REQUEST, 10, LOCK);
                waiting.add(thread);
            }
        }
        return LockHistory.of(builder.build(0, 10_000), Progress.NONE);
    }

    @Test
    void theOrderIsThatOfAllPairsOfWaitsThatOverlap() {
        for (int round = 0; round < 300; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            LockHistory history = random(random);
            long from = random.nextInt(500);
            long to = 1_000L + random.nextInt(1_500);
            GrantOrder order = GrantOrder.of(history, 0, from, to, Progress.NONE);
            long grants = 0;
            long overtaken = 0;
            long inOrder = 0;
            long reversed = 0;
            List<Long> waits = new ArrayList<>();
            for (int i = history.firstAcquisition(0); i < history.endAcquisition(0); i++) {
                long at = history.acquiredNanos(i);
                if (at < from || at >= to) {
                    continue;
                }
                int others = 0;
                int longer = 0;
                for (int j = history.firstAcquisition(0); j < history.endAcquisition(0); j++) {
                    if (j != i && history.isContended(j) && history.requestedNanos(j) < at && history.acquiredNanos(j) > at) {
                        others++;
                        longer += history.requestedNanos(j) < history.requestedNanos(i) ? 1 : 0;
                    }
                }
                for (int j = history.firstOpenRequest(0); j < history.endOpenRequest(0); j++) {
                    if (history.openSinceNanos(j) < at && history.openUntilNanos(j) > at) {
                        others++;
                        longer += history.openSinceNanos(j) < history.requestedNanos(i) ? 1 : 0;
                    }
                }
                grants += others > 0 ? 1 : 0;
                overtaken += longer > 0 ? 1 : 0;
                reversed += longer;
                inOrder += others - longer;
                if (history.isContended(i)) {
                    waits.add(at - history.requestedNanos(i));
                }
            }
            double mean = waits.stream().mapToLong(x -> x).average().orElse(0);
            assertThat(List.of(order.grants(), order.overtaken(), order.inOrder(), order.reversed(), order.waits())).as(Seeds.name(seed))
                    .containsExactly(grants, overtaken, inOrder, reversed, (long) waits.size());
            assertThat(order.meanNanos()).as(Seeds.name(seed)).isCloseTo(mean, within(1e-6));
            assertThat(order.deviationNanos()).as(Seeds.name(seed))
                    .isCloseTo(Math.sqrt(waits.stream().mapToDouble(x -> (x - mean) * (x - mean)).average().orElse(0)), within(1e-6));
        }
    }

    @Test
    void whoIsNeverServedIsOvertakenEachTime() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        for (int thread = 0; thread < 3; thread++) {
            builder.thread(0, 11 + thread, 10, "t" + thread);
            builder.segment(thread, 0, 100, ThreadState.RUNNING, thread);
        }
        builder.locks().add(1, 0, Kind.ACQUIRED, 10, LOCK).add(2, 1, Kind.REQUEST, 10, LOCK);
        for (int i = 0; i < 5; i++) {
            int next = i % 2 == 0 ? 2 : 0;
            builder.locks().add(10 * i + 5, next, Kind.REQUEST, 10, LOCK).add(10 * i + 8, 2 - next, Kind.RELEASED, 10, LOCK)
                    .add(10 * i + 9, next, Kind.ACQUIRED, 10, LOCK);
        }
        GrantOrder order = GrantOrder.of(LockHistory.of(builder.build(0, 100), Progress.NONE), 0, 0, 100, Progress.NONE);
        assertThat(List.of(order.grants(), order.overtaken(), order.reversed(), order.inOrder())).containsExactly(5L, 5L, 5L, 0L);
        assertThat(order.correlation()).isEqualTo(-1);
        assertThat(order.unfinished()).isOne();
        assertThat(order.longestUnfinishedNanos()).isEqualTo(98);
    }

    @Test
    void whereNobodyWaitsBesideAnotherNothingIsKnownOfTheOrder() {
        GrantOrder none = new GrantOrder(0, 0, 0, 0, 0, 3, 1, 5, 1, 9, 0, 0);
        assertThat(none.correlation()).isNaN();
        assertThat(none.reversedShare()).isZero();
        assertThat(new GrantOrder(0, 4, 1, 3, 1, 3, 1, 5, 1, 9, 0, 0).correlation()).isEqualTo(0.5);
    }
}
