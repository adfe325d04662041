/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.io.Serializable;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One host's clock on the reference clock: the estimate, and between which times the truth lies.
 *
 * <p>The bounds are given hop by hop (this host's clock to its neighbour's, that one's to the next...), the estimate as a whole. Immutable.
 *
 * @param estimate host time to reference time
 * @param low the lowest possible neighbour's time for each hop; null if unknown
 * @param high the highest possible neighbour's time for each hop; null if unknown
 * @param firstNanos begin of the host's trace, host time: where the greatest error is looked for
 * @param lastNanos end of the host's trace, host time
 */
public record HostClock(PiecewiseTransform estimate, @Nullable List<PiecewiseTransform> low, @Nullable List<PiecewiseTransform> high,
        long firstNanos, long lastNanos) implements Serializable {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** Farther from any trace than traces are long. */
    private static final long FAR_NANOS = 10_000_000 * NANOS_PER_SECOND;

    /** Copies the lists. */
    public HostClock {
        if ((low == null) != (high == null) || (low != null && high != null && low.size() != high.size())) {
            throw new IllegalArgumentException("bounds below and above must have the same hops");
        }
        low = low == null ? null : List.copyOf(low);
        high = high == null ? null : List.copyOf(high);
    }

    /** The reference clock itself: exact. */
    public static HostClock reference(long firstNanos, long lastNanos) {
        return new HostClock(PiecewiseTransform.IDENTITY, List.of(), List.of(), firstNanos, lastNanos);
    }

    /** A clock as recorded, with an unknown error. */
    public static HostClock asRecorded(long firstNanos, long lastNanos) {
        return new HostClock(PiecewiseTransform.IDENTITY, null, null, firstNanos, lastNanos);
    }

    /** Guaranteed greatest difference between estimate and truth at a host time, ns, rounding included; {@link Long#MAX_VALUE} if unknown. */
    public long errorNanos(long hostNanos) {
        List<PiecewiseTransform> below = low;
        List<PiecewiseTransform> above = high;
        if (below == null || above == null) {
            return Long.MAX_VALUE;
        }
        long lowest = hostNanos;
        long highest = hostNanos;
        for (int hop = 0; hop < below.size(); hop++) {
            // Each hop is rounded by half a nanosecond and less than 10^-6.
            lowest = below.get(hop).apply(lowest) - 1;
            highest = above.get(hop).apply(highest) + 1;
        }
        long middle = estimate.apply(hostNanos);
        return below.isEmpty() ? 0 : Math.max(0, Math.max(Math.subtractExact(highest, middle), Math.subtractExact(middle, lowest)));
    }

    /**
     * Greatest error within [fromNanos, toNanos] of host time, ns; {@link Long#MAX_VALUE} if unknown. Estimate and bounds are made of lines, so that only the ends and the
     * corners are looked at: O(corners · hops).
     */
    public long maxErrorNanos(long fromNanos, long toNanos) {
        List<PiecewiseTransform> below = low;
        List<PiecewiseTransform> above = high;
        if (below == null || above == null) {
            return Long.MAX_VALUE;
        }
        long error = Math.max(errorNanos(fromNanos), errorNanos(toNanos));
        error = Math.max(error, atCorners(List.of(estimate), fromNanos, toNanos));
        error = Math.max(error, atCorners(below, fromNanos, toNanos));
        error = Math.max(error, atCorners(above, fromNanos, toNanos));
        // Between the nanoseconds looked at, each hop may round another way.
        return below.isEmpty() ? 0 : error + below.size() + 1;
    }

    /**
     * By how much the error grows at most for each second beyond all that the bounds rest on, ns per s, rounded up; {@link Long#MAX_VALUE} if unknown. Before the first and after the last
     * packet of every hop the bounds fan out: the error grows ever faster there, up to this.
     */
    public long errorGrowthPerSecond() {
        if (low == null) {
            return Long.MAX_VALUE;
        }
        return Math.max(growth(Math.subtractExact(firstNanos, FAR_NANOS), -FAR_NANOS),
                growth(Math.addExact(lastNanos, FAR_NANOS), FAR_NANOS));
    }

    private long growth(long fromNanos, long step) {
        long grown = Math.max(0, errorNanos(Math.addExact(fromNanos, step)) - errorNanos(fromNanos));
        return -Math.floorDiv(-grown, FAR_NANOS / NANOS_PER_SECOND);
    }

    private long atCorners(List<PiecewiseTransform> hops, long fromNanos, long toNanos) {
        long error = 0;
        for (int hop = 0; hop < hops.size(); hop++) {
            for (int piece = 1; piece < hops.get(hop).pieces(); piece++) {
                long corner = hops.get(hop).fromNanos(piece);
                for (int back = hop - 1; back >= 0; back--) {
                    corner = hops.get(back).inverse(corner);
                }
                for (long at = corner - 1; at <= corner + 1; at++) {
                    if (at >= fromNanos && at <= toNanos) {
                        error = Math.max(error, errorNanos(at));
                    }
                }
            }
        }
        return error;
    }
}
