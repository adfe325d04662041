/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class CoarseSlopeTest {
    private static final String SAMPLE = Checkout.root().resolve("tests/traces/three-tier").toString();

    @ParameterizedTest
    @CsvSource({"1,10000", "1%,10000", "0.5 %,5000", "0.0001,1", "99.9999,999999", "0.00005,1"})
    void aShareIsGivenInPercent(String text, int ppm) {
        assertThat(new SyncOptions.PercentConverter().convert(text)).isEqualTo(ppm);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.00004", "100", "99.99999", "-1", "x", "", "1e999999999", "999999999999999999999999"})
    void whatIsNoneBetweenNothingAndAllIsRefused(String text) {
        assertThatThrownBy(() -> new SyncOptions.PercentConverter().convert(text)).isInstanceOf(TypeConversionException.class)
                .hasMessage("'" + text + "' is not between 0.0001 and 99.9999 percent");
    }

    @Test
    void theClocksAreTheSameWhicheverRuleEndsTheCoarseStep() {
        Captured usual = Captured.run("sync", SAMPLE);
        Captured slope = Captured.run("sync", SAMPLE, "--coarse-slope", "1");
        assertThat(slope.code()).as(slope.error()).isZero();
        assertThat(slope.out()).isEqualTo(usual.out());
    }

    @Test
    void withoutACoarseStepItHasNoEnd() {
        Captured both = Captured.run("sync", SAMPLE, "--coarse-slope", "1", "--no-coarse");
        assertThat(both.code()).isEqualTo(ExitCode.USAGE);
        assertThat(both.error())
                .contains("--coarse-slope says when the coarse step ends, and --no-coarse that there is none; give one of them");
    }
}
