/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.PooledChange;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.compare.Measure.Kind;

/** Simulated runs of which the truth is known. */
class ComparisonTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261121);
    private static final long SECOND = 1_000_000_000L;
    private static final int COMPARISONS = 160;

    /** One in twenty, and two and a half standard deviations of such a count. */
    private static final int MOST_ALARMS = (int) (COMPARISONS * Comparison.FALSE_ALARMS
            + 2.5 * Math.sqrt(COMPARISONS * Comparison.FALSE_ALARMS * (1 - Comparison.FALSE_ALARMS)));
    /** Causes of waits that do not differ either; half of them are not in every run. */
    private static final int CAUSES = 8;

    /** Runs whose requests share a wobble of the run, as caches and neighbours make it. */
    private static List<RunFacts> runs(Random random, int runs, double wobble, double factor) {
        return runs(random, runs, wobble, factor, 150, 0);
    }

    private static List<RunFacts> runs(Random random, int runs, double wobble, double factor, int intervals, int causes) {
        List<RunFacts> result = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            Map<String, long[]> lengths = new HashMap<>();
            for (String label : List.of("browse", "buy", "search")) {
                double ofRun = 2e6 * Math.exp(random.nextGaussian() * wobble) * (label.equals("buy") ? factor : 1);
                long[] values = new long[intervals + random.nextInt(Math.max(1, intervals / 8))];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Math.round(ofRun * Math.exp(random.nextGaussian() * 0.3));
                }
                lengths.put(label, values);
            }
            Map<String, Long> blocked = new HashMap<>();
            for (int cause = 0; cause < causes; cause++) {
                boolean there = cause % 2 == 0 || random.nextInt(3) > 0;
                blocked.put("cause " + cause, there ? Math.round(1e8 * Math.exp(random.nextGaussian() * wobble)) : 0);
            }
            result.add(RunFacts.of("run " + run, 10 * SECOND, lengths, blocked));
        }
        return result;
    }

    private static int alarms(int ofBase, int ofFresh, int intervals, int more) {
        Random random = new Random(SEED + ofBase);
        int alarms = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            Comparison comparison = Comparison.verdicts(runs(random, ofBase, 0.1, 1, intervals, CAUSES),
                    runs(random, ofFresh, 0.1, 1, more, CAUSES));
            assertThat(comparison.knowsNoise()).isTrue();
            alarms += comparison.differences().stream().filter(one -> one.measure().kind() != Kind.THROUGHPUT || intervals == more)
                    .allMatch(one -> one.verdict() == Verdict.WITHIN_NOISE || one.verdict() == Verdict.NOT_COMPARABLE) ? 0 : 1;
        }
        return alarms;
    }

    @Test
    void ofRunsThatDoNotDifferAtMostOneComparisonInTwentyReportsADifference() {
        int[][] sizes = {{2, 2}, {3, 3}, {5, 5}, {10, 10}, {2, 5}, {2, 10}, {10, 3}};
        for (int[] size : sizes) {
            assertThat(alarms(size[0], size[1], 150, 150)).as("of %s with %s and %s runs, seed %s", COMPARISONS, size[0], size[1], SEED)
                    .isLessThanOrEqualTo(MOST_ALARMS);
        }
    }

    /** Who is faster in the same time has more requests: the longest of them is not to tell a difference by itself. */
    @Test
    void moreIntervalsOfTheSameProgramAreNoDifferenceOfItsTail() {
        int[][] counts = {{20, 90}, {90, 101}};
        for (int[] count : counts) {
            assertThat(alarms(10, 10, count[0], count[1]))
                    .as("of %s with %s and %s intervals, seed %s", COMPARISONS, count[0], count[1], SEED)
                    .isLessThanOrEqualTo(MOST_ALARMS);
        }
    }

    @Test
    void theLongestOfFewIntervalsIsNotComparedWithTheLongestOfMany() {
        Random random = new Random(SEED);
        Comparison comparison = Comparison.verdicts(runs(random, 3, 0.1, 1, 20, 0), runs(random, 3, 0.1, 1, 90, 0));
        assertThat(comparison.of(Verdict.NOT_COMPARABLE)).hasSize(3).allMatch(one -> one.measure().kind() == Kind.LATENCY_P99);
        assertThat(comparison.caveats()).filteredOn(caveat -> caveat.kind().equals("few-intervals")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("'browse', 'buy', 'search'"));
        assertThat(Comparison.verdicts(runs(random, 3, 0.1, 1, 20, 0), runs(random, 3, 0.1, 1, 20, 0)).of(Verdict.NOT_COMPARABLE))
                .isEmpty();
    }

    @Test
    void oneRecordingThatCountsAsTwoRunsIsTold() {
        Random random = new Random(SEED);
        List<RunFacts> base = runs(random, 3, 0.1, 1);
        List<RunFacts> fresh = new ArrayList<>(runs(random, 2, 0.1, 1));
        assertThat(Comparison.verdicts(base, fresh).caveats()).noneMatch(caveat -> caveat.kind().equals(Comparison.COPY));
        fresh.add(base.get(1));
        assertThat(Comparison.verdicts(base, fresh).caveats()).filteredOn(caveat -> caveat.kind().equals(Comparison.COPY)).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains(": " + base.get(1).name() + " is in BASE and in NEW. "));
    }

    /** Also where requests were in flight when the recording stopped. */
    @Test
    void theLatencyOfARunIsThePercentileThatTheRunItselfStates() {
        RunFacts run = RunFacts.unfinished("run", 1_000_000_000, Map.of("buy", LongStream.rangeClosed(1, 100).map(i -> 1000 * i).toArray()),
                Map.of("buy", new long[] {99_500, 250_000}));
        for (Difference one : Comparison.of(List.of(run), List.of(run)).differences()) {
            if (one.measure().kind() == Kind.LATENCY_P50 || one.measure().kind() == Kind.LATENCY_P99) {
                long stated = run.latencies().get("buy").percentile(one.measure().kind() == Kind.LATENCY_P50 ? 50 : 99).nanos();
                assertThat(one.base()).as("%s", one.measure()).isCloseTo((double) stated, within(1e-6));
                assertThat(one.pooled().base()).as("%s", one.measure()).isEqualTo((double) stated);
            }
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
    void requestsThatDifferMoreWithTheSameMeanAreToldByTheirSpread() {
        Random random = new Random(SEED);
        Comparison comparison = Comparison.verdicts(spread(random, 0.1), spread(random, 0.5));
        assertThat(comparison.of(Verdict.REGRESSION)).extracting(one -> one.measure().kind())
                .contains(Kind.DEVIATION, Kind.VARIATION, Kind.VARIANCE).doesNotContain(Kind.LATENCY_P50);
        assertThat(comparison.differences()).filteredOn(one -> one.measure().kind() == Kind.VARIANCE).singleElement()
                .satisfies(one -> assertThat(one.change()).isBetween(15.0, 35.0));
        assertThat(Comparison.verdicts(spread(random, 0.1), spread(random, 0.1)).of(Verdict.REGRESSION)).isEmpty();
    }

    /** What is the same question in other units takes nothing from the others: p of three measures of one label is adjusted for two. */
    @Test
    void aVarianceIsJudgedAsItsDeviation() {
        Random random = new Random(SEED);
        List<Difference> told = Comparison.verdicts(spread(random, 0.1), spread(random, 0.12)).differences();
        Difference deviation = told.stream().filter(one -> one.measure().kind() == Kind.DEVIATION).findFirst().orElseThrow();
        Difference variance = told.stream().filter(one -> one.measure().kind() == Kind.VARIANCE).findFirst().orElseThrow();
        assertThat(variance.pAdjusted()).isEqualTo(deviation.pAdjusted());
        assertThat(variance.verdict()).isEqualTo(deviation.verdict());
        double least = told.stream().filter(one -> one.measure().kind() == Kind.DEVIATION || one.measure().kind() == Kind.VARIATION)
                .mapToDouble(Difference::p).min().orElseThrow();
        double adjusted = told.stream().filter(one -> one.measure().kind() == Kind.DEVIATION || one.measure().kind() == Kind.VARIATION)
                .mapToDouble(Difference::pAdjusted).min().orElseThrow();
        assertThat(adjusted).isCloseTo(2 * least, within(1e-12));
    }

    @Test
    void howMuchRequestsDifferIsNotComparedWhereSomeHang() {
        RunFacts whole = RunFacts.unfinished("whole", 1_000_000_000, Map.of("a", new long[] {1_000, 2_000, 3_000}), Map.of());
        RunFacts hangs = RunFacts.unfinished("hangs", 1_000_000_000, Map.of("a", new long[] {1_000, 2_000, 3_000}),
                Map.of("a", new long[] {900_000_000}));
        assertThat(Comparison.verdicts(List.of(whole), List.of(whole)).differences()).extracting(one -> one.measure().kind())
                .contains(Kind.DEVIATION);
        assertThat(Comparison.verdicts(List.of(hangs), List.of(hangs)).differences()).extracting(one -> one.measure().kind())
                .doesNotContain(Kind.DEVIATION, Kind.VARIATION, Kind.VARIANCE);
    }

    /** Runs of 200 requests of 1 ms on average that differ by up to a share of it. */
    private static List<RunFacts> spread(Random random, double most) {
        return java.util.stream.IntStream.range(0, 6).mapToObj(run -> RunFacts.unfinished("run " + run, 1_000_000_000,
                Map.of("a", LongStream.range(0, 200).map(i -> Math.round(1e6 * (1 + most * (2 * random.nextDouble() - 1)))).toArray()),
                Map.of())).toList();
    }

    /** The column mde: a change of this size, planted, is told in four cases of five, among all the measures that are looked at. */
    @Test
    void theMinimalEffectIsToldInAboutFourCasesOfFive() {
        Measure buying = new Measure(Kind.LATENCY_P50, "buy", "");
        for (int size : new int[] {3, 6}) {
            Random random = new Random(SEED);
            double sum = 0;
            for (int i = 0; i < 150; i++) {
                sum += Math.log1p(Comparison.verdicts(runs(random, size, 0.05, 1), runs(random, size, 0.05, 1)).differences().stream()
                        .filter(one -> one.measure().equals(buying)).findFirst().orElseThrow().minimalEffect());
            }
            double factor = Math.exp(sum / 150);
            int seen = 0;
            for (int i = 0; i < 240; i++) {
                Comparison comparison = Comparison.verdicts(runs(random, size, 0.05, 1), runs(random, size, 0.05, factor));
                seen += comparison.of(Verdict.REGRESSION).stream().anyMatch(one -> one.measure().equals(buying)) ? 1 : 0;
            }
            assertThat(seen / 240.0).as("%s runs each, factor %s, seed %s", size, factor, SEED).isBetween(0.70, 0.90);
        }
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

    private static List<RunFacts> hanging(int hang, long... lengths) {
        List<RunFacts> runs = new ArrayList<>();
        for (long length : lengths) {
            long[] ended = new long[100 - hang];
            java.util.Arrays.fill(ended, length);
            long[] open = new long[hang];
            java.util.Arrays.fill(open, 1000 * length);
            runs.add(RunFacts.unfinished("run " + length, SECOND, Map.of("a", ended), hang == 0 ? Map.of() : Map.of("a", open)));
        }
        return runs;
    }

    private static Verdict tail(Comparison comparison) {
        return comparison.differences().stream().filter(one -> one.measure().kind() == Kind.LATENCY_P99).findFirst().orElseThrow()
                .verdict();
    }

    @Test
    void ofRunsThatHangOnlyThatTheyAreLongerIsKnown() {
        List<RunFacts> fine = hanging(0, 100, 101, 102);
        List<RunFacts> hangs = hanging(20, 90, 91, 92);
        Comparison slower = Comparison.verdicts(fine, hangs);
        assertThat(tail(slower)).as("though those that ended took less").isEqualTo(Verdict.REGRESSION);
        assertThat(slower.caveats()).filteredOn(caveat -> caveat.kind().equals("interval-overdue")).singleElement()
                .matches(caveat -> caveat.count() == 60);
        assertThat(slower.caveats()).filteredOn(caveat -> caveat.kind().equals("interval-overdue")).singleElement()
                .matches(caveat -> caveat.text().contains("of 'a' 0 of 300 of BASE and 60 of 300 of NEW"));
        assertThat(slower.differences()).filteredOn(one -> one.measure().kind() == Kind.LATENCY_P99).singleElement()
                .matches(one -> one.bound() == Difference.Bound.NEW);
        assertThat(Comparison.missingOrHanging(fine, hangs)).containsExactly(Map.entry("a",
                "60 of 300 intervals of 'a' did not end in NEW, 0 of 300 in BASE; more than in any run of BASE in 3 of 3 runs of NEW"
                        + " (run 90, run 91, run 92)"));
        assertThat(tail(Comparison.verdicts(hangs, fine))).isEqualTo(Verdict.IMPROVEMENT);
        assertThat(Comparison.missingOrHanging(hangs, fine)).isEmpty();
        assertThat(tail(Comparison.verdicts(hangs, hanging(20, 9000, 9100, 9200)))).as("two lower bounds")
                .isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(tail(Comparison.verdicts(hanging(0, 900_000, 910_000, 920_000), hangs))).as("a lower bound that is less")
                .isEqualTo(Verdict.NOT_COMPARABLE);
    }

    @Test
    void aFewInFlightChangeNothing() {
        List<RunFacts> fine = hanging(0, 100, 101, 102);
        RunFacts one = RunFacts.unfinished("new", SECOND, Map.of("a", new long[] {100, 100, 103}), Map.of("a", new long[] {250}));
        Comparison comparison = Comparison.verdicts(fine, List.of(one, one));
        assertThat(comparison.caveats()).noneMatch(caveat -> caveat.kind().equals("interval-overdue"));
        assertThat(Comparison.missingOrHanging(fine, List.of(one))).isEmpty();
        RunFacts other = RunFacts.of("other", SECOND, Map.of("b", new long[] {1}));
        assertThat(Comparison.missingOrHanging(fine, List.of(other))).containsExactly(
                Map.entry("a", "no interval of 'a' is in 1 of 1 run of NEW (other), and all of BASE have some"));
    }

    @Test
    void aLabelThatIsNotInAllRunsIsNotCompared() {
        Map<String, long[]> one = Map.of("a", new long[] {5});
        Map<String, long[]> two = Map.of("a", new long[] {5}, "b", new long[] {7});
        Comparison comparison = Comparison.of(List.of(RunFacts.of("1", SECOND, one), RunFacts.of("2", SECOND, two)),
                List.of(RunFacts.of("3", SECOND, two), RunFacts.of("4", SECOND, two)));
        assertThat(comparison.differences()).filteredOn(difference -> difference.measure().equals(new Measure(Kind.LATENCY_P50, "b", "")))
                .singleElement().matches(difference -> difference.verdict() == Verdict.NOT_COMPARABLE && difference.baseRuns() == 1);
        assertThat(comparison.caveats()).filteredOn(caveat -> caveat.kind().equals("labels-differ")).singleElement()
                .matches(caveat -> caveat.text()
                        .equals("Intervals of 'b' are in 1 of 2 runs of BASE and in all 2 runs of NEW, so they are not compared."));
    }
}
