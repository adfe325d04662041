/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

class ClockEvidenceTest {
    private static final long SEED = 4711;
    private static final long US = 1_000;
    private static final long SECOND = 1_000_000_000;

    private static ClockEvidence evidence(SyncResult result) {
        assertThat(result.evidence()).hasSize(1);
        return result.evidence().get(0);
    }

    /** All messages between two hosts as a host sees them. */
    private static Set<ClockEvidence.Point> messages(SimulatedNetwork net, SyncResult result, int host) {
        Set<ClockEvidence.Point> points = new HashSet<>();
        List<PacketLog> logs = net.logs();
        for (int receiver = 0; receiver < 2; receiver++) {
            for (int packet = 0; packet < logs.get(receiver).size(); packet++) {
                int sender = result.matches().sendingHost(receiver, packet);
                if (sender >= 0 && sender != receiver) {
                    long sent = logs.get(sender).nanos(result.matches().sendingPacket(receiver, packet));
                    long received = logs.get(receiver).nanos(packet);
                    long here = sender == host ? sent : received;
                    points.add(new ClockEvidence.Point(here, (sender == host ? received : sent) - here, sender == host, 0));
                }
            }
        }
        return points;
    }

    private static void assertRightSide(ClockEvidence evidence, Iterable<ClockEvidence.Point> points, long seed) {
        for (ClockEvidence.Edge edge : evidence.hulls()) {
            assertThat(edge.toNanos()).isGreaterThan(edge.fromNanos());
            for (ClockEvidence.Point point : points) {
                if (point.above() == edge.above() && point.piece() == edge.piece()) {
                    BigInteger beyond = BigInteger.valueOf(point.offsetNanos() - edge.fromOffsetNanos())
                            .multiply(BigInteger.valueOf(edge.toNanos() - edge.fromNanos()))
                            .subtract(BigInteger.valueOf(edge.toOffsetNanos() - edge.fromOffsetNanos())
                                    .multiply(BigInteger.valueOf(point.hostNanos() - edge.fromNanos())));
                    // a hull is convex: every point lies beyond the line through any of its edges
                    if (beyond.signum() * (edge.above() ? 1 : -1) < 0) { // an assertion for each would cost more than all the rest
                        fail("%s is on the wrong side of %s, seed %d", point, edge, seed);
                    }
                }
            }
        }
    }

    private static void assertBandHolds(SimulatedNetwork net, ClockEvidence evidence, long fromTrue, long toTrue, String what) {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            long t = fromTrue + (long) (random.nextDouble() * (toTrue - fromTrue));
            long host = net.clocks.get(evidence.host()).applyAsLong(t);
            long offset = net.clocks.get(evidence.neighbour()).applyAsLong(t) - host;
            int after = 1;
            while (after + 1 < evidence.band().size() && evidence.band().get(after).hostNanos() < host) {
                after++;
            }
            ClockEvidence.BandPoint a = evidence.band().get(after - 1);
            ClockEvidence.BandPoint b = evidence.band().get(after);
            double part = (double) (host - a.hostNanos()) / (b.hostNanos() - a.hostNanos());
            // as a picture draws it, with straight lines between
            assertThat((double) offset).as("offset at %d, %s", t, what).isBetween(a.lowNanos() + part * (b.lowNanos() - a.lowNanos()) - 2,
                    a.highNanos() + part * (b.highNanos() - a.highNanos()) + 2);
        }
    }

    @Test
    void fewMessagesAreAllKeptAndTheHullsAndTheBandAreTrueFromEitherSide() {
        for (int round = 0; round < 20; round++) {
            long seed = SEED + round;
            SimulatedNetwork net = new SimulatedNetwork(seed);
            int a = net.host(0, 0);
            int b = net.host(5 * SECOND, net.random.nextInt(200) - 100);
            net.conversation(a, b, 0, 5 * SECOND, 5_000 * US, 120 * US, 180 * US);
            for (int reference : new int[] {a, b}) {
                SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(reference));
                ClockEvidence evidence = evidence(result);
                assertThat(evidence.host()).isEqualTo(reference == a ? b : a);
                assertThat(evidence.neighbour()).isEqualTo(reference);
                Set<ClockEvidence.Point> all = messages(net, result, evidence.host());
                assertThat(new HashSet<>(evidence.points())).as("seed %d", seed).isEqualTo(all);
                assertThat(evidence.messages()).isEqualTo(all.size());
                assertThat(evidence.points()).isSortedAccordingTo(Comparator.comparingLong(ClockEvidence.Point::hostNanos));
                assertRightSide(evidence, all, seed);
                assertThat(evidence.hulls()).anyMatch(ClockEvidence.Edge::above).anyMatch(edge -> !edge.above());
                assertBandHolds(net, evidence, 0, 5 * SECOND, "seed " + seed + " reference " + reference);
            }
        }
    }

    @Test
    void manyMessagesAreThinnedAndTheHullsAreThoseOfAllOfThem() {
        for (int round = 0; round < 3; round++) {
            long seed = SEED + round;
            SimulatedNetwork net = new SimulatedNetwork(seed);
            int a = net.host(0, 0);
            int b = net.host(5 * SECOND, 50);
            net.conversation(a, b, 0, 60 * SECOND, 3_000 * US, 120 * US, 180 * US);
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(round % 2 == 0 ? a : b));
            ClockEvidence evidence = evidence(result);
            Set<ClockEvidence.Point> all = messages(net, result, evidence.host());
            assertThat(all.size()).isGreaterThan(3 * ClockEvidence.LARGEST_POINTS);
            assertThat(evidence.messages()).isEqualTo(all.size());
            assertThat(evidence.points().size()).isBetween(ClockEvidence.LARGEST_POINTS / 4, ClockEvidence.LARGEST_POINTS);
            assertThat(all.containsAll(evidence.points())).isTrue();
            assertRightSide(evidence, all, seed);
            Set<List<Long>> kept = new HashSet<>();
            evidence.points().forEach(point -> kept.add(List.of(point.hostNanos(), point.offsetNanos())));
            for (ClockEvidence.Edge edge : evidence.hulls()) {
                assertThat(kept.contains(List.of(edge.fromNanos(), edge.fromOffsetNanos()))).as("%s", edge).isTrue();
                assertThat(kept.contains(List.of(edge.toNanos(), edge.toOffsetNanos()))).as("%s", edge).isTrue();
            }
            assertBandHolds(net, evidence, 0, 60 * SECOND, "seed " + seed);
        }
    }

    @Test
    void aClockThatStepsHasHullsPerPieceAndPointsThatBoundNothing() {
        for (int round = 0; round < 10; round++) {
            long seed = SEED + round;
            SimulatedNetwork net = new SimulatedNetwork(seed);
            long stepAt = 4 * SECOND + 123_456_789L * round;
            int a = net.host(0, 0);
            int b = net.host(t -> SimulatedNetwork.EPOCH + 77_000_000 + t + t / 50_000 + (t >= stepAt ? 50_000_000 : 0));
            net.conversation(a, b, 0, 10 * SECOND, 5_000 * US, 120 * US, 180 * US);
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(round % 2 == 0 ? a : b));
            ClockEvidence evidence = evidence(result);
            Set<Integer> pieces = new HashSet<>();
            evidence.points().forEach(point -> pieces.add(point.piece()));
            assertThat(pieces).as("seed %d", seed).contains(0, 1);
            assertRightSide(evidence, evidence.points(), seed);
            assertBandHolds(net, evidence, 0, stepAt - SECOND, "before, seed " + seed);
            assertBandHolds(net, evidence, stepAt + SECOND, 10 * SECOND, "after, seed " + seed);
        }
    }

    @Test
    void aWrongMatchBoundsNothing() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000_000, 20);
        net.conversation(a, b, 0, 10 * SECOND, 5_000 * US, 120 * US, 180 * US);
        int send = net.record(a, 5 * SECOND, true, a, b, 7, 8, 1, 1, 16, 0, 1);
        net.truth.put(net.record(b, 5 * SECOND - 3_000_000, false, a, b, 7, 8, 1, 1, 16, 0, 1), send);
        ClockEvidence evidence = evidence(net.synchronise(ClockSync.Options.DEFAULT.withReference(a)));
        List<ClockEvidence.Point> useless = evidence.points().stream().filter(point -> point.piece() == ClockEvidence.NO_PIECE).toList();
        assertThat(useless).hasSize(1);
        assertThat(useless.get(0).hostNanos()).isEqualTo(net.clocks.get(b).applyAsLong(5 * SECOND - 3_000_000));
    }

    @Test
    void messagesOneWayHaveNoBand() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(5 * SECOND, 0);
        for (int i = 0; i < 100; i++) {
            net.message(a, b, i * 1_000_000L, net.delay(100 * US), i, 0, 0);
        }
        ClockEvidence evidence = evidence(net.synchronise(ClockSync.Options.DEFAULT.withReference(a)));
        assertThat(evidence.points()).hasSize(100).noneMatch(ClockEvidence.Point::above);
        assertThat(evidence.band()).noneMatch(ClockEvidence.BandPoint::isBounded);
        assertThat(evidence.hulls()).noneMatch(ClockEvidence.Edge::above);
    }

    @Test
    void hostsWithoutANeighbourHaveNoEvidence() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        net.host(0, 0);
        net.host(0, 0);
        net.record(0, 5, true, 0, 1, 7, 8, 1, 1, 16, 0, 1);
        assertThat(net.synchronise(ClockSync.Options.DEFAULT).evidence()).isEmpty();
        assertThat(new ArrayList<>(net.events)).hasSize(2);
    }
}
