/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;
import java.util.List;

import org.bowline.core.sync.MatchSink.Order;

/**
 * Packets that are matched as wholes: UDP, TCP segments without data, and those of unknown length or address. A chained hash table in primitive arrays: 33 bytes
 * a packet, O(1) each.
 */
final class KeyTable {
    private static final int SENT = 1;
    private static final int MATCHED = 2;
    /** Sent by a host that had received it: a router or bridge. */
    private static final int RELAYED = 4;
    /** Of packets that are all alike, as many are looked at, the latest; else they would cost quadratic time. */
    private static final int MOST_ALIKE = Segments.MOST_ALIKE;
    /** As many of both sides. */
    private static final int MOST_OF_BOTH = 4 * MOST_ALIKE;

    private final List<PacketLog> logs;
    private final MatchSink sink;
    private final Waiting waiting;
    private int size;
    private int[] buckets = new int[1 << 10];
    private int[] next = new int[1 << 9];
    private int[] host = new int[1 << 9];
    private int[] packet = new int[1 << 9];
    private long[] hash = new long[1 << 9];
    private long[] since = new long[1 << 9];
    private byte[] state = new byte[1 << 9];

    KeyTable(List<PacketLog> logs, MatchSink sink, Waiting waiting) {
        this.logs = logs;
        this.sink = sink;
        this.waiting = waiting;
        Arrays.fill(buckets, -1);
    }

    // Complex: runs for each packet; its two walks over a bucket share what the first one found.
    void add(int ofHost, int ofPacket, long nowNanos) {
        PacketLog log = logs.get(ofHost);
        long key = log.keyHash(ofPacket);
        boolean sent = log.isSent(ofPacket);
        int head = bucket(key);
        boolean relayed = log.isForwarded(ofPacket);
        boolean resent = false;
        int alike = 0;
        int ofBoth = 0;
        if (sent) {
            for (int at = buckets[head]; at >= 0; at = next[at]) {
                if (hash[at] == key && ++ofBoth > MOST_OF_BOTH) {
                    resent = true;
                    break;
                }
                if (host[at] == ofHost && hash[at] == key && PacketLog.sameKey(log, ofPacket, log, packet[at])) {
                    relayed |= (state[at] & SENT) == 0;
                    resent |= (state[at] & SENT) != 0;
                    if (++alike > MOST_ALIKE) {
                        resent = true;
                        break;
                    }
                }
            }
        }
        if (sent) {
            sink.sent(ofHost, ofPacket, relayed);
        }
        byte own = (byte) ((sent ? SENT : 0) | (relayed ? RELAYED : 0));
        waiting.arrived();
        alike = 0;
        ofBoth = 0;
        for (int at = buckets[head]; at >= 0; at = next[at]) {
            boolean otherSent = (state[at] & SENT) != 0;
            if (hash[at] == key && ++ofBoth > MOST_OF_BOTH) {
                waiting.passedOver();
                break;
            }
            if (otherSent == sent || hash[at] != key || !PacketLog.sameKey(log, ofPacket, logs.get(host[at]), packet[at])) {
                continue;
            }
            if (++alike > MOST_ALIKE) {
                waiting.passedOver();
                break;
            }
            if (sent) {
                // On one host the receive is the earlier one: it cannot be of this send.
                if (host[at] != ofHost) {
                    sink.pair(ofHost, ofPacket, host[at], packet[at], resent ? Order.NONE : relayed ? Order.RELAYED : Order.CERTAIN,
                            (state[at] & MATCHED) != 0);
                    own = meet(at, own, nowNanos);
                }
            } else {
                boolean first = host[at] != ofHost && isFirstSend(at, head);
                Order order = !first ? Order.NONE : (state[at] & RELAYED) != 0 ? Order.RELAYED : Order.CERTAIN;
                sink.pair(host[at], packet[at], ofHost, ofPacket, order, (own & MATCHED) != 0);
                own = meet(at, own, nowNanos);
            }
        }
        insert(ofHost, ofPacket, key, nowNanos, own, head);
    }

    /** Whether a host's send is its first one of the key: the later ones may have been received already when they were sent. */
    private boolean isFirstSend(int send, int head) {
        int alike = 0;
        for (int at = buckets[head]; at >= 0 && ++alike <= MOST_ALIKE; at = next[at]) {
            if (at != send && host[at] == host[send] && (state[at] & SENT) != 0 && packet[at] < packet[send] && hash[at] == hash[send]
                    && PacketLog.sameKey(logs.get(host[at]), packet[at], logs.get(host[send]), packet[send])) {
                return false;
            }
        }
        return alike <= MOST_ALIKE;
    }

    private byte meet(int other, byte own, long nowNanos) {
        if ((state[other] & MATCHED) == 0) {
            state[other] |= MATCHED;
            since[other] = nowNanos;
            waiting.matched();
        }
        if ((own & MATCHED) == 0) {
            waiting.matched();
        }
        return (byte) (own | MATCHED);
    }

    private int bucket(long key) {
        return (int) (key >>> 20) & (buckets.length - 1);
    }

    private void insert(int ofHost, int ofPacket, long key, long nowNanos, byte own, int head) {
        int bucket = head;
        if (size == hash.length) {
            int capacity = 2 * size;
            next = Arrays.copyOf(next, capacity);
            host = Arrays.copyOf(host, capacity);
            packet = Arrays.copyOf(packet, capacity);
            hash = Arrays.copyOf(hash, capacity);
            since = Arrays.copyOf(since, capacity);
            state = Arrays.copyOf(state, capacity);
            buckets = new int[2 * capacity];
            link();
            bucket = bucket(key);
        }
        host[size] = ofHost;
        packet[size] = ofPacket;
        hash[size] = key;
        since[size] = nowNanos;
        state[size] = own;
        next[size] = buckets[bucket];
        buckets[bucket] = size++;
    }

    private void link() {
        Arrays.fill(buckets, -1);
        for (int at = 0; at < size; at++) {
            int bucket = bucket(hash[at]);
            next[at] = buckets[bucket];
            buckets[bucket] = at;
        }
    }

    /** Drops what has waited long enough. O(packets held). */
    void sweep(long nowNanos) {
        int kept = 0;
        for (int at = 0; at < size; at++) {
            boolean matched = (state[at] & MATCHED) != 0;
            if (waiting.isOver(matched, since[at], nowNanos)) {
                if (matched) {
                    waiting.matchedDropped();
                } else {
                    waiting.expire(hash[at], host[at], (state[at] & SENT) != 0);
                }
            } else {
                host[kept] = host[at];
                packet[kept] = packet[at];
                hash[kept] = hash[at];
                since[kept] = since[at];
                state[kept++] = state[at];
            }
        }
        size = kept;
        link();
    }

    /** All have come: what still waits is unmatched for good. */
    void finish() {
        for (int at = 0; at < size; at++) {
            if ((state[at] & MATCHED) == 0) {
                waiting.expire(hash[at], host[at], (state[at] & SENT) != 0);
            }
        }
    }
}
