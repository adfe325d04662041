/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockSync.Options;

/** Packets of containers: what they cross on their way is known, so who sent them is. */
final class HopMatchesTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261128L);
    private static final long MS = 1_000_000L;
    private static final int DATA = 24;

    private final SimulatedNetwork net = new SimulatedNetwork(SEED);
    private final int client = net.host(0, 0);
    private final int router = net.host(-2_000 * MS, 20);
    private final int server = net.host(3_000 * MS, -50);
    /** What is under way: its ends, which are translated, and what it carries. */
    private int source;
    private int destination;
    private int sourcePort;
    private int destinationPort;
    private long sequence;
    private int messages;
    private int payload;
    private int identification;
    private long time;
    private int sent;
    private int last;
    private final List<Integer> received = new ArrayList<>();

    private void begin(int from, int to, long nanos, int bytes) {
        source = from;
        destination = to;
        sourcePort = 1000 + from;
        destinationPort = 2000 + to;
        sequence = 0xffff_0000L + 100L * messages++ & 0xffffffffL;
        payload = bytes;
        identification = net.random.nextInt(1 << 16);
        time = nanos;
        received.clear();
        last = -1;
    }

    private void seen(int host, boolean isSent, boolean follows) {
        int mark = net.record(host, time, isSent, source, destination, sourcePort, destinationPort, sequence, 7, DATA, payload,
                identification);
        if (follows) {
            net.before.put(mark, last);
        }
        sent = last < 0 ? mark : sent;
        last = mark;
        if (!isSent) {
            received.add(mark);
        }
        time += 1 + net.random.nextInt(3_000);
    }

    /** From a container to the interface of its host, which may put its own address in place of the container's. */
    private void leaves(int host, boolean translates) {
        seen(host, true, false);
        seen(host, false, true);
        if (net.random.nextBoolean()) { // through a bridge
            seen(host, false, true);
        }
        if (translates) {
            source = 90 + host;
            sourcePort = 30_000 + sourcePort;
        }
        seen(host, true, true);
        time += net.delay(100_000);
    }

    /** From the interface of a host to a container, whose address may be put in place of the host's. */
    private void arrives(int host, boolean translates) {
        seen(host, false, false);
        if (translates) {
            destination = 50 + host;
            destinationPort = 80;
        }
        seen(host, true, true);
        seen(host, true, true);
        seen(host, false, true);
        received.forEach(mark -> net.truth.put(mark, sent));
    }

    private void passes(int host) {
        seen(host, false, false);
        source = 90 + host; // as a balancer of load does
        destination = 90 + server;
        destinationPort += 1;
        seen(host, true, true);
        time += net.delay(100_000);
    }

    private SyncResult checked() {
        SyncResult with = net.synchronise(Options.DEFAULT.withReference(0));
        assertThat(net.wrongMatches(with)).as("seed %d", SEED).isZero();
        SyncResult without = net.synchronise(Options.DEFAULT.withReference(0).withCoarse(false), true);
        assertThat(net.wrongMatches(without)).as("seed %d, without the coarse step", SEED).isZero();
        for (int host = 0; host < net.clocks.size(); host++) {
            assertThat(net.worstExcess(with, host)).as("seed %d", SEED).isLessThanOrEqualTo(0);
        }
        assertThat(with.caveats()).noneMatch(caveat -> caveat.kind() == SyncCaveat.Kind.AMBIGUOUS);
        return with;
    }

    @Test
    void whatAContainerAsksOneOfAnotherHostIsItsOwnWhateverAddressesItGetsOnTheWay() {
        net.conversation(client, router, 0, 900 * MS, 10 * MS, 90_000, 90_000);
        for (int i = 0; i < 300; i++) {
            boolean translates = i % 3 > 0;
            begin(40 + client, i % 3 == 0 ? 50 + server : 90 + (i % 3 == 1 ? server : router), 3L * i * MS, 100 * (i % 2));
            leaves(client, translates);
            if (i % 3 == 2) {
                passes(router);
            }
            arrives(server, translates);
            begin(50 + server, translates ? 90 + client : 40 + client, time + 20_000, 100 * (i % 2));
            leaves(server, translates);
            arrives(client, translates);
        }
        SyncResult result = checked();
        PacketLog log = net.logs().get(server);
        long passedOn = java.util.stream.IntStream.range(0, log.size())
                .filter(i -> !log.isSent(i) && !log.isFollowed(i) && result.matches().isPassedOn(server, i)).count();
        assertThat(passedOn).as("what came over the router").isEqualTo(100);
        assertThat(result.hosts().get(server).matchedTo()).isEqualTo(300);
        assertThat(result.hosts().get(server).loopback()).isZero();
    }

    @Test
    void whatContainersOfOneHostSendEachOtherIsNotComparedWithOtherHosts() {
        net.conversation(client, server, 0, 900 * MS, 5 * MS, 90_000, 90_000);
        for (int i = 0; i < 200; i++) {
            for (int host : new int[] {client, server}) { // the same addresses on both
                begin(1, 2, 4L * i * MS, 100 * (i % 2));
                seen(host, true, false);
                seen(host, false, true);
                seen(host, true, true);
                seen(host, false, true);
                received.forEach(mark -> net.truth.put(mark, sent));
            }
        }
        SyncResult result = checked();
        assertThat(result.hosts().get(server).loopback()).isEqualTo(200);
        assertThat(result.hosts().get(client).loopback()).isEqualTo(200);
    }

    @Test
    void ofAPacketFromAHostThatWasNotRecordedTheRouterIsWhatIsKnown() {
        net.conversation(client, server, 0, 900 * MS, 5 * MS, 90_000, 90_000);
        begin(200, 90 + router, 10 * MS, 100);
        passes(router);
        int sentOn = last;
        arrives(server, true);
        received.forEach(mark -> net.truth.put(mark, sentOn));
        net.truth.remove(received.get(0)); // the router's own, which nobody sent
        checked();
    }

    @Test
    void anAcknowledgementThatIsTakenForAnEarlierOneOfItsPlaceMakesNoBoundUntrue() {
        net.conversation(client, server, 0, 30 * MS, 5 * MS, 20 * MS, 20 * MS);
        for (int i = 0; i < 30; i++) {
            begin(90 + client, 90 + server, i * 60L * MS, 0);
            identification = -1;
            seen(client, true, false);
            int first = last;
            time += 20 * MS;
            seen(server, false, false);
            received.forEach(mark -> net.truth.put(mark, sent));
            time += 10 * MS;
            last = first;
            seen(client, true, true); // a copy of it, sent again to nobody
        }
        SyncResult result = net.synchronise(Options.DEFAULT.withReference(0));
        for (int host = 0; host < net.clocks.size(); host++) {
            assertThat(net.worstExcess(result, host)).as("seed %d", SEED).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void datagramsWithoutIdentificationAreToldUnlessTheyArriveWhereTheyWereSent() {
        PacketLog log = new PacketLog();
        int[] last = new int[3];
        for (int way = 0; way < 3; way++) {
            int first = datagram(log, true);
            last[way] = datagram(log, false);
            log.follow(last[way], first);
        }
        assertThat(log.unidentified()).isZero();
        int leaves = datagram(log, true);
        log.follow(leaves, last[2]);
        assertThat(log.unidentified()).isEqualTo(1);
        int comes = datagram(log, false);
        log.follow(datagram(log, true), comes);
        assertThat(log.unidentified()).isEqualTo(2);
    }

    private static int datagram(PacketLog log, boolean sent) {
        return log.add(log.size(), sent, PacketLog.UDP, true, 4, 0, 1, 0, 2, 3, 4, 0, 0, 0, 10, 0, -1);
    }

    /** Hosts that say of each other that they only sent the packet on, as no traces of one time can. */
    @Test
    void tracesThatContradictEachOtherInACircleAreLeftAsTheyAre() {
        List<PacketLog> logs = List.of(new PacketLog(), new PacketLog());
        for (PacketLog log : logs) {
            int comes = datagram(log, false);
            log.follow(datagram(log, true), comes);
        }
        Matches matches = new Matches(logs);
        matches.set(0, 0, 1, 1);
        matches.set(1, 0, 0, 1);
        new HopMatches(logs, matches).resolve(at -> {});
        for (int host = 0; host < 2; host++) {
            assertThat(matches.sendingPacket(host, 0)).as("a sending, though nobody's own").isEqualTo(1);
            assertThat(matches.isPassedOn(host, 0)).isTrue();
        }
    }
}
