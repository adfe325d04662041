/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;

/**
 * The packets one host saw, in the order of its clock. Append-only; a structure of arrays of {@value #BYTES_PER_PACKET} bytes a packet, with no object per packet.
 *
 * <p>Written by one thread; once written, read by any number of them.
 */
public final class PacketLog {
    /** Memory per packet, without the slack of growing arrays. */
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

    private int size;
    private long[] nanos;
    private long[] sourceHigh;
    private long[] sourceLow;
    private long[] destinationHigh;
    private long[] destinationLow;
    private int[] ports;
    private int[] sequence;
    private int[] acknowledgement;
    private int[] payload;
    private int[] ipId;
    private int[] ref;
    private short[] tcpFlags;
    private byte[] kind;

    /** An empty log. */
    public PacketLog() {
        this(1024);
    }

    /** An empty log with room for a number of packets; it grows when they are more. */
    public PacketLog(int expectedPackets) {
        int capacity = Math.max(16, expectedPackets);
        nanos = new long[capacity];
        sourceHigh = new long[capacity];
        sourceLow = new long[capacity];
        destinationHigh = new long[capacity];
        destinationLow = new long[capacity];
        ports = new int[capacity];
        sequence = new int[capacity];
        acknowledgement = new int[capacity];
        payload = new int[capacity];
        ipId = new int[capacity];
        ref = new int[capacity];
        tcpFlags = new short[capacity];
        kind = new byte[capacity];
    }

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
        if (size > 0 && hostNanos < nanos[size - 1]) {
            throw new IllegalArgumentException(
                    "packet at " + hostNanos + " ns comes after one at " + nanos[size - 1] + " ns: packets must be appended in time order");
        }
        if (protocol != TCP && protocol != UDP) {
            throw new IllegalArgumentException("protocol " + protocol + " is neither TCP (6) nor UDP (17)");
        }
        if (size == nanos.length) {
            grow();
        }
        int at = size++;
        nanos[at] = hostNanos;
        if (addressed) {
            sourceHigh[at] = packetSourceHigh;
            sourceLow[at] = packetSourceLow;
            destinationHigh[at] = packetDestinationHigh;
            destinationLow[at] = packetDestinationLow;
            ports[at] = (sourcePort << 16) | (destinationPort & 0xffff);
        }
        sequence[at] = (int) tcpSequence;
        acknowledgement[at] = (int) tcpAcknowledgement;
        payload[at] = payloadBytes < 0 ? UNKNOWN : payloadBytes;
        ipId[at] = identification < 0 ? UNKNOWN : identification & 0xffff;
        ref[at] = handle;
        tcpFlags[at] = (short) flags;
        kind[at] = (byte) ((sent ? SENT : 0) | (addressed ? ADDRESSED : 0) | (addressed && ipVersion == 6 ? IP_V6 : 0)
                | (protocol == TCP ? IS_TCP : IS_UDP));
        return at;
    }

    private void grow() {
        int capacity = Math.addExact(size, Math.max(16, size / 2));
        nanos = Arrays.copyOf(nanos, capacity);
        sourceHigh = Arrays.copyOf(sourceHigh, capacity);
        sourceLow = Arrays.copyOf(sourceLow, capacity);
        destinationHigh = Arrays.copyOf(destinationHigh, capacity);
        destinationLow = Arrays.copyOf(destinationLow, capacity);
        ports = Arrays.copyOf(ports, capacity);
        sequence = Arrays.copyOf(sequence, capacity);
        acknowledgement = Arrays.copyOf(acknowledgement, capacity);
        payload = Arrays.copyOf(payload, capacity);
        ipId = Arrays.copyOf(ipId, capacity);
        ref = Arrays.copyOf(ref, capacity);
        tcpFlags = Arrays.copyOf(tcpFlags, capacity);
        kind = Arrays.copyOf(kind, capacity);
    }

    /** Number of packets. */
    public int size() {
        return size;
    }

    /** When the host saw the packet, ns of its own clock. */
    public long nanos(int packet) {
        return nanos[packet];
    }

    /** Whether the packet was queued for sending; else it was received. */
    public boolean isSent(int packet) {
        return (kind[packet] & SENT) != 0;
    }

    /** The caller's mark of the packet. */
    public int ref(int packet) {
        return ref[packet];
    }

    /** {@link #TCP} or {@link #UDP}. */
    public int protocol(int packet) {
        return (kind[packet] & IS_TCP) != 0 ? TCP : UDP;
    }

    /** Bytes of payload, {@link #UNKNOWN} if unknown. */
    public int payloadBytes(int packet) {
        return payload[packet];
    }

    /** Whether addresses and ports are known. */
    public boolean isAddressed(int packet) {
        return (kind[packet] & ADDRESSED) != 0;
    }

    /** The source address as text ({@code 10.0.0.1}, {@code fe80:0:0:0:0:0:0:1}); empty if it is not known. Allocates. */
    public String sourceAddress(int packet) {
        if ((kind[packet] & ADDRESSED) == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if ((kind[packet] & IP_V6) == 0) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                text.append((sourceLow[packet] >> shift) & 0xff).append(shift == 0 ? "" : ".");
            }
            return text.toString();
        }
        for (int i = 0; i < 8; i++) {
            long half = i < 4 ? sourceHigh[packet] : sourceLow[packet];
            text.append(i == 0 ? "" : ":").append(Long.toHexString((half >>> (48 - 16 * (i % 4))) & 0xffff));
        }
        return text.toString();
    }

    /** TCP sequence number, as 32 bits. */
    int sequence(int packet) {
        return sequence[packet];
    }

    /** Whether the bytes of a stream that the packet carries are known: a TCP segment with data, and addresses. */
    boolean carriesStreamBytes(int packet) {
        return payload[packet] > 0 && (kind[packet] & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP);
    }

    /** Whether the packet can be told from others of its connection: not so datagrams without IP identification, or with 0, which Linux sends where it is not needed. */
    boolean isIdentified(int packet) {
        return (kind[packet] & IS_TCP) != 0 || ipId[packet] > 0;
    }

    /** Hash of the direction of a connection: protocol, addresses, ports. On both hosts the same. */
    public long flowHash(int packet) {
        return flowHash(packet, ports[packet], sourceHigh[packet], sourceLow[packet], destinationHigh[packet], destinationLow[packet]);
    }

    /** The {@link #flowHash} of what comes the other way. */
    public long oppositeFlowHash(int packet) {
        return flowHash(packet, Integer.rotateLeft(ports[packet], 16), destinationHigh[packet], destinationLow[packet], sourceHigh[packet],
                sourceLow[packet]);
    }

    private long flowHash(int packet, int portPair, long fromHigh, long fromLow, long toHigh, long toLow) {
        long h = mix((kind[packet] & ~SENT) * 0x9e3779b97f4a7c15L + portPair);
        h = mix(h ^ fromHigh);
        h = mix(h + fromLow);
        h = mix(h ^ toHigh);
        return mix(h + toLow);
    }

    /** Whether the packet asks for a new TCP connection, which its sender so opens. */
    public boolean opensConnection(int packet) {
        return (kind[packet] & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP)
                && (tcpFlags[packet] & (SYNCHRONISE | ACKNOWLEDGE)) == SYNCHRONISE;
    }

    /** The port of the sender; 0 if it is not known. */
    public int sourcePort(int packet) {
        return ports[packet] >>> 16;
    }

    /** The port of the receiver; 0 if it is not known. */
    public int destinationPort(int packet) {
        return ports[packet] & 0xffff;
    }

    /** Whether packets of two logs belong to the same direction of one connection. */
    static boolean sameFlow(PacketLog a, int i, PacketLog b, int j) {
        return ((a.kind[i] ^ b.kind[j]) & ~SENT) == 0 && a.ports[i] == b.ports[j] && a.sourceLow[i] == b.sourceLow[j]
                && a.destinationLow[i] == b.destinationLow[j]
                && a.sourceHigh[i] == b.sourceHigh[j] && a.destinationHigh[i] == b.destinationHigh[j];
    }

    /** Hash of the source or destination address of a packet, never 0; 0 if it is not known. */
    public long addressHash(int packet, boolean source) {
        if ((kind[packet] & ADDRESSED) == 0) {
            return 0;
        }
        return mix(mix((source ? sourceHigh : destinationHigh)[packet] + (kind[packet] & IP_V6))
                + (source ? sourceLow : destinationLow)[packet]) | 1;
    }

    /** Hash of what identifies a packet, without length and IP identification, which may be unknown to one side. */
    long keyHash(int packet) {
        long h = mix(flowHash(packet) + (((long) sequence[packet] << 32) | (acknowledgement[packet] & 0xffffffffL)));
        return mix(h ^ tcpFlags[packet]);
    }

    /** Whether two packets seen are one, as far as both sides know. */
    static boolean sameKey(PacketLog a, int i, PacketLog b, int j) {
        return a.sequence[i] == b.sequence[j] && a.acknowledgement[i] == b.acknowledgement[j] && a.tcpFlags[i] == b.tcpFlags[j]
                && sameFlow(a, i, b, j)
                && agree(a.payload[i], b.payload[j]) && agree(a.ipId[i], b.ipId[j]);
    }

    private static boolean agree(int a, int b) {
        return a == b || a == UNKNOWN || b == UNKNOWN;
    }

    private static long mix(long value) {
        long h = (value ^ (value >>> 32)) * 0xd6e8feb86659fd93L;
        return h ^ (h >>> 29);
    }
}
