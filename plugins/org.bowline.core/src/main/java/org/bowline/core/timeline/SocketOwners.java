/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/**
 * Which thread a packet is from that the kernel sent in an interrupt: the last that sent one itself from the same end of the same connection,
 * or, as long as there was none, the first that does. The last segment of a TCP handshake, data that waited for an acknowledgement or for the
 * address of the next hop, and acknowledgements are sent so. What answers the call for a new connection is nobody's, since nobody has
 * accepted it yet. O(1) per packet; up to 24 bytes per connection.
 */
final class SocketOwners {
    private static final int NONE = SegmentLog.NONE;
    // flags in the TCP header
    private static final int SYNCHRONISE = 0x02;
    private static final int ACKNOWLEDGE = 0x10;

    /** The packets of the host, each with the vertex that sent it. */
    private final PacketLog packets;
    private final Long2IntOpenHashMap owners = new Long2IntOpenHashMap();
    /** The last packet of each end that waits for an owner, as a number in {@link #openPackets}. */
    private final Long2IntOpenHashMap open = new Long2IntOpenHashMap();
    private final IntArrayList openPackets = new IntArrayList();
    /** The one before it of the same end, or NONE. */
    private final IntArrayList openBefore = new IntArrayList();

    SocketOwners(PacketLog packets) {
        this.packets = packets;
        owners.defaultReturnValue(NONE);
        open.defaultReturnValue(NONE);
    }

    /** A thread sends the next packet itself. */
    void sent(PacketFact packet, int thread) {
        if (!packet.addressed) {
            return;
        }
        long end = end(packet);
        if (begins(packet)) {
            open.remove(end);
        }
        owners.put(end, thread);
        for (int i = open.remove(end); i != NONE; i = openBefore.getInt(i)) {
            packets.setRef(openPackets.getInt(i), thread);
        }
    }

    /** Whose packet the next one is, which the kernel sends; NONE if it is not known, or not yet: then it is noted down later. */
    int of(PacketFact packet) {
        if (!packet.addressed) {
            return NONE;
        }
        long end = end(packet);
        if (begins(packet)) {
            owners.remove(end);
            open.remove(end);
            if ((packet.flags & ACKNOWLEDGE) != 0) {
                return NONE;
            }
        }
        int owner = owners.get(end);
        if (owner == NONE) {
            openBefore.add(open.put(end, openPackets.size()));
            openPackets.add(packets.size());
        }
        return owner;
    }

    /** The thread that sends from an end of a connection; NONE if none has yet. */
    int of(long end) {
        return owners.get(end);
    }

    private static boolean begins(PacketFact packet) {
        return packet.protocol == PacketFact.TCP && (packet.flags & SYNCHRONISE) != 0;
    }

    /** The sending end of a connection in 64 bits: that two of one host share them is not to be expected. */
    private static long end(PacketFact packet) {
        long hash = ports(packet, packet.sourcePort, packet.destinationPort);
        hash = HashCommon.mix(hash + packet.sourceHigh);
        hash = HashCommon.mix(hash + packet.sourceLow);
        hash = HashCommon.mix(hash + packet.destinationHigh);
        return HashCommon.mix(hash + packet.destinationLow);
    }

    /** The end of the connection that a packet is for, as {@link #of(long)} knows it. */
    static long receiver(PacketFact packet) {
        long hash = ports(packet, packet.destinationPort, packet.sourcePort);
        hash = HashCommon.mix(hash + packet.destinationHigh);
        hash = HashCommon.mix(hash + packet.destinationLow);
        hash = HashCommon.mix(hash + packet.sourceHigh);
        return HashCommon.mix(hash + packet.sourceLow);
    }

    private static long ports(PacketFact packet, int from, int to) {
        return HashCommon.mix((long) from << 32 | (long) to << 16 | (long) packet.protocol << 8 | packet.ipVersion);
    }
}
