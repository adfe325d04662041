/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.progress.Progress;

/**
 * The variance of the durations of n intervals, split along their {@link CallTree}. For a node A with the parts c₀ (its body), c₁ …
 * (measured callees)
 *
 * <pre>Var(A) = Σ Var(cᵢ) + 2 Σ Cov(cᵢ, cⱼ), i &lt; j</pre>
 *
 * <p>holds exactly before rounding, and is checked; each figure given out is the double next to its exact value. Variances and covariances
 * are those of the population (divided by n). Immutable; safe for many readers.
 */
public final class VarianceTree {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final CallTree tree;
    private final long count;
    /** By part, as are the variances; NaN for parts that are not there. */
    private final double[] means;
    private final double[] variances;
    /** By node: pairs (1,0), (2,0), (2,1) … of its measured callees, then its body. */
    private final double[][] covariances;
    /** By part: its place among the parts of its caller. */
    private final int[] places;
    private final List<Factor> factors;

    /** The moments by node: those of its measured callees, then its body, if it has any measured callees. */
    VarianceTree(CallTree tree, CoMoments root, CoMoments[] moments) {
        this.tree = tree;
        count = root.count();
        int nodes = tree.nodeCount();
        means = new double[2 * nodes];
        variances = new double[2 * nodes];
        Arrays.fill(means, Double.NaN);
        Arrays.fill(variances, Double.NaN);
        covariances = new double[nodes][];
        places = new int[2 * nodes];
        factors = List.of(new Split(root, moments).factors());
    }

    /**
     * The variance tree of some intervals.
     *
     * @param tree who calls whom
     * @param durationNanos by node and interval: the time in the node, that of its callees included, 0 if it was not called; an empty array
     *            for a node that is not measured
     * @param progress polled every 2^16 intervals
     * @throws IllegalArgumentException if the arrays do not fit the tree or each other, or a duration is not possible
     * @throws IllegalStateException if there are no intervals
     */
    public static VarianceTree of(CallTree tree, long[][] durationNanos, Progress progress) {
        int nodes = tree.nodeCount();
        if (durationNanos.length != nodes) {
            throw new IllegalArgumentException(
                    "each node has an array of durations: arrays=" + durationNanos.length + ", nodes=" + nodes);
        }
        int intervals = durationNanos[0].length;
        for (int node = 0; node < nodes; node++) {
            int expected = tree.isMeasured(node) ? intervals : 0;
            if (durationNanos[node].length != expected) {
                throw new IllegalArgumentException("each measured node has a duration for each interval, others have none: node=" + node
                        + ", durations=" + durationNanos[node].length + ", expected=" + expected);
            }
        }
        VarianceAccumulator accumulator = new VarianceAccumulator(tree);
        long[] row = new long[nodes];
        for (int interval = 0; interval < intervals; interval++) {
            if ((interval & POLL_MASK) == 0) {
                progress.check();
            }
            for (int node = 0; node < nodes; node++) {
                if (tree.isMeasured(node)) {
                    row[node] = durationNanos[node][interval];
                }
            }
            accumulator.add(row);
        }
        return accumulator.result();
    }

    /** Who calls whom. */
    public CallTree tree() {
        return tree;
    }

    /** Number of intervals, 1 or more. */
    public long count() {
        return count;
    }

    /** The mean time in a part, in ns; NaN for a part that is not there or not measured. */
    public double meanNanos(int part) {
        return means[part];
    }

    /** The variance of the time in a part, in ns²; NaN for a part that is not there or not measured. */
    public double varianceNanos2(int part) {
        return variances[part];
    }

    /**
     * The covariance of the times in two parts of the same caller, in ns²; of a part with itself, its variance.
     *
     * @throws IllegalArgumentException if the parts are not siblings, or one is not there or not measured
     */
    public double covarianceNanos2(int part, int other) {
        if (Double.isNaN(variances[part]) || Double.isNaN(variances[other]) || caller(part) != caller(other)) {
            throw new IllegalArgumentException("covariances are known of siblings only: parts=" + part + ", " + other);
        }
        if (part == other) {
            return variances[part];
        }
        int larger = Math.max(places[part], places[other]);
        return covariances[caller(part)][larger * (larger - 1) / 2 + Math.min(places[part], places[other])];
    }

    private int caller(int part) {
        return tree.isBody(part) ? tree.node(part) : tree.parent(part);
    }

    /** All factors: every measured node, every body, every pair of siblings; the largest score first. */
    public List<Factor> factors() {
        return factors;
    }

    /**
     * The contribution of a factor as a share of the variance of the intervals. Negative for negative covariances; may be more than 1; those
     * of the parts of one node add up to that of the node. NaN if the intervals do not vary.
     */
    public double share(Factor factor) {
        return variances[0] > 0 ? factor.contributionNanos2() / variances[0] : Double.NaN;
    }

    /** Makes figures and factors of exact sums. */
    private final class Split {
        private final CoMoments root;
        private final CoMoments[] moments;
        private final BigInteger countNumber = BigInteger.valueOf(count);
        private final BigInteger countSquared = countNumber.multiply(countNumber);
        private Factor[] found = new Factor[64];
        private int size;

        Split(CoMoments root, CoMoments[] moments) {
            this.root = root;
            this.moments = moments;
        }

        Factor[] factors() {
            BigInteger[] scaledVariances = new BigInteger[tree.nodeCount()];
            scaledVariances[0] = root.scaledCovariance(0, 0);
            single(0, root.sum(0), scaledVariances[0]);
            // callers come before their callees
            for (int node = 0; node < tree.nodeCount(); node++) {
                if (tree.calleeCount(node) > 0) {
                    BigInteger sum = parts(node, scaledVariances);
                    if (!sum.equals(scaledVariances[node])) {
                        throw new IllegalStateException(
                                "the parts of a variance do not add up to it: node=" + node + ", intervals=" + count);
                    }
                }
            }
            Factor[] result = Arrays.copyOf(found, size);
            Arrays.sort(result, Factor.BY_SCORE);
            return result;
        }

        /** Adds the factors below a node; returns the sum of their contributions, times n². */
        private BigInteger parts(int node, BigInteger[] scaledVariances) {
            CoMoments ofNode = moments[node];
            int callees = tree.calleeCount(node);
            double[] pairs = new double[callees * (callees + 1) / 2];
            covariances[node] = pairs;
            BigInteger sum = BigInteger.ZERO;
            for (int i = 0, at = 0; i <= callees; i++) {
                int part = part(node, i);
                places[part] = i;
                BigInteger variance = ofNode.scaledCovariance(i, i);
                if (i < callees) {
                    scaledVariances[part] = variance;
                }
                single(part, ofNode.sum(i), variance);
                sum = sum.add(variance);
                for (int j = 0; j < i; j++, at++) {
                    BigInteger covariance = ofNode.scaledCovariance(i, j);
                    pairs[at] = CoMoments.quotient(covariance, countSquared);
                    BigInteger twice = covariance.shiftLeft(1);
                    int other = part(node, j);
                    add(other, part, pairs[at], Math.max(tree.height(part), tree.height(other)), covariance);
                    sum = sum.add(twice);
                }
            }
            return sum;
        }

        private int part(int node, int place) {
            return place == tree.calleeCount(node) ? tree.body(node) : tree.callee(node, place);
        }

        private void single(int part, BigInteger sum, BigInteger scaledVariance) {
            means[part] = CoMoments.quotient(sum, countNumber);
            variances[part] = CoMoments.quotient(scaledVariance, countSquared);
            add(part, CallTree.NONE, variances[part], tree.height(part), scaledVariance);
        }

        private void add(int first, int second, double covariance, int height, BigInteger scaledCovariance) {
            long specificity = tree.specificity(height);
            double score = CoMoments.quotient(scaledCovariance.multiply(BigInteger.valueOf(specificity)), countSquared);
            if (size == found.length) {
                found = Arrays.copyOf(found, size + (size >> 1));
            }
            found[size++] = new Factor(first, second, covariance, height, specificity, score);
        }
    }
}
