/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.NetworkWays;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/** The network between two hosts as a vertex of the wait-for graph. */
class NetworkWaysTest {
    private static final long MS = 1_000_000;
    private static final int CLIENT = 0;
    private static final int SERVER = 1;
    private static final KnotPolicy ALL_EDGES = new KnotPolicy(Threshold.ofPercent(0), 1, Threshold.ofPercent(0));

    /** In each round of 10 ms the client on host A works 1 ms and asks, which takes 3 ms to host B; the server works 2 ms and answers, which takes 4 ms. */
    private static TimelineBuilder rounds(int count) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        builder.thread(0, 11, 11, "client");
        builder.thread(1, 21, 21, "server");
        int nic = builder.resource(1, VertexKind.NIC, "eth0");
        for (int i = 0; i < count; i++) {
            long t = 10 * MS * i;
            builder.segment(CLIENT, t, t + MS, ThreadState.RUNNING, 0);
            builder.blocked(SERVER, t, t + 4 * MS, Cause.NETWORK, CLIENT, builder.packet(t + MS, t + 4 * MS, CLIENT), 0);
            builder.segment(SERVER, t + 4 * MS, t + 6 * MS, ThreadState.RUNNING, 0);
            int answer = builder.packet(t + 6 * MS, t + 10 * MS, SERVER);
            builder.packetFrame(answer, builder.frame(nic, t + 6 * MS, 125_000, SERVER)); // 1 ms at 1 Gbit/s
            builder.blocked(CLIENT, t + MS, t + 10 * MS, Cause.NETWORK, SERVER, answer, 0);
            builder.blocked(SERVER, t + 6 * MS, t + 10 * MS, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 0);
        }
        return builder;
    }

    private static WaitForGraph graph(Timeline plain, ClockErrors clocks) {
        return graph(plain, null, clocks);
    }

    private static WaitForGraph graph(Timeline plain, NicCapacities nics, ClockErrors clocks) {
        Timeline timeline = NetworkWays.in(plain, Progress.NONE);
        return WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, null, Blame.WAKER,
                new DeviceRules(nics, DiskShare.REQUESTS, DiskCapacities.NONE, clocks), Progress.NONE);
    }

    private static Map<String, Long> directs(WaitForGraph graph) {
        Map<String, Long> result = new TreeMap<>();
        for (int i = 0; i < graph.edgeCount(); i++) {
            result.put(graph.timeline().vertexName(graph.source(i)) + ">" + graph.timeline().vertexName(graph.target(i)),
                    graph.directNanos(i));
        }
        return result;
    }

    private static long clockError(WaitForGraph graph, int source, int target) {
        return graph.clockErrorNanos(graph.edge(source, target));
    }

    @Test
    void whatWasOnItsWayIsWaitedForThereAndTheRestFromWhoSentIt() {
        WaitForGraph graph = graph(rounds(100).build(), (host, nanos) -> host * MS);
        assertThat(directs(graph)).isEqualTo(Map.of("client>server", 500 * MS, "client>A-B", 400 * MS, "server>client", 100 * MS,
                "server>A-B", 300 * MS, "A-B>client", 500 * MS, "A-B>server", 500 * MS));
        int way = graph.timeline().way(1, 0);
        assertThat(graph.timeline().isWay(way)).isTrue();
        assertThat(graph.timeline().kind(way)).isEqualTo(VertexKind.NETWORK);
        int edge = graph.edge(CLIENT, way);
        assertThat(graph.isByWay(edge)).isTrue();
        assertThat(graph.isByNic(edge)).isFalse();
        assertThat(graph.isByWaker(edge)).isFalse();
        assertThat(graph.waits(edge)).isEqualTo(100);
        assertThat(graph.wakerNanos(edge)).isEqualTo(400 * MS);
        assertThat(graph.caveats()).extracting(Caveat::kind).doesNotContain("network-not-crossed", "network-below-zero",
                "network-clocks-unknown");
    }

    @Test
    void whoTalksOverItIsInAKnotWithIt() {
        WaitForGraph graph = graph(rounds(100).build(), ClockErrors.UNKNOWN);
        List<Knot> knots = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots();
        assertThat(knots).hasSize(1);
        assertThat(IntStream.range(0, knots.get(0).vertexCount()).map(knots.get(0)::vertex)).containsExactly(CLIENT, SERVER,
                graph.timeline().way(0, 1));
    }

    @Test
    void theClocksMoveTimeBetweenTheNetworkAndWhoSentSoBothAreOffByTheSame() {
        WaitForGraph graph = graph(rounds(100).build(), (host, nanos) -> host * MS);
        int way = graph.timeline().way(0, 1);
        assertThat(clockError(graph, CLIENT, way)).isEqualTo(100 * MS);
        assertThat(clockError(graph, CLIENT, SERVER)).isEqualTo(100 * MS);
        // both clocks may be off; no way is below zero, and none is longer than the wait
        WaitForGraph loose = graph(rounds(100).build(), (host, nanos) -> 3 * MS);
        assertThat(clockError(loose, CLIENT, way)).isEqualTo(500 * MS);
        assertThat(clockError(loose, SERVER, way)).isEqualTo(300 * MS);
        WaitForGraph unknown = graph(rounds(100).build(), (host, nanos) -> host == 1 ? Long.MAX_VALUE : 0);
        assertThat(clockError(unknown, CLIENT, way)).isEqualTo(Long.MAX_VALUE);
        assertThat(unknown.caveats()).filteredOn(c -> c.kind().equals("network-clocks-unknown")).extracting(Caveat::text)
                .containsExactly("How far the clocks of A and B may be off against each other is not known: the time for which packets are"
                        + " on their way between them is an estimate without a bound.");
    }

    @Test
    void whereThreadsAreOneTheirErrorsAddUpWithoutThoseOfWaitsForTheNextTask() {
        TimelineBuilder builder = rounds(100);
        int other = builder.thread(1, 22, 21, "server");
        for (int i = 0; i < 100; i++) {
            builder.blocked(other, 10 * MS * i, 10 * MS * i + 5 * MS, Cause.THREAD, SERVER, Timeline.NONE, 0);
            builder.segment(other, 10 * MS * i + 5 * MS, 10 * MS * (i + 1), ThreadState.RUNNING, 0);
        }
        WaitForGraph graph = graph(builder.build(), (host, nanos) -> host * MS);
        for (Way how : List.of(Way.TASKS, Way.NAMES)) {
            Group group = new Group(how, "server", new int[] {SERVER, other}, Lanes.beside(2), Timeline.NONE, false);
            WaitForGraph merged = graph.merged(ThreadGroups.of(graph.timeline(), List.of(group)));
            assertThat(merged.edge(SERVER, SERVER) == Timeline.NONE).as("%s", how).isEqualTo(how == Way.TASKS);
            for (int target : new int[] {SERVER, graph.timeline().way(0, 1)}) {
                assertThat(clockError(merged, CLIENT, target)).as("%s", how).isEqualTo(clockError(graph, CLIENT, target));
            }
        }
    }

    @Test
    void anInterfaceThatSendsKeepsItsTimeAndTheNetworkHasTheRest() {
        WaitForGraph graph = graph(rounds(100).build(), NicCapacities.NONE, (host, nanos) -> host * MS);
        assertThat(directs(graph)).containsEntry("client>eth0", 100 * MS).containsEntry("client>A-B", 300 * MS)
                .containsEntry("client>server", 500 * MS).containsEntry("server>A-B", 300 * MS);
        assertThat(clockError(graph, CLIENT, graph.timeline().way(0, 1))).isEqualTo(100 * MS);
    }

    @Test
    void whatArrivedBeforeItWasSentTookNoTimeAndIsTold() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        builder.thread(0, 11, 11, "client");
        builder.thread(1, 21, 21, "server");
        builder.segment(SERVER, 0, 10 * MS, ThreadState.RUNNING, 0);
        builder.blocked(CLIENT, 0, 10 * MS, Cause.NETWORK, SERVER, builder.packet(11 * MS, 10 * MS, SERVER), 0);
        WaitForGraph graph = graph(builder.build(), (host, nanos) -> 2 * MS * host);
        assertThat(directs(graph)).isEqualTo(Map.of("client>server", 10 * MS));
        assertThat(graph.clockErrorNanos(0)).isEqualTo(MS); // sent 2 ms earlier, it was on its way for 1
        assertThat(graph.caveats()).filteredOn(c -> c.kind().equals("network-below-zero")).singleElement().satisfies(c -> {
            assertThat(c.count()).isEqualTo(1);
            assertThat(c.text()).isEqualTo("Of 1 wait that a packet from another host ended, 1 was over, by the clocks, before it was"
                    + " queued (by 1.00 ms at most): clocks are off by that. It counts as no time on the way.");
        });
    }

    @Test
    void withOneHostOrWithoutSendersNothingIsOnItsWayAndThatIsSaid() {
        WaitForGraph one = graph(Scenarios.pipeline(3), ClockErrors.UNKNOWN);
        assertThat(one.timeline().wayCount()).isZero();
        assertThat(one.caveats()).extracting(Caveat::kind, Caveat::text).contains(org.assertj.core.groups.Tuple.tuple("network-not-crossed",
                "--network asks for the time for which packets are on their way between hosts, and there is only one host."));
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        builder.thread(0, 11, 11, "client");
        int peer = builder.resource(0, VertexKind.NETWORK, "10.0.0.9");
        builder.blocked(0, 0, 10 * MS, Cause.NETWORK, peer, builder.packet(MS, 10 * MS, Timeline.NONE), 0);
        WaitForGraph none = graph(builder.build(), ClockErrors.UNKNOWN);
        assertThat(directs(none)).isEqualTo(Map.of("client>10.0.0.9", 10 * MS));
        assertThat(none.caveats()).extracting(Caveat::kind).contains("network-not-crossed", "network-sender-unknown");
        // over loopback
        TimelineBuilder local = new TimelineBuilder();
        local.host("A");
        local.host("B");
        local.thread(0, 11, 11, "client");
        local.thread(0, 12, 12, "server");
        local.blocked(0, 0, 10 * MS, Cause.NETWORK, 1, local.packet(MS, 10 * MS, 1), 0);
        local.segment(1, 0, 10 * MS, ThreadState.RUNNING, 0);
        WaitForGraph loopback = graph(local.build(), ClockErrors.UNKNOWN);
        assertThat(directs(loopback)).isEqualTo(Map.of("client>server", 10 * MS));
        assertThat(loopback.caveats()).extracting(Caveat::kind).contains("network-not-crossed").doesNotContain("network-sender-unknown");
    }

    @Test
    void withoutTheSwitchAGraphIsAsItWas() {
        for (int i = 0; i < 1_000; i++) {
            Timeline plain = RandomTimelines.any(Seeds.of(i));
            Timeline ways = NetworkWays.in(plain, Progress.NONE);
            WaitForGraph before = WaitForAnalysis.run(plain, 0, plain.endNanos() + 1, null, Progress.NONE);
            WaitForGraph after = WaitForAnalysis.run(ways, 0, plain.endNanos() + 1, null, Progress.NONE);
            assertThat(Windows.figures(after)).isEqualTo(Windows.figures(before));
            assertThat(after.hasWays()).isFalse();
        }
    }

    @Test
    void theGraphAgreesWithALookAtEveryNanosecond() {
        long wayEdges = 0;
        long idleEdges = 0;
        for (int i = 0; i < 6_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = NetworkWays.in(RandomTimelines.any(seed), Progress.NONE);
            Random random = new Random(seed);
            long from = random.nextInt(3) == 0 ? random.nextInt((int) timeline.endNanos()) : 0;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            int[] nanosPerByte = new int[timeline.nicCount()];
            NicCapacities told = NicCapacities.NONE;
            for (int nic = 0; nic < nanosPerByte.length; nic++) {
                nanosPerByte[nic] = 1 << random.nextInt(4);
                told = told.with(timeline.vertexName(timeline.nicVertex(nic)) + "=" + 8 / nanosPerByte[nic] + "Gbit");
            }
            boolean nics = random.nextBoolean();
            Blame blame = Blame.values()[random.nextInt(3)];
            LockHistory locks = random.nextBoolean() ? LockHistory.of(timeline, Progress.NONE) : null;
            int mask = random.nextInt(3) > 0 ? -1 : random.nextInt();
            BitSet origins = new BitSet();
            IntStream.range(0, timeline.threadCount()).filter(thread -> !timeline.isIdle(thread) && (mask >> thread & 1) != 0)
                    .forEach(origins::set);
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, mask == -1 ? null : thread -> (mask >> thread & 1) != 0, locks,
                    blame, new DeviceRules(nics ? told : null, DiskShare.REQUESTS, DiskCapacities.NONE, ClockErrors.UNKNOWN),
                    Progress.NONE);
            SentBytes sent = nics ? new SentBytes(timeline, nanosPerByte, nic -> true, 2_000) : null;
            Cascade cascade = Cascade.closed(timeline, from, to, origins, chosen -> new Cascade(timeline, from, to, chosen,
                    blame == Blame.WAKER ? null : locks, blame == Blame.HOLDER, sent));
            Map<Cascade.Edge, Long> direct = cascade.direct(origins::get);
            Map<Cascade.Edge, Long> actual = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    actual.put(key, graph.weightNanos(edge));
                    boolean way = timeline.isWay(graph.target(edge));
                    assertThat(graph.isByWay(edge)).as(Seeds.name(seed)).isEqualTo(way);
                    assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isEqualTo(cascade.heldNanos(key));
                    assertThat(graph.directNanos(edge)).as(Seeds.name(seed)).isEqualTo(direct.getOrDefault(key, 0L));
                    assertThat(graph.waits(edge)).as(Seeds.name(seed)).isEqualTo(cascade.waits(key));
                    if (way && graph.directNanos(edge) > 0) {
                        TimeUnion union = new TimeUnion(from, to);
                        WaitTime.add(graph, new int[] {edge}, union, Progress.NONE);
                        assertThat(union.nanos()).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                        assertThat(EdgeWaits.of(graph, new int[] {edge}, 3, Progress.NONE).nanos()).isEqualTo(graph.directNanos(edge));
                    }
                    wayEdges += way ? 1 : 0;
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(cascade.weight);
            idleEdges += idle(graph, cascade, seed);
        }
        assertThat(wayEdges).as("edges to the network").isGreaterThan(250);
        assertThat(idleEdges).as("edges from the network").isGreaterThan(250);
    }

    /** The time for which both hosts were recorded goes, by packets that ended waits, to who sent them. */
    private static int idle(WaitForGraph graph, Cascade cascade, long seed) {
        Timeline timeline = graph.timeline();
        Map<Integer, Map<Integer, Set<Integer>>> packets = new HashMap<>();
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            int thread = timeline.threadOf(segment);
            int way = cascade.way(thread, segment);
            if (way != Timeline.NONE && !timeline.isIdle(thread) && !timeline.isIdle(timeline.packetSender(timeline.link(segment)))
                    && timeline.start(segment) < graph.toNanos() && timeline.end(thread, segment) > graph.fromNanos()) {
                packets.computeIfAbsent(way, key -> new HashMap<>())
                        .computeIfAbsent(timeline.packetSender(timeline.link(segment)), key -> new HashSet<>()).add(timeline.link(segment));
            }
        }
        int found = 0;
        for (int way = timeline.vertexCount() - timeline.wayCount(); way < timeline.vertexCount(); way++) {
            long both = 0;
            for (long t = graph.fromNanos(); t < graph.toNanos(); t++) {
                both += timeline.recordedNanos(timeline.host(way), t, t + 1) > 0
                        && timeline.recordedNanos(timeline.otherHost(way), t, t + 1) > 0 ? 1 : 0;
            }
            Map<Integer, Set<Integer>> senders = packets.getOrDefault(way, Map.of());
            int all = senders.values().stream().mapToInt(Set::size).sum();
            long sum = 0;
            for (int edge = graph.firstEdge(way); edge < graph.endEdge(way); edge++) {
                int own = senders.get(graph.target(edge)).size();
                assertThat(graph.waits(edge)).as(Seeds.name(seed)).isEqualTo(own);
                assertThat((double) graph.weightNanos(edge)).as(Seeds.name(seed)).isBetween((double) both * own / all - 1,
                        (double) both * own / all + 1);
                sum += graph.weightNanos(edge);
                found++;
            }
            int vertex = way;
            boolean waitedFor = IntStream.range(0, graph.edgeCount()).anyMatch(edge -> graph.target(edge) == vertex);
            assertThat(sum).as(Seeds.name(seed)).isEqualTo(waitedFor && all > 0 ? both : 0);
        }
        return found;
    }

    /** If clocks were off by no more than is told, no time is further off than is told. */
    @Test
    void noTimeIsFurtherOffThanIsTold() {
        int moved = 0;
        for (int i = 0; i < 4_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int error = random.nextInt(6);
            Timeline[] shown = new Timeline[2];
            long[] queued = new long[6];
            for (int k = 0; k < queued.length; k++) {
                queued[k] = random.nextInt(60);
            }
            for (int which = 0; which < 2; which++) {
                Random same = new Random(seed + 1);
                TimelineBuilder builder = new TimelineBuilder();
                builder.host("A");
                builder.host("B");
                builder.thread(0, 1, 1, "waiter");
                builder.thread(1, 2, 2, "one");
                builder.thread(1, 3, 3, "other");
                builder.segment(1, 0, 60, ThreadState.RUNNING, 0);
                builder.segment(2, 0, 60, ThreadState.RUNNING, 0);
                long time = 0;
                for (long each : queued) {
                    long off = which == 0 ? 0 : random.nextInt(2 * error + 1) - error;
                    long next = time + 1 + same.nextInt(9);
                    int sender = 1 + same.nextInt(2);
                    builder.blocked(0, time, next, Cause.NETWORK, sender, builder.packet(each + off, next, sender), 0);
                    time = next;
                }
                shown[which] = NetworkWays.in(builder.build(0, 60), Progress.NONE);
            }
            long from = random.nextInt(10);
            long to = from + 1 + random.nextInt(50);
            DeviceRules rules = new DeviceRules(null, DiskShare.REQUESTS, DiskCapacities.NONE, (host, nanos) -> host == 1 ? error : 0);
            WaitForGraph told = WaitForAnalysis.run(shown[0], from, to, null, null, Blame.WAKER, rules, Progress.NONE);
            WaitForGraph real = WaitForAnalysis.run(shown[1], from, to, null, null, Blame.WAKER, rules, Progress.NONE);
            for (int edge = 0; edge < told.edgeCount(); edge++) {
                int other = real.edge(told.source(edge), told.target(edge));
                if (told.source(edge) == 0) {
                    long direct = other == Timeline.NONE ? 0 : real.directNanos(other);
                    assertThat(Math.abs(told.directNanos(edge) - direct)).as(Seeds.name(seed))
                            .isLessThanOrEqualTo(told.clockErrorNanos(edge));
                    moved += told.directNanos(edge) == direct ? 0 : 1;
                }
            }
        }
        assertThat(moved).isGreaterThan(1_000);
    }

    /** Whoever is in a knot stays in a circle with its other members: a wait is for the network for a part, and that leads to who was waited for. */
    @Test
    void whoWaitsForEachOtherStillDoesSoOverTheNetwork() {
        int knots = 0;
        int over = 0;
        for (int i = 0; i < 5_000; i++) {
            long seed = Seeds.of(i);
            Timeline plain = talking(seed);
            WaitForGraph before = WaitForAnalysis.run(plain, 0, plain.endNanos(), null, Progress.NONE);
            WaitForGraph after = graph(plain, ClockErrors.UNKNOWN);
            for (Knot knot : KnotHierarchy.of(before, ALL_EDGES, Progress.NONE).knotsAt(0)) {
                knots += knot.kind() == Knot.Kind.KNOT ? 1 : 0;
                for (int member = 0; member < knot.vertexCount() && knot.kind() == Knot.Kind.KNOT; member++) {
                    BitSet reached = reached(after, knot.vertex(member));
                    assertThat(IntStream.range(0, knot.vertexCount()).allMatch(other -> reached.get(knot.vertex(other))))
                            .as(Seeds.name(seed)).isTrue();
                    over += reached.nextSetBit(plain.vertexCount()) >= 0 ? 1 : 0;
                }
            }
        }
        assertThat(knots).isGreaterThan(1_000);
        assertThat(over).as("members that wait for the network").isGreaterThan(1_000);
    }

    /** Threads of three hosts that wait for each other, those of different hosts for packets. */
    private static Timeline talking(long seed) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        int threads = 2 + random.nextInt(5);
        int[] hosts = new int[threads];
        for (int host = 0; host < 3; host++) {
            builder.host("h" + host);
        }
        for (int thread = 0; thread < threads; thread++) {
            hosts[thread] = random.nextInt(3);
            builder.thread(hosts[thread], 10 + thread, -1, "t" + thread);
        }
        for (int thread = 0; thread < threads; thread++) {
            for (int time = 0; time < 40;) {
                int next = Math.min(40, time + 1 + random.nextInt(12));
                int other = random.nextInt(threads);
                if (random.nextInt(3) == 0 || other == thread) {
                    builder.segment(thread, time, next, ThreadState.RUNNING, 0);
                } else if (hosts[thread] == hosts[other]) {
                    builder.blocked(thread, time, next, Cause.THREAD, other, Timeline.NONE, 0);
                } else {
                    builder.blocked(thread, time, next, Cause.NETWORK, other, builder.packet(random.nextInt(40), next, other), 0);
                }
                time = next;
            }
        }
        return builder.build(0, 40);
    }

    private static BitSet reached(WaitForGraph graph, int start) {
        BitSet reached = new BitSet();
        reached.set(start);
        for (boolean more = true; more;) {
            more = false;
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (reached.get(graph.source(edge)) && !reached.get(graph.target(edge))) {
                    reached.set(graph.target(edge));
                    more = true;
                }
            }
        }
        return reached;
    }
}
