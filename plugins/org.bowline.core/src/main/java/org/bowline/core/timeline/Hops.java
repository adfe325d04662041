/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/**
 * Finds what crosses several interfaces of one host: the kernel keeps a packet in one place from the first to the last, and what it carries stays the same, though its addresses and ports may be translated. When it is gone, another one may
 * be kept there. A TCP segment of IPv4 is told from that by its identification; what has none may be sent again and be the same, or be as long as another datagram, and is followed only from one event to the next of its processor's work.
 * O(1) per packet; the last {@value #MOST_PLACES} places are remembered at least, twice as many at most, some 60 bytes each.
 */
final class Hops {
    private static final int NONE = SegmentLog.NONE;
    private static final int MOST_PLACES = 1 << 16;
    /** What nothing else tells apart goes on at once, or as soon as the soft interrupts of its processor have their turn. The kernel sends again after more, but for probes. */
    private static final long LONGEST_NANOS = 5_000_000;

    private final PacketLog packets;
    private Long2ObjectOpenHashMap<Place> young = new Long2ObjectOpenHashMap<>();
    private Long2ObjectOpenHashMap<Place> old = new Long2ObjectOpenHashMap<>();
    private int carrier = NONE;

    /** What was in a place last: its index, and where it was seen. */
    private static final class Place {
        int packet;
        int cpu;
        int hopLimit;
        String name = "";
        /** The interface at which it was first seen. */
        String first = "";
    }

    /** @param packets of the host */
    Hops(PacketLog packets) {
        this.packets = packets;
    }

    /**
     * What the next packet of the log was at the interface before; NONE if there was none, or that is not known.
     *
     * @param inInterrupt whether it is seen in an interrupt: whoever sends on what comes does it there
     */
    int before(long nanos, int cpu, boolean inInterrupt, PacketFact next) {
        carrier = NONE;
        if (next.buffer == 0) {
            return NONE;
        }
        Place place = find(next.buffer);
        int last = NONE;
        if (place == null) {
            place = new Place();
            young.put(next.buffer, place);
        } else if (packets.carries(place.packet, next.protocol, next.sequence, next.acknowledgement, next.flags, next.payloadBytes,
                next.ipId)) {
            last = follows(place, nanos, cpu, inInterrupt, next) ? place.packet : NONE;
        } else if (!next.sent && !packets.isSent(place.packet) && cpu == place.cpu && !next.networkInterface.equals(place.name)) {
            carrier = place.packet;
        }
        place.packet = packets.size();
        place.cpu = cpu;
        place.hopLimit = next.hopLimit;
        place.name = next.networkInterface;
        place.first = last == NONE ? place.name : place.first;
        return last;
    }

    /** The packet in which the one that {@link #before} was asked about came, as through a tunnel; NONE if in none. */
    int carrier() {
        return carrier;
    }

    private @Nullable Place find(long buffer) {
        Place place = young.get(buffer);
        if (place == null) {
            if (young.size() == MOST_PLACES) {
                old = young;
                young = new Long2ObjectOpenHashMap<>();
            }
            place = old.remove(buffer);
            if (place != null) {
                young.put(buffer, place);
            }
        }
        return place;
    }

    private boolean follows(Place place, long nanos, int cpu, boolean inInterrupt, PacketFact next) {
        if (place.hopLimit > 0 && next.hopLimit > place.hopLimit) {
            return false; // it begins its way again
        }
        boolean isTold = next.ipId > 0;
        if (isTold && next.protocol == PacketFact.TCP) {
            return true;
        }
        if (!packets.sharesEnd(place.packet, next.ipVersion, next.sourceHigh, next.sourceLow, next.sourcePort, next.destinationHigh,
                next.destinationLow, next.destinationPort)) {
            return false;
        }
        return isTold || cpu == place.cpu && nanos - packets.nanos(place.packet) <= LONGEST_NANOS && mayFollow(place, inInterrupt, next);
    }

    private boolean mayFollow(Place place, boolean inInterrupt, PacketFact next) {
        if (next.sent != packets.isSent(place.packet)) {
            return !next.sent || inInterrupt;
        }
        return !next.networkInterface.equals(place.name) && !next.networkInterface.equals(place.first);
    }
}
