/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The clocks of all hosts on the reference clock. Immutable and thread-safe. Per host continuous, non-decreasing and defined for all times; a call costs a binary search
 * over the host's pieces (mostly one) and one {@link ClockTransform}.
 */
public final class ClockMap implements Serializable {
    private final HostClock[] clocks;
    private final PiecewiseTransform[] estimates;

    private ClockMap(List<HostClock> clocks) {
        this.clocks = clocks.toArray(new HostClock[0]);
        estimates = clocks.stream().map(HostClock::estimate).toArray(PiecewiseTransform[]::new);
    }

    /** One clock per host. */
    public static ClockMap of(List<HostClock> clocks) {
        return new ClockMap(clocks);
    }

    /** Clocks that are all taken as they are, without error: a single host, or hosts that share a clock. */
    public static ClockMap identity(int hosts) {
        List<HostClock> clocks = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            clocks.add(HostClock.reference(0, 0));
        }
        return new ClockMap(clocks);
    }

    /** Number of hosts. */
    public int hosts() {
        return clocks.length;
    }

    /** One host's clock. */
    public HostClock clock(int host) {
        return clocks[host];
    }

    /**
     * Reference time of a host time, to the nearest nanosecond.
     *
     * @throws ArithmeticException if it is outside {@code long}
     */
    public long toReference(int host, long hostNanos) {
        return estimates[host].apply(hostNanos);
    }

    /**
     * Host time of a reference time, to the nearest nanosecond: {@link #toReference} of it is at most half a host nanosecond's worth and rounding away.
     *
     * @throws ArithmeticException if it is outside {@code long}
     */
    public long fromReference(int host, long referenceNanos) {
        return estimates[host].inverse(referenceNanos);
    }

    /**
     * How far the reference time given for an event of the host may be from the truth, ns, rounding included; {@link Long#MAX_VALUE} if unknown. It is guaranteed as far as
     * the clocks are related by the pieces' straight lines.
     */
    public long errorNanos(int host, long referenceNanos) {
        return clocks[host].errorNanos(fromReference(host, referenceNanos));
    }

    /** Greatest error of a piece within the host's trace, ns; {@link Long#MAX_VALUE} if unknown. */
    public long maxErrorNanos(int host, int piece) {
        HostClock clock = clocks[host];
        return clock.maxErrorNanos(pieceFromNanos(host, piece), pieceToNanos(host, piece));
    }

    /** Number of pieces of a host's clock, at least 1. */
    public int pieces(int host) {
        return estimates[host].pieces();
    }

    /** Where a piece begins within the host's trace, host time, ns. */
    public long pieceFromNanos(int host, int piece) {
        return Math.max(clocks[host].firstNanos(), estimates[host].fromNanos(piece));
    }

    /** Where a piece ends within the host's trace, host time, ns. */
    public long pieceToNanos(int host, int piece) {
        long end = clocks[host].lastNanos();
        return piece + 1 < pieces(host) ? Math.max(pieceFromNanos(host, piece), Math.min(end, estimates[host].fromNanos(piece + 1))) : end;
    }

    /** The line of a piece. */
    public ClockTransform transform(int host, int piece) {
        return estimates[host].line(piece);
    }

    /** Whether a host's times stay as they are. */
    public boolean isIdentity(int host) {
        return estimates[host].isIdentity();
    }

    @Override
    public String toString() {
        return Arrays.toString(estimates);
    }
}
