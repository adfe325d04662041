/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.trace.AnalysisResult;

/**
 * A host's clock in a range of time. The range is cut to the host's trace where they overlap.
 *
 * @param host its index
 * @param name its name
 * @param quality how well its clock is known, all hops to the reference counted
 * @param reference whether it is the reference: its clock is left as it is
 * @param referenceName name of the reference
 * @param neighbourName name of the host over which its clock is carried to the reference; empty if none
 * @param pieces straight pieces of its clock; more than one if it was set, or changed its rate
 * @param aheadNanos by how much the host's clock is ahead of the reference in the middle of the range; below 0 if it is behind
 * @param driftPpm by how much the host's clock goes faster than the reference there, µs per s; below 0 if slower
 * @param errorBeginNanos bound of the error at the begin of the range; {@link Long#MAX_VALUE} if unknown
 * @param errorMiddleNanos in its middle
 * @param errorEndNanos at its end
 * @param errorPacketsNanos bound of the error where packets are within the range; {@link Long#MAX_VALUE} if unknown, or if there are none
 * @param growthNanosPerSecond by how much more the clock may be off, at most, for each second beyond its packets; {@link Long#MAX_VALUE} if unknown
 * @param matchedTo packets of other hosts that it received
 * @param matchedFrom packets that it sent and other hosts received
 */
public record ClockRow(int host, String name, SyncQuality quality, boolean reference, String referenceName, String neighbourName,
        int pieces,
        long aheadNanos, double driftPpm, long errorBeginNanos, long errorMiddleNanos, long errorEndNanos,
        long errorPacketsNanos, long growthNanosPerSecond, long matchedTo, long matchedFrom) {
    private static final int PPM_DIGITS = 6;

    /** Whether offset and drift were found, or are those of the reference; else the clock is as recorded. */
    public boolean isKnown() {
        return quality.compareTo(SyncQuality.INCOMPLETE) <= 0;
    }

    /** Whether the error has a bound. */
    public boolean isBounded() {
        return isKnown() && errorMiddleNanos != Long.MAX_VALUE;
    }

    /** One per host, in the order of the hosts. */
    public static List<ClockRow> of(AnalysisResult result, long fromNanos, long toNanos) {
        SyncResult sync = result.sync();
        String reference = sync.referenceHost() < 0 ? "" : sync.hosts().get(sync.referenceHost()).name();
        List<ClockRow> rows = new ArrayList<>();
        for (int host = 0; host < sync.hosts().size(); host++) {
            rows.add(of(result, host, reference, fromNanos, toNanos));
        }
        return rows;
    }

    private static ClockRow of(AnalysisResult result, int host, String reference, long fromNanos, long toNanos) {
        SyncResult sync = result.sync();
        SyncResult.Host of = sync.hosts().get(host);
        ClockMap clocks = sync.clocks();
        long start = clocks.toReference(host, result.hostStartNanos(host));
        long end = clocks.toReference(host, result.hostEndNanos(host));
        boolean overlap = start <= toNanos && fromNanos <= end;
        long from = overlap ? Math.max(fromNanos, start) : fromNanos;
        long to = overlap ? Math.min(toNanos, end) : toNanos;
        long middle = from + (to - from) / 2;
        long hostMiddle = clocks.fromReference(host, middle);
        int piece = clocks.clock(host).estimate().pieceAt(hostMiddle);
        BigDecimal slope = clocks.transform(host, piece).slope();
        return new ClockRow(host, of.name(), of.quality(), host == sync.referenceHost(), reference,
                of.neighbour() < 0 ? "" : sync.hosts().get(of.neighbour()).name(), clocks.pieces(host), hostMiddle - middle,
                BigDecimal.ONE.divide(slope, MathContext.DECIMAL64).subtract(BigDecimal.ONE).movePointRight(PPM_DIGITS).doubleValue(),
                clocks.errorNanos(host, from),
                clocks.errorNanos(host, middle), clocks.errorNanos(host, to), errorAtPackets(clocks, host, of, from, to),
                growth(of, host == sync.referenceHost()), of.matchedTo(), of.matchedFrom());
    }

    private static long growth(SyncResult.Host of, boolean reference) {
        SyncResult.Packets packets = of.packets();
        return reference ? 0 : packets == null ? Long.MAX_VALUE : packets.growthNanosPerSecond();
    }

    private static long errorAtPackets(ClockMap clocks, int host, SyncResult.Host of, long from, long to) {
        SyncResult.Packets packets = of.packets();
        if (packets == null) {
            return clocks.errorNanos(host, from) == 0 ? 0 : Long.MAX_VALUE;
        }
        long first = Math.max(packets.fromNanos(), clocks.fromReference(host, from));
        long last = Math.min(packets.toNanos(), clocks.fromReference(host, to));
        return first > last ? Long.MAX_VALUE : clocks.clock(host).maxErrorNanos(first, last);
    }
}
