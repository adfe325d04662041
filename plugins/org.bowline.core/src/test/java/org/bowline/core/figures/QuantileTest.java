/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

/** Against values that R gives, and against the definition in whole numbers. */
class QuantileTest {
    /** Hyndman and Fan, number 8, in whole numbers: the place is (n + 1/3) p + 1/3 from 1, here in 300ths. */
    private static long byDefinition(long[] ascending, int percent) {
        long place = Math.max(300, Math.min(300L * ascending.length, (3L * ascending.length + 1) * percent + 100));
        long low = ascending[(int) (place / 300) - 1];
        long high = ascending[(int) Math.min(ascending.length - 1, place / 300)];
        BigInteger[] way = BigInteger.valueOf(high).subtract(BigInteger.valueOf(low)).multiply(BigInteger.valueOf(2 * (place % 300)))
                .add(BigInteger.valueOf(300)).divideAndRemainder(BigInteger.valueOf(600));
        return low + way[0].longValueExact();
    }

    @Test
    void percentilesAreThoseOfRsTypeEight() {
        double[] six = {7, 15, 36, 39, 40, 41};
        // quantile(c(7, 15, 36, 39, 40, 41), c(0.01, 0.25, 0.5, 0.75, 0.99), type = 8)
        assertThat(Quantile.of(six, 1)).isEqualTo(7);
        assertThat(Quantile.of(six, 25)).isCloseTo(14 + 1 / 3.0, within(1e-12));
        assertThat(Quantile.of(six, 50)).isEqualTo(37.5);
        assertThat(Quantile.of(six, 75)).isCloseTo(40 + 1 / 12.0, within(1e-12));
        assertThat(Quantile.of(six, 99)).isEqualTo(41);
        assertThat(Quantile.of(new double[] {1, 2, 4, 8}, 50)).isEqualTo(3);
        assertThat(Quantile.of(LongStream.rangeClosed(1, 10).asDoubleStream().toArray(), 99)).isEqualTo(10);
        assertThat(Quantile.of(LongStream.rangeClosed(1, 100).asDoubleStream().toArray(), 99)).isCloseTo(99.66333, within(1e-5));
    }

    @Test
    void aPercentileOfWholeNumbersIsTheNearestWholeNumberToTheDefinition() {
        for (int i = 0; i < 5000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long[] values = random.longs(1 + random.nextInt(i % 100 == 0 ? 100_000 : 400), 0, 1L << 1 + random.nextInt(45)).sorted()
                    .toArray();
            int percent = random.nextInt(101);
            assertThat(Quantile.of(values, percent)).as(Seeds.name(seed)).isEqualTo(byDefinition(values, percent));
        }
    }

    /** Else "at least" would be said of a figure because of a value that does not count. */
    @Test
    void aPlaceOnAValueTouchesNoOther() {
        for (int count = 1; count < 200_000; count += count < 1000 ? 2 : 998) {
            assertThat(Quantile.at(count, 50)).as("%s values", count).isEqualTo(new Quantile(count / 2, 0));
        }
    }

    @Test
    void theOnlyValueIsEveryPercentileToTheLastDigit() {
        for (int percent = 0; percent <= 100; percent++) {
            assertThat(Quantile.of(new long[] {Long.MAX_VALUE}, percent)).isEqualTo(Long.MAX_VALUE);
            assertThat(Quantile.of(new long[] {Long.MAX_VALUE - 2, Long.MAX_VALUE - 2}, percent)).isEqualTo(Long.MAX_VALUE - 2);
        }
    }

    @Test
    void halvesAreRoundedUp() {
        assertThat(Quantile.of(new long[] {4, 7}, 50)).isEqualTo(6);
        assertThat(Quantile.of(new long[] {0, 1}, 50)).isEqualTo(1);
    }

    @Test
    void ofFewerThanSixtySevenValuesTheNinetyNinthPercentileIsTheLargest() {
        long[] values = LongStream.range(0, 100).map(i -> 1000 * i).toArray();
        for (int count = 1; count < 100; count++) {
            boolean largest = Quantile.of(LongStream.of(values).limit(count).toArray(), 99) == values[count - 1];
            assertThat(largest).as("%s values", count).isEqualTo(count < Quantile.FEWEST_FOR_P99);
        }
    }
}
