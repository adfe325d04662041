/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;

/** Random trees and durations, from nanoseconds to hundreds of years. */
class VarianceRandomTest {
    private static final int ROUNDS = 2_000;

    /** Intervals of a call tree. */
    private record Sample(int[] parents, boolean[] measured, long[][] durationNanos) {
        static Sample of(Random random) {
            int nodes = 1 + random.nextInt(9);
            int intervals = 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 12);
            int[] parents = new int[nodes];
            boolean[] measured = new boolean[nodes];
            long[][] durations = new long[nodes][];
            long[] ranges = {1, 3, 1_000_000, 1_000_000_000_000L, 1_000_000_000_000_000_000L};
            int callee = random.nextInt(3);
            for (int node = 0; node < nodes; node++) {
                parents[node] = node == 0 ? CallTree.NONE : callee == 0 ? node - 1 : random.nextInt(node);
                measured[node] = node == 0 || measured[parents[node]] && random.nextInt(5) != 0;
                durations[node] = new long[measured[node] ? intervals : 0];
                long range = ranges[random.nextInt(ranges.length)];
                boolean constant = random.nextInt(6) == 0;
                long first = random.nextLong(range);
                for (int i = 0; i < durations[node].length; i++) {
                    durations[node][i] = constant ? first : random.nextInt(4) == 0 ? 0 : random.nextLong(range);
                }
            }
            for (int node = nodes - 1; node > 0; node--) {
                for (int i = 0; i < durations[node].length; i++) {
                    durations[parents[node]][i] = Math.addExact(durations[parents[node]][i], durations[node][i]);
                }
            }
            return new Sample(parents, measured, durations);
        }

        CallTree tree() {
            return CallTree.of(parents, measured);
        }

        VarianceTree variance() {
            return VarianceTree.of(tree(), durationNanos, Progress.NONE);
        }

        long[] interval(int i) {
            long[] row = new long[parents.length];
            for (int node = 0; node < row.length; node++) {
                row[node] = measured[node] ? durationNanos[node][i] : 0;
            }
            return row;
        }

        List<Integer> shuffledIntervals(Random random) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < durationNanos[0].length; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            return order;
        }
    }

    /** Whatever goes wrong in a round, the message tells its seed. */
    private static void eachRound(Consumer<Random> check) {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = Seeds.of(round);
            assertThatCode(() -> check.accept(new Random(seed))).as(Seeds.name(seed)).doesNotThrowAnyException();
        }
    }

    @Test
    void everyFigureIsTheDoubleNextToThatOfTheDefinition() {
        eachRound(random -> {
            Sample sample = Sample.of(random);
            VarianceTree actual = sample.variance();
            VarianceOracle oracle = new VarianceOracle(sample.parents, sample.measured, sample.durationNanos);
            assertThat(actual.factors()).isEqualTo(oracle.factors());
            for (Factor factor : actual.factors()) {
                int second = factor.isPair() ? factor.second() : factor.first();
                assertThat(actual.covarianceNanos2(second, factor.first())).isEqualTo(factor.covarianceNanos2());
                assertThat(actual.meanNanos(second)).isEqualTo(oracle.mean(second).doubleValue());
                if (!factor.isPair()) {
                    assertThat(actual.varianceNanos2(second)).isEqualTo(factor.covarianceNanos2());
                }
            }
        });
    }

    @Test
    void theVarianceOfANodeIsTheSumOfTheVariancesAndTwiceTheCovariancesOfItsParts() {
        eachRound(random -> {
            Sample sample = Sample.of(random);
            VarianceTree actual = sample.variance();
            CallTree tree = actual.tree();
            BigDecimal[] sums = new BigDecimal[tree.nodeCount()];
            double[] largest = new double[tree.nodeCount()];
            for (Factor factor : actual.factors()) {
                int caller = tree.isBody(factor.first()) ? tree.node(factor.first()) : tree.parent(factor.first());
                if (caller != CallTree.NONE) {
                    BigDecimal part = new BigDecimal(factor.contributionNanos2());
                    sums[caller] = sums[caller] == null ? part : sums[caller].add(part);
                    largest[caller] = Math.max(largest[caller], Math.abs(factor.contributionNanos2()));
                }
            }
            for (int node = 0; node < sums.length; node++) {
                if (sums[node] != null) {
                    assertThat(sums[node].doubleValue()).isCloseTo(actual.varianceNanos2(node),
                            Offset.offset(50 * Math.ulp(largest[node])));
                }
            }
        });
    }

    @Test
    void neitherTheOrderOfIntervalsNorTheirDistributionChangesABit() {
        eachRound(random -> {
            Sample sample = Sample.of(random);
            List<VarianceAccumulator> accumulators = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                accumulators.add(new VarianceAccumulator(sample.tree()));
            }
            for (int i : sample.shuffledIntervals(random)) {
                accumulators.get(random.nextInt(accumulators.size())).add(sample.interval(i));
            }
            while (accumulators.size() > 1) {
                VarianceAccumulator last = accumulators.remove(accumulators.size() - 1);
                accumulators.get(random.nextInt(accumulators.size())).merge(last);
            }
            VarianceTree merged = accumulators.get(0).result();
            VarianceTree once = sample.variance();
            assertThat(merged.count()).isEqualTo(once.count());
            assertThat(merged.factors()).isEqualTo(once.factors());
        });
    }
}
