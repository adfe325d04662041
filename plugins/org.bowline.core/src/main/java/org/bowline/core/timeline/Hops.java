/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/**
 * Finds what crosses several interfaces of one host: the kernel keeps a packet in one place from the first to the last, and what it carries stays the same, though its addresses and ports may be translated. O(1) per packet; the last
 * {@value #MOST_BUFFERS} places are remembered at least, twice as many at most, 12 bytes each.
 */
final class Hops {
    private static final int NONE = SegmentLog.NONE;
    private static final int MOST_BUFFERS = 1 << 16;
    /** What is given to one interface after another without being received is so at once: TCP's copy for sending again may be kept at the same place, and is sent later. */
    private static final long LONGEST_BETWEEN_SENDS_NANOS = 50_000_000;

    private final PacketLog packets;
    private final FrameLog frames;
    private Long2IntOpenHashMap young = places();
    private Long2IntOpenHashMap old = places();

    /**
     * @param packets of the host
     * @param frames of its interfaces
     */
    Hops(PacketLog packets, FrameLog frames) {
        this.packets = packets;
        this.frames = frames;
    }

    /** What the next packet of the log was at the interface before; NONE if there was none, or that is not known. */
    int before(long nanos, PacketFact next) {
        if (next.buffer == 0) {
            return NONE;
        }
        int later = young.put(next.buffer, packets.size());
        int last = later == NONE ? old.get(next.buffer) : later;
        if (young.size() == MOST_BUFFERS) {
            old = young;
            young = places();
        }
        return last != NONE
                && packets.carries(last, next.protocol, next.sequence, next.acknowledgement, next.flags, next.payloadBytes, next.ipId)
                && !isSentAgain(last, nanos, next) ? last : NONE;
    }

    /** A receive follows at another interface, as nothing is received twice at one. */
    private boolean isSentAgain(int last, long nanos, PacketFact next) {
        if (!next.sent || !packets.isSent(last)) {
            return false;
        }
        String name = next.networkInterface;
        return nanos - packets.nanos(last) > LONGEST_BETWEEN_SENDS_NANOS || name.isEmpty() || name.equals(frames.nameOf(last))
                || name.equals(frames.nameOf(packets.origin(last)));
    }

    private static Long2IntOpenHashMap places() {
        Long2IntOpenHashMap places = new Long2IntOpenHashMap();
        places.defaultReturnValue(NONE);
        return places;
    }
}
