/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeFormatTest {
    @ParameterizedTest
    @CsvSource({"0, 0 ns", "815, 815 ns", "-7, -7 ns", "999, 999 ns", "1000, 1.00 µs", "1500000, 1.50 ms", "999499, 999 µs",
        "999500, 1.00 ms",
        "9995000, 10.0 ms", "12345678900, 12.3 s", "4711000000000, 4711 s", "-7132127191, -7.13 s", "9223372036854775807, 9223372037 s",
        "-9223372036854775808, -9223372037 s"})
    void lengthsOfTimeHaveThreeDigitsAndAUnit(long nanos, String text) {
        assertThat(TimeFormat.duration(nanos)).isEqualTo(text);
    }

    @Test
    void aLengthOfTimeIsRightToHalfAPercent() {
        long seed = Long.getLong("bowline.seed", 20261120L);
        Random random = new Random(seed);
        Map<String, Integer> exponents = Map.of("ns", 0, "µs", 3, "ms", 6, "s", 9);
        for (int i = 0; i < 20_000; i++) {
            long nanos = random.nextLong() >> random.nextInt(64);
            String[] words = TimeFormat.duration(nanos).split(" ");
            BigDecimal shown = new BigDecimal(words[0]).movePointRight(exponents.get(words[1]));
            BigDecimal off = shown.subtract(BigDecimal.valueOf(nanos)).abs();
            assertThat(off.movePointRight(3)).as("seed %d: %d ns as %s %s", seed, nanos, words[0], words[1])
                    .isLessThanOrEqualTo(BigDecimal.valueOf(nanos).abs().multiply(BigDecimal.valueOf(5)));
        }
    }

    @Test
    void momentsAreUtcTimesOfDayWithNineDigits() {
        assertThat(TimeFormat.timeOfDay(1_790_000_000_000_000_042L)).isEqualTo("14:13:20.000000042");
        assertThat(TimeFormat.date(1_790_000_000_000_000_042L)).isEqualTo("2026-09-21");
        assertThat(TimeFormat.timeOfDay(-1)).isEqualTo("23:59:59.999999999");
        assertThat(TimeFormat.date(-1)).isEqualTo("1969-12-31");
    }
}
