/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class BisectionTest {
    @Test
    void amongEqualValuesTheFirstPlaceIsFound() {
        long[] values = {1, 3, 3, 3, 7};
        assertThat(Bisection.firstAtLeast(values, 0, 5, 3)).isEqualTo(1);
        assertThat(Bisection.firstAbove(values, 0, 5, 3)).isEqualTo(4);
        assertThat(Bisection.firstAbove(values, 0, 5, 7)).as("none is above").isEqualTo(5);
        assertThat(Bisection.firstAtLeast(values, 2, 2, 0)).as("nothing to look at").isEqualTo(2);
        assertThat(Bisection.firstAbove(new LongArrayList(values), 0)).isZero();
    }

    @Test
    void everyFormFindsWhatALookAtEachValueFinds() {
        for (int round = 0; round < 2_000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int size = random.nextInt(40);
            int[] ints = random.ints(size, -20, 20).sorted().toArray();
            long[] longs = Arrays.stream(ints).asLongStream().toArray();
            int from = random.nextInt(size + 1);
            int to = from + random.nextInt(size - from + 1);
            int value = random.nextInt(-22, 22);
            int above = from;
            while (above < to && longs[above] <= value) {
                above++;
            }
            int atLeast = from;
            while (atLeast < to && longs[atLeast] < value) {
                atLeast++;
            }
            assertThat(Bisection.firstAbove(longs, from, to, value)).as(Seeds.name(seed)).isEqualTo(above);
            assertThat(Bisection.firstAbove(ints, from, to, value)).as(Seeds.name(seed)).isEqualTo(above);
            assertThat(Bisection.firstAtLeast(longs, from, to, value)).as(Seeds.name(seed)).isEqualTo(atLeast);
            assertThat(Bisection.first(from, to, i -> longs[i] >= value)).as(Seeds.name(seed)).isEqualTo(atLeast);
        }
    }
}
