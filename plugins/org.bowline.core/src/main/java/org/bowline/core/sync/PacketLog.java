/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;

import org.jspecify.annotations.Nullable;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;

/**
 * The packets one host saw, in the order of its clock. Append-only; columns of {@value #BYTES_PER_PACKET} bytes a packet, with no object per packet, and {@value Flows#BYTES_PER_FLOW} bytes for each direction of a connection; 4 bytes more a packet from the first one on that crosses several interfaces of the host. As soon as all packets
 * are matched, what tells one packet from another of its connection can be {@linkplain #letGoKeys let go}; {@value #BYTES_PER_MATCHED_PACKET} bytes a packet are left.
 *
 * <p>Written by one thread; once written, read by any number of them.
 */
public final class PacketLog implements Serializable {
    /** Memory per packet, without connections and the slack of growing columns. */
    public static final int BYTES_PER_PACKET = 8 + 4 + 4 + 4 * 4 + 2;
    /** The same when packets are matched. */
    public static final int BYTES_PER_MATCHED_PACKET = 8 + 4 + 4;

    /** TCP's number in the IP header. */
    public static final int TCP = 6;
    /** UDP's number in the IP header. */
    public static final int UDP = 17;
    /** The value of a payload length or IP identification that is not known. */
    public static final int UNKNOWN = -1;

    // flags in the TCP header
    private static final int FINISH = 0x01;
    private static final int SYNCHRONISE = 0x02;
    private static final int RESET = 0x04;
    private static final int ACKNOWLEDGE = 0x10;

    /** A segment that carries less is not full. */
    private static final int SMALL_BYTES = 1000;

    // beside the number of a direction
    private static final int SENT = 1;
    private static final int EMPTY = 2;
    private static final int ACKNOWLEDGES = 4;
    private static final int CONNECTS = 8;
    private static final int FOLLOWS = 16;
    private static final int FOLLOWED = 32;
    private static final int SMALL = 64;
    private static final int MARKS = 7;
    // of what a direction is
    private static final int ADDRESSED = 2;
    private static final int IP_V6 = 4;
    private static final int IS_TCP = 8;
    private static final int IS_UDP = 16;

    private final LongColumn nanos = new LongColumn();
    /** The number of its direction before {@value #MARKS} bits, {@link #SENT}, {@link #EMPTY}, {@link #ACKNOWLEDGES}, {@link #CONNECTS}, {@link #FOLLOWS}, {@link #FOLLOWED} and {@link #SMALL}. */
    private final IntColumn flow = new IntColumn();
    private final IntColumn ref = new IntColumn();
    private final Flows flows = new Flows();
    /** Of each packet from {@link #firstHop} on, where it was first seen on this host; -1 if there. */
    private final IntColumn origins = new IntColumn();
    private int firstHop;
    private long unidentified;
    private long headerless;
    /** Null when they were let go. */
    private @Nullable Keys keys = new Keys();

    /** What tells a packet from others of its connection: only needed until it is matched. */
    private static final class Keys implements Serializable {
        final IntColumn sequence = new IntColumn();
        final IntColumn acknowledgement = new IntColumn();
        final IntColumn payload = new IntColumn();
        final IntColumn ipId = new IntColumn();
        final ShortColumn tcpFlags = new ShortColumn();
        /** 1 for what was sent and is surely sent on by another interface: its identification tells it from what is sent again. Up to the last of these. */
        final ByteColumn sentOn = new ByteColumn();

        void letGo() {
            sequence.letGo();
            acknowledgement.letGo();
            payload.letGo();
            ipId.letGo();
            tcpFlags.letGo();
            sentOn.letGo();
        }
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
        int at = nanos.size();
        if (at > 0 && hostNanos < nanos.get(at - 1)) {
            throw new IllegalArgumentException(
                    "packet at " + hostNanos + " ns comes after one at " + nanos.get(at - 1)
                            + " ns: packets must be appended in time order");
        }
        if (protocol != TCP && protocol != UDP) {
            throw new IllegalArgumentException("protocol " + protocol + " is neither TCP (6) nor UDP (17)");
        }
        Keys to = keys();
        int of = flows.number(kindOf(addressed, ipVersion, protocol),
                addressed ? (sourcePort << 16) | (destinationPort & 0xffff) : 0, addressed ? packetSourceHigh : 0,
                addressed ? packetSourceLow : 0, addressed ? packetDestinationHigh : 0, addressed ? packetDestinationLow : 0);
        nanos.add(hostNanos);
        if (of >>> Integer.SIZE - MARKS != 0) {
            throw new ArithmeticException("more than " + (1 << Integer.SIZE - MARKS) + " directions of connections on one host");
        }
        flow.add(of << MARKS | marks(sent, protocol, flags, payloadBytes, completes(of, sent, protocol, flags)));
        ref.add(handle);
        to.sequence.add((int) tcpSequence);
        to.acknowledgement.add((int) tcpAcknowledgement);
        to.payload.add(payloadBytes < 0 ? UNKNOWN : payloadBytes);
        to.ipId.add(identification < 0 ? UNKNOWN : identification & 0xffff);
        to.tcpFlags.add((short) flags);
        if (opensConnection(at)) {
            flows.open(of, sent);
        }
        unidentified += isIdentified(at) ? 0 : 1;
        return at;
    }

    /**
     * Notes that a packet is one that was seen before, at the interface before on its way through this host: from one network namespace to another, through a bridge or a tunnel, or as a router sends it on. Its addresses and ports may have been
     * translated in between.
     *
     * @param packet the packet that was added last
     * @param before what it was at the interface before
     */
    public void follow(int packet, int before) {
        if (origins.size() == 0) {
            firstHop = packet;
        }
        while (origins.size() < packet - firstHop) {
            origins.add(-1);
        }
        origins.add(origin(before));
        flow.set(packet, flow.get(packet) | FOLLOWS);
        if (!isIdentified(packet)) { // it was added as one more
            unidentified -= 1 + unknown(before) - unknown(packet);
        }
        flow.set(before, flow.get(before) | FOLLOWED);
        if (isSent(packet) && isSent(origin(packet)) && protocol(packet) == TCP && keys().ipId.get(packet) > 0) {
            ByteColumn sentOn = keys().sentOn;
            while (sentOn.size() <= origin(packet)) {
                sentOn.add((byte) 0);
            }
            sentOn.set(origin(packet), (byte) 1);
        }
    }

    /** 1, but 0 for what was sent here and so arrives here: its sender is known, whatever it carries. */
    private int unknown(int last) {
        return isSent(origin(last)) && !isSent(last) ? 0 : 1;
    }

    /** Whether a packet has the transport's numbers, the length and the identification of another one: what no router and no translation of addresses changes. */
    public boolean carries(int packet, int protocol, long tcpSequence, long tcpAcknowledgement, int flags, int payloadBytes,
            int identification) {
        Keys of = keys();
        return protocol(packet) == protocol && of.sequence.get(packet) == (int) tcpSequence
                && of.acknowledgement.get(packet) == (int) tcpAcknowledgement && of.tcpFlags.get(packet) == (short) flags
                && of.payload.get(packet) == (payloadBytes < 0 ? UNKNOWN : payloadBytes)
                && of.ipId.get(packet) == (identification < 0 ? UNKNOWN : identification & 0xffff);
    }

    /** Where the packet was first seen on this host: where it was sent, or came from elsewhere. The packet itself if it was not seen before. */
    public int origin(int packet) {
        return isHop(packet) ? origins.get(packet - firstHop) : packet;
    }

    /** Whether the packet was seen at another interface of this host before. */
    public boolean isHop(int packet) {
        return (flow.get(packet) & FOLLOWS) != 0;
    }

    /** Whether the packet was seen at another interface of this host afterwards. */
    public boolean isFollowed(int packet) {
        return (flow.get(packet) & FOLLOWED) != 0;
    }

    /** Whether packets crossed several interfaces of this host. */
    public boolean hasHops() {
        return origins.size() > 0;
    }

    /** Whether a packet and another one have an end in common, address and port: no host translates both at once, but for a balancer of load. */
    public boolean sharesEnd(int packet, int ipVersion, long fromHigh, long fromLow, int fromPort, long toHigh, long toLow, int toPort) {
        int of = flow.get(packet) >>> MARKS;
        return ((kind(packet) & IP_V6) != 0) == (ipVersion == 6)
                && (flows.high(of, true) == fromHigh && flows.low(of, true) == fromLow && sourcePort(packet) == fromPort
                        || flows.high(of, false) == toHigh && flows.low(of, false) == toLow && destinationPort(packet) == toPort);
    }

    /** Whether the packet was received by this host's interface from another one of this host, or sent to one. */
    public boolean isWithinHost(int packet) {
        return isSent(packet) ? isFollowed(packet) : isHop(packet);
    }

    /** Whether nothing is to be found of the packet on another host: its sender is known, it does not leave, or another interface sends it on. Not so if it may be that it was sent twice: which sending is the first must be known. */
    boolean needsNoMatch(int packet) {
        return isSent(packet) ? isFollowed(packet) && (isLoopback(packet) || isSentOn(packet)) : isHop(packet);
    }

    private boolean isSentOn(int packet) {
        ByteColumn sentOn = keys().sentOn;
        return packet < sentOn.size() && sentOn.get(packet) != 0;
    }

    /** Whether the packet is sent on, having come from elsewhere. */
    public boolean isForwarded(int packet) {
        return isSent(packet) && !isSent(origin(packet));
    }

    /** Whether the packet came to its last interface here, from another one of this host. */
    boolean arrivesFromHere(int packet) {
        return isHop(packet) && !isSent(packet) && !isFollowed(packet) && isSent(origin(packet));
    }

    private boolean completes(int of, boolean sent, int protocol, int flags) {
        boolean asks = protocol == TCP && (flags & (SYNCHRONISE | ACKNOWLEDGE)) == SYNCHRONISE;
        return !asks && flows.completes(of, sent);
    }

    /** @param completes whether it is the first of its direction after the one that asked for the connection */
    private static int marks(boolean sent, int protocol, int flags, int payloadBytes, boolean completes) {
        boolean empty = protocol == TCP && payloadBytes == 0 && (flags & SYNCHRONISE) == 0;
        boolean acknowledges = empty && (flags & (FINISH | RESET)) == 0 && !completes;
        boolean connects = protocol == TCP && payloadBytes <= 0 && (flags & SYNCHRONISE) != 0;
        boolean small = protocol == TCP && payloadBytes > 0 && payloadBytes < SMALL_BYTES;
        return (sent ? SENT : 0) | (empty ? EMPTY : 0) | (acknowledges ? ACKNOWLEDGES : 0) | (connects ? CONNECTS : 0)
                | (small ? SMALL : 0);
    }

    private static int kindOf(boolean addressed, int ipVersion, int protocol) {
        return (addressed ? ADDRESSED : 0) | (addressed && ipVersion == 6 ? IP_V6 : 0) | (protocol == TCP ? IS_TCP : IS_UDP);
    }

    /**
     * Lets go what tells a packet from others of its connection: numbers, flags, lengths and identifications. To be called when all packets are matched, and what was sent again is known: nothing of it can be asked any more, and
     * no packet can be added.
     */
    public void letGoKeys() {
        Keys old = keys;
        if (old != null) {
            old.letGo();
            keys = null;
        }
    }

    /** Lets go all packets. Who asks for one gets an exception. */
    public void letGo() {
        letGoKeys();
        nanos.letGo();
        flow.letGo();
        ref.letGo();
        origins.letGo();
    }

    private Keys keys() {
        Keys known = keys;
        if (known == null) {
            throw new IllegalStateException("what tells packets from each other was let go");
        }
        return known;
    }

    private int kind(int packet) {
        return flows.kind(flow.get(packet) >>> MARKS);
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
        return (flow.get(packet) & SENT) != 0;
    }

    /** Whether it is a TCP segment that carries no data and opens no connection: an acknowledgement, or the end of a connection. Not so if its length is not known. */
    public boolean isEmpty(int packet) {
        return (flow.get(packet) & EMPTY) != 0;
    }

    /** Whether it is {@linkplain #isEmpty empty} and neither completes the opening of a connection, as far as that was seen, nor ends one. */
    public boolean acknowledges(int packet) {
        return (flow.get(packet) & ACKNOWLEDGES) != 0;
    }

    /** Whether it is a TCP segment with some data, and fewer than {@value #SMALL_BYTES} bytes of it: not a full one. Not so if its length is not known. */
    public boolean isSmall(int packet) {
        return (flow.get(packet) & SMALL) != 0;
    }

    /** Whether it asks for a TCP connection or grants one, and is not known to carry data. */
    public boolean connects(int packet) {
        return (flow.get(packet) & CONNECTS) != 0;
    }

    /** The caller's mark of the packet. */
    public int ref(int packet) {
        return ref.get(packet);
    }

    /** Changes the caller's mark of a packet. */
    public void setRef(int packet, int handle) {
        ref.set(packet, handle);
    }

    /** {@link #TCP} or {@link #UDP}. */
    public int protocol(int packet) {
        return (kind(packet) & IS_TCP) != 0 ? TCP : UDP;
    }

    /** Bytes of payload, {@link #UNKNOWN} if unknown. */
    public int payloadBytes(int packet) {
        return keys().payload.get(packet);
    }

    /** Whether addresses and ports are known. */
    public boolean isAddressed(int packet) {
        return (kind(packet) & ADDRESSED) != 0;
    }

    /** The source address as text ({@code 10.0.0.1}, {@code fe80:0:0:0:0:0:0:1}); empty if it is not known. Allocates. */
    public String sourceAddress(int packet) {
        int of = flow.get(packet) >>> MARKS;
        if ((kind(packet) & ADDRESSED) == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if ((kind(packet) & IP_V6) == 0) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                text.append((flows.low(of, true) >> shift) & 0xff).append(shift == 0 ? "" : ".");
            }
            return text.toString();
        }
        for (int i = 0; i < 8; i++) {
            long half = i < 4 ? flows.high(of, true) : flows.low(of, true);
            text.append(i == 0 ? "" : ":").append(Long.toHexString((half >>> (48 - 16 * (i % 4))) & 0xffff));
        }
        return text.toString();
    }

    /** TCP sequence number, as 32 bits. */
    int sequence(int packet) {
        return keys().sequence.get(packet);
    }

    /** Whether the bytes of a stream that the packet carries are known: a TCP segment with data, and addresses. */
    boolean carriesStreamBytes(int packet) {
        return keys().payload.get(packet) > 0 && (kind(packet) & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP);
    }

    /** Whether the packet can be told from others of its connection: not so datagrams without IP identification, or with 0, which Linux sends where it is not needed. */
    boolean isIdentified(int packet) {
        return (kind(packet) & IS_TCP) != 0 || keys().ipId.get(packet) > 0;
    }

    /** How many packets are not {@linkplain #isIdentified identified}. */
    long unidentified() {
        return unidentified;
    }

    /** A packet came in whose headers were not recorded: nothing tells who sent it, so it is not in the log. */
    public void addHeaderless() {
        headerless++;
    }

    /** How many of them. */
    long headerless() {
        return headerless;
    }

    /** A number of the direction of a connection in this log; one that many others came between has several. Below {@link #flows}. */
    public int flow(int packet) {
        return flow.get(packet) >>> MARKS;
    }

    /** How many numbers {@link #flow} gives. */
    public int flows() {
        return flows.size();
    }

    /** Hash of the direction of a connection: protocol, addresses, ports. On both hosts the same. */
    public long flowHash(int packet) {
        return flows.hash(flow.get(packet) >>> MARKS);
    }

    /** The {@link #flowHash} of what comes the other way. */
    public long oppositeFlowHash(int packet) {
        return flows.oppositeHash(flow.get(packet) >>> MARKS);
    }

    /** Gets directions of connections. */
    @FunctionalInterface
    public interface DirectionVisitor {
        /**
         * Takes one.
         *
         * @param flowHash {@link PacketLog#flowHash}
         * @param oppositeFlowHash {@link PacketLog#oppositeFlowHash}
         */
        void visit(long flowHash, long oppositeFlowHash);
    }

    /** Visits each direction of a connection in which a packet {@linkplain #opensConnection asked for it}; one that many others came between, several times. */
    public void eachOpened(DirectionVisitor visitor) {
        for (int of = 0; of < flows.size(); of++) {
            if (flows.isOpened(of)) {
                visitor.visit(flows.hash(of), flows.oppositeHash(of));
            }
        }
    }

    /** Whether the packet asks for a new TCP connection, which its sender so opens. */
    public boolean opensConnection(int packet) {
        return (kind(packet) & (ADDRESSED | IS_TCP)) == (ADDRESSED | IS_TCP)
                && (keys().tcpFlags.get(packet) & (SYNCHRONISE | ACKNOWLEDGE)) == SYNCHRONISE;
    }

    /** Hash of what a TCP segment with data, or one that asks for a connection, begins with: the direction of its connection and its first byte; 0 for other packets. */
    public long segmentHash(int packet) {
        boolean hasData = keys().payload.get(packet) > 0 || opensConnection(packet);
        return (kind(packet) & (ADDRESSED | IS_TCP)) != (ADDRESSED | IS_TCP) || !hasData ? 0
                : Flows.mix(flowHash(packet) + keys().sequence.get(packet) * 2L + (opensConnection(packet) ? 1 : 0)) | 1;
    }

    /** The port of the sender; 0 if it is not known. */
    public int sourcePort(int packet) {
        return flows.ports(flow.get(packet) >>> MARKS) >>> 16;
    }

    /** The port of the receiver; 0 if it is not known. */
    public int destinationPort(int packet) {
        return flows.ports(flow.get(packet) >>> MARKS) & 0xffff;
    }

    /** Whether packets of two logs belong to the same direction of one connection. */
    static boolean sameFlow(PacketLog a, int i, PacketLog b, int j) {
        return Flows.same(a.flows, a.flow.get(i) >>> MARKS, b.flows, b.flow.get(j) >>> MARKS);
    }

    /** Hash of the source or destination address of a packet, never 0; 0 if it is not known. */
    public long addressHash(int packet, boolean source) {
        int of = flow.get(packet) >>> MARKS;
        int kind = flows.kind(of);
        return (kind & ADDRESSED) == 0 ? 0
                : Flows.mix(Flows.mix(flows.high(of, source) + (kind & IP_V6)) + flows.low(of, source)) | 1;
    }

    /** Whether the packet goes from a host to itself, over an address that means the host wherever it is used ({@code 127.0.0.0/8}, {@code ::1}). */
    public boolean isLoopback(int packet) {
        int of = flow.get(packet) >>> MARKS;
        int kind = flows.kind(of);
        return (kind & ADDRESSED) != 0 && ((kind & IP_V6) == 0 ? (flows.low(of, true) >>> 24) == 127 || (flows.low(of, false) >>> 24) == 127
                : flows.high(of, false) == 0 && flows.low(of, false) == 1);
    }

    /** Hash of what identifies a packet, without length and IP identification, which may be unknown to one side. */
    long keyHash(int packet) {
        Keys of = keys();
        long h = Flows.mix(
                flowHash(packet) + (((long) of.sequence.get(packet) << 32) | (of.acknowledgement.get(packet) & 0xffffffffL)));
        return Flows.mix(h ^ of.tcpFlags.get(packet));
    }

    /** Whether two packets seen are one, as far as both sides know. */
    static boolean sameKey(PacketLog a, int i, PacketLog b, int j) {
        Keys ofA = a.keys();
        Keys ofB = b.keys();
        return ofA.sequence.get(i) == ofB.sequence.get(j) && ofA.acknowledgement.get(i) == ofB.acknowledgement.get(j)
                && ofA.tcpFlags.get(i) == ofB.tcpFlags.get(j) && sameFlow(a, i, b, j)
                && agree(ofA.payload.get(i), ofB.payload.get(j)) && agree(ofA.ipId.get(i), ofB.ipId.get(j));
    }

    private static boolean agree(int a, int b) {
        return a == b || a == UNKNOWN || b == UNKNOWN;
    }
}
