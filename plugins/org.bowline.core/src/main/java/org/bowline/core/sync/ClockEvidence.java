/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;
import java.util.List;

/**
 * Why a host's clock is believed to be what it is: the messages between the host and the neighbour over which its clock is carried to the
 * reference, the lines that bound them, and the band in which the truth lies. For a picture.
 *
 * <p>All is in a plane of host time (ns, across) and <em>offset</em>: the neighbour's clock minus the host's, ns (up). A message that the host
 * sent at h and the neighbour received at n is a point (h, n − h) <em>above</em> the true offset, by its delay; a message that the neighbour sent at n
 * and the host received at h is a point (h, n − h) <em>below</em> it. A line between all points above and all below is a possible relation of the clocks.
 *
 * <p>Points are thinned to at most {@link #LARGEST_POINTS}: kept are the corners of the hulls, and from each of equal stretches of time the point
 * nearest to the other side. Immutable.
 *
 * @param host index of the host
 * @param neighbour index of the neighbour
 * @param messages number of messages before thinning
 * @param points some of them, by host time
 * @param hulls the edges of the hulls, by piece of the clock, above before below, by host time
 * @param band the band, by host time; the first and last are begin and end of the host's trace
 */
public record ClockEvidence(int host, int neighbour, long messages, List<Point> points, List<Edge> hulls, List<BandPoint> band)
        implements Serializable {
    /** Most points kept. */
    public static final int LARGEST_POINTS = 4000;
    /** The piece of a point that bounds none: it contradicts its neighbours, or lies where the clock changed. */
    public static final int NO_PIECE = -1;
    /** The offset of a bound that is not known, of both sides: messages go one way only. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * A message.
     *
     * @param hostNanos when the host sent or received it, its own time
     * @param offsetNanos the neighbour's time minus the host's
     * @param above whether the host sent it: the true offset is below
     * @param piece of the host's clock against the neighbour's, or {@link #NO_PIECE}
     */
    public record Point(long hostNanos, long offsetNanos, boolean above, int piece) implements Serializable {}

    /**
     * An edge of a hull: all points of its side and piece lie on it or on its side of it. A hull of one point has none.
     *
     * @param above whether it bounds the offset from above
     * @param piece of the host's clock against the neighbour's
     * @param fromNanos begin, host time
     * @param fromOffsetNanos offset there
     * @param toNanos end, host time; later
     * @param toOffsetNanos offset there
     */
    public record Edge(boolean above, int piece, long fromNanos, long fromOffsetNanos, long toNanos, long toOffsetNanos)
            implements Serializable {}

    /**
     * Where the true offset lies at a time.
     *
     * @param hostNanos host time
     * @param lowNanos lowest possible offset, rounding included; {@link #UNKNOWN} if unknown
     * @param estimateNanos the offset taken
     * @param highNanos highest possible offset, rounding included; {@link #UNKNOWN} if unknown
     */
    public record BandPoint(long hostNanos, long lowNanos, long estimateNanos, long highNanos) implements Serializable {
        /** Whether low and high are known. */
        public boolean isBounded() {
            return lowNanos != UNKNOWN && highNanos != UNKNOWN;
        }
    }

    /** Copies the lists. */
    public ClockEvidence {
        points = List.copyOf(points);
        hulls = List.copyOf(hulls);
        band = List.copyOf(band);
    }
}
