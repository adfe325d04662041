/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * What became of a measure between two sets of runs. Fractions are not numbers where there is none.
 *
 * @param measure which sort of measure
 * @param label the sort of interval; empty if it is not of intervals
 * @param subject the cause, part or knot; empty if the label says it all
 * @param unit of base and new
 * @param verdict what can be said
 * @param baseRuns runs of BASE that have it
 * @param newRuns runs of NEW that have it
 * @param base mean of BASE
 * @param fresh mean of NEW
 * @param change as a part of base
 * @param changeLow lower end of its confidence interval
 * @param changeHigh upper end
 * @param minimalEffect the smallest change that would be seen
 * @param effect difference in standard deviations of runs
 * @param p of Welch's test
 * @param pRanks of the test of Mann and Whitney
 * @param pAdjusted p for all measures of the family
 * @param pooled the same of all intervals together, resampled
 * @param atLeast which of base and new are lower bounds, as intervals hang: {@code base}, {@code new}, {@code both}, or empty
 */
public record CompareRow(String measure, String label, String subject, String unit, String verdict, long baseRuns, long newRuns,
        double base, double fresh, double change, double changeLow, double changeHigh, double minimalEffect, double effect, double p,
        double pRanks, double pAdjusted, PooledChange pooled, String atLeast) {
    private static final String BOTH = "both";

    /** Of which nothing is a lower bound. */
    public CompareRow(String measure, String label, String subject, String unit, String verdict, long baseRuns, long newRuns,
            double base, double fresh, double change, double changeLow, double changeHigh, double minimalEffect, double effect, double p,
            double pRanks, double pAdjusted, PooledChange pooled) {
        this(measure, label, subject, unit, verdict, baseRuns, newRuns, base, fresh, change, changeLow, changeHigh, minimalEffect, effect,
                p, pRanks,
                pAdjusted, pooled, "");
    }

    /** Whether the mean of BASE is only known to be at least so long. */
    public boolean isBaseAtLeast() {
        return atLeast.equals("base") || atLeast.equals(BOTH);
    }

    /** Whether the mean of NEW is. */
    public boolean isNewAtLeast() {
        return atLeast.equals("new") || atLeast.equals(BOTH);
    }
}
