/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTest {
    @ParameterizedTest
    @CsvSource({"18s, 18000000000", "1.5 ms, 1500000", "5  ms, 5000000", "250us, 250000", "250µs, 250000", "4000ns, 4000",
        "999999999999999s, 9223372036854775807", "0.000000001s, 1"})
    void aTimeIsANumberWithItsUnit(String text, long nanos) {
        assertThat(Duration.parse(text)).contains(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5m", "ms", "-5ms", ".5ms", "5.ms", "1e3ns", "5ms "})
    void nothingElseIsATime(String text) {
        assertThat(Duration.parse(text)).isEmpty();
    }

    @Test
    void aFractionOfANanosecondIsLeftOutSoThatNoWholeNumberLiesBetween() {
        assertThat(Duration.parse("1.9ns")).contains(1L);
    }

    @Test
    void aTimeHasThreeDigitsAndIsExactBelowAMicrosecond() {
        assertThat(Duration.duration(0)).isEqualTo("0 ns");
        assertThat(Duration.duration(815)).isEqualTo("815 ns");
        assertThat(Duration.duration(1_500_000)).isEqualTo("1.50 ms");
        assertThat(Duration.duration(999_999)).isEqualTo("1.00 ms");
        assertThat(Duration.duration(12_340_000_000L)).isEqualTo("12.3 s");
        assertThat(Duration.duration(4_711_000_000_000L)).isEqualTo("4711 s");
    }

    @Test
    void twoTimesThatDifferAreToldApart() {
        assertThat(Duration.durationApart(30_000_000, 29_999_999)).isEqualTo("30.000000 ms");
        assertThat(Duration.durationApart(30_000_000, 30_000_000)).isEqualTo("30.0 ms");
    }

    @Test
    void asAnOptionItIsReadAgain() {
        for (long nanos : new long[] {0, 4000, 250_000, 1_500_000, 10_000_000, 18_000_000_000L}) {
            assertThat(Duration.parse(Duration.option(nanos))).contains(nanos);
        }
        assertThat(Duration.option(10_000_000)).isEqualTo("10ms");
    }
}
