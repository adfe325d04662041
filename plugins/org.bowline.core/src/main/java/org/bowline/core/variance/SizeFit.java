/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.Comparator;

import org.jspecify.annotations.Nullable;

/**
 * What remains of a {@link VarianceTree} at equal sizes of the intervals. Each part of an interval is fitted by a straight line over the size x (ordinary least squares), and what is left of it are its
 * residuals. Since these are linear in the part,
 *
 * <pre>Cov'(cᵢ, cⱼ) = Cov(cᵢ, cⱼ) − Cov(cᵢ, x) Cov(cⱼ, x) / Var(x)</pre>
 *
 * <p>the identity of the tree holds for the adjusted figures as well: Var'(A) = Σ Var'(cᵢ) + 2 Σ Cov'(cᵢ, cⱼ). A description of these intervals, not a forecast. Immutable.
 */
public final class SizeFit {
    /** A line goes through any two points. */
    public static final int FEWEST = 3;
    /** What is left of a variance by rounding alone is less than this part of it. */
    private static final double ROUNDING = 1e-12;

    private final VarianceTree tree;
    /** Largest distance of a size from the mean: sizes are divided by it, so that their squares do not overflow. */
    private final double scale;
    private final double meanSize;
    private final double sizeVariance;
    /** By part. */
    private final double[] withSize;

    private SizeFit(VarianceTree tree, double scale, double meanSize, double sizeVariance, double[] withSize) {
        this.tree = tree;
        this.scale = scale;
        this.meanSize = meanSize;
        this.sizeVariance = sizeVariance;
        this.withSize = withSize;
    }

    /** Adds up how the times of nodes go with the sizes, interval by interval. */
    static final class Sums {
        private final double[] distances;
        private final double[] products;
        private double mean;
        private double most;
        private int interval;

        /** Of intervals with these sizes, all finite, in order. */
        Sums(double[] sizes, int nodes) {
            distances = sizes.clone();
            products = new double[nodes];
            for (double size : sizes) {
                mean += size / sizes.length;
            }
            for (double size : sizes) {
                most = Math.max(most, Math.abs(size / 2 - mean / 2));
            }
            for (int i = 0; i < distances.length; i++) {
                distances[i] = most > 0 ? (sizes[i] / 2 - mean / 2) / most : 0;
            }
        }

        /** The next interval, with the time in each node, that of its callees included. */
        void add(long[] nanos) {
            double distance = distances[interval++];
            for (int node = 0; node < nanos.length; node++) {
                products[node] += distance * nanos[node];
            }
        }

        /** The fit; null if there are fewer than {@value SizeFit#FEWEST} intervals, or all have one size. */
        @Nullable
        SizeFit fit(VarianceTree tree) {
            double variance = 0;
            for (double distance : distances) {
                variance += distance * distance / distances.length;
            }
            if (distances.length < FEWEST || !(variance > 0)) {
                return null;
            }
            CallTree shape = tree.tree();
            int nodes = shape.nodeCount();
            double[] withSize = new double[2 * nodes];
            for (int node = 0; node < nodes; node++) {
                withSize[node] = products[node] / distances.length;
                withSize[nodes + node] += withSize[node];
                if (node > 0) {
                    withSize[nodes + shape.parent(node)] -= withSize[node];
                }
            }
            return new SizeFit(tree, 2 * most, mean, variance, withSize);
        }
    }

    /** Mean of the sizes. */
    public double meanSize() {
        return meanSize;
    }

    /** By how much longer an interval is for each 1 of size, ns. */
    public double nanosPerSize() {
        return withSize[0] / sizeVariance / scale;
    }

    /** Which part of the variance of the intervals goes with the size (r²): 0 … 1; NaN if they do not vary. */
    public double share() {
        double whole = tree.varianceNanos2(0);
        return whole > 0 ? Math.min(1, withSize[0] * withSize[0] / sizeVariance / whole) : Double.NaN;
    }

    /** What remains of the variance of the intervals, ns². */
    public double varianceNanos2() {
        return variance(0);
    }

    private double variance(int part) {
        double plain = tree.varianceNanos2(part);
        double left = plain - withSize[part] * withSize[part] / sizeVariance;
        return left > ROUNDING * plain ? left : 0;
    }

    private double covariance(Factor factor) {
        return factor.isPair() ? factor.covarianceNanos2() - withSize[factor.first()] * withSize[factor.second()] / sizeVariance
                : variance(factor.first());
    }

    /** What a factor adds to what remains of the variance of its caller, ns²: its adjusted variance, or twice the covariance. */
    public double contributionNanos2(Factor factor) {
        return factor.isPair() ? 2 * covariance(factor) : covariance(factor);
    }

    /** The same as a share of what remains of the variance of the intervals; NaN if nothing does. */
    public double share(Factor factor) {
        double whole = varianceNanos2();
        return whole > 0 ? contributionNanos2(factor) / whole : Double.NaN;
    }

    /** Specificity × adjusted variance, or covariance of a pair; ns². */
    public double score(Factor factor) {
        return factor.specificity() * covariance(factor);
    }

    /** By adjusted score, the largest first. */
    public Comparator<Factor> byScore() {
        return Comparator.comparingDouble(this::score).reversed().thenComparingInt(Factor::first).thenComparingInt(Factor::second);
    }
}
