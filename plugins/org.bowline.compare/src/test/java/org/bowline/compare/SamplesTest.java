/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

/** Statistics against values that others published or that can be computed by hand. */
class SamplesTest {
    /** Student's sleep data (Biometrika 6, 1908), as in R's dataset "sleep". */
    private static final double[] FIRST_DRUG = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
    private static final double[] SECOND_DRUG = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    /** Values are positive, so their logarithms are compared. */
    private static double[] exponentials(double... logarithms) {
        return Arrays.stream(logarithms).map(Math::exp).toArray();
    }

    @Test
    void welchsTestGivesThePublishedValue() {
        // R: t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776, p-value = 0.07939, interval of group 1 - group 2 from -3.3654832 to 0.2054832
        Samples samples = new Samples(exponentials(FIRST_DRUG), exponentials(SECOND_DRUG));
        assertThat(samples.p()).isCloseTo(0.07939, within(0.00001));
        assertThat(Math.log1p(samples.changeLow())).isCloseTo(-0.2054832, within(1e-6));
        assertThat(Math.log1p(samples.changeHigh())).isCloseTo(3.3654832, within(1e-6));
    }

    @Test
    void aConfidenceIntervalIsTheDifferenceAndTErrorsOnEachSide() {
        Samples samples = new Samples(exponentials(-1, 0, 1), exponentials(1, 2, 3));
        // 4 degrees of freedom: t(0.975) = 2.776445, t(0.8) = 0.940965; standard error sqrt(1/3 + 1/3)
        double error = Math.sqrt(2.0 / 3);
        assertThat(samples.change()).isCloseTo(Math.exp(2) - 1, within(1e-9));
        assertThat(samples.changeLow()).isCloseTo(Math.exp(2 - 2.776445 * error) - 1, within(1e-4));
        assertThat(samples.changeHigh()).isCloseTo(Math.exp(2 + 2.776445 * error) - 1, within(1e-1));
        assertThat(samples.minimalEffect()).isCloseTo(Math.exp((2.776445 + 0.940965) * error) - 1, within(1e-3));
        // one standard deviation is 1; the correction for few values is 1 - 3 / (4 * 4 - 1)
        assertThat(samples.effect()).isCloseTo(2 * (1 - 3.0 / 15), within(1e-12));
    }

    @Test
    void ranksGiveTheExactProbability() {
        // of the 20 ways to choose 3 of 6, one is as extreme on each side
        assertThat(new Samples(new double[] {1, 2, 3}, new double[] {4, 5, 6}).pRanks()).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void whereAValueIsZeroDifferencesAreOfTheValuesThemselves() {
        Samples samples = new Samples(new double[] {0, 2, 4}, new double[] {3, 3, 3});
        assertThat(samples.base()).isEqualTo(2);
        assertThat(samples.change()).isEqualTo(0.5);
    }

    @Test
    void runsWithoutAnyNoiseAreNotMoreCertainThanTheirNumberAllows() {
        Samples samples = new Samples(new double[] {5, 5}, new double[] {6, 6});
        assertThat(samples.p()).isGreaterThan(0.1);
    }

    @Test
    void equalRunsDoNotDiffer() {
        Samples samples = new Samples(new double[] {5, 5, 5}, new double[] {5, 5, 5});
        assertThat(samples.p()).isEqualTo(1);
        assertThat(samples.pRanks()).isEqualTo(1);
        assertThat(samples.change()).isZero();
        assertThat(samples.effect()).isZero();
    }

    @Test
    void oneRunTellsNothingOfTheNoise() {
        Samples samples = new Samples(new double[] {5}, new double[] {6, 7});
        assertThat(samples.isJudged()).isFalse();
        assertThat(samples.p()).isNaN();
        assertThat(samples.changeLow()).isNaN();
        assertThat(samples.minimalEffect()).isNaN();
        assertThat(samples.change()).isCloseTo(Math.sqrt(42) / 5 - 1, within(1e-12));
    }
}
