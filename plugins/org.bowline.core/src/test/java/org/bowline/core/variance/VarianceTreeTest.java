/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;

class VarianceTreeTest {
    private static final int NONE = CallTree.NONE;

    /** Golden test G4: root R calls A, A calls B and C, B calls D, which is not measured. */
    private static final class G4 {
        static final int R = 0;
        static final int A = 1;
        static final int B = 2;
        static final int C = 3;
        static final int D = 4;
        static final CallTree TREE = CallTree.of(new int[] {NONE, R, A, A, B}, new boolean[] {true, true, true, true, false});
        static final int BODY_OF_R = TREE.body(R);
        static final int BODY_OF_A = TREE.body(A);
        static final VarianceTree VARIANCE = of(TREE, new long[][] {{4, 7, 10}, {4, 7, 10}, {2, 4, 6}, {1, 1, 4}, {}});
    }

    private static VarianceTree of(CallTree tree, long[][] durationNanos) {
        return VarianceTree.of(tree, durationNanos, Progress.NONE);
    }

    @Test
    void theVariancesOfTheGoldenExampleAreExact() {
        VarianceTree g4 = G4.VARIANCE;
        assertThat(g4.count()).isEqualTo(3);
        assertThat(g4.varianceNanos2(G4.R)).isEqualTo(6.0);
        assertThat(g4.varianceNanos2(G4.A)).isEqualTo(6.0);
        assertThat(g4.varianceNanos2(G4.B)).isEqualTo(8.0 / 3);
        assertThat(g4.varianceNanos2(G4.C)).isEqualTo(2.0);
        assertThat(g4.varianceNanos2(G4.BODY_OF_A)).isEqualTo(2.0 / 3);
        assertThat(g4.varianceNanos2(G4.BODY_OF_R)).isZero();
        assertThat(g4.meanNanos(G4.A)).isEqualTo(7.0);
        assertThat(g4.meanNanos(G4.BODY_OF_A)).isEqualTo(1.0);
    }

    @Test
    void theCovariancesOfTheGoldenExampleAreExactAndNegativeOnesStay() {
        VarianceTree g4 = G4.VARIANCE;
        assertThat(g4.covarianceNanos2(G4.B, G4.C)).isEqualTo(2.0);
        assertThat(g4.covarianceNanos2(G4.BODY_OF_A, G4.B)).isEqualTo(-2.0 / 3);
        assertThat(g4.covarianceNanos2(G4.C, G4.BODY_OF_A)).isEqualTo(-1.0);
        assertThat(g4.covarianceNanos2(G4.C, G4.C)).isEqualTo(2.0);
    }

    @Test
    void theHeightsOfTheGoldenExampleCountTheCalleeThatIsNotMeasured() {
        assertThat(Stream.of(G4.R, G4.A, G4.B, G4.C, G4.D, G4.BODY_OF_A, G4.BODY_OF_R).map(G4.TREE::height)).containsExactly(3, 2, 1, 0,
                0, 0, 0);
    }

    @Test
    void theFactorsOfTheGoldenExampleAreInTheOrderOfTheirScores() {
        assertThat(G4.VARIANCE.factors()).containsExactly(
                new Factor(G4.C, NONE, 2, 0, 9, 18),
                new Factor(G4.B, NONE, 8.0 / 3, 1, 4, 32.0 / 3),
                new Factor(G4.B, G4.C, 2, 1, 4, 8),
                new Factor(G4.A, NONE, 6, 2, 1, 6),
                new Factor(G4.BODY_OF_A, NONE, 2.0 / 3, 0, 9, 6),
                new Factor(G4.R, NONE, 6, 3, 0, 0),
                new Factor(G4.A, G4.BODY_OF_R, 0, 2, 1, 0),
                new Factor(G4.BODY_OF_R, NONE, 0, 0, 9, 0),
                new Factor(G4.B, G4.BODY_OF_A, -2.0 / 3, 1, 4, -8.0 / 3),
                new Factor(G4.C, G4.BODY_OF_A, -1, 0, 9, -9));
    }

    @Test
    void theSharesOfTheGoldenExampleAddUpToOneBelowEachNode() {
        double sum = G4.VARIANCE.factors().stream().filter(factor -> factor.first() == G4.B || factor.first() == G4.C
                || factor.first() == G4.BODY_OF_A).mapToDouble(G4.VARIANCE::share).sum();
        assertThat(sum).isCloseTo(1, Offset.offset(1e-15));
        assertThat(G4.VARIANCE.share(G4.VARIANCE.factors().get(2))).isEqualTo(2.0 / 3);
    }

    @Test
    void theBodyOfAFunctionHoldsItsUnmeasuredCalleesAndTheirHeights() {
        // 0 calls 1 (measured) and 2 (not), 2 calls 3
        CallTree tree = CallTree.of(new int[] {NONE, 0, 0, 2}, new boolean[] {true, true, false, false});
        assertThat(tree.height(0)).isEqualTo(2);
        assertThat(tree.height(tree.body(0))).isEqualTo(2);
        assertThat(tree.height(tree.body(1))).isEqualTo(NONE);
        VarianceTree variance = of(tree, new long[][] {{5, 9}, {1, 1}, {}, {}});
        assertThat(variance.varianceNanos2(tree.body(0))).isEqualTo(4.0);
        assertThat(variance.varianceNanos2(2)).isNaN();
        assertThat(variance.factors()).extracting(Factor::first).doesNotContain(2, 3);
    }

    @Test
    void oneIntervalDoesNotVary() {
        VarianceTree variance = of(CallTree.of(NONE, 0), new long[][] {{1_000_000_000_000_000_000L}, {999_999_999_999_999_999L}});
        assertThat(variance.factors()).hasSize(4).extracting(Factor::covarianceNanos2).containsOnly(0.0);
        assertThat(variance.meanNanos(2)).isEqualTo(1.0);
        assertThat(variance.share(variance.factors().get(0))).isNaN();
    }

    /** What varies in one part varies back in the other: a share of nothing is not known, and is no infinite one. */
    @Test
    void noShareIsKnownOfIntervalsThatAreAllAsLongThoughTheirPartsAreNot() {
        CallTree tree = CallTree.of(new int[] {NONE, 0, 0}, new boolean[] {true, true, true});
        VarianceTree variance = of(tree, new long[][] {{4, 4, 4}, {1, 2, 3}, {3, 2, 1}});
        assertThat(variance.varianceNanos2(1)).isPositive();
        assertThat(variance.factors()).allSatisfy(factor -> assertThat(variance.share(factor)).isNaN());
    }

    @Test
    void constantsDoNotVaryHoweverLargeAndMany() {
        long[] root = new long[70_000];
        long[] callee = new long[70_000];
        Arrays.fill(root, Long.MAX_VALUE);
        Arrays.fill(callee, 1_000_000_000_000_000_003L);
        assertThat(of(CallTree.of(NONE, 0), new long[][] {root, callee}).factors()).extracting(Factor::score).containsOnly(0.0);
    }

    @Test
    void aNanosecondIsNotLostInThirtyYears() {
        long years = 1_000_000_000_000_000_000L;
        VarianceTree variance = of(CallTree.of(NONE, 0, 0),
                new long[][] {{8 * years, 8 * years + 1, 8 * years + 2}, {years, years + 1, years + 2}, {years + 2, years + 1, years}});
        assertThat(variance.varianceNanos2(0)).isEqualTo(2.0 / 3);
        assertThat(variance.varianceNanos2(1)).isEqualTo(2.0 / 3);
        assertThat(variance.covarianceNanos2(1, 2)).isEqualTo(-2.0 / 3);
        assertThat(variance.covarianceNanos2(1, variance.tree().body(0))).isEqualTo(2.0 / 3);
    }

    @Test
    void squaresOfTheLongestDurationsDoNotOverflow() {
        long[] root = new long[100_000];
        for (int i = 0; i < root.length; i += 2) {
            root[i] = Long.MAX_VALUE;
        }
        assertThat(of(CallTree.of(NONE), new long[][] {root}).varianceNanos2(0)).isEqualTo(Math.pow(2, 124));
    }

    @Test
    void aChainOfTwentyThousandCallsNeedsNoDeepStack() {
        int nodes = 20_000;
        int[] parents = new int[nodes];
        long[][] durations = new long[nodes][];
        for (int node = 0; node < nodes; node++) {
            parents[node] = node - 1;
            durations[node] = new long[] {nodes - node, 2L * (nodes - node)};
        }
        VarianceTree variance = of(CallTree.of(parents), durations);
        assertThat(variance.tree().height(0)).isEqualTo(nodes - 1);
        assertThat(variance.factors()).hasSize(1 + 3 * (nodes - 1));
        assertThat(variance.varianceNanos2(0)).isEqualTo(1e8);
    }

    @Test
    void anIntervalIsAddedWithoutAllocation() {
        VarianceAccumulator accumulator = new VarianceAccumulator(G4.TREE);
        long[] durations = {10, 10, 6, 4, 0};
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        accumulator.add(durations);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            accumulator.add(durations);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    @Test
    void calleesThatTakeLongerThanTheirCallerAreRefusedAndNothingIsAdded() {
        VarianceAccumulator accumulator = new VarianceAccumulator(CallTree.of(NONE, 0, 0));
        accumulator.add(new long[] {3, 1, 2});
        assertThatIllegalArgumentException().isThrownBy(() -> accumulator.add(new long[] {3, 2, 2}))
                .withMessageContaining("interval=1, caller=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> accumulator.add(new long[] {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE}))
                .withMessageContaining("callees take longer");
        accumulator.add(new long[] {3, 1, 2});
        assertThat(accumulator.count()).isEqualTo(2);
        assertThat(accumulator.result().varianceNanos2(0)).isZero();
    }

    @Test
    void durationsThatCannotBeAreRefused() {
        VarianceAccumulator accumulator = new VarianceAccumulator(G4.TREE);
        assertThatIllegalArgumentException().isThrownBy(() -> accumulator.add(new long[] {4, -1, 0, 0, 0})).withMessageContaining(
                "negative: interval=0, node=1, nanos=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> accumulator.add(new long[] {4, 4, 4, 0, 1})).withMessageContaining("node=4");
        assertThatIllegalArgumentException().isThrownBy(() -> accumulator.add(new long[] {4, 4, 4})).withMessageContaining("nodes=5");
        assertThat(accumulator.count()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> of(CallTree.of(NONE, 0), new long[][] {{1, 2}, {1}}))
                .withMessageContaining("node=1, durations=1, expected=2");
        assertThatIllegalArgumentException().isThrownBy(() -> of(CallTree.of(NONE, 0), new long[][] {{1, 2}}));
    }

    @Test
    void nothingIsSaidOfNoIntervals() {
        assertThatIllegalStateException().isThrownBy(() -> of(CallTree.of(NONE), new long[][] {{}})).withMessageContaining("no intervals");
    }

    @Test
    void whatIsNoCallTreeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> CallTree.of());
        assertThatIllegalArgumentException().isThrownBy(() -> CallTree.of(0));
        assertThatIllegalArgumentException().isThrownBy(() -> CallTree.of(NONE, 1)).withMessageContaining("node=1, parent=1");
        assertThatIllegalArgumentException().isThrownBy(() -> CallTree.of(NONE, NONE)).withMessageContaining("node=1, parent=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallTree.of(new int[] {NONE, 0, 1}, new boolean[] {true, false, true}))
                .withMessageContaining("node=2, parent=1");
        assertThatIllegalArgumentException().isThrownBy(() -> CallTree.of(new int[] {NONE}, new boolean[] {true, true}));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4})
    void covariancesAreOfSiblingsOnly(int other) {
        assertThatIllegalArgumentException().isThrownBy(() -> of(CallTree.of(NONE, 0, 1, 1), new long[][] {{1}, {1}, {1}, {0}})
                .covarianceNanos2(other == 4 ? 6 : 1, other)); // 6 is the body of a node without callees
    }

    @Test
    void accumulatorsOfDifferentTreesAreNotMerged() {
        VarianceAccumulator accumulator = new VarianceAccumulator(CallTree.of(NONE, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> accumulator.merge(new VarianceAccumulator(CallTree.of(NONE, 0, 0))));
    }

    @Test
    void itStopsWhenAsked() {
        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> VarianceTree.of(CallTree.of(NONE), new long[][] {{1}},
                new Progress() {
                    @Override
                    public void report(String task, double fraction) {
                        // nobody listens
                    }

                    @Override
                    public boolean isCancelled() {
                        return true;
                    }
                }));
    }
}
