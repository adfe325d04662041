/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.sync.PacketLog;

/**
 * Which side opened the connection that a packet is of: the one that asked for it, if a host recorded that; else the one whose port is of the range from which
 * Linux takes those that nobody chose, if the other's is not. O(1) per packet; 16 bytes per connection.
 */
final class Openers {
    /** The first port that Linux gives a socket on its own (ip_local_port_range). */
    private static final int FIRST_EPHEMERAL_PORT = 32_768;

    /** Directions of connections, each from the side that opened it. */
    private final LongOpenHashSet opened = new LongOpenHashSet();

    private final Translations translations;

    Openers(List<PacketLog> logs, Translations translations) {
        this.translations = translations;
        for (int i = 0; i < logs.size(); i++) {
            int host = i;
            logs.get(host).eachOpened((direction, opposite) -> opened.add(translations.of(host, direction, opposite)));
        }
    }

    /** Who opened the connection of a packet. */
    Timeline.Opener of(int host, PacketLog packets, int packet) {
        if (!packets.isAddressed(packet)) {
            return Timeline.Opener.UNKNOWN;
        }
        boolean bySender = opened.contains(translations.there(host, packets, packet));
        boolean byReceiver = opened.contains(translations.back(host, packets, packet));
        if (bySender == byReceiver) { // not recorded, or both ends were used by either side
            bySender = packets.sourcePort(packet) >= FIRST_EPHEMERAL_PORT;
            byReceiver = packets.destinationPort(packet) >= FIRST_EPHEMERAL_PORT;
        }
        return bySender == byReceiver ? Timeline.Opener.UNKNOWN : bySender ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER;
    }
}
