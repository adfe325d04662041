/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

/** A packet as the kernel saw it. A holder that is filled anew for each packet: fields are for the reader of the fact only. */
public final class PacketFact {
    /** TCP's number in the IP header. */
    public static final int TCP = 6;
    /** UDP's number in the IP header. */
    public static final int UDP = 17;

    /** Queued for sending; else received. */
    public boolean sent;
    /** {@link #TCP} or {@link #UDP}. */
    public int protocol;
    /** Whether addresses and ports are known. */
    public boolean addressed;
    /** IP version of the addresses, 4 or 6. */
    public int ipVersion;
    /** Upper 64 bits of an IPv6 source address. */
    public long sourceHigh;
    /** Lower 64 bits of the source address, or the IPv4 address. */
    public long sourceLow;
    /** Upper 64 bits of an IPv6 destination address. */
    public long destinationHigh;
    /** Lower 64 bits of the destination address, or the IPv4 address. */
    public long destinationLow;
    /** Source port. */
    public int sourcePort;
    /** Destination port. */
    public int destinationPort;
    /** TCP sequence number, unsigned. */
    public long sequence;
    /** TCP acknowledgement number, unsigned. */
    public long acknowledgement;
    /** TCP flags. */
    public int flags;
    /** Bytes of payload, −1 if unknown. */
    public int payloadBytes;
    /** IPv4 identification, −1 if unknown. */
    public int ipId;
    /** How many more routers may send it on (time to live, hop limit): none adds to it. 0 if the trace does not tell. */
    public int hopLimit;
    /** The name of the interface that sends it, or had received it; empty if the trace does not tell. */
    public String networkInterface = "";
    /** The bytes that the interface was given, link header included; of several segments that it cuts up itself, all of them. 0 if the trace does not tell. */
    public long frameBytes;
    /**
     * Where the kernel keeps the packet (the address of its socket buffer), 0 if the trace does not tell. It is the same at all interfaces that the packet crosses on the host, whatever becomes of its addresses; when
     * the packet is gone, another one may be kept there.
     */
    public long buffer;
}
