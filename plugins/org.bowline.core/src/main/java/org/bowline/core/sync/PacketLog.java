/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;

/**
 * The packets one host saw, in the order of its clock. Append-only; columns of {@value #BYTES_PER_PACKET} bytes a packet, with no object per packet.
 *
 * <p>Written by one thread; once written, read by any number of them.
 */
public final class PacketLog implements Serializable {
    /** Memory per packet, without the slack of growing columns. */
    public static final int BYTES_PER_PACKET = 8 + 4 * 8 + 4 + 4 + 4 + 4 + 4 + 2 + 1 + 4;

    /** TCP's number in the IP header. */
    public static final int TCP = 6;
    /** UDP's number in the IP header. */
    public static final int UDP = 17;
    /** The value of a payload length or IP identification that is not known. */
    public static final int UNKNOWN = -1;

    // flags in the TCP header
    private static final int SYNCHRONISE = 0x02;
    private static final int ACKNOWLEDGE = 0x10;

    private static final int SENT = 1;
    private static final int ADDRESSED = 2;
    private static final int IP_V6 = 4;
    private static final int IS_TCP = 8;
    private static final int IS_UDP = 16;

    private final LongColumn nanos = new LongColumn();
    private final LongColumn sourceHigh = new LongColumn();
    private final LongColumn sourceLow = new LongColumn();
    private final LongColumn destinationHigh = new LongColumn();
    private final LongColumn destinationLow = new LongColumn();
    private final IntColumn ports = new IntColumn();
    private final IntColumn sequence = new IntColumn();
    private final IntColumn acknowledgement = new IntColumn();
    private final IntColumn payload = new IntColumn();
    private final IntColumn ipId = new IntColumn();
    private final IntColumn ref = new IntColumn();
    private final ShortColumn tcpFlags = new ShortColumn();
    private final ByteColumn kind = new ByteColumn();

    /**
     * Appends a packet.
     *
     * @param hostNanos when, on this host's clock; never before the packet appended last
     * @param sent queued for sending; else received
     * @param protocol {@link #TCP} or {@link #UDP}
     * @param addressed whether addresses and ports are known (old tracers give only sequence, acknowledgement and flags); if not, they are ignored
     * @param ipVersion 4 or 6
     * @param packetSourceHigh upper half of an IPv6 source address; 0 for IPv4
     * @param packetSourceLow lower half of the source address, or the IPv4 address
     * @param packetDestinationHigh upper half of an IPv6 destination address; 0 for IPv4
     * @param packetDestinationLow lower half of the destination address, or the IPv4 address
     * @param sourcePort 0 to 65535
     * @param destinationPort 0 to 65535
     * @param tcpSequence TCP sequence number; its low 32 bits count
     * @param tcpAcknowledgement TCP acknowledgement number; its low 32 bits count
     * @param flags TCP flags
     * @param payloadBytes bytes of TCP or UDP payload, {@link #UNKNOWN} if unknown
     * @param identification IPv4 identification, {@link #UNKNOWN} if unknown
     * @param handle the caller's own mark of this packet
     * @return the packet's index in this log
     * @throws IllegalArgumentException if the packet is before the last one, or the protocol is another one
     */
    public int add(long hostNanos, boolean sent, int protocol, boolean addressed, int ipVersion, long packetSourceHigh,
            long packetSourceLow, long packetDestinationHigh,
            long packetDestinationLow, int sourcePort, int destinationPort, long tcpSequence, long tcpAcknowledgement, int flags,
            int payloadBytes, int identification,
            int handle) {
        int at = nanos.size();
        if (at > 0 && hostNanos < nanos.get(at - 1)) {
            throw new IllegalArgumentException(
                    "packet at " + hostNanos + " ns comes after one at " + nanos.get(at - 1)
                            + " ns: packets must be appended in time order");
        }
        if (protocol != TCP && protocol != UDP) {
            throw new IllegalArgumentException("protocol " + protocol + " is neither TCP (6) nor UDP (17)");
        }
        nanos.add(hostNanos);
        sourceHigh.add(addressed ? packetSourceHigh : 0);
        sourceLow.add(addressed ? packetSourceLow : 0);
        destinationHigh.add(addressed ? packetDestinationHigh : 0);
        destinationLow.add(addressed ? packetDestinationLow : 0);
        ports.add(addressed ? (sourcePort << 16) | (destinationPort & 0xffff) : 0);
        sequence.add((int) tcpSequence);
        acknowledgement.add((int) tcpAcknowledgement);
        payload.add(payloadBytes < 0 ? UNKNOWN : payloadBytes);
        ipId.add(identification < 0 ? UNKNOWN : identification & 0xffff);
        ref.add(handle);
        tcpFlags.add((short) flags);
        kind.add(kindOf(sent, addressed, ipVersion, protocol));
        return at;
    }

    private static byte kindOf(boolean sent, boolean addressed, int ipVersion, int protocol) {
        return (byte) ((sent ? SENT : 0) | (addressed ? ADDRESSED : 0) | (addressed && ipVersion == 6 ? IP_V6 : 0)
                | (protocol == TCP ? IS_TCP : IS_UDP));
    }

    /** Number of packets. */
    public int size() {
        return nanos.size();
    }

    /** When the host saw the packet, ns of its own clock. */
    public long nanos(int packet) {
        return nanos.get(packet);
    }

    /** Whether the packet was queued for sending; else it was received. */
    public boolean isSent(int packet) {
        return (kind.get(packet) & SENT) != 0;
    }

    /** The caller's mark of the packet. */
    public int ref(int packet) {
        return ref.get(packet);
    }

    /** {@link #TCP} or {@link #UDP}. */
    public int protocol(int packet) {
        return (kind.get(packet) & IS_TCP) != 0 ? TCP : UDP;
    }

    /** Bytes of payload, {@link #UNKNOWN} if unknown. */
    public int payloadBytes(int packet) {
        return payload.get(packet);
    }

    /** Whether addresses and ports are known. */
    public boolean isAddressed(int packet) {
        return (kind.get(packet) & ADDRESSED) != 0;
    }

    /** The source address as text ({@code 10.0.0.1}, {@code fe80:0:0:0:0:0:0:1}); empty if it is not known. Allocates. */
    public String sourceAddress(int packet) {
        if ((kind.get(packet) & ADDRESSED) == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if ((kind.get(packet) & IP_V6) == 0) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                text.append((sourceLow.get(packet) >> shift) & 0xff).append(shift == 0 ? "" : ".");
            }
            return text.toString();
        }
        for (int i = 0; i < 8; i++) {
            long half = i < 4 ? sourceHigh.get(packet) : sourceLow.get(packet);
            text.append(i == 0 ? "" : ":").append(Long.toHexString((half >>> (48 - 16 * (i % 4))) & 0xffff));
        }
        return text.toString();
    }

    /** TCP sequence number, as 32 bits. */
    int sequence(int packet) {
        return sequence.get(packet);
    }

    /** Whether the bytes of a stream that the packet carries are known: a TCP segment with data, and addresses. */
    boolean carriesStreamBytes(int packet) {
        return payload.get(packet) > 0 && (kind.get(packet) & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP);
    }

    /** Whether the packet can be told from others of its connection: not so datagrams without IP identification, or with 0, which Linux sends where it is not needed. */
    boolean isIdentified(int packet) {
        return (kind.get(packet) & IS_TCP) != 0 || ipId.get(packet) > 0;
    }

    /** Hash of the direction of a connection: protocol, addresses, ports. On both hosts the same. */
    public long flowHash(int packet) {
        return flowHash(packet, ports.get(packet), sourceHigh.get(packet), sourceLow.get(packet), destinationHigh.get(packet),
                destinationLow.get(packet));
    }

    /** The {@link #flowHash} of what comes the other way. */
    public long oppositeFlowHash(int packet) {
        return flowHash(packet, Integer.rotateLeft(ports.get(packet), 16), destinationHigh.get(packet), destinationLow.get(packet),
                sourceHigh.get(packet),
                sourceLow.get(packet));
    }

    private long flowHash(int packet, int portPair, long fromHigh, long fromLow, long toHigh, long toLow) {
        long h = mix((kind.get(packet) & ~SENT) * 0x9e3779b97f4a7c15L + portPair);
        h = mix(h ^ fromHigh);
        h = mix(h + fromLow);
        h = mix(h ^ toHigh);
        return mix(h + toLow);
    }

    /** Whether the packet asks for a new TCP connection, which its sender so opens. */
    public boolean opensConnection(int packet) {
        return (kind.get(packet) & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP)
                && (tcpFlags.get(packet) & (SYNCHRONISE | ACKNOWLEDGE)) == SYNCHRONISE;
    }

    /** Hash of what a TCP segment with data, or one that asks for a connection, begins with: the direction of its connection and its first byte; 0 for other packets. */
    public long segmentHash(int packet) {
        boolean hasData = payload.get(packet) > 0 || opensConnection(packet);
        return (kind.get(packet) & (ADDRESSED | IS_TCP)) != (ADDRESSED | IS_TCP) || !hasData ? 0
                : mix(flowHash(packet) + sequence.get(packet) * 2L + (opensConnection(packet) ? 1 : 0)) | 1;
    }

    /** The port of the sender; 0 if it is not known. */
    public int sourcePort(int packet) {
        return ports.get(packet) >>> 16;
    }

    /** The port of the receiver; 0 if it is not known. */
    public int destinationPort(int packet) {
        return ports.get(packet) & 0xffff;
    }

    /** Whether packets of two logs belong to the same direction of one connection. */
    static boolean sameFlow(PacketLog a, int i, PacketLog b, int j) {
        return ((a.kind.get(i) ^ b.kind.get(j)) & ~SENT) == 0 && a.ports.get(i) == b.ports.get(j)
                && a.sourceLow.get(i) == b.sourceLow.get(j)
                && a.destinationLow.get(i) == b.destinationLow.get(j)
                && a.sourceHigh.get(i) == b.sourceHigh.get(j) && a.destinationHigh.get(i) == b.destinationHigh.get(j);
    }

    /** Hash of the source or destination address of a packet, never 0; 0 if it is not known. */
    public long addressHash(int packet, boolean source) {
        if ((kind.get(packet) & ADDRESSED) == 0) {
            return 0;
        }
        return mix(mix((source ? sourceHigh : destinationHigh).get(packet) + (kind.get(packet) & IP_V6))
                + (source ? sourceLow : destinationLow).get(packet)) | 1;
    }

    /** Hash of what identifies a packet, without length and IP identification, which may be unknown to one side. */
    long keyHash(int packet) {
        long h = mix(flowHash(packet) + (((long) sequence.get(packet) << 32) | (acknowledgement.get(packet) & 0xffffffffL)));
        return mix(h ^ tcpFlags.get(packet));
    }

    /** Whether two packets seen are one, as far as both sides know. */
    static boolean sameKey(PacketLog a, int i, PacketLog b, int j) {
        return a.sequence.get(i) == b.sequence.get(j) && a.acknowledgement.get(i) == b.acknowledgement.get(j)
                && a.tcpFlags.get(i) == b.tcpFlags.get(j)
                && sameFlow(a, i, b, j)
                && agree(a.payload.get(i), b.payload.get(j)) && agree(a.ipId.get(i), b.ipId.get(j));
    }

    private static boolean agree(int a, int b) {
        return a == b || a == UNKNOWN || b == UNKNOWN;
    }

    private static long mix(long value) {
        long h = (value ^ (value >>> 32)) * 0xd6e8feb86659fd93L;
        return h ^ (h >>> 29);
    }
}
