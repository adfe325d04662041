/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

/** Against values that R and NumPy give, and against the definition. */
class BoxStatisticsTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261121);

    @Test
    void quartilesAreThoseOfRAndNumpy() {
        // R: quantile(c(7, 15, 36, 39, 40, 41), type = 8); numpy.percentile([...], [25, 50, 75], method="median_unbiased"): 14 1/3, 37.5, 40 1/12
        BoxStatistics six = BoxStatistics.of(List.of(41.0, 7.0, 40.0, 15.0, 39.0, 36.0));
        assertThat(six.lowerQuartile()).isCloseTo(14 + 1 / 3.0, within(1e-9));
        assertThat(six.median()).isEqualTo(37.5);
        assertThat(six.upperQuartile()).isCloseTo(40 + 1 / 12.0, within(1e-9));
        assertThat(six.low()).as("14.3 - 1.5 * 25.75 is below all").isEqualTo(7);
        assertThat(six.high()).isEqualTo(41);
    }

    @Test
    void whiskersLeaveOutliersOut() {
        BoxStatistics one = BoxStatistics.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 100.0));
        assertThat(one.low()).isEqualTo(1);
        assertThat(one.high()).as("6 5/12 + 1.5 * 4 is less than 13").isEqualTo(7);
        assertThat(one.most()).isEqualTo(100);
    }

    @Test
    void runsWithoutANumberAreNotCounted() {
        BoxStatistics one = BoxStatistics.of(List.of(Double.NaN, 5.0));
        assertThat(one.points()).containsExactly(5.0);
        assertThat(one.hasBox()).isFalse();
        assertThat(List.of(one.low(), one.median(), one.high())).containsOnly(5.0);
        assertThatThrownBy(() -> BoxStatistics.of(List.of(Double.NaN))).isInstanceOf(IllegalArgumentException.class);
    }

    /** The oracle walks: of n values the quantile of type 8 is where a line through them, one apart, is after its share of n + 1/3, less 2/3. */
    @Test
    void anyValuesGiveWhatTheDefinitionGives() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2000; round++) {
            List<Double> values = new ArrayList<>();
            int count = 1 + random.nextInt(12);
            for (int i = 0; i < count; i++) {
                values.add(random.nextInt(4) == 0 ? (double) random.nextInt(3) : random.nextGaussian() * 1e6);
            }
            BoxStatistics found = BoxStatistics.of(values);
            List<Double> sorted = new ArrayList<>(values);
            Collections.sort(sorted);
            double lower = onLine(sorted, 0.25);
            double upper = onLine(sorted, 0.75);
            assertThat(found.lowerQuartile()).as("seed %s, %s", SEED, values).isCloseTo(lower, within(1e-6));
            assertThat(found.median()).as("seed %s, %s", SEED, values).isCloseTo(onLine(sorted, 0.5), within(1e-6));
            assertThat(found.upperQuartile()).as("seed %s, %s", SEED, values).isCloseTo(upper, within(1e-6));
            double low = lower;
            double high = upper;
            for (double value : sorted) {
                low = value >= lower - 1.5 * (upper - lower) - 1e-6 ? Math.min(low, value) : low;
                high = value <= upper + 1.5 * (upper - lower) + 1e-6 ? Math.max(high, value) : high;
            }
            assertThat(found.low()).as("seed %s, %s", SEED, values).isCloseTo(low, within(1e-6));
            assertThat(found.high()).as("seed %s, %s", SEED, values).isCloseTo(high, within(1e-6));
        }
    }

    private static double onLine(List<Double> sorted, double share) {
        double way = Math.max(0, Math.min(sorted.size() - 1.0, share * (sorted.size() + 1 / 3.0) - 2 / 3.0));
        int at = 0;
        while (way > 1) {
            way--;
            at++;
        }
        return at + 1 == sorted.size() ? sorted.get(at) : sorted.get(at) * (1 - way) + sorted.get(at + 1) * way;
    }
}
