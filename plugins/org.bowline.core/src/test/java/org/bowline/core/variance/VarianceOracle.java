/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Variance decomposition by its definition: two passes, big numbers, chains of calls walked up one by one. Slow and obvious. */
final class VarianceOracle {
    private static final MathContext DIGITS = new MathContext(200);

    private final int[] parents;
    private final boolean[] measured;
    /** By part and interval; empty for parts that are not there. */
    private final long[][] times;
    private final int intervals;

    VarianceOracle(int[] parents, boolean[] measured, long[][] durationNanos) {
        this.parents = parents;
        this.measured = measured;
        intervals = durationNanos[0].length;
        int nodes = parents.length;
        times = new long[2 * nodes][];
        for (int node = 0; node < nodes; node++) {
            times[node] = durationNanos[node];
            List<Integer> callees = measuredCallees(node);
            times[nodes + node] = callees.isEmpty() ? new long[0] : durationNanos[node].clone();
            for (int callee : callees) {
                for (int i = 0; i < intervals; i++) {
                    times[nodes + node][i] -= durationNanos[callee][i];
                }
            }
        }
    }

    private List<Integer> measuredCallees(int node) {
        List<Integer> callees = new ArrayList<>();
        for (int callee = 1; callee < parents.length; callee++) {
            if (parents[callee] == node && measured[callee]) {
                callees.add(callee);
            }
        }
        return callees;
    }

    int height(int part) {
        int height = 0;
        for (int leaf = 0; leaf < parents.length; leaf++) {
            int calls = 0;
            for (int node = leaf; node > 0; node = parents[node]) {
                if (node == part) {
                    height = Math.max(height, calls);
                }
                calls++;
                if (parents[node] + parents.length == part && !measured[node]) {
                    height = Math.max(height, calls);
                }
            }
            if (part == 0) {
                height = Math.max(height, calls);
            }
        }
        return height;
    }

    BigDecimal mean(int part) {
        BigDecimal sum = BigDecimal.ZERO;
        for (long time : times[part]) {
            sum = sum.add(BigDecimal.valueOf(time));
        }
        return sum.divide(BigDecimal.valueOf(intervals), DIGITS);
    }

    /** Rounded to 100 digits, far below a nanosecond², so that what is 0 is 0. */
    BigDecimal covariance(int part, int other) {
        BigDecimal mean = mean(part);
        BigDecimal otherMean = mean(other);
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < intervals; i++) {
            sum = sum.add(
                    BigDecimal.valueOf(times[part][i]).subtract(mean).multiply(BigDecimal.valueOf(times[other][i]).subtract(otherMean)));
        }
        return sum.divide(BigDecimal.valueOf(intervals), DIGITS).setScale(100, RoundingMode.HALF_EVEN);
    }

    List<Factor> factors() {
        List<Factor> factors = new ArrayList<>();
        factors.add(factor(0, CallTree.NONE));
        for (int node = 0; node < parents.length; node++) {
            List<Integer> parts = measuredCallees(node);
            if (parts.isEmpty()) {
                continue;
            }
            parts.add(parents.length + node);
            for (int part : parts) {
                factors.add(factor(part, CallTree.NONE));
                for (int other : parts) {
                    if (part < other) {
                        factors.add(factor(part, other));
                    }
                }
            }
        }
        factors.sort(Comparator.comparing((Factor factor) -> -factor.score()).thenComparing(Factor::first).thenComparing(Factor::second));
        return factors;
    }

    private Factor factor(int first, int second) {
        boolean pair = second != CallTree.NONE;
        BigDecimal covariance = covariance(first, pair ? second : first);
        int height = Math.max(height(first), pair ? height(second) : 0);
        long specificity = (long) Math.pow(height(0) - height, 2);
        return new Factor(first, second, covariance.doubleValue(), height, specificity,
                covariance.multiply(BigDecimal.valueOf(specificity)).doubleValue());
    }
}
