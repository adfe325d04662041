/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
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
        for (int index = 0; index < sync.hosts().size(); index++) {
            SyncResult.Host host = sync.hosts().get(index);
            for (SyncResult.Piece piece : host.pieces()) {
                SyncResult.Packets packets = within(sync, index, piece);
                rows.add(new SyncRow(host.name(), reference, host.quality().label(), piece.hostBaseNanos(),
                        piece.referenceBase().setScale(0, RoundingMode.HALF_UP).longValueExact(),
                        piece.slope().setScale(SLOPE_DECIMALS, RoundingMode.HALF_UP),
                        known(piece.maxErrorNanos()), piece.fromReferenceNanos(), piece.toReferenceNanos(), host.matchedTo(),
                        host.matchedFrom(), packets == null ? Rows.ABSENT : sync.clocks().toReference(index, packets.fromNanos()),
                        packets == null ? Rows.ABSENT : sync.clocks().toReference(index, packets.toNanos()),
                        packets == null ? Rows.ABSENT : known(packets.maxErrorNanos()),
                        packets == null ? Rows.ABSENT : known(packets.growthNanosPerSecond())));
            }
        }
        return rows;
    }

    private static long known(long nanos) {
        return nanos == Long.MAX_VALUE ? Rows.ABSENT : nanos;
    }

    /** The part of a piece in which packets are; null if there is none. */
    private static SyncResult.@Nullable Packets within(SyncResult sync, int host, SyncResult.Piece piece) {
        SyncResult.Packets packets = sync.hosts().get(host).packets();
        if (packets == null) {
            return null;
        }
        long from = Math.max(packets.fromNanos(), piece.fromNanos());
        long to = Math.min(packets.toNanos(), piece.toNanos());
        return from > to ? null
                : new SyncResult.Packets(from, to, sync.clocks().clock(host).maxErrorNanos(from, to), packets.growthNanosPerSecond());
    }

    /** How closely a clock is known where its packets are, for a reader. */
    public static String error(SyncRow row) {
        return row.host().equals(row.reference()) ? "\u00b10 ns"
                : row.packetsErrorNanos() == Rows.ABSENT ? "not known" : "\u00b1" + Duration.duration(row.packetsErrorNanos());
    }

    /** How closely it is known anywhere in the piece, and how fast the bound grows beyond the packets, for a reader; empty for the reference. */
    public static String errorElsewhere(SyncRow row) {
        return row.host().equals(row.reference()) || row.growthNanosPerSecond() == Rows.ABSENT || row.errorNanos() == Rows.ABSENT ? ""
                : "\u00b1" + Duration.duration(row.errorNanos()) + " (+" + Duration.duration(row.growthNanosPerSecond()) + "/s)";
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
