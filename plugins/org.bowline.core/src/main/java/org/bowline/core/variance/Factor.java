/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.Comparator;

/**
 * A part of the variance: a function or body that varies, or two siblings that vary together.
 *
 * @param first the part (see {@link CallTree}), or the smaller of two
 * @param second the larger of two parts of the same caller, or {@link CallTree#NONE}
 * @param covarianceNanos2 their covariance in ns², which may be negative, or the variance of the only part
 * @param height calls in the longest chain below the part; of two parts the larger height
 * @param specificity (height of the root − height)²
 * @param score specificity × variance, or covariance of a pair
 */
public record Factor(int first, int second, double covarianceNanos2, int height, long specificity, double score) {
    /** By score, the largest first; equal ones by their parts, so that the order is always the same. */
    static final Comparator<Factor> BY_SCORE = Comparator.comparingDouble(Factor::score).reversed().thenComparingInt(Factor::first)
            .thenComparingInt(Factor::second);

    /** Whether it is a covariance. */
    public boolean isPair() {
        return second != CallTree.NONE;
    }

    /** What it adds to the variance of the caller, in ns²: the variance, or twice the covariance. */
    public double contributionNanos2() {
        return isPair() ? 2 * covarianceNanos2 : covarianceNanos2;
    }
}
