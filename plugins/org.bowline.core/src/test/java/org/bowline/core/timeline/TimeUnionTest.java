/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;

class TimeUnionTest {
    @Test
    void aUnionIsAsLongAsTheNanosecondsThatAnyStretchHoldsWheneverOneAsks() {
        for (int i = 0; i < 2_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int from = random.nextInt(50);
            int to = from + random.nextInt(100);
            TimeUnion union = new TimeUnion(from, to);
            BitSet expected = new BitSet();
            for (int stretch = random.nextInt(40); stretch > 0; stretch--) {
                int begin = random.nextInt(200);
                int end = begin + random.nextInt(12) - 1;
                union.add(begin, end);
                expected.set(begin, Math.max(begin, end));
                if (random.nextInt(8) == 0) {
                    assertThat(union.nanos()).as(Seeds.name(seed)).isEqualTo(within(expected, from, to));
                }
            }
            assertThat(union.nanos()).as(Seeds.name(seed)).isEqualTo(within(expected, from, to));
            int part = from + random.nextInt(120) - 10;
            int until = part + random.nextInt(60);
            assertThat(union.nanos(part, until)).as(Seeds.name(seed))
                    .isEqualTo(within(expected, Math.max(from, Math.min(part, to)), Math.max(from, Math.min(until, to))));
            BitSet visited = new BitSet();
            union.each(part, until, (begin, end) -> {
                assertThat(visited.length()).as("in order, and apart, " + Seeds.name(seed)).isLessThan((int) end);
                visited.set((int) begin, (int) end);
            });
            BitSet inPart = expected.get(0, Math.max(from, Math.min(until, to)));
            inPart.clear(0, Math.max(from, Math.min(part, to)));
            assertThat(visited).as(Seeds.name(seed)).isEqualTo(inPart);
            union.index();
            for (int begin = from - 5; begin < to + 5; begin += 1 + random.nextInt(9)) {
                int end = begin + random.nextInt(40);
                assertThat(union.nanos(begin, end)).as("by sums, " + Seeds.name(seed))
                        .isEqualTo(within(expected, Math.max(from, Math.min(begin, to)), Math.max(from, Math.min(end, to))));
            }
            int more = from + random.nextInt(50);
            union.add(more, more + 3);
            expected.set(more, more + 3);
            assertThat(union.nanos(from, to)).as("not by old sums, " + Seeds.name(seed)).isEqualTo(within(expected, from, to));
            TimeUnion other = new TimeUnion(from / 2, to);
            other.add(0, 20);
            other.add(union);
            BitSet both = within(expected, from, to, new BitSet());
            both.set(from / 2, Math.max(from / 2, Math.min(to, 20)));
            assertThat(other.nanos()).as(Seeds.name(seed)).isEqualTo(both.cardinality());
            assertThat(union.nanos()).as("it is what it was").isEqualTo(within(expected, from, to));
        }
    }

    @Test
    void threadsAreActiveOrOnTheirProcessorsAsALookAtEveryNanosecondTells() {
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.any(seed);
            Random random = new Random(seed);
            int from = random.nextInt((int) timeline.endNanos() + 1);
            int to = from + random.nextInt((int) timeline.endNanos() + 2);
            TimeUnion active = new TimeUnion(from, to);
            TimeUnion onCpu = new TimeUnion(from, to);
            BitSet expectedActive = new BitSet();
            BitSet expectedOnCpu = new BitSet();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                active.addActive(timeline, thread);
                onCpu.addOnCpu(timeline, thread);
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    ThreadState state = timeline.state(s);
                    if (state != ThreadState.BLOCKED && state != ThreadState.UNKNOWN) {
                        expectedActive.set((int) timeline.start(s), (int) timeline.end(thread, s));
                    }
                    if (state.isOnCpu()) {
                        expectedOnCpu.set((int) timeline.start(s), (int) timeline.end(thread, s));
                    }
                }
            }
            assertThat(active.nanos()).as(Seeds.name(seed)).isEqualTo(within(expectedActive, from, to));
            assertThat(onCpu.nanos()).as(Seeds.name(seed)).isEqualTo(within(expectedOnCpu, from, to));
        }
    }

    private static long within(BitSet nanos, int from, int to) {
        return within(nanos, from, to, new BitSet()).cardinality();
    }

    private static BitSet within(BitSet nanos, int from, int to, BitSet result) {
        result.set(from, to);
        result.and(nanos);
        return result;
    }
}
