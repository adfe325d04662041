/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

/** Mean, standard deviation and histogram of lengths. */
class LatencyFiguresTest {
    private static final double BILLIONTH_PERCENT = 1e-7;

    @Test
    void meanAndDeviationAreThoseOfTheDefinitionsAlsoWhereLongLengthsHardlyDiffer() {
        for (int i = 0; i < 200; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long base = random.nextBoolean() ? 1 : 1L << 50;
            long[] lengths = random.longs(1 + random.nextInt(50), base, base + 2 + random.nextInt(1000)).toArray();
            Latencies latencies = Latencies.of(lengths);
            BigDecimal count = BigDecimal.valueOf(lengths.length);
            BigDecimal mean = Arrays.stream(lengths).mapToObj(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add).divide(count,
                    MathContext.DECIMAL128);
            BigDecimal variance = Arrays.stream(lengths).mapToObj(length -> BigDecimal.valueOf(length).subtract(mean).pow(2))
                    .reduce(BigDecimal.ZERO, BigDecimal::add).divide(count, MathContext.DECIMAL128);
            assertThat(latencies.meanNanos()).as(Seeds.name(seed)).isCloseTo(mean.doubleValue(),
                    Percentage.withPercentage(BILLIONTH_PERCENT));
            double deviation = variance.sqrt(MathContext.DECIMAL128).doubleValue();
            assertThat(latencies.standardDeviationNanos()).as(Seeds.name(seed)).isCloseTo(deviation,
                    Percentage.withPercentage(BILLIONTH_PERCENT));
            assertThat(latencies.variationCoefficient()).isCloseTo(deviation / mean.doubleValue(),
                    Percentage.withPercentage(BILLIONTH_PERCENT));
            assertThat(latencies.longestNanos()).isEqualTo(Arrays.stream(lengths).max().orElseThrow());
        }
    }

    @Test
    void whereNoneEndedThereAreNoFigures() {
        Latencies none = Latencies.of(new long[0], 5);
        assertThat(none.meanNanos()).isZero();
        assertThat(none.standardDeviationNanos()).isZero();
        assertThat(none.variationCoefficient()).isZero();
        assertThat(none.longestNanos()).isZero();
    }

    @Test
    void everyLengthIsInTheStepWhoseEdgesEncloseIt() {
        for (int i = 0; i < 200; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long[] lengths = random.longs(1 + random.nextInt(50), 0, 1 + random.nextInt(1_000_000)).toArray();
            long least = Arrays.stream(lengths).min().orElseThrow();
            long most = Arrays.stream(lengths).max().orElseThrow();
            LatencyHistogram histogram = new LatencyHistogram(lengths, least, most, 1 + random.nextInt(40));
            int all = 0;
            for (int step = 0; step < histogram.steps(); step++) {
                double from = step == 0 ? 0 : histogram.edgeNanos(step) * (1 - 1e-9);
                double to = step == histogram.steps() - 1 ? Double.MAX_VALUE : histogram.edgeNanos(step + 1) * (1 + 1e-9);
                assertThat((long) histogram.count(step)).as(Seeds.name(seed))
                        .isLessThanOrEqualTo(Arrays.stream(lengths).filter(length -> length >= from && length <= to).count());
                all += histogram.count(step);
            }
            assertThat(all).as(Seeds.name(seed)).isEqualTo(lengths.length);
        }
    }

    @Test
    void oneLengthIsAHistogramToo() {
        LatencyHistogram histogram = new LatencyHistogram(new long[] {7, 7}, 7, 7, 4);
        assertThat(histogram.most()).isEqualTo(2);
        assertThat(histogram.count(0)).isEqualTo(2);
    }
}
