/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.HostClock;
import org.bowline.report.text.TimeFormat;

/** How wrong the time between two hosts may be. */
public final class ClockError {
    /** The error is not known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private ClockError() {}

    /**
     * The greatest error of a length of time that begins on one host and ends on another at about the given moment, ns: both clocks' errors
     * against the reference together. 0 on one host; {@link #UNKNOWN} if a clock is not known.
     */
    public static long between(SyncResult sync, int hostA, int hostB, long referenceNanos) {
        if (hostA == hostB) {
            return 0;
        }
        return sum(of(sync, hostA, referenceNanos), of(sync, hostB, referenceNanos));
    }

    /**
     * The greatest error of a length of time within [fromNanos, toNanos] of reference time that begins on one host and ends on another, ns: both
     * clocks' greatest errors there together. 0 on one host; {@link #UNKNOWN} if a clock is not known. O(corners of the clocks' bounds).
     */
    public static long within(SyncResult sync, int hostA, int hostB, long fromNanos, long toNanos) {
        if (hostA == hostB) {
            return 0;
        }
        return sum(greatest(sync, hostA, fromNanos, toNanos), greatest(sync, hostB, fromNanos, toNanos));
    }

    private static long sum(long a, long b) {
        return a == UNKNOWN || b == UNKNOWN || a + b < 0 ? UNKNOWN : a + b;
    }

    private static long of(SyncResult sync, int host, long referenceNanos) {
        return isNone(sync, host) ? UNKNOWN : sync.clocks().errorNanos(host, referenceNanos);
    }

    private static long greatest(SyncResult sync, int host, long fromNanos, long toNanos) {
        if (isNone(sync, host)) {
            return UNKNOWN;
        }
        // outside of its trace a host has nothing to be wrong about, but its bounds go on apart
        HostClock clock = sync.clocks().clock(host);
        long from = Math.max(clock.firstNanos(), Math.min(clock.lastNanos(), sync.clocks().fromReference(host, fromNanos)));
        long to = Math.max(from, Math.min(clock.lastNanos(), sync.clocks().fromReference(host, toNanos)));
        return clock.maxErrorNanos(from, to);
    }

    private static boolean isNone(SyncResult sync, int host) {
        return host < 0 || host >= sync.clocks().hosts();
    }

    /** For people: {@code ± 1.50 µs}. */
    public static String text(long nanos) {
        return nanos == UNKNOWN ? Messages.clockErrorUnknown : "± " + TimeFormat.duration(nanos);
    }
}
