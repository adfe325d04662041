/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.time.ClockMap;

/**
 * The clocks of all hosts, and which packet is which.
 *
 * @param referenceHost index of the host whose clock is left as it is
 * @param hosts one per host, in the order of the logs
 * @param clocks host times to reference times
 * @param caveats what is not known, or assumed
 * @param coarse how the coarse step went
 * @param peakUnmatched most packets that waited for their counterpart at one time
 * @param peakHeld most packets in the tables at one time: those that waited, and those matched lately, lest one sent again is taken for new
 * @param matches the sending packet of each received one
 * @param evidence one per host whose clock is carried over a neighbour, by host: why it is believed
 */
public record SyncResult(int referenceHost, List<Host> hosts, ClockMap clocks, List<SyncCaveat> caveats, Coarse coarse, long peakUnmatched,
        long peakHeld,
        Matches matches, List<ClockEvidence> evidence) implements Serializable {
    /** No host. */
    public static final int NONE = -1;

    /**
     * One host.
     *
     * @param name as given
     * @param quality of its clock, all hops to the reference counted
     * @param neighbour the host over which its clock was carried to the reference; −1 for the reference and for hosts without
     * @param pieces of its clock
     * @param matchedTo packets sent by other hosts and received by this one
     * @param matchedFrom packets sent by this host and received by others
     * @param loopback packets sent and received by this host
     * @param midTraceErrorNanos error bound in the middle of its trace; {@link Long#MAX_VALUE} if unknown
     * @param packets where the packets are that its clock rests on, and how far off it may be there; null for the reference and for hosts without
     */
    public record Host(String name, SyncQuality quality, int neighbour, List<Piece> pieces, long matchedTo, long matchedFrom, long loopback,
            long midTraceErrorNanos, @Nullable Packets packets) implements Serializable {
        /** Copies the list. */
        public Host {
            pieces = List.copyOf(pieces);
        }

        /** A host of which nobody asks where its packets are. */
        public Host(String name, SyncQuality quality, int neighbour, List<Piece> pieces, long matchedTo, long matchedFrom, long loopback,
                long midTraceErrorNanos) {
            this(name, quality, neighbour, pieces, matchedTo, matchedFrom, loopback, midTraceErrorNanos, null);
        }
    }

    /**
     * Where the packets are that a clock rests on: on each hop to the reference, between the first and the last packet. Before and after, nothing but the rate is known, and the error grows.
     *
     * @param fromNanos begin, host time; if no time lies between the packets of every hop, of the first hop's packets
     * @param toNanos end, host time
     * @param maxErrorNanos guaranteed greatest error from begin to end, ns; {@link Long#MAX_VALUE} if unknown
     * @param growthNanosPerSecond by how much more the clock may be off, at most, for each second beyond the packets of every hop, ns per s; {@link Long#MAX_VALUE} if unknown
     */
    public record Packets(long fromNanos, long toNanos, long maxErrorNanos, long growthNanosPerSecond) implements Serializable {}

    /**
     * {@code reference = referenceBase + slope · (host − hostBase)} from a time on.
     *
     * @param hostBaseNanos where the line is anchored, host time
     * @param referenceBase reference time there, ns, with 40 digits
     * @param slope reference ns per host ns, with 40 digits
     * @param maxErrorNanos greatest error within the piece; {@link Long#MAX_VALUE} if unknown
     * @param fromNanos begin of the piece within the trace, host time
     * @param toNanos end of the piece within the trace, host time
     * @param fromReferenceNanos begin, reference time
     * @param toReferenceNanos end, reference time
     */
    public record Piece(long hostBaseNanos, BigDecimal referenceBase, BigDecimal slope, long maxErrorNanos, long fromNanos, long toNanos,
            long fromReferenceNanos,
            long toReferenceNanos) implements Serializable {}

    /**
     * The coarse step.
     *
     * @param ran whether it was asked for and there was more than one host
     * @param complete whether it linked all hosts that share connections, so that unmatched packets could be dropped after a while
     * @param packetsRead how many packets it read
     * @param offsetNanos what it added to each host's time for the order of reading
     * @param peakUnmatched most packets that waited during it
     * @param horizonNanos after which time unmatched packets were dropped; {@link Long#MAX_VALUE}: never
     * @param repeated whether dropping lost matches, so that the packets were matched once more without
     */
    public record Coarse(boolean ran, boolean complete, long packetsRead, List<Long> offsetNanos, long peakUnmatched, long horizonNanos,
            boolean repeated) implements Serializable {
        /** Copies the list. */
        public Coarse {
            offsetNanos = List.copyOf(offsetNanos);
        }
    }

    /** Copies the lists. */
    public SyncResult {
        hosts = List.copyOf(hosts);
        caveats = List.copyOf(caveats);
        evidence = List.copyOf(evidence);
    }

    /** The same without the matches, which are of no use without the packets, and are the largest part. */
    public SyncResult withoutMatches() {
        return new SyncResult(referenceHost, hosts, clocks, caveats, coarse, peakUnmatched, peakHeld, Matches.none(hosts.size()), evidence);
    }
}
