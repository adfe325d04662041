/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class SpansTest {
    private static final int MOMENTS = 60;

    @Test
    void stretchesThatTouchAreOne() {
        Spans spans = new Spans();
        spans.add(10, 20);
        spans.add(20, 25);
        spans.add(12, 15);
        spans.add(30, 28);
        assertThat(spans.size()).isEqualTo(2);
        assertThat(spans.end(0)).isEqualTo(25);
        assertThat(spans.end(1)).as("one that ends before it begins").isEqualTo(30);
        assertThat(spans.touches(26, 29)).isFalse();
        assertThat(spans.touches(25, 29)).isTrue();
    }

    @Test
    void inWhateverOrderTheyComeTheySayWhatASetOfMomentsSays() {
        for (int round = 0; round < 1_000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            BitSet moments = new BitSet();
            Spans spans = new Spans();
            Spans others = new Spans();
            for (int i = random.nextInt(12); i > 0; i--) {
                int begin = random.nextInt(MOMENTS);
                int end = begin + random.nextInt(8);
                (random.nextInt(4) == 0 ? others : spans).add(begin, end);
                moments.set(2 * begin, 2 * end + 1); // twice as fine: 3 to 4 and 5 to 6 do not touch
            }
            spans.add(others);
            spans.join();
            BitSet told = new BitSet();
            for (int i = 0; i < spans.size(); i++) {
                told.set((int) (2 * spans.begin(i)), (int) (2 * spans.end(i) + 1));
                assertThat(i == 0 || spans.end(i - 1) < spans.begin(i)).as("apart and in order; %s", Seeds.name(seed)).isTrue();
            }
            assertThat(told).as(Seeds.name(seed)).isEqualTo(moments);
            int from = random.nextInt(MOMENTS);
            int to = from + random.nextInt(10);
            assertThat(spans.touches(from, to)).as(Seeds.name(seed)).isEqualTo(!moments.get(2 * from, 2 * to + 1).isEmpty());
            int first = spans.firstAfter(from);
            assertThat(first == 0 || spans.end(first - 1) <= from).as(Seeds.name(seed)).isTrue();
            assertThat(first == spans.size() || spans.end(first) > from).as(Seeds.name(seed)).isTrue();
        }
    }
}
