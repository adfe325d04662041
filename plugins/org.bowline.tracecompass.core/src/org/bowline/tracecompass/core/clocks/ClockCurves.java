/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import java.util.List;
import java.util.Optional;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.sync.SyncResult;

/**
 * The evidence of a host's clock as curves over the host's time. Between two points of the band all is straight; beyond its ends it goes on level.
 * Immutable; a value costs a binary search.
 */
public final class ClockCurves {
    private final ClockEvidence evidence;
    private final long[] times;

    private ClockCurves(ClockEvidence evidence) {
        this.evidence = evidence;
        times = evidence.band().stream().mapToLong(BandPoint::hostNanos).toArray();
    }

    /** Those of a host; none for the reference and for hosts that no message links to it. */
    public static Optional<ClockCurves> of(SyncResult sync, int host) {
        return sync.evidence().stream().filter(evidence -> evidence.host() == host && !evidence.band().isEmpty()).findFirst()
                .map(ClockCurves::new);
    }

    /** What they are made of. */
    public ClockEvidence evidence() {
        return evidence;
    }

    /** Begin of the host's trace, its own time. */
    public long beginNanos() {
        return times[0];
    }

    /** End of the host's trace, its own time. */
    public long endNanos() {
        return times[times.length - 1];
    }

    /** Whether the messages bound the clock from both sides. */
    public boolean isBounded() {
        return evidence.band().stream().allMatch(BandPoint::isBounded);
    }

    /** The neighbour's time minus the host's that was taken, ns. */
    public long estimateNanos(long hostNanos) {
        return at(hostNanos, 0);
    }

    /** The lowest possible one, ns; {@link ClockEvidence#UNKNOWN} if unknown. */
    public long lowNanos(long hostNanos) {
        return isBounded() ? at(hostNanos, -1) : ClockEvidence.UNKNOWN;
    }

    /** The highest possible one, ns; {@link ClockEvidence#UNKNOWN} if unknown. */
    public long highNanos(long hostNanos) {
        return isBounded() ? at(hostNanos, 1) : ClockEvidence.UNKNOWN;
    }

    private long at(long hostNanos, int side) {
        List<BandPoint> band = evidence.band();
        int found = java.util.Arrays.binarySearch(times, hostNanos);
        if (found >= 0) {
            return value(band.get(found), side);
        }
        int next = -found - 1;
        if (next == 0 || next == times.length) {
            return value(band.get(next == 0 ? 0 : next - 1), side);
        }
        long before = value(band.get(next - 1), side);
        double part = (double) (hostNanos - times[next - 1]) / (times[next] - times[next - 1]);
        return before + Math.round(part * (value(band.get(next), side) - before));
    }

    private static long value(BandPoint point, int side) {
        return side == 0 ? point.estimateNanos() : side < 0 ? point.lowNanos() : point.highNanos();
    }
}
