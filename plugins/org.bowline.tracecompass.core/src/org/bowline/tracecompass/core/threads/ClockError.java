/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.bowline.core.sync.SyncResult;
import org.bowline.report.TimeFormat;

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
        long a = of(sync, hostA, referenceNanos);
        long b = of(sync, hostB, referenceNanos);
        return a == UNKNOWN || b == UNKNOWN || a + b < 0 ? UNKNOWN : a + b;
    }

    private static long of(SyncResult sync, int host, long referenceNanos) {
        if (host < 0 || host >= sync.hosts().size()) {
            return UNKNOWN;
        }
        if (host == sync.referenceHost()) {
            return 0;
        }
        for (SyncResult.Piece piece : sync.hosts().get(host).pieces()) {
            if (referenceNanos >= piece.fromReferenceNanos() && referenceNanos <= piece.toReferenceNanos()) {
                return piece.maxErrorNanos();
            }
        }
        return sync.hosts().get(host).midTraceErrorNanos();
    }

    /** For people: {@code ± 1.50 µs}. */
    public static String text(long nanos) {
        return nanos == UNKNOWN ? Messages.clockErrorUnknown : "± " + TimeFormat.duration(nanos);
    }
}
