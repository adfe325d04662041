/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.Arrays;
import java.util.List;

/**
 * What a box plot draws. Quartiles lie between neighbours in proportion (Hyndman and Fan, Sample quantiles in statistical packages, The American
 * Statistician 50, 1996, type 7: that of R, NumPy and spreadsheets); whiskers reach the outermost value within one and a half times the box's
 * length of it (Tukey, Exploratory Data Analysis, 1977).
 *
 * @param values all, ascending; at least one
 * @param low end of the lower whisker
 * @param lowerQuartile begin of the box
 * @param median the middle
 * @param upperQuartile end of the box
 * @param high end of the upper whisker
 */
record BoxStatistics(List<Double> values, double low, double lowerQuartile, double median, double upperQuartile, double high) {
    /** Quartiles of fewer values would be invented. */
    static final int FEWEST_FOR_BOX = 3;
    private static final double WHISKER = 1.5;

    /** Of at least one number; those that are none are left out. O(n log n). */
    static BoxStatistics of(List<Double> all) {
        double[] sorted = all.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no value");
        }
        double lower = quantile(sorted, 0.25);
        double upper = quantile(sorted, 0.75);
        double reach = WHISKER * (upper - lower);
        // a quartile may lie beyond the last value within reach: a whisker never ends inside the box
        double low = Math.min(lower, Arrays.stream(sorted).filter(value -> value >= lower - reach).findFirst().orElse(lower));
        double high = Math.max(upper, Arrays.stream(sorted).filter(value -> value <= upper + reach).max().orElse(upper));
        return new BoxStatistics(Arrays.stream(sorted).boxed().toList(), low, lower, quantile(sorted, 0.5), upper, high);
    }

    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        double next = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (at - below) * (next - sorted[below]);
    }

    /** Whether there are enough values for quartiles. */
    boolean hasBox() {
        return values.size() >= FEWEST_FOR_BOX;
    }

    double least() {
        return values.get(0);
    }

    double most() {
        return values.get(values.size() - 1);
    }
}
