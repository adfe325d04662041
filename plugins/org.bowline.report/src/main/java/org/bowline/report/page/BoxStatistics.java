/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.Latencies;

/**
 * What a box plot draws.
 *
 * @param points what is drawn as points, ascending
 * @param count of how many values
 * @param least the smallest value
 * @param low end of the lower whisker
 * @param lowerQuartile begin of the box
 * @param median the middle
 * @param upperQuartile end of the box
 * @param high end of the upper whisker
 * @param most the largest value
 */
record BoxStatistics(List<Double> points, long count, double least, double low, double lowerQuartile, double median, double upperQuartile,
        double high, double most) {
    /** Quartiles of fewer values would be invented. */
    static final int FEWEST_FOR_BOX = 3;
    /** More points than these would be a smear. */
    static final int MOST_POINTS = 40;
    private static final double WHISKER = 1.5;

    /**
     * Of a number per run: whiskers reach the outermost value within one and a half times the box's length of it (Tukey, Exploratory Data
     * Analysis, 1977), and every value is a point. O(n log n).
     *
     * @param all at least one number; what is none is left out
     */
    static BoxStatistics of(List<Double> all) {
        double[] sorted = all.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no value");
        }
        double lower = Quantile.of(sorted, 25);
        double upper = Quantile.of(sorted, 75);
        double reach = WHISKER * (upper - lower);
        // a quartile may lie beyond the last value within reach: a whisker never ends inside the box
        double low = Math.min(lower, Arrays.stream(sorted).filter(value -> value >= lower - reach).findFirst().orElse(lower));
        double high = Math.max(upper, Arrays.stream(sorted).filter(value -> value <= upper + reach).max().orElse(upper));
        return new BoxStatistics(Arrays.stream(sorted).boxed().toList(), sorted.length, sorted[0], low, lower, Quantile.of(sorted, 50),
                upper,
                high, sorted[sorted.length - 1]);
    }

    /**
     * Of all intervals of some runs together: whiskers reach from the 1st to the 99th percentile, for of thousands of latencies hundreds lie beyond one
     * and a half lengths of a box. Points are the medians of the runs, if there are several; of a single run its intervals, if they are few. O(n log n).
     *
     * @param runs the intervals of each run; at least one in all ended or is overdue
     */
    static BoxStatistics ofIntervals(List<Latencies> runs) {
        double[] sorted = runs.stream().flatMapToLong(run -> LongStream.of(run.endedAndOverdue())).sorted().asDoubleStream().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no interval");
        }
        List<Double> points = new ArrayList<>();
        if (runs.size() > 1) {
            runs.stream().filter(run -> run.endedOrOverdue() > 0).forEach(run -> points.add((double) run.median().nanos()));
        } else if (sorted.length <= MOST_POINTS) {
            Arrays.stream(sorted).forEach(points::add);
        }
        points.sort(null);
        Latencies all = Latencies.together(runs);
        double[] at = IntStream.of(1, 25, 50, 75, 99).mapToDouble(percent -> (double) all.percentile(percent).nanos()).toArray();
        return new BoxStatistics(points, sorted.length, sorted[0], at[0], at[1], at[2], at[3], at[4],
                Math.max(at[4], sorted[sorted.length - 1]));
    }

    /** Whether there are enough values for quartiles. */
    boolean hasBox() {
        return count >= FEWEST_FOR_BOX;
    }
}
