/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockSync.Options;

final class PacketMatcherTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);
    private static final long MS = 1_000_000L;
    private static final int ACK = 16;

    /** Two hosts whose clocks are 3 s apart, already talking, so that they are synchronised. */
    private static SimulatedNetwork pair() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(3_000 * MS, 50);
        net.conversation(a, b, 0, 1_000 * MS, 5 * MS, 100_000, 150_000);
        return net;
    }

    private static SyncResult checked(SimulatedNetwork net) {
        SyncResult with = net.synchronise(Options.DEFAULT.withReference(0));
        assertThat(net.wrongMatches(with)).as("with the coarse step").isZero();
        SyncResult without = net.synchronise(Options.DEFAULT.withReference(0).withCoarse(false));
        assertThat(net.wrongMatches(without)).as("without the coarse step").isZero();
        for (int host = 0; host < net.clocks.size(); host++) {
            assertThat(net.worstExcess(with, host)).isLessThanOrEqualTo(0);
        }
        return with;
    }

    @Test
    void segmentsCutBySendingAndJoinedByReceivingMatchByTheirBytes() {
        SimulatedNetwork net = pair();
        long sequence = 0xffff_f000L;
        long t = 100 * MS;
        for (int burst = 0; burst < 200; burst++) {
            // The card cuts each send of 4 or 2 segments; the receiver joins by threes, across the borders of sends, and wraps around 2^32.
            List<int[]> sends = new ArrayList<>();
            int total = 0;
            for (int size : new int[] {4 * 1448, 2 * 1448, 4 * 1448, 1448 - 7}) {
                int mark = net.record(0, t + sends.size() * 2_000L, true, 0, 1, 50, 60, (sequence + total) & 0xffffffffL, 1, ACK, size, 1);
                total += size;
                sends.add(new int[] {total, mark});
            }
            for (int from = 0; from < total; from += 3 * 1448) {
                int to = Math.min(total, from + 3 * 1448);
                int receive = net.record(1, t + MS + from, false, 0, 1, 50, 60, (sequence + from) & 0xffffffffL, 1, ACK, to - from, 1);
                int last = to;
                net.truth.put(receive, sends.stream().filter(s -> s[0] >= last).findFirst().orElseThrow()[1]);
            }
            sequence = (sequence + total) & 0xffffffffL;
            t += 4 * MS;
        }
        checked(net);
    }

    @Test
    void aReceiveBelongsToTheLastRetransmissionBeforeItAndBoundsByTheFirst() {
        SimulatedNetwork net = pair();
        for (int i = 0; i < 20; i++) {
            long t = 100 * MS + i * 40L * MS;
            // The first is lost, the second arrives; and the same for a packet without data, which carries no IP identification.
            for (int payload : new int[] {700, 0}) {
                int port = 70 + payload;
                net.record(0, t, true, 0, 1, port, 60, 1000L + 700L * i, 5, ACK, payload, -1);
                int second = net.record(0, t + 10 * MS, true, 0, 1, port, 60, 1000L + 700L * i, 5, ACK, payload, -1);
                int receive = net.record(1, t + 10 * MS + 200_000, false, 0, 1, port, 60, 1000L + 700L * i, 5, ACK, payload, -1);
                net.truth.put(receive, second);
                // A third one is sent in vain.
                net.record(0, t + 20 * MS, true, 0, 1, port, 60, 1000L + 700L * i, 5, ACK, payload, -1);
            }
        }
        SyncResult result = checked(net);
        assertThat(result.caveats()).singleElement().satisfies(c -> assertThat(c.kind()).isEqualTo(SyncCaveat.Kind.AMBIGUOUS));
    }

    @Test
    void theIpIdentificationTellsRetransmissionsApart() {
        SimulatedNetwork net = pair();
        for (int i = 0; i < 20; i++) {
            long t = 100 * MS + i * 40L * MS;
            int first = net.record(0, t, true, 0, 1, 70, 60, i, 5, ACK, 0, 2 * i);
            int second = net.record(0, t + 10 * MS, true, 0, 1, 70, 60, i, 5, ACK, 0, 2 * i + 1);
            // The first was late, and overtaken.
            net.truth.put(net.record(1, t + 10 * MS + 200_000, false, 0, 1, 70, 60, i, 5, ACK, 0, 2 * i + 1), second);
            net.truth.put(net.record(1, t + 11 * MS, false, 0, 1, 70, 60, i, 5, ACK, 0, 2 * i), first);
        }
        assertThat(checked(net).caveats()).isEmpty();
    }

    @Test
    void loopbackIsMatchedButBoundsNoClock() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        net.conversation(a, a, 0, 100 * MS, MS, 20_000, 20_000);
        SyncResult result = net.synchronise(Options.DEFAULT);
        assertThat(net.wrongMatches(result)).isZero();
        assertThat(result.hosts().get(a).loopback()).isEqualTo(net.truth.size());
        assertThat(result.hosts().get(a).matchedTo()).isZero();
        assertThat(result.clocks().isIdentity(a)).isTrue();
    }

    @Test
    void aPacketThroughSeveralDevicesOfOneHostIsNeverReceivedBeforeItIsSent() {
        SimulatedNetwork net = pair();
        for (int i = 0; i < 50; i++) {
            for (int payload : new int[] {900, 0}) {
                long t = 100 * MS + i * 10L * MS;
                long sequence = 5_000L + 900L * i;
                // Out of a container: sent on its virtual device, received on the bridge, sent on the card. Into one on the other host likewise.
                int inner = net.record(0, t, true, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i);
                net.truth.put(net.record(0, t + 5_000, false, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i), inner);
                int card = net.record(0, t + 9_000, true, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i);
                net.truth.put(net.record(1, t + 209_000, false, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i), card);
                int bridge = net.record(1, t + 214_000, true, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i);
                net.truth.put(net.record(1, t + 219_000, false, 0, 1, 80 + payload, 90, sequence, 1, ACK, payload, i), bridge);
            }
        }
        checked(net);
    }

    @Test
    void aRouterBetweenTwoHostsBreaksNothing() {
        SimulatedNetwork net = pair();
        int router = net.host(-9_000 * MS, -40);
        int second = net.host(4_000 * MS, 10);
        for (int i = 0; i < 300; i++) {
            boolean forth = i % 2 == 0;
            for (int payload : new int[] {300, 0}) {
                long t = 10 * MS + i * 3L * MS;
                int[] path = forth ? new int[] {0, router, second, 1} : new int[] {1, second, router, 0};
                for (int hop = 0; hop < 3; hop++) {
                    int from = path[0];
                    int to = path[3];
                    int sent = net.record(path[hop], t + hop * 150_000L, true, from, to, 200 + payload, 300, 300L * i, 7, ACK, payload, i);
                    net.truth.put(net.record(path[hop + 1], t + hop * 150_000L + 100_000, false, from, to, 200 + payload, 300, 300L * i, 7,
                            ACK, payload, i), sent);
                }
            }
        }
        SyncResult result = checked(net);
        assertThat(result.hosts()).allSatisfy(h -> assertThat(h.quality()).isEqualTo(SyncQuality.ACCURATE));
    }

    @Test
    void packetsWithoutAddressesMatchBySequenceAcknowledgementAndFlags() {
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        for (int i = 0; i < 100; i++) {
            long t = i * 10L * MS;
            add(logs.get(0), t, true, i, 7);
            add(logs.get(1), t + 500 * MS + 100_000, false, i, 7);
            add(logs.get(1), t + 500 * MS + 200_000, true, 77, i + 1_000);
            add(logs.get(0), t + 300_000, false, 77, i + 1_000);
        }
        SyncResult result = ClockSync.run(logs, new String[] {"a", "b"}, new long[2], new long[] {1_000 * MS, 1_500 * MS}, Options.DEFAULT,
                () -> false);
        assertThat(result.hosts()).extracting(SyncResult.Host::matchedTo).containsExactly(100L, 100L);
        assertThat(result.hosts()).extracting(SyncResult.Host::quality).containsOnly(SyncQuality.ACCURATE);
        assertThat(Math.abs(result.clocks().toReference(0, 500 * MS) - (1_000 * MS - (result.referenceHost() == 1 ? 0 : 500 * MS))))
                .isLessThan(200_000);
    }

    private static void add(PacketLog log, long nanos, boolean sent, long sequence, long ack) {
        log.add(nanos, sent, PacketLog.TCP, false, 0, 0, 0, 0, 0, 0, 0, sequence, ack, ACK, PacketLog.UNKNOWN, PacketLog.UNKNOWN, 0);
    }

    @Test
    void datagramsMatchByAddressesLengthAndIdentification() {
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        for (int i = 0; i < 10; i++) {
            logs.get(0).add(i * MS, true, PacketLog.UDP, true, 4, 0, 2, 0, 4, 5, 6, 0, 0, 0, 100, 1 + i, 0);
            logs.get(1).add(i * MS + 100, false, PacketLog.UDP, true, 4, 0, 2, 0, 4, 5, 6, 0, 0, 0, 100, 1 + i, 0);
            // Another length, another port.
            logs.get(1).add(i * MS + 100, false, PacketLog.UDP, true, 4, 0, 2, 0, 4, 5, 6, 0, 0, 0, 101, 1 + i, 0);
            logs.get(1).add(i * MS + 100, false, PacketLog.UDP, true, 4, 0, 2, 0, 4, 5, 7, 0, 0, 0, 100, 1 + i, 0);
        }
        SyncResult result = ClockSync.run(logs, new String[] {"a", "b"}, new long[2], new long[] {10 * MS, 10 * MS}, Options.DEFAULT,
                () -> false);
        for (int i = 0; i < 30; i++) {
            assertThat(result.matches().sendingPacket(1, i)).isEqualTo(i % 3 == 0 ? i / 3 : Matches.NONE);
        }
    }

    @Test
    void datagramsWithoutIdentificationAreAlikeAndNotMatched() {
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        for (int i = 0; i < 10; i++) {
            logs.get(0).add(i * MS, true, PacketLog.UDP, true, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0, 100, PacketLog.UNKNOWN, 0);
            logs.get(1).add(i * MS + 100, false, PacketLog.UDP, true, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0, 100, PacketLog.UNKNOWN, 0);
        }
        SyncResult result = ClockSync.run(logs, new String[] {"a", "b"}, new long[2], new long[] {10 * MS, 10 * MS}, Options.DEFAULT,
                () -> false);
        assertThat(result.hosts().get(1).matchedTo()).isZero();
        assertThat(result.caveats()).filteredOn(c -> c.kind() == SyncCaveat.Kind.UNIDENTIFIED).extracting(SyncCaveat::count)
                .containsExactly(10L, 10L);
    }

    /** Matches packets of hosts whose clocks are one, and tells the pairs. */
    private static PacketMatcher match(List<PacketLog> logs, long horizonNanos, IntBinaryConsumer pairs) {
        PacketMatcher matcher = new PacketMatcher(logs, new MatchSink() {
            @Override
            public void sent(int host, int packet, boolean relayed) {
                assertThat(relayed).isFalse();
            }

            @Override
            public void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another) {
                pairs.accept(sendPacket, receivePacket);
            }
        }, horizonNanos, true);
        MergedOrder order = new MergedOrder(logs, new long[logs.size()]);
        while (order.advance()) {
            matcher.add(order.host(), order.packet(), order.nanos());
        }
        return matcher;
    }

    /** Gets a packet sent and the one received. */
    @FunctionalInterface
    private interface IntBinaryConsumer {
        void accept(int sent, int received);
    }

    @Test
    void aHundredThousandAlikePacketsCostNoQuadraticTime() {
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        for (int i = 0; i < 100_000; i++) {
            add(logs.get(0), i, true, 1, 1);
            add(logs.get(1), i + 50, false, 1, 1);
        }
        int[] pairs = new int[1];
        match(logs, Long.MAX_VALUE, (sent, received) -> pairs[0]++);
        assertThat(pairs[0]).isBetween(100_000, 200_000 * 65);
    }

    @Test
    void whatComesBackAfterASilenceIsMatchedAndLetGoLikeTheFirst() {
        // two connections take turns, each silent for longer than packets wait
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        int turns = 20;
        int each = 400;
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < each; i++) {
                long at = turn * 100L * MS + i * 1000L;
                long byteAt = 100L * (turn * each + i);
                logs.get(0).add(at, true, PacketLog.TCP, true, 4, 0, 2, 0, 4, 5 + turn % 2, 6, byteAt, 0, ACK, 100, i, 0);
                logs.get(1).add(at + 500, false, PacketLog.TCP, true, 4, 0, 2, 0, 4, 5 + turn % 2, 6, byteAt, 0, ACK, 100, i, 0);
            }
        }
        int[] pairs = new int[1];
        PacketMatcher matcher = match(logs, 10L * MS, (sent, received) -> {
            assertThat(sent).isEqualTo(received);
            pairs[0]++;
        });
        assertThat(pairs[0]).isEqualTo(turns * each);
        assertThat(matcher.waiting().held()).isLessThanOrEqualTo(4L * each);
    }

    @Test
    void theTablesOfUnmatchedPacketsStaySmallWithTheCoarseStep() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(100_000 * MS, 50);
        net.conversation(a, b, 0, 150_000 * MS, 3 * MS, 100_000, 150_000);
        // Traffic with the outside never matches, and must not pile up.
        for (int i = 0; i < 50_000; i++) {
            net.record(a, i * 3L * MS, true, a, 99, 1, 2, 100L * i, 0, ACK, 100, i);
        }
        SyncResult with = net.synchronise(Options.DEFAULT);
        SyncResult without = net.synchronise(Options.DEFAULT.withCoarse(false));
        assertThat(net.wrongMatches(with)).isZero();
        assertThat(with.clocks().toString()).isEqualTo(without.clocks().toString());
        assertThat(without.peakUnmatched()).isGreaterThan(100_000);
        assertThat(with.peakUnmatched()).isLessThan(without.peakUnmatched() / 50);
    }
}
