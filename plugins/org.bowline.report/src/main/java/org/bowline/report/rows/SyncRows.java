/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.sync.SyncResult;

/** Clock relations as rows. */
public final class SyncRows {
    /** Decimals of a slope: after a century of nanoseconds the last one is still worth less than a millionth of one. */
    private static final int SLOPE_DECIMALS = 25;

    private SyncRows() {}

    /** A row per host and piece. */
    public static List<SyncRow> of(SyncResult sync) {
        String reference = sync.referenceHost() < 0 ? "" : sync.hosts().get(sync.referenceHost()).name();
        List<SyncRow> rows = new ArrayList<>();
        for (SyncResult.Host host : sync.hosts()) {
            for (SyncResult.Piece piece : host.pieces()) {
                rows.add(new SyncRow(host.name(), reference, host.quality().label(), piece.hostBaseNanos(),
                        piece.referenceBase().setScale(0, RoundingMode.HALF_UP).longValueExact(),
                        piece.slope().setScale(SLOPE_DECIMALS, RoundingMode.HALF_UP),
                        piece.maxErrorNanos() == Long.MAX_VALUE ? Rows.ABSENT : piece.maxErrorNanos(), piece.fromReferenceNanos(),
                        piece.toReferenceNanos(), host.matchedTo(), host.matchedFrom()));
            }
        }
        return rows;
    }

    /** How much later a host's clock is than the reference at the begin of the piece. */
    public static long aheadNanos(SyncRow row) {
        // the line is exact at its base; from there to the begin of the piece the drift is added
        BigDecimal fromBase = BigDecimal.valueOf(row.fromNanos()).subtract(BigDecimal.valueOf(row.referenceBaseNanos()));
        BigDecimal host = BigDecimal.valueOf(row.hostBaseNanos()).add(fromBase.divide(row.slope(), 0, RoundingMode.HALF_UP));
        return host.subtract(BigDecimal.valueOf(row.fromNanos())).longValue();
    }

    /** How much faster a host's clock runs than the reference, in millionths. */
    public static BigDecimal driftPpm(SyncRow row) {
        return BigDecimal.ONE.divide(row.slope(), 18, RoundingMode.HALF_UP).subtract(BigDecimal.ONE).movePointRight(6).setScale(3,
                RoundingMode.HALF_UP);
    }
}
