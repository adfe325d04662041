/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.sync.MatchSink.Order;

/**
 * One direction of one TCP connection: which bytes were sent and received when. Segments are matched by their bytes, as network cards cut large segments when sending (TSO)
 * and join small ones when receiving (GRO): a received segment belongs to the sent one with its last byte.
 *
 * <p>Adding and finding cost O(log n). Where sequence numbers repeat more often than any sender repeats a segment, as in a damaged trace or in one connection that is recorded
 * again and again, only the latest {@value Segments#MOST_ALIKE} are compared; {@link Waiting} counts the others.
 */
final class Stream {
    /** Ends rise, starts need not: how many sends that do not cover a byte may stand before one that does. */
    private static final int PATIENCE = 4;

    final long flowHash;
    /** A packet of the flow, to compare addresses with. */
    final int sampleHost;
    final int samplePacket;
    /** Next stream in the hash chain. */
    int next;

    /** Gets flows of hosts. */
    @FunctionalInterface
    interface FlowVisitor {
        void visit(int host, int flow);
    }

    private final Waiting waiting;
    private final MatchSink sink;
    private final Segments sends;
    private final Segments receives;
    /** Per host and side, how far its 32-bit sequence numbers have come; they wrap. */
    private int[] sideOf = new int[4];
    private long[] lastOf = new long[4];
    private int sides;
    /** Host and number of each flow that is of it. */
    private final IntArrayList flowOf = new IntArrayList(4);

    Stream(long flowHash, int sampleHost, int samplePacket, Waiting waiting, MatchSink sink) {
        this.flowHash = flowHash;
        this.sampleHost = sampleHost;
        this.samplePacket = samplePacket;
        this.waiting = waiting;
        this.sink = sink;
        sends = new Segments(true, flowHash, waiting);
        receives = new Segments(false, flowHash, waiting);
    }

    /** Notes that packets of a host's flow are of it. */
    void addFlow(int host, int flow) {
        flowOf.add(host);
        flowOf.add(flow);
    }

    /** Visits the flows of hosts that are of it. */
    void eachFlow(FlowVisitor visitor) {
        for (int i = 0; i < flowOf.size(); i += 2) {
            visitor.visit(flowOf.getInt(i), flowOf.getInt(i + 1));
        }
    }

    /** @param nearLast whether hosts are read in step, so that their numbers are near each other; else near the first number seen */
    private long unwrap(int host, boolean sent, int sequence, boolean nearLast) {
        int side = 2 * host + (sent ? 1 : 0);
        for (int i = 0; i < sides; i++) {
            if (sideOf[i] == side) {
                long value = lastOf[i] + (sequence - (int) lastOf[i]);
                lastOf[i] = Math.max(lastOf[i], value);
                return value;
            }
        }
        if (sides == sideOf.length) {
            sideOf = Arrays.copyOf(sideOf, 2 * sides);
            lastOf = Arrays.copyOf(lastOf, 2 * sides);
        }
        long reference = sides == 0 ? (1L << 40) + (sequence & 0xffffffffL) : nearLast ? lastOf[sides - 1] : lastOf[0];
        sideOf[sides] = side;
        lastOf[sides] = reference + (sequence - (int) reference);
        return lastOf[sides++];
    }

    void add(PacketLog log, int host, int packet, long nowNanos, boolean nearLast) {
        boolean sent = log.isSent(packet);
        boolean forwarded = log.isForwarded(packet);
        long from = unwrap(host, sent, log.sequence(packet), nearLast);
        long to = from + log.payloadBytes(packet);
        waiting.arrived();
        if (sent) {
            addSend(host, packet, from, to, nowNanos, forwarded);
        } else {
            addReceive(host, packet, from, to, nowNanos);
        }
    }

    private void addSend(int host, int packet, long from, long to, long nowNanos, boolean forwarded) {
        int at = receives.firstEndingAt(from + 1);
        boolean relayed = forwarded || hasReceived(at, host, to);
        sink.sent(host, packet, relayed);
        int own = sends.insert(from, to, nowNanos, host, packet, relayed ? Segments.RELAYED : 0);
        while (receives.isAt(at) && receives.end(at) <= to) {
            // On one host the receive is the earlier one: it cannot be of this send.
            if (receives.host(at) != host) {
                boolean another = receives.is(at, Segments.MATCHED);
                boolean first = !another || isFirst(own, sends.firstEndingAt(receives.end(at)), receives.end(at));
                sink.pair(host, packet, receives.host(at), receives.packet(at), order(first, own), another);
                receives.meet(at, nowNanos);
                sends.meet(own, nowNanos);
            }
            at = receives.look(at) ? receives.drop(at) : receives.next(at);
        }
    }

    /** Whether a host had received bytes that it sends now, the first of which a receive ends at or after. */
    private boolean hasReceived(int first, int host, long to) {
        int beyond = 0;
        for (int at = first; receives.isAt(at) && receives.start(at) < to; at = receives.next(at)) {
            if (receives.host(at) == host) {
                return true;
            }
            if (receives.end(at) > to && ++beyond > Segments.MOST_ALIKE) {
                waiting.passedOver();
                return false;
            }
        }
        return false;
    }

    private void addReceive(int host, int packet, long from, long to, long nowNanos) {
        int own = receives.insert(from, to, nowNanos, host, packet, (byte) 0);
        int misses = 0;
        int looks = 0;
        int earliest = sends.firstEndingAt(to);
        for (int at = earliest; sends.isAt(at) && misses < PATIENCE; at = sends.next(at)) {
            if (sends.start(at) >= to) {
                misses++;
                continue;
            }
            if (++looks > Segments.MOST_ALIKE) {
                waiting.passedOver();
                break;
            }
            boolean another = receives.is(own, Segments.MATCHED);
            boolean first = sends.host(at) != host && isFirst(at, earliest, to);
            sink.pair(sends.host(at), sends.packet(at), host, packet, order(first, at), another);
            sends.meet(at, nowNanos);
            receives.meet(own, nowNanos);
        }
    }

    private Order order(boolean first, int send) {
        return !first ? Order.NONE : sends.is(send, Segments.RELAYED) ? Order.RELAYED : Order.CERTAIN;
    }

    /** Whether a host's send is its first one of a byte: the later ones may have been received already when they were sent. Where there are so many that the first may be dropped, no. The earliest that it may be ends at or after the byte. */
    private boolean isFirst(int send, int earliest, long byteEnd) {
        int misses = 0;
        int looks = 0;
        for (int at = earliest; sends.isAt(at) && misses < PATIENCE; at = sends.next(at)) {
            if (sends.start(at) >= byteEnd) {
                misses++;
            } else if (++looks >= Segments.MOST_ALIKE
                    || (sends.host(at) == sends.host(send) && sends.packet(at) < sends.packet(send))) {
                return false;
            }
        }
        return true;
    }

    /** Drops what has waited long enough; true if nothing is left. */
    boolean sweep(long nowNanos) {
        boolean noSends = sends.sweep(nowNanos);
        boolean noReceives = receives.sweep(nowNanos);
        return noSends && noReceives;
    }

    /** All have come: what still waits is unmatched for good. */
    void finish() {
        sends.finish();
        receives.finish();
    }
}
