/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.PacketLog;

class ConnectionsTest {
    private static final int SYNCHRONISE = 0x02;
    private static final int ACKNOWLEDGE = 0x10;

    private static int add(PacketLog log, int protocol, boolean addressed, int from, int fromPort, int to, int toPort, int flags,
            int bytes) {
        return add(log, true, protocol, addressed, from, fromPort, to, toPort, flags, bytes);
    }

    private static int add(PacketLog log, boolean sent, int protocol, boolean addressed, int from, int fromPort, int to, int toPort,
            int flags, int bytes) {
        return log.add(log.size(), sent, protocol, addressed, 4, 0, from, 0, to, fromPort, toPort, 1, 1, flags, bytes, -1, -1);
    }

    @Test
    void packetsOfTwoPortsOfTwoAddressesHaveOneNumberOnAllHostsWhicheverWayTheyGo() {
        long seed = Long.getLong("bowline.seed", 20261127L);
        Random random = new Random(seed);
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        Map<Set<String>, Integer> known = new HashMap<>();
        record Packet(int host, int packet, Set<String> ends) {}
        List<Packet> packets = random.ints(500, 0, 2).mapToObj(host -> {
            int from = random.nextInt(3);
            int to = random.nextInt(3);
            int fromPort = 40_000 + random.nextInt(2);
            int toPort = 40_000 + random.nextInt(2);
            int protocol = random.nextBoolean() ? PacketLog.TCP : PacketLog.UDP;
            int packet = add(logs.get(host), protocol, true, from, fromPort, to, toPort, ACKNOWLEDGE, 1);
            return new Packet(host, packet, new HashSet<>(List.of(from + ":" + fromPort, to + ":" + toPort, "protocol " + protocol)));
        }).toList();
        Connections connections = new Connections(logs);
        for (Packet one : packets) {
            int number = connections.number(one.host, logs.get(one.host), one.packet);
            int before = known.computeIfAbsent(one.ends, ends -> known.size());
            assertThat(number).as("seed %d, %s", seed, one).isEqualTo(before);
        }
        assertThat(known).hasSizeGreaterThan(20);
    }

    @Test
    void withoutAddressesThereIsNoConnection() {
        PacketLog log = new PacketLog();
        int packet = add(log, PacketLog.TCP, false, 1, 1, 2, 2, ACKNOWLEDGE, 1);
        assertThat(new Connections(List.of(log)).number(0, log, packet)).isEqualTo(Timeline.NONE);
    }

    @Test
    void whoAsksForAConnectionOpenedItAndSendsNoDataWithThat() {
        PacketLog log = new PacketLog();
        int asks = add(log, PacketLog.TCP, true, 1, 80, 2, 81, SYNCHRONISE, 0);
        int grants = add(log, PacketLog.TCP, true, 2, 81, 1, 80, SYNCHRONISE | ACKNOWLEDGE, 0);
        int data = add(log, PacketLog.TCP, true, 1, 80, 2, 81, ACKNOWLEDGE, 5);
        int unknown = add(log, PacketLog.TCP, true, 1, 80, 2, 81, SYNCHRONISE, PacketLog.UNKNOWN);
        int fast = add(log, PacketLog.TCP, true, 1, 80, 2, 81, SYNCHRONISE, 5);
        int datagram = add(log, PacketLog.UDP, true, 1, 80, 2, 81, SYNCHRONISE, 0);
        Connections connections = new Connections(List.of(log));
        assertThat(connections.opener(0, log, data)).isEqualTo(Timeline.Opener.SENDER);
        assertThat(connections.opener(0, log, grants)).isEqualTo(Timeline.Opener.RECEIVER);
        assertThat(List.of(log.connects(asks), log.connects(grants), log.connects(unknown))).containsOnly(true);
        assertThat(List.of(log.connects(data), log.connects(fast), log.connects(datagram))).containsOnly(false);
    }

    @Test
    void whatHostsTranslateOnTheWayIsOneConnectionOnAllOfThem() {
        PacketLog client = new PacketLog();
        PacketLog server = new PacketLog();
        int asks = add(client, PacketLog.TCP, true, 1, 500, 9, 80, SYNCHRONISE, 0);
        client.follow(add(client, PacketLog.TCP, true, 2, 40_001, 9, 80, SYNCHRONISE, 0), asks);
        int comes = add(server, false, PacketLog.TCP, true, 2, 40_001, 9, 80, SYNCHRONISE, 0);
        int arrives = add(server, false, PacketLog.TCP, true, 2, 40_001, 5, 8080, SYNCHRONISE, 0);
        server.follow(arrives, comes);
        int grants = add(server, PacketLog.TCP, true, 5, 8080, 2, 40_001, SYNCHRONISE | ACKNOWLEDGE, 0);
        int other = add(server, PacketLog.TCP, true, 5, 8080, 2, 40_002, ACKNOWLEDGE, 0);
        Connections connections = new Connections(List.of(client, server));
        int number = connections.number(0, client, asks);
        assertThat(List.of(connections.number(1, server, comes), connections.number(1, server, arrives),
                connections.number(1, server, grants))).containsOnly(number);
        assertThat(connections.number(1, server, other)).isNotEqualTo(number);
        assertThat(connections.opener(1, server, grants)).isEqualTo(Timeline.Opener.RECEIVER);
        assertThat(connections.opener(1, server, arrives)).isEqualTo(Timeline.Opener.SENDER);
    }

    @Test
    void whatStaysWithinAHostIsAnotherConnectionOnEachThoughItsAddressesAreTheSame() {
        PacketLog one = new PacketLog();
        PacketLog other = new PacketLog();
        int[] packets = new int[2];
        for (PacketLog log : List.of(one, other)) {
            int sent = add(log, PacketLog.TCP, true, 1, 40_000, 2, 80, ACKNOWLEDGE, 5);
            packets[log == one ? 0 : 1] = add(log, PacketLog.TCP, true, 1, 40_000, 2, 80, ACKNOWLEDGE, 5);
            log.follow(packets[log == one ? 0 : 1], sent);
        }
        Connections within = new Connections(List.of(one, other));
        assertThat(within.number(0, one, packets[0])).as("both are sent on, perhaps to each other")
                .isEqualTo(within.number(1, other, packets[1]));
        for (PacketLog log : List.of(one, other)) {
            int arrives = log.add(log.size(), false, PacketLog.TCP, true, 4, 0, 1, 0, 2, 40_000, 80, 1, 1, ACKNOWLEDGE, 5, -1, -1);
            log.follow(arrives, packets[log == one ? 0 : 1]);
        }
        Connections arrived = new Connections(List.of(one, other));
        assertThat(arrived.number(0, one, packets[0])).isNotEqualTo(arrived.number(1, other, packets[1]));
    }
}
