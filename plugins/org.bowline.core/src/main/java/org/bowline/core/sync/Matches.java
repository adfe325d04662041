/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.column.IntColumn;

/** The sending packet of each received one: two ints a packet. Immutable once handed out. */
public final class Matches implements Serializable {
    /** No host, or no packet. */
    public static final int NONE = -1;

    private final IntColumn[] hosts;
    private final IntColumn[] packets;
    private final BitSet[] passedOn;

    Matches(List<PacketLog> logs) {
        hosts = new IntColumn[logs.size()];
        packets = new IntColumn[logs.size()];
        passedOn = bits(hosts.length);
        for (int host = 0; host < hosts.length; host++) {
            hosts[host] = IntColumn.filled(logs.get(host).size(), NONE);
            packets[host] = IntColumn.filled(logs.get(host).size(), NONE);
        }
    }

    private Matches(int hostCount) {
        hosts = new IntColumn[hostCount];
        packets = new IntColumn[hostCount];
        Arrays.setAll(hosts, host -> new IntColumn());
        Arrays.setAll(packets, host -> new IntColumn());
        passedOn = bits(hostCount);
    }

    private static BitSet[] bits(int hostCount) {
        BitSet[] bits = new BitSet[hostCount];
        Arrays.setAll(bits, host -> new BitSet());
        return bits;
    }

    /** No packets of a number of hosts. */
    public static Matches none(int hostCount) {
        return new Matches(hostCount);
    }

    /** Notes that a packet came over a third host. */
    void passedOn(int host, int packet) {
        passedOn[host].set(packet);
    }

    /** Whether a packet received by a host was sent on by a recorded one that did not send it first. */
    public boolean isPassedOn(int host, int packet) {
        return passedOn[host].get(packet);
    }

    void set(int host, int packet, int senderHost, int senderPacket) {
        hosts[host].set(packet, senderHost);
        packets[host].set(packet, senderPacket);
    }

    /** The host that sent a packet received by a host; {@link #NONE} for packets that it sent itself, and for those without a match. */
    public int sendingHost(int host, int packet) {
        return hosts[host].get(packet);
    }

    /** Its index in the sending host's log; {@link #NONE} like above. */
    public int sendingPacket(int host, int packet) {
        return packets[host].get(packet);
    }

    /** Number of hosts. */
    public int hosts() {
        return hosts.length;
    }

    /** Number of packets in a host's log. */
    public int packets(int host) {
        return hosts[host].size();
    }
}
