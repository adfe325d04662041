/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.column.IntColumn;
import org.bowline.core.sync.PacketLog;

/**
 * Which connection a packet is of, and who opened it. A connection is what goes between two ports of two addresses, both ways, by whichever hosts, and whatever addresses they give it on the way; what stays within one host is of that host alone. One that is closed and opened again with the same ports has the same number. Asked once for each
 * direction of a connection that a host saw; else O(1). 12 bytes for each of these, 12 for each connection.
 */
final class Connections {
    private static final int OPENERS = Timeline.Opener.values().length;

    private final Translations translations;
    private final Openers openers;
    private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    /** By host and number of the direction there: number of the connection times {@link #OPENERS}, and who opened it; before it is asked {@link Timeline#NONE}. */
    private final IntColumn[] known;

    Connections(List<PacketLog> logs) {
        translations = new Translations(logs);
        openers = new Openers(logs, translations);
        known = logs.stream().map(log -> IntColumn.filled(log.flows(), Timeline.NONE)).toArray(IntColumn[]::new);
    }

    private int of(int host, PacketLog packets, int packet) {
        int flow = packets.flow(packet);
        int found = known[host].get(flow);
        if (found == Timeline.NONE) {
            long there = translations.there(host, packets, packet);
            long back = translations.back(host, packets, packet);
            int number = packets.isAddressed(packet) ? numbers.computeIfAbsent(Math.min(there, back), key -> numbers.size() + 1) : 0;
            found = Math.addExact(Math.multiplyExact(number, OPENERS), openers.of(host, packets, packet).ordinal());
            known[host].set(flow, found);
        }
        return found;
    }

    /** The number of a packet's connection, from 0; {@link Timeline#NONE} if addresses are not known. */
    int number(int host, PacketLog packets, int packet) {
        return of(host, packets, packet) / OPENERS - 1;
    }

    /** Who opened the connection of a packet. */
    Timeline.Opener opener(int host, PacketLog packets, int packet) {
        return Timeline.Opener.ALL[of(host, packets, packet) % OPENERS];
    }
}
