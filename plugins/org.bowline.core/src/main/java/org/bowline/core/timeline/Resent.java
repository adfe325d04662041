/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.sync.PacketLog;

/**
 * What a host sent a second time, as nothing acknowledged it: a TCP segment with the same first byte, sent again after {@value #LEAST_NANOS} ns or more. Linux waits for 200 ms at least (tcp_rto_min), for an
 * answer to who asks for a connection for 1 s; what is sent again sooner cost little, and on a host with bridges one packet is queued at several interfaces at once. O(packets); the last {@value #MOST_SEGMENTS} segments are remembered at least,
 * twice as many at most. 9 bytes for each that was sent again.
 */
final class Resent implements Serializable {
    private static final long LEAST_NANOS = 100_000_000;
    private static final int MOST_SEGMENTS = 1 << 16;

    private final IntColumn before = new IntColumn();
    private final IntColumn again = new IntColumn();
    private final ByteColumn opens = new ByteColumn();

    private Resent() {}

    /** All of a host, in order of time. */
    static Resent of(PacketLog log) {
        Resent resent = new Resent();
        Long2IntOpenHashMap young = segments();
        Long2IntOpenHashMap old = segments();
        Int2IntOpenHashMap byAgain = new Int2IntOpenHashMap();
        for (int i = 0; i < log.size(); i++) {
            long hash = log.isSent(i) && !log.isHop(i) ? log.segmentHash(i) : 0;
            if (hash == 0) {
                continue;
            }
            int earlier = old.get(hash);
            int later = young.put(hash, i);
            int first = later == SegmentLog.NONE ? earlier : later;
            if (first != SegmentLog.NONE && log.nanos(i) - log.nanos(first) >= LEAST_NANOS) {
                byAgain.put(i, resent.size());
                resent.before.add(first);
                resent.again.add(i);
                resent.opens.add((byte) (log.opensConnection(i) ? 1 : 0));
            } else if (first != SegmentLog.NONE && byAgain.containsKey(first)) {
                int copied = byAgain.remove(first); // at the next interface: the last one is what arrives
                resent.again.set(copied, i);
                byAgain.put(i, copied);
            }
            if (young.size() == MOST_SEGMENTS) {
                old = young;
                young = segments();
            }
        }
        return resent;
    }

    int size() {
        return before.size();
    }

    /** Lets go of all. */
    void letGo() {
        before.letGo();
        again.letGo();
        opens.letGo();
    }

    /** The packet that was sent before. */
    int before(int i) {
        return before.get(i);
    }

    /** The packet that is the same, sent again. */
    int again(int i) {
        return again.get(i);
    }

    /** Whether it asks for a connection. */
    boolean opens(int i) {
        return opens.get(i) != 0;
    }

    private static Long2IntOpenHashMap segments() {
        Long2IntOpenHashMap segments = new Long2IntOpenHashMap();
        segments.defaultReturnValue(SegmentLog.NONE);
        return segments;
    }
}
