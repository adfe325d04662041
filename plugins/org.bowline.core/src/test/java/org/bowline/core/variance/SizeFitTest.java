/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

/** What is left of a variance at equal sizes. */
class SizeFitTest {
    private static final CallTree TREE = CallTree.of(new int[] {CallTree.NONE, 0, 0, 1});

    private record Fitted(VarianceTree tree, @Nullable SizeFit size) {}

    /** By interval: the time of each node, that of its callees included. */
    private static Fitted fit(long[][] nanos, double... sizes) {
        VarianceAccumulator accumulator = new VarianceAccumulator(TREE);
        SizeFit.Sums sums = new SizeFit.Sums(sizes, TREE.nodeCount());
        for (long[] one : nanos) {
            accumulator.add(one);
            sums.add(one);
        }
        VarianceTree tree = accumulator.result();
        return new Fitted(tree, sums.fit(tree));
    }

    private static SizeFit fitted(long[][] nanos, double... sizes) {
        SizeFit fit = fit(nanos, sizes).size();
        assertThat(fit).isNotNull();
        return fit;
    }

    @Test
    void whatGoesWithTheSizeIsTakenOff() {
        // node 1 takes 10 ns for each 1 of size; node 2 does not depend on it
        SizeFit fit = fitted(new long[][] {{110, 10, 100, 0}, {220, 20, 200, 0}, {230, 30, 200, 0}, {140, 40, 100, 0}}, 1, 2, 3, 4);
        assertThat(fit.nanosPerSize()).isCloseTo(10, within(1e-9));
        assertThat(fit.meanSize()).isEqualTo(2.5);
        assertThat(fit.varianceNanos2()).isCloseTo(2500, within(1e-9));
        assertThat(fit.share()).isCloseTo(125.0 / 2625, within(1e-12));
    }

    @Test
    void nothingIsLeftWhereTheSizeExplainsAll() {
        Fitted of = fit(new long[][] {{1_000_000_007, 0, 0, 0}, {2_000_000_014, 0, 0, 0}, {4_000_000_028L, 0, 0, 0}}, 1e300, 2e300, 4e300);
        SizeFit fit = of.size();
        assertThat(fit).isNotNull();
        assertThat(fit.share()).isCloseTo(1, within(1e-15));
        assertThat(fit.varianceNanos2()).isZero();
        assertThat(fit.share(of.tree().factors().get(0))).as("a share of nothing").isNaN();
    }

    @Test
    void equalSizesAndTooFewIntervalsAdjustNothing() {
        long[][] three = {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}};
        assertThat(fit(three, 7, 7, 7).size()).isNull();
        assertThat(fit(new long[][] {{1, 0, 0, 0}, {2, 0, 0, 0}}, 1, 2).size()).as("a line goes through any two points").isNull();
        assertThat(fit(three, 7, 7, 8).size()).isNotNull();
    }

    @Test
    void intervalsThatDoNotVaryHaveNoShare() {
        SizeFit fit = fitted(new long[][] {{5, 0, 0, 0}, {5, 0, 0, 0}, {5, 0, 0, 0}}, 1, 2, 3);
        assertThat(fit.share()).isNaN();
        assertThat(fit.varianceNanos2()).isZero();
    }

    /** Each part is fitted by itself, and the variances and covariances of the residuals are taken: slow, and another way. */
    @Test
    void figuresAreThoseOfTheResidualsOnRandomIntervals() {
        for (int round = 0; round < 200; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int count = 3 + random.nextInt(40);
            long[][] nanos = new long[count][];
            double[] sizes = new double[count];
            double unit = Math.pow(10, random.nextInt(12) - 6);
            for (int i = 0; i < count; i++) {
                sizes[i] = unit * (random.nextInt(1000) - 300);
                long deep = random.nextInt(1_000_000);
                long first = deep + random.nextInt(1000);
                long second = Math.max(0, (long) (sizes[i] / unit * 700)) + random.nextInt(50_000);
                nanos[i] = new long[] {first + second + random.nextInt(10_000), first, second, deep};
            }
            Fitted of = fit(nanos, sizes);
            if (of.size() == null) {
                continue;
            }
            double sum = 0;
            for (Factor factor : of.tree().factors()) {
                double[] first = residuals(part(nanos, factor.first()), sizes);
                double[] second = factor.isPair() ? residuals(part(nanos, factor.second()), sizes) : first;
                double expected = covariance(first, second) * (factor.isPair() ? 2 : 1);
                double slack = 1e-9 * of.tree().varianceNanos2(0);
                assertThat(of.size().contributionNanos2(factor)).as("%s of seed %d", factor, seed).isCloseTo(expected, within(slack));
                boolean ofRoot = factor.first() != 0 && (factor.first() == 1 || factor.first() == 2 || factor.first() == TREE.body(0));
                sum += ofRoot ? of.size().contributionNanos2(factor) : 0;
            }
            assertThat(sum).as("the parts of the interval add up").isCloseTo(of.size().varianceNanos2(),
                    within(1e-9 * of.tree().varianceNanos2(0)));
        }
    }

    private static double[] part(long[][] nanos, int part) {
        double[] values = new double[nanos.length];
        for (int i = 0; i < values.length; i++) {
            int node = TREE.node(part);
            values[i] = nanos[i][node];
            for (int child = 1; TREE.isBody(part) && child < TREE.nodeCount(); child++) {
                values[i] -= TREE.parent(child) == node ? nanos[i][child] : 0;
            }
        }
        return values;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double covariance(double[] first, double[] second) {
        double sum = 0;
        double a = mean(first);
        double b = mean(second);
        for (int i = 0; i < first.length; i++) {
            sum += (first[i] - a) * (second[i] - b);
        }
        return sum / first.length;
    }

    private static double[] residuals(double[] values, double[] sizes) {
        double slope = covariance(values, sizes) / covariance(sizes, sizes);
        double a = mean(values);
        double b = mean(sizes);
        double[] left = new double[values.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = values[i] - a - slope * (sizes[i] - b);
        }
        return left;
    }
}
