/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.List;
import java.util.Locale;

import org.bowline.runs.compare.Difference.Verdict;

/**
 * A build under a load at one number of clients.
 *
 * @param load the sort of load; empty if there is but one
 * @param build what ran
 * @param clients how many asked at once
 * @param runs its runs, at least one
 * @param throughput their geometric mean
 * @param low lower end of its 95 % confidence interval; not a number with fewer than two runs
 * @param high upper end
 * @param shareOfPeak the mean as a share of the build's highest, 0 to 1
 * @param state what the build does there
 * @param change against the base at the same level, as a part of the base; not a number of the base itself, or if it has no run there
 * @param changeLow lower end of its 95 % confidence interval; not a number with fewer than two runs of each
 * @param changeHigh upper end
 * @param minimalEffect the smallest change that would be told in 80 % of cases; not a number likewise
 * @param p two-sided, by whichever of two tests sees more ({@link Change}); not a number where nothing is compared
 * @param pAdjusted p after Holm, for all levels that are compared; the verdict rests on it
 * @param verdict what can be said of the change; none of the base
 * @param p50Nanos mean of the runs' median latencies, ns; not a number if no run has one
 * @param p99Nanos the same of the 99th percentiles
 */
public record Level(String load, String build, long clients, List<SweepRun> runs, double throughput, double low, double high,
        double shareOfPeak, State state, double change, double changeLow, double changeHigh, double minimalEffect, double p,
        double pAdjusted, Verdict verdict, double p50Nanos, double p99Nanos) {
    /** What a build does at a level. */
    public enum State {
        /** More clients bring more: some higher level has a noticeably higher throughput, or there is none higher and the one below is lower. */
        SCALING,
        /** More clients bring no more. */
        SATURATED,
        /** The throughput is far below the build's own peak at fewer clients. */
        FALLEN,
        /** The build has one level only. */
        UNKNOWN;

        /** As written in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the list. */
    public Level {
        runs = List.copyOf(runs);
    }

    Level in(State where, double share) {
        return new Level(load, build, clients, runs, throughput, low, high, share, where, change, changeLow, changeHigh, minimalEffect, p,
                pAdjusted, verdict, p50Nanos, p99Nanos);
    }

    Level judged(double adjusted, Verdict word, double visible) {
        return new Level(load, build, clients, runs, throughput, low, high, shareOfPeak, state, change, changeLow, changeHigh, visible, p,
                adjusted, word, p50Nanos, p99Nanos);
    }

    /** The throughput of each run, per second. */
    public List<Double> values() {
        return runs.stream().map(SweepRun::throughput).toList();
    }

    /** How it differs from another. */
    Change since(Level other) {
        return new Change(other.runs, runs);
    }
}
