/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.List;

/**
 * A build under a load at one number of clients. Fractions are not numbers where there is none.
 *
 * @param load the sort of load; empty if there is but one
 * @param build what ran
 * @param clients how many asked at once
 * @param values the throughput of each run, per second
 * @param throughput their geometric mean
 * @param low lower end of its confidence interval
 * @param high upper end
 * @param change against the base, as a part of it
 * @param changeLow lower end of its confidence interval
 * @param changeHigh upper end
 * @param minimalEffect the smallest change that would be seen
 * @param pAdjusted p for all levels that are compared
 * @param shareOfPeak the mean as a share of the build's highest
 * @param state what the build does there
 * @param verdict what can be said of the change; empty of the base
 * @param p50Nanos mean of the runs' median latencies
 * @param p99Nanos the same of the 99th percentiles
 */
public record SweepRow(String load, String build, long clients, List<Double> values, double throughput, double low, double high,
        double change, double changeLow, double changeHigh, double minimalEffect, double pAdjusted, double shareOfPeak, String state,
        String verdict, double p50Nanos, double p99Nanos) {
    /** Copies the list. */
    public SweepRow {
        values = List.copyOf(values);
    }

    /** Whether the build has fallen there below its own peak. */
    public boolean isFallen() {
        return state.equals("fallen");
    }
}
