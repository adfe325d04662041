/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

final class ApartTest {
    private static final int HOSTS = 3;
    private static final int ADDRESSES = 9;
    private static final int LOOPBACK = 0x7f000001;

    /** A packet as its host records it. */
    private record Packet(int host, boolean addressed, boolean sent, int source, int destination) {
        int own() {
            return sent ? source : destination;
        }

        int peer() {
            return sent ? destination : source;
        }

        boolean leavesTheHost() {
            return source != destination && source >>> 24 != 127 && destination >>> 24 != 127;
        }
    }

    private static Apart apart(List<Packet> packets) {
        List<PacketLog> logs = Stream.generate(PacketLog::new).limit(HOSTS).toList();
        for (Packet packet : packets) {
            logs.get(packet.host).add(0, packet.sent, PacketLog.TCP, packet.addressed, 4, 0, packet.source, 0, packet.destination, 1, 2, 3,
                    4, 16,
                    0, PacketLog.UNKNOWN, 0);
        }
        return new Apart(logs, at -> {});
    }

    private static boolean is(List<Packet> packets, int host) {
        List<Packet> known = packets.stream().filter(Packet::leavesTheHost).toList();
        return packets.stream().noneMatch(packet -> packet.host == host && !packet.addressed)
                && known.stream().filter(packet -> packet.host == host).noneMatch(mine -> known.stream()
                        .filter(packet -> packet.host != host && packet.addressed)
                        .anyMatch(other -> mine.own() == other.own() || mine.own() == other.peer() || mine.peer() == other.own()));
    }

    private static boolean shares(List<Packet> packets, int host) {
        List<Packet> known = packets.stream().filter(packet -> packet.leavesTheHost() && packet.addressed).toList();
        return known.stream().filter(packet -> packet.host == host).anyMatch(
                mine -> known.stream().anyMatch(other -> other.host != host && mine.peer() == other.peer())
                        && known.stream().noneMatch(other -> mine.peer() == other.own()
                                && known.stream().noneMatch(back -> back.host == other.host && back.peer() == mine.peer())));
    }

    @Test
    void whoIsApartIsWhoseAddressesNoOtherHostsPacketsHave() {
        long seed = Long.getLong("bowline.seed", 20261127L);
        Random random = new Random(seed);
        int found = 0;
        int met = 0;
        for (int round = 0; round < 2_000; round++) {
            List<Packet> packets = IntStream.range(0, random.nextInt(8)).mapToObj(i -> new Packet(random.nextInt(HOSTS),
                    random.nextInt(30) > 0, random.nextBoolean(), address(random), address(random))).toList();
            Apart apart = apart(packets);
            for (int host = 0; host < HOSTS; host++) {
                assertThat(apart.is(host)).as("seed %d, host %d of %s", seed, host, packets).isEqualTo(is(packets, host));
                assertThat(apart.shares(host)).as("seed %d, host %d of %s", seed, host, packets).isEqualTo(shares(packets, host));
                found += apart.is(host) ? 1 : 0;
                met += apart.shares(host) ? 1 : 0;
            }
        }
        assertThat(found).isBetween(600, 5_400);
        assertThat(met).isBetween(600, 5_400);
    }

    private static int address(Random random) {
        int number = random.nextInt(ADDRESSES);
        return number == 0 ? LOOPBACK : 0x0a000000 + number;
    }

    @Test
    void aHostWithAPacketOfUnknownAddressesIsNotSaidToBeApart() {
        Packet known = new Packet(0, true, true, 1, 2);
        assertThat(apart(List.of(known)).is(0)).isTrue();
        assertThat(apart(List.of(known, new Packet(0, false, true, 1, 2))).is(0)).isFalse();
    }
}
