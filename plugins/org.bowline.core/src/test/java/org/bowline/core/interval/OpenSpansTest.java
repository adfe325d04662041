/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class OpenSpansTest {
    private static final long SEED = 20261127;

    @Test
    void whatOverlapsIsOneSpanAndNothingIsBetweenBeforeTheFirstOrAfterTheLast() {
        OpenSpans.Builder builder = new OpenSpans.Builder();
        builder.add(7, 30, 40);
        builder.add(7, 10, 35);
        builder.add(7, 60, Long.MAX_VALUE);
        OpenSpans spans = builder.build();
        assertThat(spans.has(7)).isTrue();
        assertThat(spans.has(8)).isFalse();
        assertThat(spans.isBetween(7, 40, 60)).isTrue();
        assertThat(spans.isBetween(7, 36, 60)).as("the second is open until 40").isFalse();
        assertThat(spans.isBetween(7, 0, 10)).as("nothing ended before").isFalse();
        assertThat(spans.isOpen(7, 45, 50)).isFalse();
        assertThat(spans.isOpen(7, 1_000, 2_000)).isTrue();
        assertThat(spans.isOpen(8, 0, 2_000)).isFalse();
        assertThat(spans.begins(7, 60, 61)).isTrue();
        assertThat(spans.begins(7, 61, 100)).isFalse();
        assertThat(OpenSpans.NONE.isEmpty()).isTrue();
    }

    @Test
    void randomSpansOfSeveralThreadsAnswerAsALookAtEachOfThemDoes() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            List<long[]> all = new ArrayList<>();
            OpenSpans.Builder builder = new OpenSpans.Builder();
            OpenSpans.Builder other = new OpenSpans.Builder();
            for (int i = random.nextInt(12); i > 0; i--) {
                long begin = random.nextInt(30);
                long[] span = {random.nextInt(3), begin, begin + 1 + random.nextInt(8)};
                all.add(span);
                (random.nextBoolean() ? builder : other).add((int) span[0], span[1], span[2]);
            }
            builder.addAll(other);
            OpenSpans spans = builder.build();
            int thread = random.nextInt(3);
            long from = random.nextInt(35);
            long to = from + 1 + random.nextInt(8);
            List<long[]> its = all.stream().filter(span -> span[0] == thread).toList();
            boolean open = its.stream().anyMatch(span -> span[1] < to && span[2] > from);
            String as = "seed " + SEED + ", round " + round;
            assertThat(spans.has(thread)).as(as).isEqualTo(!its.isEmpty());
            assertThat(spans.isOpen(thread, from, to)).as(as).isEqualTo(open);
            assertThat(spans.isBetween(thread, from, to)).as(as).isEqualTo(!open && its.stream().anyMatch(span -> span[2] <= from)
                    && its.stream().anyMatch(span -> span[1] >= to));
            assertThat(spans.begins(thread, from, to)).as(as).isEqualTo(its.stream().anyMatch(span -> span[1] >= from && span[1] < to));
        }
    }
}
