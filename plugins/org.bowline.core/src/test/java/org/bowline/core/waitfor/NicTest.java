/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.BitRate;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Network interfaces as vertices of the wait-for graph. */
class NicTest {
    private static final long MS = 1_000_000;
    private static final int CLIENT = 0;
    private static final int SERVER = 1;
    /** At 1 Gbit/s 4 ms. */
    private static final int LONG_ANSWER = 500_000;

    /**
     * In each round of 10 ms the client on host A asks, the server on host B works 2 ms and answers, the client works 1 ms with what has come; the answer is received 1 ms after the interface has sent it, at 1 Gbit/s.
     */
    private static Timeline rounds(int count, int answerBytes, boolean lossy) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        builder.thread(0, 11, 11, "client");
        builder.thread(1, 21, 21, "server");
        int nicA = builder.resource(0, VertexKind.NIC, "eth0");
        int nicB = builder.resource(1, VertexKind.NIC, "eth0");
        builder.resource(1, VertexKind.NIC, "eth1");
        for (int i = 0; i < count; i++) {
            long t = 10 * MS * i;
            long answer = t + 2 * MS;
            long received = t + 9 * MS;
            builder.segment(SERVER, t, answer, ThreadState.RUNNING, 0);
            int frame = builder.frame(nicB, answer, answerBytes, SERVER);
            int back = builder.packet(answer, received, SERVER);
            builder.packetFrame(back, frame);
            builder.blocked(CLIENT, t, received, Cause.NETWORK, SERVER, back, 0);
            builder.segment(CLIENT, received, t + 10 * MS, ThreadState.RUNNING, 0);
            int request = builder.packet(t + 10 * MS - 1, t + 10 * MS, CLIENT);
            builder.packetFrame(request, builder.frame(nicA, t + 10 * MS - 1, 100, CLIENT));
            builder.blocked(SERVER, answer, t + 10 * MS, Cause.NETWORK, CLIENT, request, 0);
        }
        if (lossy) {
            builder.caveat(Caveat.of(Caveat.Severity.WARNING, "B", "lost-events", 7, "The tracer lost 7 events."));
        }
        return builder.build();
    }

    private static WaitForGraph graph(Timeline timeline, NicCapacities told) {
        return WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, null, Blame.WAKER,
                new DeviceRules(told, DiskShare.REQUESTS), Progress.NONE);
    }

    private static Map<String, Long> weights(WaitForGraph graph) {
        Map<String, Long> result = new TreeMap<>();
        for (int i = 0; i < graph.edgeCount(); i++) {
            result.put(name(graph, graph.source(i)) + ">" + name(graph, graph.target(i)), graph.weightNanos(i));
        }
        return result;
    }

    private static String name(WaitForGraph graph, int vertex) {
        Timeline timeline = graph.timeline();
        return timeline.hostName(timeline.host(vertex)) + ":" + timeline.vertexName(vertex);
    }

    @Test
    void anAnswerThatTakesTheInterfaceLongIsWaitedForThere() {
        WaitForGraph graph = graph(rounds(100, LONG_ANSWER, false), NicCapacities.NONE);
        // a round: the client waits 2 ms for the server, 4 for the interface (as does the server, for its own bytes to leave), 3 for the server, which waits 4 for the client; for 3 of these in a circle
        assertThat(weights(graph)).isEqualTo(Map.of("A:client>B:server", 800 * MS, "A:client>B:eth0", 400 * MS, "B:server>B:eth0", 400 * MS,
                "B:server>A:client", 700 * MS, "B:eth0>B:server", 600 * MS));
        int own = graph.edge(SERVER, graph.nics().get(1).vertex());
        assertThat(graph.waits(own)).isEqualTo(100);
        assertThat(graph.isByNic(own)).isTrue();
        assertThat(graph.isByWaker(own)).isFalse();
        NicUse use = graph.nics().get(1);
        assertThat(use.busyNanos()).isEqualTo(400 * MS);
        assertThat(use.idleNanos()).isEqualTo(600 * MS);
        assertThat(use.bytes()).isEqualTo(100L * LONG_ANSWER);
        assertThat(use.known()).isEqualTo(NicUse.Known.ASSUMED);
        assertThat(graph.caveats()).filteredOn(c -> c.kind().startsWith("nic")).extracting(Caveat::kind, Caveat::host)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("nic-capacity-unknown", "B"));
        List<Knot> knots = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots();
        assertThat(knots).singleElement().satisfies(knot -> assertThat(knot.vertexCount()).isEqualTo(3));
    }

    @Test
    void anInterfaceThatHoldsNobodyUpNoticeablyIsNotInTheGraph() {
        Timeline timeline = rounds(100, LONG_ANSWER / 50, false); // 0.08 ms, and two threads wait for it: 1.6 % of the range in all
        assertThat(weights(graph(timeline, NicCapacities.NONE))).containsKey("B:eth0>B:server");
        WaitForGraph little = graph(rounds(100, LONG_ANSWER / 101, false), NicCapacities.NONE);
        assertThat(little.nics().get(1).waitsNanos()).isPositive();
        assertThat(little.caveats()).extracting(Caveat::kind).doesNotContain("nic-capacity-unknown");
        WaitForGraph without = WaitForAnalysis.run(little.timeline(), little.fromNanos(), little.toNanos(), null, Progress.NONE);
        assertThat(weights(little)).isEqualTo(weights(without));
    }

    @Test
    void whatIsToldOfAnInterfaceHolds() {
        Timeline timeline = rounds(100, LONG_ANSWER, false);
        WaitForGraph fast = graph(timeline, NicCapacities.NONE.with("eth0=100Gbit"));
        assertThat(weights(fast)).containsEntry("B:server>B:eth0", 4 * MS).containsEntry("B:eth0>B:server", 996 * MS);
        assertThat(fast.nics().get(1).known()).isEqualTo(NicUse.Known.TOLD);
        assertThat(fast.caveats()).extracting(Caveat::kind).doesNotContain("nic-capacity-unknown", "nic-above-capacity", "nic-not-found");
        WaitForGraph one = graph(timeline, NicCapacities.NONE.with("eth0=100Gbit").with("B:eth0=2Gbit"));
        assertThat(one.nics()).extracting(NicUse::capacityBits).containsExactly(100_000_000_000L, 2_000_000_000L, 1_000_000_000L);
        assertThat(one.nics().get(2).frames()).isZero();
    }

    @Test
    void whatCannotBeIsSaid() {
        Timeline timeline = rounds(100, LONG_ANSWER, false);
        assertThat(graph(timeline, NicCapacities.NONE.with("B:eth0=400Mbit")).caveats()).extracting(Caveat::kind)
                .doesNotContain("nic-above-capacity");
        assertThat(graph(timeline, NicCapacities.NONE.with("B:eth0=399Mbit")).caveats())
                .filteredOn(c -> c.kind().equals("nic-above-capacity")).singleElement()
                .satisfies(c -> assertThat(c.text()).startsWith("eth0 was given 100 % of what it can send at 399 Mbit/s"));
        assertThat(graph(timeline, NicCapacities.NONE.with("C:eth0=1Gbit")).caveats()).filteredOn(c -> c.kind().equals("nic-not-found"))
                .extracting(Caveat::text)
                .containsExactly("--nic-capacity tells of C:eth0, but what sent something out of its host is A:eth0, B:eth0, B:eth1.");
        assertThat(graph(Scenarios.pipeline(3), NicCapacities.NONE.with("eth0=1Gbit")).caveats()).extracting(Caveat::text)
                .singleElement().asString().contains("does not tell of any network interface");
        assertThat(graph(rounds(100, LONG_ANSWER, true), NicCapacities.NONE).caveats()).extracting(Caveat::kind)
                .contains("nic-lost-events");
        assertThat(graph(timeline, NicCapacities.NONE).caveats()).extracting(Caveat::kind).doesNotContain("nic-lost-events");
    }

    @Test
    void theHighestRateThatWasSeenIsTheCapacityIfItIsMoreThanWhatIsAssumed() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.thread(0, 11, 11, "t");
        int nic = builder.resource(0, VertexKind.NIC, "eth0");
        builder.segment(0, 0, 100 * MS, ThreadState.RUNNING, 0);
        builder.frame(nic, 0, 1_000_000, Timeline.NONE);
        builder.frame(nic, 10 * MS - 1, 1_000_000, 0);
        builder.frame(nic, 10 * MS, 500_001, 0);
        WaitForGraph graph = graph(builder.build(), NicCapacities.NONE);
        // the last two are within 10 ms, as are the first two
        assertThat(graph.nics()).singleElement().satisfies(use -> {
            assertThat(use.seenBits()).isEqualTo(2_000_000L * 800);
            assertThat(use.capacityBits()).isEqualTo(use.seenBits());
            assertThat(use.known()).isEqualTo(NicUse.Known.SEEN);
            assertThat(use.counts()).isFalse();
        });
    }

    @Test
    void ratesOfAnotherFormAreRefused() {
        assertThat(BitRate.parse("2.5Gbit")).isEqualTo(2_500_000_000L);
        assertThat(BitRate.parse("100 Mbit/s")).isEqualTo(100_000_000L);
        assertThat(BitRate.text(1_000_000_000L)).isEqualTo("1.00 Gbit/s");
        assertThat(BitRate.text(12_345)).isEqualTo("12.3 kbit/s");
        for (String wrong : List.of("", "1", "1GB", "-1Gbit", "1Gbit2", "Gbit", "1e9bit", "0bit", "999bit", "101Tbit",
                "99999999999999Tbit")) {
            assertThatThrownBy(() -> BitRate.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("rate");
        }
        for (String wrong : List.of("eth0", "=1Gbit", "eth0=", "eth0=fast")) {
            assertThatThrownBy(() -> NicCapacities.NONE.with(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theGraphAgreesWithALookAtEveryNanosecond() {
        long nicEdges = 0;
        long shared = 0;
        for (int i = 0; i < 5_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            Random random = new Random(seed);
            long from = random.nextInt(3) == 0 ? random.nextInt((int) timeline.endNanos()) : 0;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            int[] nanosPerByte = new int[timeline.nicCount()];
            NicCapacities told = NicCapacities.NONE;
            for (int nic = 0; nic < nanosPerByte.length; nic++) {
                nanosPerByte[nic] = 1 << random.nextInt(4); // 8 Gbit/s to 1 Gbit/s; no name is there twice
                told = told.with(timeline.vertexName(timeline.nicVertex(nic)) + "=" + 8 / nanosPerByte[nic] + "Gbit");
            }
            Blame blame = Blame.values()[random.nextInt(3)];
            LockHistory locks = random.nextBoolean() ? LockHistory.of(timeline, Progress.NONE) : null;
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, null, locks, blame, new DeviceRules(told, DiskShare.REQUESTS),
                    Progress.NONE);
            SentBytes sent = new SentBytes(timeline, nanosPerByte, nic -> true, 2_000);
            Cascade cascade = new Cascade(timeline, from, to, thread -> true, blame == Blame.WAKER ? null : locks, blame == Blame.HOLDER,
                    sent);
            Map<Cascade.Edge, Long> actual = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    actual.put(key, graph.weightNanos(edge));
                    assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isEqualTo(cascade.heldNanos(key));
                    EdgeWaits waits = EdgeWaits.of(graph, new int[] {edge}, 3, Progress.NONE);
                    assertThat(waits.nanos()).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                    assertThat(waits.count()).as(Seeds.name(seed)).isEqualTo(graph.waits(edge));
                    boolean nic = timeline.kind(graph.target(edge)) == VertexKind.NIC;
                    assertThat(graph.isByNic(edge)).as(Seeds.name(seed)).isEqualTo(nic);
                    if (nic) {
                        assertThat(graph.wakerNanos(edge)).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                        assertThat(graph.holderNanos(edge)).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                        assertThat(time(graph, edge)).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                    }
                    nicEdges += nic ? 1 : 0;
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(cascade.weight);
            shared += idle(timeline, graph, sent, from, to, seed);
        }
        assertThat(nicEdges).as("edges to interfaces").isGreaterThan(500);
        assertThat(shared).as("edges from interfaces").isGreaterThan(500);
    }

    private static long time(WaitForGraph graph, int edge) {
        TimeUnion union = new TimeUnion(graph.fromNanos(), graph.toNanos());
        WaitTime.add(graph, new int[] {edge}, union, Progress.NONE);
        return union.nanos();
    }

    /** The idle time of each interface that is waited for goes, by bytes, to who sent in the range. */
    private static long idle(Timeline timeline, WaitForGraph graph, SentBytes sent, long from, long to, long seed) {
        long found = 0;
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            int vertex = timeline.nicVertex(nic);
            long idle = 0;
            long busy = 0;
            for (long t = from; t < to; t++) {
                boolean sends = sent.sends(nic, t);
                busy += sends ? 1 : 0;
                idle += !sends && timeline.recordedNanos(timeline.host(vertex), t, t + 1) > 0 ? 1 : 0;
            }
            assertThat(graph.nics().get(nic).idleNanos()).as(Seeds.name(seed)).isEqualTo(idle);
            assertThat(graph.nics().get(nic).busyNanos()).as(Seeds.name(seed)).isEqualTo(busy);
            Map<Integer, Long> bytes = new TreeMap<>();
            for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
                int sender = timeline.frameSender(frame);
                if (sender != Timeline.NONE && !timeline.isIdle(sender) && timeline.frameNanos(frame) >= from
                        && timeline.frameNanos(frame) < to) {
                    bytes.merge(sender, (long) timeline.frameBytes(frame), Long::sum);
                }
            }
            long total = bytes.values().stream().mapToLong(Long::longValue).sum();
            long sum = 0;
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                double exact = (double) idle * bytes.get(graph.target(edge)) / total;
                assertThat((double) graph.weightNanos(edge)).as(Seeds.name(seed)).isBetween(exact - 1, exact + 1);
                sum += graph.weightNanos(edge);
                found++;
            }
            assertThat(sum).as(Seeds.name(seed)).isIn(0L, idle);
            boolean waitedFor = false;
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                waitedFor |= graph.target(edge) == vertex;
            }
            assertThat(sum > 0).as(Seeds.name(seed)).isEqualTo(waitedFor && total > 0 && idle > 0);
        }
        return found;
    }
}
