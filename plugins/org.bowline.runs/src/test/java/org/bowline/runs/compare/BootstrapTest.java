/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.Latencies;
import org.bowline.report.rows.PooledChange;

/** Intervals by resampling, against all possible draws, against exact distributions, and against simulated runs of which the truth is known. */
class BootstrapTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261121);

    /** Runs of a program, ascending: its intervals vary by a half, and the runs among them by the wobble. */
    private static List<long[]> runs(Random random, int runs, int intervals, double wobble) {
        List<long[]> result = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            double ofRun = 2e6 * Math.exp(random.nextGaussian() * wobble);
            result.add(LongStream.generate(() -> Math.round(ofRun * Math.exp(random.nextGaussian() * 0.5))).limit(intervals).sorted()
                    .toArray());
        }
        return result;
    }

    private static PooledChange compare(List<long[]> base, List<long[]> fresh, int percent, String label, long seed) {
        return Bootstrap.of(base.stream().map(Latencies::of).toList(), fresh.stream().map(Latencies::of).toList(), percent, label, seed);
    }

    private static long together(List<long[]> runs, int percent) {
        long[] all = runs.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return Quantile.of(all, percent);
    }

    @Test
    void thePercentileOfADrawIsThatOfItsValuesPutTogether() {
        Random random = new Random(SEED);
        for (int round = 0; round < 3000; round++) {
            List<long[]> runs = new ArrayList<>();
            int most = round % 10 == 0 ? 200 : 12;
            for (int run = 1 + random.nextInt(5); run > 0; run--) {
                long scale = 1L << random.nextInt(62);
                runs.add(random.longs(random.nextInt(most) + (run == 1 ? 1 : 0), 0, scale).sorted().toArray());
            }
            int[] times = random.ints(runs.size(), 0, 4).toArray();
            times[times.length - 1]++; // a run that has values
            List<long[]> drawn = new ArrayList<>();
            for (int run = 0; run < times.length; run++) {
                drawn.addAll(Collections.nCopies(times[run], runs.get(run)));
            }
            int percent = 1 + random.nextInt(99);
            assertThat(new DrawnRuns(runs).percentile(times, percent)).as("seed %s, round %s", SEED, round)
                    .isEqualTo(together(drawn, percent));
        }
    }

    /** Three runs have 27 ways to be drawn: their variance is known exactly. */
    @Test
    void theIntervalOfFewRunsIsThatOfAllWaysToDrawThem() {
        Random random = new Random(SEED);
        for (int percent : new int[] {50, 99}) {
            List<long[]> base = runs(random, 3, 100, 0.2);
            List<long[]> fresh = runs(random, 3, 100, 0.2);
            double ofBase = exactVariance(base, percent);
            double ofFresh = exactVariance(fresh, percent);
            double degrees = Math.pow(ofBase + ofFresh, 2) / ((ofBase * ofBase + ofFresh * ofFresh) / 2);
            double reach = TDistribution.of(degrees).inverseCumulativeProbability(0.975) * Math.sqrt(ofBase + ofFresh);
            PooledChange found = compare(base, fresh, percent, "a", 1);
            double middle = Math.log((double) together(fresh, percent) / together(base, percent));
            assertThat(found.resampled()).isEqualTo(PooledChange.RUNS);
            assertThat(Math.log1p(found.change())).isCloseTo(middle, within(1e-12));
            assertThat(Math.log1p(found.high())).as("seed %s", SEED).isCloseTo(middle + reach, within(reach * 0.08));
            assertThat(Math.log1p(found.low())).as("seed %s", SEED).isCloseTo(middle - reach, within(reach * 0.08));
        }
    }

    private static double exactVariance(List<long[]> runs, int percent) {
        double sum = 0;
        double squares = 0;
        for (long[] first : runs) {
            for (long[] second : runs) {
                for (long[] third : runs) {
                    double value = Math.log((double) together(List.of(first, second, third), percent));
                    sum += value;
                    squares += value * value;
                }
            }
        }
        return (squares / 27 - sum / 27 * (sum / 27)) * 3 / 2;
    }

    /** Of n values drawn with replacement the k-th is at most the i-th of the n if k draws or more are among the first i: a binomial sum. */
    @Test
    void theIntervalOfASingleRunIsThatOfTheExactDistribution() {
        long[] base = LongStream.generate(() -> 1000).limit(51).toArray();
        long[] fresh = LongStream.rangeClosed(1000, 1050).toArray();
        PooledChange found = compare(List.of(base), List.of(fresh), 50, "a", 1);
        assertThat(found.resampled()).isEqualTo(PooledChange.INTERVALS);
        assertThat(found.change()).isCloseTo(0.025, within(1e-12));
        assertThat((1 + found.low()) * 1000).isCloseTo(1000 + exact(51, 26, 0.025), within(1.01));
        assertThat((1 + found.high()) * 1000).isCloseTo(1000 + exact(51, 26, 0.975), within(1.01));
    }

    private static int exact(int count, int rank, double probability) {
        int at = 1;
        while (BinomialDistribution.of(count, (double) at / count).survivalProbability(rank - 1) < probability) {
            at++;
        }
        return at - 1;
    }

    /** Programs that do not differ: the interval has to hold no change in 95 of 100 cases, however few the runs. */
    @Test
    void intervalsOfRunsHoldTheTruthInAboutNineteenOfTwentyCases() {
        for (double wobble : new double[] {0.02, 0.1}) {
            int[][] sizes = wobble < 0.1 ? new int[][] {{2, 2}, {5, 5}} : new int[][] {{2, 2}, {3, 3}, {5, 5}, {10, 10}, {2, 10}};
            for (int[] size : sizes) {
                for (int percent : new int[] {50, 99}) {
                    double coverage = coverage(size[0], size[1], wobble, percent, 120, 200);
                    assertThat(coverage).as("%s and %s runs, wobble %s, %s %%, seed %s", size[0], size[1], wobble, percent, SEED)
                            .isGreaterThanOrEqualTo(0.90);
                    assertThat(size[0] < 5 || coverage <= 0.992).as("%s runs each, %s %%: %s is too wide", size[0], percent, coverage)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void theIntervalOfASingleRunHoldsForTheseRunsAndNotForTheProgram() {
        for (int percent : new int[] {50, 99}) {
            assertThat(coverage(1, 1, 0, percent, 120, 400)).as("intervals that are independent, %s %%, seed %s", percent, SEED)
                    .isBetween(0.90, 0.992);
        }
        assertThat(coverage(1, 1, 0.1, 50, 100, 1000)).as("runs that wobble by a tenth, seed %s", SEED).isLessThan(0.5);
    }

    private static double coverage(int size, int ofFresh, double wobble, int percent, int simulations, int intervals) {
        Random random = new Random(SEED + size);
        int held = 0;
        for (int i = 0; i < simulations; i++) {
            PooledChange found = compare(runs(random, size, intervals, wobble), runs(random, ofFresh, intervals, wobble), percent, "a",
                    i);
            held += found.low() <= 0 && found.high() >= 0 ? 1 : 0;
        }
        return (double) held / simulations;
    }

    @Test
    void theSameSeedGivesTheSameIntervalAndAnotherHardlyAnother() {
        Random random = new Random(SEED);
        List<long[]> base = runs(random, 4, 200, 0.1);
        List<long[]> fresh = runs(random, 4, 200, 0.1);
        PooledChange one = compare(base, fresh, 99, "a", 1);
        assertThat(compare(base, fresh, 99, "a", 1)).isEqualTo(one);
        PooledChange two = compare(base, fresh, 99, "a", 2);
        assertThat(two.seed()).isEqualTo(2);
        assertThat(two.high()).isNotEqualTo(one.high()).isCloseTo(one.high(), within((one.high() - one.low()) * 0.05));
        assertThat(compare(base, fresh, 99, "b", 1).high()).as("another label draws other numbers").isNotEqualTo(one.high());
    }

    @Test
    void whatCannotBeResampledHasItsNumbersAndNoInterval() {
        long[] none = {};
        long[] few = LongStream.rangeClosed(1, 19).toArray();
        long[] some = LongStream.rangeClosed(1, 99).toArray();
        PooledChange nothing = compare(List.of(none, none), List.of(some, some), 50, "a", 1);
        assertThat(nothing.base()).isNaN();
        assertThat(nothing.change()).isNaN();
        assertThat(nothing.baseIntervals()).isZero();
        assertThat(nothing.fresh()).isEqualTo(50);
        for (PooledChange one : List.of(nothing, compare(List.of(few), List.of(few), 50, "a", 1),
                compare(List.of(some), List.of(some), 99, "a", 1), compare(List.of(some, none), List.of(some, some), 50, "a", 1),
                compare(List.of(new long[200]), List.of(new long[200]), 50, "a", 1))) {
            assertThat(one.hasInterval()).isFalse();
            assertThat(one.low()).isNaN();
        }
        assertThat(compare(List.of(some), List.of(some), 50, "a", 1).hasInterval()).isTrue();
        assertThat(compare(List.of(some), List.of(some, some), 50, "a", 1).resampled()).as("of one run the noise is not known")
                .isEqualTo(PooledChange.INTERVALS);
    }

    @Test
    void valuesAtTheEndOfTheirRangeAreNumbers() {
        long[] huge = LongStream.generate(() -> Long.MAX_VALUE).limit(120).toArray();
        long[] small = LongStream.generate(() -> 1).limit(120).toArray();
        PooledChange found = compare(List.of(small), List.of(huge), 99, "a", 1);
        assertThat(List.of(found.change(), found.low(), found.high())).allMatch(value -> Math.abs(value / 0x1p63 - 1) < 1e-6);
        PooledChange alike = compare(List.of(small, small), List.of(huge, huge), 99, "a", 1);
        assertThat(alike.change()).isCloseTo(0x1p63, within(0x1p43));
        assertThat(alike.hasInterval()).as("runs that are all alike do not tell how others vary").isFalse();
        assertThat(alike.seed()).isEqualTo(PooledChange.NONE.seed());
    }
}
