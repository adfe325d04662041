/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import org.bowline.report.text.TimeFormat;

class TimeArgumentTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;
    private static final long MIDNIGHT = 20_000 * DAY;

    @Test
    void whatIsPrintedCanBeReadBack() {
        long seed = Long.getLong("bowline.seed", 20261120L);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long start = (random.nextLong() & Long.MAX_VALUE) % (100_000 * DAY);
            long end = start + 1 + (random.nextLong() & Long.MAX_VALUE) % DAY;
            long moment = start + (random.nextLong() & Long.MAX_VALUE) % Math.min(end - start, DAY);
            String text = TimeFormat.timeOfDay(moment);
            assertThat(TimeArgument.parse(text).resolve(start, end)).as("seed %d: %s in %d to %d", seed, text, start, end)
                    .isEqualTo(moment);
            assertThat(TimeArgument.parse(Long.toString(moment)).resolve(start, end)).isEqualTo(moment);
        }
    }

    @Test
    void aFractionMayHaveAnyNumberOfDigits() {
        assertThat(TimeArgument.parse("00:00:01").nanos()).isEqualTo(SECOND);
        assertThat(TimeArgument.parse("00:00:01.5").nanos()).isEqualTo(1_500_000_000);
        assertThat(TimeArgument.parse("0:00:01.000000007").nanos()).isEqualTo(1_000_000_007);
        assertThat(TimeArgument.parse("23:59:59.999999999").nanos()).isEqualTo(DAY - 1);
    }

    @Test
    void aTimeOfDayRollsOverMidnightWithTheTrace() {
        long start = MIDNIGHT - 10 * SECOND;
        long end = MIDNIGHT + 10 * SECOND;
        assertThat(TimeArgument.parse("23:59:55").resolve(start, end)).isEqualTo(MIDNIGHT - 5 * SECOND);
        assertThat(TimeArgument.parse("00:00:05").resolve(start, end)).isEqualTo(MIDNIGHT + 5 * SECOND);
    }

    @Test
    void aTimeOfDayOutsideOfTheTraceIsTheNearestOne() {
        long start = MIDNIGHT + 3600 * SECOND;
        long end = start + 60 * SECOND;
        assertThat(TimeArgument.parse("00:50:00").resolve(start, end)).isEqualTo(MIDNIGHT + 3000 * SECOND);
        assertThat(TimeArgument.parse("01:10:00").resolve(start, end)).isEqualTo(MIDNIGHT + 4200 * SECOND);
        assertThat(TimeArgument.parse("23:59:00").resolve(start, end)).isEqualTo(MIDNIGHT - 60 * SECOND);
        assertThat(TimeArgument.parse("00:01:00").resolve(MIDNIGHT - 60 * SECOND, MIDNIGHT - SECOND)).isEqualTo(MIDNIGHT + 60 * SECOND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "noon", "24:00:00", "12:60:00", "12:00:60", "12:00", "12:00:00.", "12:00:00.1234567890", "-5", "1.5",
        "99999999999999999999",
        "9999999999999999999", "12:00:00Z", " 1"})
    void anythingElseIsRefusedWithTheForms(String text) {
        assertThatThrownBy(() -> TimeArgument.parse(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
