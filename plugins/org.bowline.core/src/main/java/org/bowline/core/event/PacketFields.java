/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import org.bowline.ctf.EventCursor;

/**
 * The header fields of {@code net_dev_queue} and {@code net_if_receive_skb} (LTTng 2.9 and later; earlier the experimental
 * {@code transport_fields}), and of the add-on modules' {@code inet_sock_local_*}.
 */
final class PacketFields {
    private static final String V4 = "network_header.ipv4.";
    private static final String V6 = "network_header.ipv6.";
    private static final String TCP = "transport_header.tcp.";
    private static final String UDP = "transport_header.udp.";
    private static final String OLD_TCP = "transport_fields.thtype_tcp.";

    // slots of HEADERS; those of one IP version are the same with an offset
    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int TCP_SOURCE_PORT = 2;
    private static final int TCP_DESTINATION_PORT = 3;
    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_ACKNOWLEDGEMENT = 5;
    private static final int TCP_DATA_OFFSET = 6;
    private static final int TCP_FLAGS = 7;
    private static final int UDP_SOURCE_PORT = 8;
    private static final int UDP_DESTINATION_PORT = 9;
    private static final int UDP_LENGTH = 10;
    private static final int LENGTH = 11;
    private static final int PER_VERSION = 12;
    private static final int V4_HEADER_LENGTH = 2 * PER_VERSION;
    private static final int V4_ID = V4_HEADER_LENGTH + 1;
    private static final int V4_FRAGMENT = V4_HEADER_LENGTH + 2;
    private static final int V6_NEXT_HEADER = V4_HEADER_LENGTH + 3;
    private static final int OLD_SEQUENCE = V4_HEADER_LENGTH + 4;
    private static final int OLD_ACKNOWLEDGEMENT = V4_HEADER_LENGTH + 5;
    private static final int OLD_FLAGS = V4_HEADER_LENGTH + 6;

    private static final int UDP_HEADER_BYTES = 8;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    /** The add-on modules record the 16 bits after the acknowledgement: data offset and flags, byte-swapped. */
    private static final int SOCKET_FLAGS = 0x3f00;

    /** Paths of the fields of {@link #readHeaders}, in the order of their slots. */
    static final String[] HEADERS = {V4 + "saddr", V4 + "daddr", V4 + TCP + "source_port", V4 + TCP + "dest_port", V4 + TCP + "seq",
        V4 + TCP + "ack_seq", V4 + TCP + "data_offset", V4 + TCP + "flags", V4 + UDP + "source_port", V4 + UDP + "dest_port",
        V4 + UDP + "len", V4 + "tot_len", //
        V6 + "saddr", V6 + "daddr", V6 + TCP + "source_port", V6 + TCP + "dest_port", V6 + TCP + "seq", V6 + TCP + "ack_seq",
        V6 + TCP + "data_offset", V6 + TCP + "flags", V6 + UDP + "source_port", V6 + UDP + "dest_port", V6 + UDP + "len",
        V6 + "payload_len", //
        V4 + "ihl", V4 + "id", V4 + "frag_off", V6 + "nexthdr", OLD_TCP + "seq", OLD_TCP + "ack_seq", OLD_TCP + "flags"};

    /** Paths of the fields of {@link #readSocket}. */
    static final String[] SOCKET = {"seq", "ack_seq", "flags"};

    private PacketFields() {}

    /** Fills the fact from the present event; false if the event carries no header that can be matched. */
    static boolean readHeaders(EventCursor event, PacketFact fact) {
        if (event.has(SOURCE)) {
            return readV4(event, fact);
        }
        if (event.has(PER_VERSION + SOURCE)) {
            return readV6(event, fact);
        }
        if (event.has(OLD_SEQUENCE)) {
            unaddressed(fact, event.integer(OLD_SEQUENCE), event.integer(OLD_ACKNOWLEDGEMENT), (int) event.integer(OLD_FLAGS));
            return true;
        }
        return false;
    }

    /** Fills the fact from an event of the add-on modules. */
    static boolean readSocket(EventCursor event, PacketFact fact) {
        if (!event.has(0)) {
            return false;
        }
        unaddressed(fact, event.integer(0), event.integer(1), (int) event.integer(2) & SOCKET_FLAGS);
        return true;
    }

    private static void unaddressed(PacketFact fact, long sequence, long acknowledgement, int flags) {
        fact.protocol = PacketFact.TCP;
        fact.addressed = false;
        fact.ipVersion = 0;
        fact.sourceHigh = 0;
        fact.sourceLow = 0;
        fact.destinationHigh = 0;
        fact.destinationLow = 0;
        fact.sourcePort = 0;
        fact.destinationPort = 0;
        fact.sequence = sequence & 0xffff_ffffL;
        fact.acknowledgement = acknowledgement & 0xffff_ffffL;
        fact.flags = flags;
        fact.payloadBytes = -1;
        fact.ipId = -1;
    }

    private static boolean readV4(EventCursor event, PacketFact fact) {
        if ((event.integer(V4_FRAGMENT) & FRAGMENT_OFFSET) != 0) {
            return false; // a later fragment has no transport header
        }
        fact.ipVersion = 4;
        fact.sourceHigh = 0;
        fact.destinationHigh = 0;
        fact.sourceLow = bytes(event, SOURCE);
        fact.destinationLow = bytes(event, DESTINATION);
        fact.ipId = (int) event.integer(V4_ID);
        int total = (int) event.integer(LENGTH);
        // a segment over 64 KiB that is cut up later has 0 here
        return readTransport(event, fact, 0, total == 0 ? -1 : total - 4 * (int) event.integer(V4_HEADER_LENGTH));
    }

    private static boolean readV6(EventCursor event, PacketFact fact) {
        fact.ipVersion = 6;
        fact.sourceHigh = words(event, PER_VERSION + SOURCE, 0);
        fact.sourceLow = words(event, PER_VERSION + SOURCE, 4);
        fact.destinationHigh = words(event, PER_VERSION + DESTINATION, 0);
        fact.destinationLow = words(event, PER_VERSION + DESTINATION, 4);
        fact.ipId = -1;
        int nextHeader = (int) event.integer(V6_NEXT_HEADER);
        int payload = (int) event.integer(PER_VERSION + LENGTH);
        // extension headers count as payload of IP: the transport's length is unknown then
        boolean plain = nextHeader == PacketFact.TCP || nextHeader == PacketFact.UDP;
        return readTransport(event, fact, PER_VERSION, payload == 0 || !plain ? -1 : payload);
    }

    private static boolean readTransport(EventCursor event, PacketFact fact, int version, int transportBytes) {
        fact.addressed = true;
        if (event.has(version + TCP_SEQUENCE)) {
            fact.protocol = PacketFact.TCP;
            fact.sourcePort = (int) event.integer(version + TCP_SOURCE_PORT);
            fact.destinationPort = (int) event.integer(version + TCP_DESTINATION_PORT);
            fact.sequence = event.integer(version + TCP_SEQUENCE) & 0xffff_ffffL;
            fact.acknowledgement = event.integer(version + TCP_ACKNOWLEDGEMENT) & 0xffff_ffffL;
            fact.flags = (int) event.integer(version + TCP_FLAGS);
            int payload = transportBytes - 4 * (int) event.integer(version + TCP_DATA_OFFSET);
            fact.payloadBytes = transportBytes < 0 || payload < 0 ? -1 : payload;
            return true;
        }
        if (event.has(version + UDP_LENGTH)) {
            fact.protocol = PacketFact.UDP;
            fact.sourcePort = (int) event.integer(version + UDP_SOURCE_PORT);
            fact.destinationPort = (int) event.integer(version + UDP_DESTINATION_PORT);
            fact.sequence = 0;
            fact.acknowledgement = 0;
            fact.flags = 0;
            fact.payloadBytes = Math.max(-1, (int) event.integer(version + UDP_LENGTH) - UDP_HEADER_BYTES);
            return true;
        }
        return false;
    }

    private static long bytes(EventCursor event, int slot) {
        long value = 0;
        for (int i = 0; i < 4; i++) {
            value = value << 8 | event.element(slot, i) & 0xff;
        }
        return value;
    }

    private static long words(EventCursor event, int slot, int first) {
        long value = 0;
        for (int i = first; i < first + 4; i++) {
            value = value << 16 | event.element(slot, i) & 0xffff;
        }
        return value;
    }
}
