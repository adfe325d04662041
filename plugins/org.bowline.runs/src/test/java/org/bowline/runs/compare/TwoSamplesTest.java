/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** Statistics against values that others published or that can be computed by hand. */
class TwoSamplesTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261121);

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
        TwoSamples samples = new TwoSamples(exponentials(FIRST_DRUG), exponentials(SECOND_DRUG));
        assertThat(samples.p()).isCloseTo(0.07939, within(0.00001));
        assertThat(Math.log1p(samples.changeLow())).isCloseTo(-0.2054832, within(1e-6));
        assertThat(Math.log1p(samples.changeHigh())).isCloseTo(3.3654832, within(1e-6));
    }

    @Test
    void aConfidenceIntervalIsTheDifferenceAndTErrorsOnEachSide() {
        TwoSamples samples = new TwoSamples(exponentials(-1, 0, 1), exponentials(1, 2, 3));
        // 4 degrees of freedom: t(0.975) = 2.776445, t(0.8) = 0.940965; standard error sqrt(1/3 + 1/3)
        double error = Math.sqrt(2.0 / 3);
        assertThat(samples.change()).isCloseTo(Math.exp(2) - 1, within(1e-9));
        assertThat(samples.changeLow()).isCloseTo(Math.exp(2 - 2.776445 * error) - 1, within(1e-4));
        assertThat(samples.changeHigh()).isCloseTo(Math.exp(2 + 2.776445 * error) - 1, within(1e-1));
        // SciPy: nct.sf(t.ppf(0.975, 4), 4, 3.0708928 * sqrt(3 / 2)) is 0.8
        assertThat(Math.log1p(samples.minimalEffect(0.05))).isCloseTo(3.0708928, within(1e-3));
        // one standard deviation is 1; the correction for few values is 1 - 3 / (4 * 4 - 1)
        assertThat(samples.effect()).isCloseTo(2 * (1 - 3.0 / 15), within(1e-12));
    }

    /** SciPy: brentq(lambda d: nct.sf(t.ppf(1 - p / 2, degrees), degrees, d) - 0.8, 0.1, 1e5). */
    @Test
    void whatIsVisibleIsTheNonCentralityOfStudentsT() {
        double[][] known = {{0.05, 4, 3.76106}, {0.05, 1, 16.33401}, {0.0028, 2, 23.97086}, {0.0001, 4, 19.09747}, {0.0028, 18, 4.37994},
            {0.05, 60, 2.84743}};
        for (double[] each : known) {
            assertThat(Spread.visible(each[0], 0.8, each[1])).as("p %s, %s degrees", each[0], each[1])
                    .isCloseTo(each[2], withinPercentage(0.1));
        }
    }

    @Test
    void ranksGiveTheExactProbability() {
        // of the 20 ways to choose 3 of 6, one is as extreme on each side
        assertThat(new TwoSamples(new double[] {1, 2, 3}, new double[] {4, 5, 6}).pRanks()).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void ranksAreExactAlsoWhereValuesAreEqual() {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            int count = 2 + random.nextInt(4);
            double[] all = random.ints(count + 2 + random.nextInt(4), 0, 4).asDoubleStream().toArray();
            double[] base = Arrays.copyOf(all, count);
            assertThat(Ranks.p(base, Arrays.copyOfRange(all, count, all.length))).as("%s %s, seed %s", Arrays.toString(all), count, SEED)
                    .isCloseTo(byAllSubsets(all, count), within(1e-12));
        }
    }

    /** How many of all choices of so many values are as far from the middle, by U, in which equal values count half. */
    private static double byAllSubsets(double[] all, int count) {
        double middle = count * (all.length - count) / 2.0;
        double seen = Math.abs(u(all, (1 << count) - 1) - middle);
        int extreme = 0;
        int total = 0;
        for (int chosen = 0; chosen < 1 << all.length; chosen++) {
            if (Integer.bitCount(chosen) == count) {
                total++;
                extreme += Math.abs(u(all, chosen) - middle) >= seen ? 1 : 0;
            }
        }
        return (double) extreme / total;
    }

    private static double u(double[] all, int chosen) {
        double u = 0;
        for (int i = 0; i < all.length; i++) {
            for (int j = 0; j < all.length; j++) {
                if ((chosen >> i & 1) == 1 && (chosen >> j & 1) == 0) {
                    u += all[i] > all[j] ? 1 : all[i] == all[j] ? 0.5 : 0;
                }
            }
        }
        return u;
    }

    @Test
    void ofManyRunsRanksAreApproximated() {
        // SciPy: mannwhitneyu(range(30), [i + 10.5 for i in range(30)], method="exact"): 7.215e-05
        double[] base = IntStream.range(0, 30).asDoubleStream().toArray();
        double[] fresh = IntStream.range(0, 30).mapToDouble(i -> i + 10.5).toArray();
        assertThat(Ranks.p(base, fresh)).isCloseTo(7.215e-5, within(3e-5));
    }

    /** Where the two runs of a set happen to lie close to each other, Welch would count the runs of the other one. */
    @Test
    void intervalsHoldTheTruthAlsoWithFewRunsAgainstMany() {
        int[][] sizes = {{2, 2}, {3, 3}, {5, 5}, {10, 10}, {2, 5}, {2, 10}, {3, 10}};
        for (int[] size : sizes) {
            Random random = new Random(SEED);
            int held = 0;
            for (int i = 0; i < 4000; i++) {
                TwoSamples samples = new TwoSamples(random.doubles(size[0]).map(x -> Math.exp(random.nextGaussian() * 0.1)).toArray(),
                        random.doubles(size[1]).map(x -> 1.2 * Math.exp(random.nextGaussian() * 0.1)).toArray());
                held += samples.changeLow() <= 0.2 && samples.changeHigh() >= 0.2 ? 1 : 0;
            }
            assertThat(held / 4000.0).as("%s and %s runs, seed %s", size[0], size[1], SEED).isBetween(0.94, 0.99);
        }
    }

    /** A ratio of plain means: BASE is as uncertain as NEW. */
    @Test
    void intervalsOfPlainValuesHoldTheTruthAndNotNoChangeWherePIsSmall() {
        for (int size : new int[] {3, 5, 10}) {
            Random random = new Random(SEED);
            int held = 0;
            int known = 0;
            for (int i = 0; i < 4000; i++) {
                double[] base = random.doubles(size).map(x -> 3 + random.nextGaussian()).toArray();
                double[] fresh = random.doubles(size).map(x -> 6 + random.nextGaussian()).toArray();
                base[0] = Math.min(0, base[0] - 3);
                base[1] += 3;
                TwoSamples samples = new TwoSamples(base, fresh);
                boolean none = Double.isNaN(samples.changeLow());
                known += none ? 0 : 1;
                held += none || samples.changeLow() <= 1 && samples.changeHigh() >= 1 ? 1 : 0;
                assertThat(none || samples.p() >= 0.05 || samples.changeLow() > 0 || samples.changeHigh() < 0).isTrue();
            }
            assertThat(held / 4000.0).as("%s runs, seed %s", size, SEED).isGreaterThanOrEqualTo(0.94);
            assertThat(size == 3 || known > 400).as("%s known of 4000, %s runs", known, size).isTrue();
        }
    }

    @Test
    void whereAValueIsZeroDifferencesAreOfTheValuesThemselves() {
        TwoSamples samples = new TwoSamples(new double[] {0, 2, 4}, new double[] {3, 3, 3});
        assertThat(samples.base()).isEqualTo(2);
        assertThat(samples.change()).isEqualTo(0.5);
    }

    @Test
    void runsWithoutAnyNoiseAreNotMoreCertainThanTheirNumberAllows() {
        // of the ways to deal out the values, two are as extreme: 2 of 6, 2 of 20, 2 of 252; 0.1 of logarithms is no number of binary digits
        for (double[] values : new double[][] {{5, 6, 2, 1 / 3.0}, {0.1, 0.7, 3, 0.1}, {5, 0, 5, 2 / 252.0}}) {
            double[] base = new double[(int) values[2]];
            double[] fresh = base.clone();
            Arrays.fill(base, values[0]);
            Arrays.fill(fresh, values[1]);
            TwoSamples samples = new TwoSamples(base, fresh);
            assertThat(samples.p()).isCloseTo(values[3], within(1e-12));
            assertThat(samples.effect()).isInfinite();
            assertThat(samples.changeLow()).isNaN();
            assertThat(samples.changeHigh()).isNaN();
            assertThat(samples.minimalEffect(0.05)).isNaN();
        }
    }

    /** A knot that is in three runs and not in three others: that much chance does. A t statistic of three zeros is far too sure. */
    @Test
    void whatCameOrWentIsNotMoreCertainThanRanksSay() {
        TwoSamples few = new TwoSamples(new double[] {0, 0, 0}, new double[] {10, 10.1, 9.9});
        assertThat(few.p()).isCloseTo(0.1, within(1e-12));
        assertThat(few.minimalEffect(0.05)).as("no change could be told").isInfinite();
        TwoSamples more = new TwoSamples(new double[] {0, 0, 0, 0, 0, 1}, new double[] {10, 10.1, 9.9, 10, 9, 11});
        assertThat(more.p()).isCloseTo(2 / 924.0, within(1e-12));
        assertThat(more.minimalEffect(0.05)).isFinite().isPositive();
        assertThat(more.minimalEffect(0.002)).isInfinite();
    }

    @Test
    void equalRunsDoNotDiffer() {
        TwoSamples samples = new TwoSamples(new double[] {5, 5, 5}, new double[] {5, 5, 5});
        assertThat(samples.p()).isEqualTo(1);
        assertThat(samples.pRanks()).isEqualTo(1);
        assertThat(samples.change()).isZero();
        assertThat(samples.effect()).isZero();
    }

    @Test
    void oneRunTellsNothingOfTheNoise() {
        TwoSamples samples = new TwoSamples(new double[] {5}, new double[] {6, 7});
        assertThat(samples.isJudged()).isFalse();
        assertThat(samples.p()).isNaN();
        assertThat(samples.changeLow()).isNaN();
        assertThat(samples.minimalEffect(0.05)).isNaN();
        assertThat(samples.change()).isCloseTo(Math.sqrt(42) / 5 - 1, within(1e-12));
    }
}
