/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

/**
 * The positions of a slider for the threshold: 0 is threshold 0, the others go in equal ratios from 0.1 % of the range to the heaviest edge.
 *
 * @param rangeNanos length of the range, ns; positive
 * @param mostNanos threshold of the last position, ns; more than 0.1 % of the range
 * @param breaks thresholds at which a bottleneck comes apart, ns, in any order; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ThresholdSteps(long rangeNanos, long mostNanos, long[] breaks) {
    /** The last position. */
    static final int LAST = 1000;
    private static final double LOWEST_SHARE = 0.001;

    /** Those of a graph. Where the heaviest edge is lighter than the lowest share, or there is none, the slider still has two ends. */
    static ThresholdSteps of(long rangeNanos, long heaviestNanos, long[] breaks) {
        long range = Math.max(1, rangeNanos);
        return new ThresholdSteps(range, Math.max((long) (LOWEST_SHARE * range) + 2, heaviestNanos), breaks.clone());
    }

    private double lowestNanos() {
        return Math.max(1, LOWEST_SHARE * rangeNanos);
    }

    /** The threshold at a position, ns. */
    long at(int position) {
        return position <= 0 ? 0 : Math.round(lowestNanos() * Math.pow(mostNanos / lowestNanos(), (position - 1) / (double) (LAST - 1)));
    }

    /** The position that is nearest to a threshold; the first or the last one beyond them, and 0 for a threshold of 0 alone. */
    int positionOf(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        double position = 1 + (LAST - 1) * Math.log(nanos / lowestNanos()) / Math.log(mostNanos / lowestNanos());
        return (int) Math.round(Math.max(1, Math.min(LAST, position)));
    }

    /** The next threshold above or below another one at which a bottleneck comes apart, ns; the end of the slider if there is none. */
    long next(long fromNanos, boolean up) {
        long next = up ? mostNanos : 0;
        for (long at : breaks) {
            if (up ? at > fromNanos && at < next : at < fromNanos && at > next) {
                next = at;
            }
        }
        return next;
    }
}
