/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/**
 * Where a percentile lies among values in ascending order; every median and percentile of the product is one of these. The definition is number 8 of
 * Hyndman and Fan (Sample quantiles in statistical packages, The American Statistician 50, 1996): between neighbours in proportion, and unbiased in the
 * median whatever the distribution, so that it does not depend on how many values there are. Why this one: ADR 0092.
 *
 * @param below index of the value at or below it, from 0
 * @param part how far from that to the next one, from 0 (inclusive) to 1
 */
public record Quantile(int below, double part) {
    /** Of fewer values the 99th percentile is the largest. */
    public static final int FEWEST_FOR_P99 = 67;

    private static final org.apache.commons.statistics.descriptive.Quantile EIGHT = org.apache.commons.statistics.descriptive.Quantile
            .withDefaults().with(EstimationMethod.HF8);
    /** Whole percents of whole numbers lie on thirds of hundredths; what a computed place is off them is the error of floating point. */
    private static final long PLACES = 300;

    /**
     * The place of a percentile.
     *
     * @param count of how many values, at least one
     * @param percent from 0 to 100
     */
    public static Quantile at(int count, int percent) {
        long places = Math.round(PLACES * EIGHT.evaluate(count, index -> index, percent / 100.0));
        return new Quantile((int) (places / PLACES), places % PLACES / (double) PLACES);
    }

    /** A percentile of at least one value, rounded to the nearest whole number, halves up. */
    public static long of(long[] ascending, int percent) {
        Quantile place = at(ascending.length, percent);
        return place.between(ascending[place.below], ascending[place.above()]);
    }

    /** A percentile of at least one value. */
    public static double of(double[] ascending, int percent) {
        Quantile place = at(ascending.length, percent);
        double low = ascending[place.below];
        return low + place.part * (ascending[place.above()] - low);
    }

    /** Index of the value at or above it. */
    public int above() {
        return part == 0 ? below : below + 1;
    }

    /** The percentile, rounded to the nearest whole number, halves up, if these are the values at {@link #below} and {@link #above}. */
    public long between(long low, long high) {
        return low + Math.round(part * (high - low));
    }
}
