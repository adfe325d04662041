/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.PacketLog;

/**
 * What a host sent a second time, as nothing acknowledged it: a TCP segment with the same first byte, sent again after {@value #LEAST_NANOS} ns or more. Linux waits for 200 ms at least (tcp_rto_min), for an
 * answer to who asks for a connection for 1 s; what is sent again sooner cost little, and on a host with bridges one packet is queued at several interfaces at once. O(packets); the last {@value #MOST_SEGMENTS} segments are remembered at least,
 * twice as many at most.
 */
final class Resent {
    private static final long LEAST_NANOS = 100_000_000;
    private static final int MOST_SEGMENTS = 1 << 16;
    private static final int POLL_MASK = (1 << 16) - 1;

    private Resent() {}

    /** Takes two packets of a log: what was sent before, and again. */
    interface Visitor {
        void resent(int before, int again);
    }

    /** Visits all, in order of time. */
    static void each(PacketLog log, Progress progress, Visitor visitor) {
        Long2IntOpenHashMap young = segments();
        Long2IntOpenHashMap old = segments();
        for (int i = 0; i < log.size(); i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            long hash = log.isSent(i) ? log.segmentHash(i) : 0;
            if (hash == 0) {
                continue;
            }
            int earlier = old.get(hash);
            int later = young.put(hash, i);
            int before = later == SegmentLog.NONE ? earlier : later;
            if (before != SegmentLog.NONE && log.nanos(i) - log.nanos(before) >= LEAST_NANOS) {
                visitor.resent(before, i);
            }
            if (young.size() == MOST_SEGMENTS) {
                old = young;
                young = segments();
            }
        }
    }

    private static Long2IntOpenHashMap segments() {
        Long2IntOpenHashMap segments = new Long2IntOpenHashMap();
        segments.defaultReturnValue(SegmentLog.NONE);
        return segments;
    }
}
