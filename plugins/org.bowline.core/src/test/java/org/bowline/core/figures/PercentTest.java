/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"20%, 0.2", "0.1 %, 0.001", "150%, 1.5", "0%, 0"})
    void aShareIsANumberWithAPercentSign(String text, BigDecimal share) {
        assertThat(Percent.parse(text).orElseThrow()).isEqualByComparingTo(share);
        assertThat(Percent.parse(Percent.option(share)).orElseThrow()).isEqualByComparingTo(share);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "20", "-1%", "1e1%", "20%%"})
    void nothingElseIsAShare(String text) {
        assertThat(Percent.parse(text)).isEmpty();
    }

    @Test
    void aShareHasThreeDigitsAsFarAsTheyMeanSomething() {
        assertThat(Percent.percent(1072.4 / 100)).isEqualTo("1072 %");
        assertThat(Percent.percent(99.96 / 100)).isEqualTo("100 %");
        assertThat(Percent.percent(72.84 / 100)).isEqualTo("72.8 %");
        assertThat(Percent.percent(1.6249 / 100)).isEqualTo("1.62 %");
        assertThat(Percent.percent(3.4e-6 / 100)).isEqualTo("< 0.01 %");
        assertThat(Percent.percent(0)).isEqualTo("0.00 %");
    }

    @Test
    void sharesThatDifferAreToldApart() {
        assertThat(Percent.percentApart(0.0101, 0.01)).isEqualTo("1.01 %");
        assertThat(Percent.percentApart(0.01, 0.01)).isEqualTo("1.0 %");
    }

    @Test
    void whereThereIsLittleRoomTwoDigitsDo() {
        assertThat(Percent.percentBrief(0.724)).isEqualTo("72 %");
        assertThat(Percent.percentBrief(0.0162)).isEqualTo("1.6 %");
        assertThat(Percent.percentBrief(0)).isEqualTo("0 %");
    }
}
