/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;

import org.bowline.core.sync.MatchSink.Order;

/**
 * One direction of one TCP connection: which bytes were sent and received when. Segments are matched by their bytes, as network cards cut large segments when sending (TSO)
 * and join small ones when receiving (GRO): a received segment belongs to the sent one with its last byte.
 *
 * <p>Segments are kept sorted by their end; a segment that continues the stream is appended, so that adding and finding cost O(log n), a retransmission O(n).
 */
final class Stream {
    private static final byte MATCHED = 1;
    private static final byte RELAYED = 2;
    /** Ends rise, starts need not: how many sends that do not cover a byte may stand before one that does. */
    private static final int PATIENCE = 4;

    final long flowHash;
    /** A packet of the flow, to compare addresses with. */
    final int sampleHost;
    final int samplePacket;
    /** Next stream in the hash chain. */
    int next;

    private final Waiting waiting;
    private final MatchSink sink;
    private final Segments sends = new Segments();
    private final Segments receives = new Segments();
    /** Per host and side, how far its 32-bit sequence numbers have come; they wrap. */
    private int[] sideOf = new int[4];
    private long[] lastOf = new long[4];
    private int sides;

    Stream(long flowHash, int sampleHost, int samplePacket, Waiting waiting, MatchSink sink) {
        this.flowHash = flowHash;
        this.sampleHost = sampleHost;
        this.samplePacket = samplePacket;
        this.waiting = waiting;
        this.sink = sink;
    }

    /** Segments in arrays, sorted by end. */
    private static final class Segments {
        int size;
        long[] start = new long[8];
        long[] end = new long[8];
        long[] since = new long[8];
        int[] host = new int[8];
        int[] packet = new int[8];
        byte[] state = new byte[8];

        /** The first segment that ends at or after a byte. */
        int firstEndingAt(long byteEnd) {
            int low = 0;
            int high = size;
            // Most often it is near the end.
            if (size > 0 && end[size - 1] < byteEnd) {
                return size;
            }
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (end[middle] < byteEnd) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        int insert(long from, long to, long nowNanos, int ofHost, int ofPacket, byte ofState) {
            if (size == end.length) {
                int capacity = 2 * size;
                start = Arrays.copyOf(start, capacity);
                end = Arrays.copyOf(end, capacity);
                since = Arrays.copyOf(since, capacity);
                host = Arrays.copyOf(host, capacity);
                packet = Arrays.copyOf(packet, capacity);
                state = Arrays.copyOf(state, capacity);
            }
            int at = firstEndingAt(to + 1);
            int moved = size - at;
            if (moved > 0) {
                System.arraycopy(start, at, start, at + 1, moved);
                System.arraycopy(end, at, end, at + 1, moved);
                System.arraycopy(since, at, since, at + 1, moved);
                System.arraycopy(host, at, host, at + 1, moved);
                System.arraycopy(packet, at, packet, at + 1, moved);
                System.arraycopy(state, at, state, at + 1, moved);
            }
            start[at] = from;
            end[at] = to;
            since[at] = nowNanos;
            host[at] = ofHost;
            packet[at] = ofPacket;
            state[at] = ofState;
            size++;
            return at;
        }

        boolean sweep(long nowNanos, Waiting waiting, long flowHash, boolean sent) {
            int kept = 0;
            for (int at = 0; at < size; at++) {
                boolean matched = (state[at] & MATCHED) != 0;
                if (waiting.isOver(matched, since[at], nowNanos)) {
                    if (matched) {
                        waiting.matchedDropped();
                    } else {
                        waiting.expire(keyHash(flowHash, at), host[at], sent);
                    }
                } else {
                    if (kept != at) {
                        start[kept] = start[at];
                        end[kept] = end[at];
                        since[kept] = since[at];
                        host[kept] = host[at];
                        packet[kept] = packet[at];
                        state[kept] = state[at];
                    }
                    kept++;
                }
            }
            size = kept;
            return size == 0;
        }

        void finish(Waiting waiting, long flowHash, boolean sent) {
            for (int at = 0; at < size; at++) {
                if ((state[at] & MATCHED) == 0) {
                    waiting.expire(keyHash(flowHash, at), host[at], sent);
                }
            }
        }

        private long keyHash(long flowHash, int at) {
            return ((flowHash ^ end[at]) * 0x9e3779b97f4a7c15L) >>> 8;
        }

        void meet(int at, long nowNanos, Waiting waiting) {
            if ((state[at] & MATCHED) == 0) {
                state[at] |= MATCHED;
                since[at] = nowNanos;
                waiting.matched();
            }
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
        long from = unwrap(host, sent, log.sequence(packet), nearLast);
        long to = from + log.payloadBytes(packet);
        waiting.arrived();
        if (sent) {
            addSend(host, packet, from, to, nowNanos);
        } else {
            addReceive(host, packet, from, to, nowNanos);
        }
    }

    private void addSend(int host, int packet, long from, long to, long nowNanos) {
        boolean relayed = false;
        for (int at = receives.firstEndingAt(from + 1); at < receives.size && receives.start[at] < to && !relayed; at++) {
            relayed = receives.host[at] == host;
        }
        sink.sent(host, packet, relayed);
        int own = sends.insert(from, to, nowNanos, host, packet, relayed ? RELAYED : 0);
        for (int at = receives.firstEndingAt(from + 1); at < receives.size && receives.end[at] <= to; at++) {
            // On one host the receive is the earlier one: it cannot be of this send.
            if (receives.host[at] != host) {
                boolean another = (receives.state[at] & MATCHED) != 0;
                boolean first = !another || isFirst(own, receives.end[at]);
                sink.pair(host, packet, receives.host[at], receives.packet[at], order(first, own), another);
                receives.meet(at, nowNanos, waiting);
                sends.meet(own, nowNanos, waiting);
            }
        }
    }

    private void addReceive(int host, int packet, long from, long to, long nowNanos) {
        int own = receives.insert(from, to, nowNanos, host, packet, (byte) 0);
        int misses = 0;
        for (int at = sends.firstEndingAt(to); at < sends.size && misses < PATIENCE; at++) {
            if (sends.start[at] >= to) {
                misses++;
                continue;
            }
            boolean another = (receives.state[own] & MATCHED) != 0;
            boolean first = sends.host[at] != host && isFirst(at, to);
            sink.pair(sends.host[at], sends.packet[at], host, packet, order(first, at), another);
            sends.meet(at, nowNanos, waiting);
            receives.meet(own, nowNanos, waiting);
        }
    }

    private Order order(boolean first, int send) {
        return !first ? Order.NONE : (sends.state[send] & RELAYED) != 0 ? Order.RELAYED : Order.CERTAIN;
    }

    /** Whether a host's send is its first one of a byte: the later ones may have been received already when they were sent. */
    private boolean isFirst(int send, long byteEnd) {
        int misses = 0;
        for (int at = sends.firstEndingAt(byteEnd); at < sends.size && misses < PATIENCE; at++) {
            if (sends.start[at] >= byteEnd) {
                misses++;
            } else if (sends.host[at] == sends.host[send] && sends.packet[at] < sends.packet[send]) {
                return false;
            }
        }
        return true;
    }

    /** Drops what has waited long enough; true if nothing is left. */
    boolean sweep(long nowNanos) {
        boolean noSends = sends.sweep(nowNanos, waiting, flowHash, true);
        boolean noReceives = receives.sweep(nowNanos, waiting, flowHash, false);
        return noSends && noReceives;
    }

    /** All have come: what still waits is unmatched for good. */
    void finish() {
        sends.finish(waiting, flowHash, true);
        receives.finish(waiting, flowHash, false);
    }
}
