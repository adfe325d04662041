/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A percentile of all intervals of a set of runs together, of BASE and of NEW, and how far it may be off.
 *
 * @param baseIntervals how many BASE has; {@link Rows#ABSENT} if the measure is not of intervals
 * @param newIntervals how many NEW has, likewise
 * @param base the percentile of BASE, ns; not a number if there is no interval
 * @param fresh the percentile of NEW, likewise
 * @param low lower end of the change's confidence interval, as a part of base; not a number if there is none
 * @param high upper end
 * @param resampled what was drawn again for it: {@link #RUNS}, {@link #INTERVALS}, or empty if there is no interval
 * @param seed of the draws; {@link Rows#ABSENT} if there were none
 */
public record PooledChange(long baseIntervals, long newIntervals, double base, double fresh, double low, double high, String resampled,
        long seed) {
    /** Runs were drawn: the interval is of what such runs would give. */
    public static final String RUNS = "runs";
    /** Intervals were drawn, as if they were independent: the interval is of these runs alone. */
    public static final String INTERVALS = "intervals";
    /** Of a measure that is not a percentile of intervals. */
    public static final PooledChange NONE = new PooledChange(Rows.ABSENT, Rows.ABSENT, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
            "",
            Rows.ABSENT);

    /** The change, as a part of base; not a number if base is 0 or there is none. */
    public double change() {
        return base == 0 ? Double.NaN : fresh / base - 1;
    }

    /** Whether there is a confidence interval. */
    public boolean hasInterval() {
        return !resampled.isEmpty();
    }
}
