/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;
import java.util.List;

/** The sending packet of each received one: two ints a packet. Immutable once handed out. */
public final class Matches {
    /** No host, or no packet. */
    public static final int NONE = -1;

    private final int[][] hosts;
    private final int[][] packets;

    Matches(List<PacketLog> logs) {
        hosts = new int[logs.size()][];
        packets = new int[logs.size()][];
        for (int host = 0; host < hosts.length; host++) {
            hosts[host] = new int[logs.get(host).size()];
            packets[host] = new int[logs.get(host).size()];
            Arrays.fill(hosts[host], NONE);
            Arrays.fill(packets[host], NONE);
        }
    }

    private Matches(int hostCount) {
        hosts = new int[hostCount][0];
        packets = new int[hostCount][0];
    }

    /** No packets of a number of hosts. */
    public static Matches none(int hostCount) {
        return new Matches(hostCount);
    }

    void set(int host, int packet, int senderHost, int senderPacket) {
        hosts[host][packet] = senderHost;
        packets[host][packet] = senderPacket;
    }

    /** The host that sent a packet received by a host; {@link #NONE} for packets that it sent itself, and for those without a match. */
    public int sendingHost(int host, int packet) {
        return hosts[host][packet];
    }

    /** Its index in the sending host's log; {@link #NONE} like above. */
    public int sendingPacket(int host, int packet) {
        return packets[host][packet];
    }

    /** Number of hosts. */
    public int hosts() {
        return hosts.length;
    }

    /** Number of packets in a host's log. */
    public int packets(int host) {
        return hosts[host].length;
    }
}
