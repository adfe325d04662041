/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.math.BigDecimal;

/**
 * One piece of a host's clock: reference time = referenceBaseNanos + slope × (host time − hostBaseNanos).
 *
 * @param host whose clock
 * @param reference the host whose clock is left as it is
 * @param quality accurate, approximate, incomplete, absent or failed
 * @param hostBaseNanos a moment of the host's clock, ns since the epoch
 * @param referenceBaseNanos the reference time of that moment
 * @param slope seconds of reference time per second of the host's clock
 * @param errorNanos the largest guaranteed bound of the error over the piece; {@link Rows#ABSENT} where nothing is guaranteed
 * @param fromNanos begin of the piece, reference time
 * @param toNanos end of the piece, reference time
 * @param matchedTo packets matched from the reference's side towards the host
 * @param matchedFrom packets matched from the host towards the reference's side
 * @param packetsFromNanos begin of the part of the piece in which the packets are that the clock rests on, reference time; {@link Rows#ABSENT} if there are none
 * @param packetsToNanos end of that part
 * @param packetsErrorNanos the largest guaranteed bound of the error in that part; {@link Rows#ABSENT} if there is none
 * @param growthNanosPerSecond by how much more the clock may be off, at most, for each second beyond the packets; {@link Rows#ABSENT} where nothing is guaranteed
 */
public record SyncRow(String host, String reference, String quality, long hostBaseNanos, long referenceBaseNanos, BigDecimal slope,
        long errorNanos, long fromNanos, long toNanos, long matchedTo, long matchedFrom, long packetsFromNanos, long packetsToNanos,
        long packetsErrorNanos, long growthNanosPerSecond) {
    /** The quality for a reader: that of the reference host, which is accurate by definition, is that it is the reference. */
    public String shownQuality() {
        return host.equals(reference) ? "reference" : quality;
    }
}
