/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

/**
 * How many intervals are how long, in steps of equal ratio: latencies are skewed, and it is the tail that matters. Immutable.
 */
public final class LatencyHistogram {
    /** An axis with one length only has some width all the same. */
    private static final double NARROWEST = 0.01;

    private final int[] counts;
    private final double low;
    private final double high;

    /**
     * Counts. O(lengths).
     *
     * @param lengths of the intervals, ns; those outside of the axis are in its first or last step
     * @param least begin of the axis, ns; less than 1 is taken for 1
     * @param most end of the axis, ns
     * @param steps how many, at least one
     */
    public LatencyHistogram(long[] lengths, long least, long most, int steps) {
        counts = new int[steps];
        low = Math.log((double) Math.max(1, least));
        high = Math.max(low + NARROWEST, Math.log((double) Math.max(1, most)));
        for (long length : lengths) {
            counts[(int) Math.max(0, Math.min(steps - 1, place((double) length) * steps))]++;
        }
    }

    /** Number of steps. */
    public int steps() {
        return counts.length;
    }

    /** How many intervals are in a step. */
    public int count(int step) {
        return counts[step];
    }

    /** How many are in the fullest step. */
    public int most() {
        int most = 0;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        return most;
    }

    /** Where a step begins, and the one before it ends, ns. */
    public double edgeNanos(int step) {
        return Math.exp(low + (high - low) * step / counts.length);
    }

    /** Where a length lies on the axis, from 0 to 1; beyond these if it is not on it. */
    public double place(double nanos) {
        return (Math.log(Math.max(1, nanos)) - low) / (high - low);
    }
}
