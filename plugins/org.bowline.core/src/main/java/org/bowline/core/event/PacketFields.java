/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.Arrays;
import java.util.List;

import org.bowline.ctf.EventCursor;

/**
 * The header fields of {@code net_dev_queue} and {@code net_if_receive_skb} (LTTng 2.9 and later; earlier the experimental
 * {@code transport_fields}), and of the add-on modules' {@code inet_sock_local_*}.
 */
final class PacketFields {
    private static final String TCP = "transport_header.tcp.";
    private static final String UDP = "transport_header.udp.";

    /** The fields of a header, by their paths in IPv4 and in IPv6; empty where a version lacks one. */
    private enum Header {
        SOURCE("saddr"), DESTINATION("daddr"), //
        TCP_SOURCE_PORT(TCP + "source_port"), TCP_DESTINATION_PORT(TCP + "dest_port"), //
        TCP_SEQUENCE(TCP + "seq"), TCP_ACKNOWLEDGEMENT(TCP + "ack_seq"), //
        TCP_DATA_OFFSET(TCP + "data_offset"), TCP_FLAGS(TCP + "flags"), //
        UDP_SOURCE_PORT(UDP + "source_port"), UDP_DESTINATION_PORT(UDP + "dest_port"), UDP_LENGTH(UDP + "len"), //
        LENGTH("tot_len", "payload_len"), //
        HEADER_LENGTH("ihl", ""), ID("id", ""), FRAGMENT("frag_off", ""), NEXT_HEADER("", "nexthdr"), HOP_LIMIT("ttl", "hop_limit");

        final String v4;
        final String v6;

        Header(String both) {
            this(both, both);
        }

        Header(String v4, String v6) {
            this.v4 = v4;
            this.v6 = v6;
        }

        boolean isIn(EventCursor event, int block) {
            return event.has(block + ordinal());
        }

        long value(EventCursor event, int block) {
            return event.integer(block + ordinal());
        }

        int number(EventCursor event, int block) {
            return (int) value(event, block);
        }
    }

    private static final Header[] ALL = Header.values();
    // where the slots of a version of IP begin, and those of a TCP header without addresses
    private static final int V4 = 0;
    private static final int V6 = ALL.length;
    private static final int BARE = 2 * ALL.length;

    private static final int UDP_HEADER_BYTES = 8;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    /** The add-on modules record the 16 bits after the acknowledgement: data offset and flags, byte-swapped. */
    private static final int SOCKET_FLAGS = 0x3f00;

    // behind the headers: where the packet is kept, and the interface
    private static final int BUFFER = 3 * ALL.length;
    private static final int INTERFACE = BUFFER + 1;
    // and of what is sent the bytes that the interface was given
    private static final int FRAME_LENGTH = INTERFACE + 1;

    /** Paths of the fields of {@link #readHeaders}, by slot. */
    static final String[] HEADERS = headers();

    /** The same, and those of {@link #readFrame}. */
    static final String[] SENT = sent();

    /** Paths of the fields of {@link #readSocket}, by slot. */
    static final String[] SOCKET = paths(false, "");

    private PacketFields() {}

    private static String[] headers() {
        String[] paths = Arrays.copyOf(paths(true, "transport_fields.thtype_tcp."), INTERFACE + 1);
        paths[BUFFER] = "skbaddr";
        paths[INTERFACE] = "name";
        return paths;
    }

    private static String[] sent() {
        String[] paths = Arrays.copyOf(HEADERS, FRAME_LENGTH + 1);
        paths[FRAME_LENGTH] = "len";
        return paths;
    }

    private static String[] paths(boolean addressed, String bare) {
        String[] paths = new String[BARE + ALL.length];
        Arrays.fill(paths, "");
        for (Header field : ALL) {
            paths[V4 + field.ordinal()] = addressed && !field.v4.isEmpty() ? "network_header.ipv4." + field.v4 : "";
            paths[V6 + field.ordinal()] = addressed && !field.v6.isEmpty() ? "network_header.ipv6." + field.v6 : "";
        }
        for (Header field : List.of(Header.TCP_SEQUENCE, Header.TCP_ACKNOWLEDGEMENT, Header.TCP_FLAGS)) {
            paths[BARE + field.ordinal()] = bare + field.v4.substring(TCP.length());
        }
        return paths;
    }

    /** Fills in which interface a packet was given to or came from, and how many bytes it was given; nothing and 0 if the event does not tell. Allocates only for a name that is new. */
    static void readFrame(EventCursor event, PacketFact fact) {
        fact.networkInterface = event.text(INTERFACE);
        fact.frameBytes = fact.sent ? event.integer(FRAME_LENGTH) : 0;
        fact.buffer = event.has(BUFFER) ? event.integer(BUFFER) : 0;
    }

    /** Fills the fact from the present event; false if the event carries no header that can be matched. */
    static boolean readHeaders(EventCursor event, PacketFact fact) {
        if (Header.SOURCE.isIn(event, V4)) {
            return readV4(event, fact);
        }
        if (Header.SOURCE.isIn(event, V6)) {
            return readV6(event, fact);
        }
        return readBare(event, fact, -1);
    }

    /** Fills the fact from an event of the add-on modules. */
    static boolean readSocket(EventCursor event, PacketFact fact) {
        fact.buffer = 0;
        return readBare(event, fact, SOCKET_FLAGS);
    }

    private static boolean readBare(EventCursor event, PacketFact fact, int flags) {
        if (!Header.TCP_SEQUENCE.isIn(event, BARE)) {
            return false;
        }
        fact.protocol = PacketFact.TCP;
        fact.addressed = false;
        fact.ipVersion = 0;
        fact.hopLimit = 0;
        fact.sourceHigh = 0;
        fact.sourceLow = 0;
        fact.destinationHigh = 0;
        fact.destinationLow = 0;
        fact.sourcePort = 0;
        fact.destinationPort = 0;
        fact.sequence = Header.TCP_SEQUENCE.value(event, BARE) & 0xffff_ffffL;
        fact.acknowledgement = Header.TCP_ACKNOWLEDGEMENT.value(event, BARE) & 0xffff_ffffL;
        fact.flags = Header.TCP_FLAGS.number(event, BARE) & flags;
        fact.payloadBytes = -1;
        fact.ipId = -1;
        return true;
    }

    private static boolean readV4(EventCursor event, PacketFact fact) {
        if ((Header.FRAGMENT.value(event, V4) & FRAGMENT_OFFSET) != 0) {
            return false; // a later fragment has no transport header
        }
        fact.ipVersion = 4;
        fact.hopLimit = limit(event, V4);
        fact.sourceHigh = 0;
        fact.destinationHigh = 0;
        fact.sourceLow = bytes(event, V4 + Header.SOURCE.ordinal());
        fact.destinationLow = bytes(event, V4 + Header.DESTINATION.ordinal());
        fact.ipId = Header.ID.number(event, V4);
        int total = Header.LENGTH.number(event, V4);
        // a segment over 64 KiB that is cut up later has 0 here
        return readTransport(event, fact, V4, total == 0 ? -1 : total - 4 * Header.HEADER_LENGTH.number(event, V4));
    }

    private static boolean readV6(EventCursor event, PacketFact fact) {
        fact.ipVersion = 6;
        fact.hopLimit = limit(event, V6);
        fact.sourceHigh = words(event, V6 + Header.SOURCE.ordinal(), 0);
        fact.sourceLow = words(event, V6 + Header.SOURCE.ordinal(), 4);
        fact.destinationHigh = words(event, V6 + Header.DESTINATION.ordinal(), 0);
        fact.destinationLow = words(event, V6 + Header.DESTINATION.ordinal(), 4);
        fact.ipId = -1;
        int nextHeader = Header.NEXT_HEADER.number(event, V6);
        int payload = Header.LENGTH.number(event, V6);
        // extension headers count as payload of IP: the transport's length is unknown then
        boolean plain = nextHeader == PacketFact.TCP || nextHeader == PacketFact.UDP;
        return readTransport(event, fact, V6, payload == 0 || !plain ? -1 : payload);
    }

    private static int limit(EventCursor event, int version) {
        return Header.HOP_LIMIT.isIn(event, version) ? Header.HOP_LIMIT.number(event, version) & 0xff : 0;
    }

    private static boolean readTransport(EventCursor event, PacketFact fact, int version, int transportBytes) {
        fact.addressed = true;
        if (Header.TCP_SEQUENCE.isIn(event, version)) {
            fact.protocol = PacketFact.TCP;
            fact.sourcePort = Header.TCP_SOURCE_PORT.number(event, version);
            fact.destinationPort = Header.TCP_DESTINATION_PORT.number(event, version);
            fact.sequence = Header.TCP_SEQUENCE.value(event, version) & 0xffff_ffffL;
            fact.acknowledgement = Header.TCP_ACKNOWLEDGEMENT.value(event, version) & 0xffff_ffffL;
            fact.flags = Header.TCP_FLAGS.number(event, version);
            int payload = transportBytes - 4 * Header.TCP_DATA_OFFSET.number(event, version);
            fact.payloadBytes = transportBytes < 0 || payload < 0 ? -1 : payload;
            return true;
        }
        if (Header.UDP_LENGTH.isIn(event, version)) {
            fact.protocol = PacketFact.UDP;
            fact.sourcePort = Header.UDP_SOURCE_PORT.number(event, version);
            fact.destinationPort = Header.UDP_DESTINATION_PORT.number(event, version);
            fact.sequence = 0;
            fact.acknowledgement = 0;
            fact.flags = 0;
            fact.payloadBytes = Math.max(-1, Header.UDP_LENGTH.number(event, version) - UDP_HEADER_BYTES);
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
