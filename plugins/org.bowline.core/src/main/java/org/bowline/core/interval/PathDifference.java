/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathSort;

/**
 * What some intervals spend more, or less, time on than others: the mean of each part of their critical paths, compared. The parts of a path add up to its
 * interval, so what the parts differ by adds up to what the intervals differ by.
 *
 * @param label of the intervals
 * @param kind who is compared with whom
 * @param of how many intervals with a path the label has
 * @param count how many of them are those that are looked at
 * @param others how many they are compared with
 * @param fromNanos the shortest of those that are looked at, ns
 * @param whole the intervals as a whole
 * @param parts by what they differ most, in either direction, first
 * @param episode of the slowest: where they are close to each other in time; null if they are not
 */
public record PathDifference(String label, Kind kind, int of, int count, int others, long fromNanos, Difference whole, List<Part> parts,
        @Nullable Episode episode) {
    /** Who is compared. */
    public enum Kind {
        /** The slowest intervals of a label with the typical ones, which are those from the 25th to the 75th percentile. */
        SLOW,
        /** The intervals of a label with those of all other labels. */
        LABEL,
        /** Some intervals that a person chose with others. */
        CHOSEN;

        /** As written in reports: lower case. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * Two means and their difference.
     *
     * @param nanos mean of those that are looked at
     * @param otherNanos mean of the others
     * @param lowNanos begin of the 95 % interval of the difference, by drawing both groups again; NaN if there are too few intervals to tell
     * @param highNanos its end
     */
    public record Difference(double nanos, double otherNanos, double lowNanos, double highNanos) {
        /** By how much more time. */
        public double moreNanos() {
            return nanos - otherNanos;
        }

        /** Whether its interval excludes that there is no difference. */
        public boolean isSure() {
            return lowNanos > 0 || highNanos < 0;
        }
    }

    /**
     * A part of the paths.
     *
     * @param sort who did what
     * @param difference mean times in the part; an interval without it counts with 0
     */
    public record Part(PathSort sort, Difference difference) {}

    /** What share of the intervals of the label is looked at. */
    public double share() {
        return (double) count / of;
    }

    /** By how much longer, or shorter, they are. */
    public double moreNanos() {
        return whole.moreNanos();
    }
}
