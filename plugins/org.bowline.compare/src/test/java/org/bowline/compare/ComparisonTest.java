/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.compare.Difference.Verdict;
import org.bowline.compare.Measure.Kind;
import org.bowline.report.PooledChange;
import org.bowline.report.run.RunFacts;

/** Simulated runs of which the truth is known. */
class ComparisonTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261121);
    private static final long SECOND = 1_000_000_000L;
    private static final int COMPARISONS = 400;

    /** Runs whose requests share a wobble of the run, as caches and neighbours make it. */
    private static List<RunFacts> runs(Random random, int runs, double wobble, double factor) {
        List<RunFacts> result = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            Map<String, long[]> lengths = new HashMap<>();
            for (String label : List.of("browse", "buy", "search")) {
                double ofRun = 2e6 * Math.exp(random.nextGaussian() * wobble) * (label.equals("buy") ? factor : 1);
                long[] values = new long[150 + random.nextInt(20)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Math.round(ofRun * Math.exp(random.nextGaussian() * 0.3));
                }
                lengths.put(label, values);
            }
            result.add(RunFacts.of("run " + run, 10 * SECOND, lengths));
        }
        return result;
    }

    @Test
    void ofRunsThatDoNotDifferAtMostOneComparisonInTwentyReportsADifference() {
        for (int size : new int[] {2, 3, 5, 10}) {
            Random random = new Random(SEED + size);
            int alarms = 0;
            for (int i = 0; i < COMPARISONS; i++) {
                Comparison comparison = Comparison.verdicts(runs(random, size, 0.1, 1), runs(random, size, 0.1, 1));
                assertThat(comparison.knowsNoise()).isTrue();
                alarms += comparison.differences().stream().allMatch(one -> one.verdict() == Verdict.WITHIN_NOISE) ? 0 : 1;
            }
            assertThat(alarms).as("of %s with %s runs each, seed %s", COMPARISONS, size, SEED)
                    .isLessThanOrEqualTo((int) (COMPARISONS * Comparison.FALSE_ALARMS));
        }
    }

    @Test
    void aPlantedDifferenceIsFoundWhereItIsAndNowhereElse() {
        Random random = new Random(SEED);
        int found = 0;
        int elsewhere = 0;
        for (int i = 0; i < 100; i++) {
            Comparison comparison = Comparison.verdicts(runs(random, 6, 0.05, 1), runs(random, 6, 0.05, 1.3));
            found += comparison.of(Verdict.REGRESSION).stream()
                    .anyMatch(one -> one.measure().equals(new Measure(Kind.LATENCY_P50, "buy", ""))) ? 1 : 0;
            elsewhere += comparison.of(Verdict.REGRESSION).stream().anyMatch(one -> !one.measure().label().equals("buy")) ? 1 : 0;
        }
        assertThat(found).as("seed %s", SEED).isGreaterThanOrEqualTo(95);
        assertThat(elsewhere).as("seed %s", SEED).isLessThanOrEqualTo(5);
    }

    @Test
    void theMinimalEffectIsSeenInAboutFourCasesOfFive() {
        Random random = new Random(SEED);
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            sum += Math.log1p(samples(random, 6, 0).minimalEffect());
        }
        double effect = sum / 200;
        int seen = 0;
        for (int i = 0; i < 2000; i++) {
            seen += samples(random, 6, effect).p() <= 0.05 ? 1 : 0;
        }
        assertThat(seen / 2000.0).as("seed %s", SEED).isBetween(0.70, 0.88);
    }

    private static Samples samples(Random random, int size, double effect) {
        return new Samples(random.doubles(size).map(x -> Math.exp(random.nextGaussian() * 0.1)).toArray(),
                random.doubles(size).map(x -> Math.exp(effect + random.nextGaussian() * 0.1)).toArray());
    }

    @Test
    void withOneRunEachTheNoiseIsUnknownHoweverLargeTheDifference() {
        Random random = new Random(SEED);
        Comparison comparison = Comparison.of(runs(random, 1, 0, 1), runs(random, 1, 0, 10));
        assertThat(comparison.knowsNoise()).isFalse();
        assertThat(comparison.differences()).isNotEmpty().allMatch(one -> one.verdict() == Verdict.NOISE_UNKNOWN);
        assertThat(comparison.caveats()).anyMatch(caveat -> caveat.kind().equals("noise-unknown"));
    }

    @Test
    void percentilesOfIntervalsAreResampledAndNothingElse() {
        Random random = new Random(SEED);
        Comparison several = Comparison.of(runs(random, 3, 0.1, 1), runs(random, 3, 0.1, 1), 7);
        assertThat(several.differences()).isNotEmpty().allSatisfy(one -> {
            boolean percentile = one.measure().kind() == Kind.LATENCY_P50 || one.measure().kind() == Kind.LATENCY_P99;
            assertThat(one.pooled().resampled()).as(one.measure().toString()).isEqualTo(percentile ? PooledChange.RUNS : "");
            assertThat(one.pooled().seed()).isEqualTo(percentile ? 7 : PooledChange.NONE.seed());
        });
        Comparison single = Comparison.of(runs(random, 1, 0.1, 1), runs(random, 1, 0.1, 1));
        assertThat(single.differences()).filteredOn(one -> one.measure().kind() == Kind.LATENCY_P99).hasSize(3)
                .allMatch(one -> one.pooled().resampled().equals(PooledChange.INTERVALS) && one.verdict() == Verdict.NOISE_UNKNOWN
                        && one.pooled().seed() == Comparison.SEED);
    }

    @Test
    void aLabelThatIsNotInAllRunsIsNotCompared() {
        Map<String, long[]> one = Map.of("a", new long[] {5});
        Map<String, long[]> two = Map.of("a", new long[] {5}, "b", new long[] {7});
        Comparison comparison = Comparison.of(List.of(RunFacts.of("1", SECOND, one), RunFacts.of("2", SECOND, two)),
                List.of(RunFacts.of("3", SECOND, two), RunFacts.of("4", SECOND, two)));
        assertThat(comparison.differences()).filteredOn(difference -> difference.measure().equals(new Measure(Kind.LATENCY_P50, "b", "")))
                .singleElement().matches(difference -> difference.verdict() == Verdict.NOT_COMPARABLE && difference.baseRuns() == 1);
        assertThat(comparison.caveats()).anyMatch(caveat -> caveat.kind().equals("labels-differ"));
    }
}
