/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** Counts the packets that wait for their counterpart, knows when they have waited long enough, and notices if that was too soon. */
final class Waiting {
    /** Matched packets are remembered as long, lest one sent again is taken for a first one: the least retransmission time-out of TCP is 200 ms. Without a horizon
     * they stay, as their doubles may be read much later. */
    static final long RETAIN_NANOS = 250_000_000L;
    private static final int SAMPLES = 1 << 14;

    private final long horizonNanos;
    private long unmatched;
    private long peakUnmatched;
    private long held;
    private long peakHeld;
    private long expired;
    private long passedOver;
    private long sampleMask;
    private final Long2IntOpenHashMap expiredSends = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap expiredReceives = new Long2IntOpenHashMap();

    /** @param horizonNanos how long unmatched packets wait; {@link Long#MAX_VALUE}: for ever */
    Waiting(long horizonNanos) {
        this.horizonNanos = horizonNanos;
    }

    void arrived() {
        peakUnmatched = Math.max(peakUnmatched, ++unmatched);
        peakHeld = Math.max(peakHeld, ++held);
    }

    void matched() {
        unmatched--;
    }

    void matchedDropped() {
        held--;
    }

    /** One of too many packets that are alike leaves. */
    void dropped(boolean matched) {
        unmatched -= matched ? 0 : 1;
        held--;
        passedOver++;
    }

    /** A packet was not compared with all that it may belong to. */
    void passedOver() {
        passedOver++;
    }

    /** How many packets were not compared with all that they may belong to, as too many are alike. */
    long passedOverCount() {
        return passedOver;
    }

    /** Whether packets ever leave. */
    boolean expires() {
        return horizonNanos != Long.MAX_VALUE;
    }

    boolean isOver(boolean matched, long sinceNanos, long nowNanos) {
        return nowNanos - sinceNanos > (matched ? Math.min(RETAIN_NANOS, horizonNanos) : horizonNanos);
    }

    /** A packet leaves unmatched. A sample of the keys tells afterwards whether both sides of one packet left so. */
    void expire(long keyHash, int host, boolean sent) {
        unmatched--;
        held--;
        expired++;
        if ((keyHash & sampleMask) == 0) {
            Long2IntOpenHashMap side = sent ? expiredSends : expiredReceives;
            side.put(keyHash, host);
            if (side.size() > SAMPLES) {
                sampleMask = 2 * sampleMask + 1;
                expiredSends.keySet().removeIf(key -> (key & sampleMask) != 0);
                expiredReceives.keySet().removeIf(key -> (key & sampleMask) != 0);
            }
        }
    }

    /** Whether packets were dropped whose counterparts were there, on another host: the horizon was too near. */
    boolean lostMatches() {
        var sends = expiredSends.long2IntEntrySet().fastIterator();
        while (sends.hasNext()) {
            var send = sends.next();
            if (expiredReceives.containsKey(send.getLongKey()) && expiredReceives.get(send.getLongKey()) != send.getIntValue()) {
                return true;
            }
        }
        return false;
    }

    long peakUnmatched() {
        return peakUnmatched;
    }

    long peakHeld() {
        return peakHeld;
    }

    long held() {
        return held;
    }

    long expired() {
        return expired;
    }
}
