/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RateTest {
    @ParameterizedTest
    @CsvSource({"0.125,0.125", "12.345,12.3", "99.94,99.9", "100.4,100", "4711,4711", "NaN,''", "Infinity,''"})
    void aRateHasThreeDigitsOrAllBeforeThePointAndIsEmptyIfItIsNotKnown(double rate, String text) {
        assertThat(Rate.perSecond(rate)).isEqualTo(text);
    }
}
