/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;

import org.junit.jupiter.api.Test;

final class TimeFormatTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);

    @Test
    void aTimeOfDayIsReadAsItIsWritten() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            long begin = random.nextLong() / 4;
            long moment = begin + random.nextInt() * 10_000L;
            assertThat(TimeFormat.parse(TimeFormat.timeOfDay(moment), begin)).as("seed %d: %d", SEED, moment).isEqualTo(moment);
            assertThat(TimeFormat.parse(Long.toString(moment), begin)).isEqualTo(moment);
        }
    }

    @Test
    void theDayIsTheTracesOwnEvenAcrossMidnight() {
        long day = 20_000 * TimeFormat.DAY_NANOS;
        long hour = TimeFormat.DAY_NANOS / 24;
        assertThat(TimeFormat.parse("00:10", day + 23 * hour)).isEqualTo(day + TimeFormat.DAY_NANOS + hour / 6);
        assertThat(TimeFormat.parse("23:50:00", day + hour)).isEqualTo(day - hour / 6);
        assertThat(TimeFormat.parse("9:00:00.5", day + 9 * hour)).isEqualTo(day + 9 * hour + 500_000_000);
    }

    @Test
    void nonsenseIsRefusedWithWhatIsExpected() {
        for (String text : new String[] {"", "noon", "25:00:00", "10:60", "10:00:00.1234567890", "99999999999999999999"}) {
            assertThatThrownBy(() -> TimeFormat.parse(text, 0)).as(text).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("time");
        }
    }

    @Test
    void lengthsOfTimeHaveAUnitAndLoseNothing() {
        assertThat(TimeFormat.duration(0)).isEqualTo("0 ns");
        assertThat(TimeFormat.duration(815)).isEqualTo("815 ns");
        assertThat(TimeFormat.duration(1_500_000)).isEqualTo("1.5 ms");
        assertThat(TimeFormat.duration(-2_000)).isEqualTo("-2 µs");
        assertThat(TimeFormat.duration(4_711_000_000_001L)).isEqualTo("4711.000000001 s");
    }
}
