/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;

/**
 * Some of many intervals that began close to each other: a moment made them what they are, rather than what each of them does. Which places they have among all in the order of their begins decides, not how much time is between, so that
 * a rate that changes does not matter. The chance is that of so many places drawn without replacement; it is exact, if all of them are as likely.
 *
 * @param count how many they are
 * @param row how many began in a row, from the first of them to the last
 * @param fromNanos when the first of them began
 * @param toNanos when the last did
 */
public record Episode(int count, int row, long fromNanos, long toNanos) {
    /** Of a thousand recordings in which requests have nothing to do with each other one has such a row. */
    private static final double MOST_CHANCE = 0.001;
    /** Of fewer nothing is said. */
    private static final int FEWEST = 3;

    /**
     * Where some of all intervals are in time. O(intervals × log intervals).
     *
     * @param some of {@code all}
     * @return null if chance may have put them where they are, or the intervals take longer or shorter with time, so that they have to be at one end
     */
    static @Nullable Episode of(List<NamedInterval> some, List<NamedInterval> all) {
        int count = some.size();
        if (count < FEWEST || all.size() < Trend.FEWEST) {
            return null;
        }
        long[] begins = all.stream().mapToLong(NamedInterval::beginNanos).toArray();
        Arrays.sort(begins);
        long from = some.stream().mapToLong(NamedInterval::beginNanos).min().orElseThrow();
        long to = some.stream().mapToLong(NamedInterval::beginNanos).max().orElseThrow();
        int first = Bisection.firstAtLeast(begins, 0, begins.length, from); // what begins together has no order: it counts as in the row
        int row = Bisection.firstAtLeast(begins, 0, begins.length, to + 1) - first;
        if (chance(begins.length, count, row - 1) > MOST_CHANCE) {
            return null;
        }
        Trend trend = Trend.of(all);
        return trend.isSlower() || trend.isFaster() ? null : new Episode(count, row, from, to);
    }

    /** How likely it is that of some places of all the last is at most so far behind the first. */
    static double chance(int all, int some, int distance) {
        double ratio = 1;
        for (int i = 0; i < some - 1; i++) {
            ratio *= (double) (distance - i) / (all - i);
        }
        return ratio * ((double) (all - distance) * some + distance - some + 1) / (all - some + 1);
    }
}
