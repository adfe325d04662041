/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.testing.Seeds;

class ThresholdTest {
    @ParameterizedTest
    @CsvSource({"20%, 200", "0.5%, 5", "0%, 0", "150%, 1500", "18s, 18000000000", "1.5 ms, 1500000", "250us, 250000", "250µs, 250000",
        "4000ns, 4000",
        "999999999999999s, 9223372036854775807"})
    void aThresholdIsAShareOfTheRangeOrATime(String text, long nanos) {
        assertThat(Threshold.parse(text).most(1000)).isEqualTo(nanos);
        assertThat(Threshold.parse(text).least(1000)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "-1%", "5m", "1e3", "five", "4000", "5 m s"})
    void anyOtherThresholdIsRefused(String text) {
        assertThatThrownBy(() -> Threshold.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a threshold; write ");
    }

    @Test
    void noWeightInWholeNanosecondsLiesBetweenAThresholdAndWhatItIsRoundedTo() {
        Threshold share = Threshold.parse("2.0001%");
        assertThat(share.most(1999)).isEqualTo(39);
        assertThat(share.least(1999)).isEqualTo(40);
        assertThat(Threshold.ofPercent(20).most(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 5);
        assertThat(Threshold.parse("150%").most(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** The slider chooses a weight; other views learn of its share. */
    @Test
    void aWeightComesBackFromItsShareOfTheSameRange() {
        for (int i = 0; i < 10_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long range = 1 + (random.nextLong() >>> 2 + random.nextInt(50));
            long nanos = (random.nextLong() >>> 1) % (range + 1);
            assertThat(Threshold.ofShare(nanos, range).most(range)).as(Seeds.name(seed)).isEqualTo(nanos);
        }
    }
}
