/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.figures.Threshold;

/**
 * A knot that is not there at the threshold that was asked for, and the nearest threshold at which it is: what to tell who finds none.
 *
 * @param knot the knot as it is at that threshold
 * @param thresholdNanos the threshold, ns
 * @param isBelow whether it is below the one asked for, where the knot is about to come apart; else nothing that leads out of the knot counts from there on
 */
public record KnotHint(Knot knot, long thresholdNanos, boolean isBelow) {
    /** The threshold as a share of a range with as few digits as will do, at which the knot is there. */
    public Threshold threshold(long rangeNanos) {
        return isBelow ? Threshold.atMost(thresholdNanos, knot.appearsNanos(), rangeNanos)
                : Threshold.atLeast(thresholdNanos, knot.breaksNanos(), rangeNanos);
    }
}
