/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class WaitForAnalysisTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private final TimelineBuilder builder = new TimelineBuilder();

    private void threads(String... names) {
        builder.host("h");
        for (int i = 0; i < names.length; i++) {
            builder.thread(0, 10 + i, 10, names[i]);
        }
    }

    private void run(int thread, long from, long to) {
        builder.segment(thread, from, to, ThreadState.RUNNING, 0);
    }

    private void wait(int thread, long from, long to, int target) {
        builder.blocked(thread, from, to, Cause.THREAD, target, Timeline.NONE, 0);
    }

    private static WaitForGraph graph(Timeline timeline) {
        return graph(timeline, timeline.startNanos(), timeline.endNanos());
    }

    private static WaitForGraph graph(Timeline timeline, long from, long to) {
        return WaitForAnalysis.run(timeline, from, to, null, Progress.NONE);
    }

    private static Map<String, Long> weights(WaitForGraph graph) {
        Map<String, Long> result = new TreeMap<>();
        for (int i = 0; i < graph.edgeCount(); i++) {
            result.put(graph.timeline().vertexName(graph.source(i)) + ">" + graph.timeline().vertexName(graph.target(i)),
                    graph.weightNanos(i));
        }
        return result;
    }

    @Test
    void goldenG1TheOverlapIsAddedFurtherDownTheChain() {
        threads("A", "B", "C");
        wait(A, 0, 10, B);
        wait(B, 0, 4, C);
        run(B, 4, 10);
        run(C, 0, 10);
        WaitForGraph graph = graph(builder.build());
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 10L, "B>C", 8L));
        int bc = graph.edge(B, C);
        assertThat(graph.directNanos(bc)).isEqualTo(4);
        assertThat(graph.waits(bc)).isEqualTo(1);
        assertThat(graph.edge(A, C)).isEqualTo(Timeline.NONE);
        assertThat(graph.caveats()).isEmpty();
    }

    @Test
    void goldenG2ThePipelineHasTheKnotOfThreadAndDisk() {
        WaitForGraph graph = graph(Scenarios.pipeline(100));
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 800_000_000L, "B>disk", 1_000_000_000L, "disk>B", 500_000_000L));
        assertThat(graph.directNanos(graph.edge(B, 2))).isEqualTo(500_000_000L);
        assertThat(graph.directNanos(graph.edge(2, B))).isEqualTo(500_000_000L);
        assertThat(graph.waits(graph.edge(2, B))).isEqualTo(100);
        assertThat(graph.isIdle(graph.edge(2, B))).isTrue();
        assertThat(graph.isIdle(graph.edge(A, B))).isFalse();
    }

    @Test
    void goldenG3ThreadsThatWaitForEachOtherCountTheClosingEdge() {
        threads("A", "B");
        wait(A, 0, 6, B);
        run(A, 6, 8);
        run(B, 0, 2);
        wait(B, 2, 8, A);
        WaitForGraph graph = graph(builder.build());
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 10L, "B>A", 10L));
        assertThat(graph.statistics().cycles()).isEqualTo(1);
        assertThat(graph.statistics().cycleNanos()).isEqualTo(4);
        assertThat(graph.caveats()).extracting(Caveat::kind).containsExactly("wait-cycle");
    }

    @Test
    void aWaitForOneselfIsAnEdgeToOneself() {
        threads("A", "B");
        wait(A, 0, 10, A);
        wait(B, 5, 10, A);
        assertThat(weights(graph(builder.build()))).isEqualTo(Map.of("A>A", 15L, "B>A", 5L));
    }

    @Test
    void aChainEndsWhereAThreadIsOnlyRunnableOrUnknown() {
        threads("A", "B", "C");
        wait(A, 0, 10, B);
        builder.segment(B, 0, 5, ThreadState.RUNNABLE, 0);
        builder.segment(B, 5, 8, ThreadState.UNKNOWN, 0);
        wait(B, 8, 10, C);
        run(C, 0, 10);
        WaitForGraph graph = graph(builder.build());
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 10L, "B>C", 4L));
        assertThat(graph.statistics().unknownStateNanos()).isEqualTo(3);
        assertThat(graph.caveats()).extracting(Caveat::kind).containsExactly("unknown-state");
    }

    @Test
    void aRangeCutsWaitsAtBothEnds() {
        threads("A", "B");
        wait(A, 0, 10, B);
        run(B, 0, 10);
        Timeline timeline = builder.build();
        WaitForGraph graph = graph(timeline, 3, 7);
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 4L));
        assertThat(graph.directNanos(0)).isEqualTo(4);
        assertThat(graph.rangeNanos()).isEqualTo(4);
        assertThat(weights(graph(timeline, 10, 20))).isEmpty();
        assertThat(weights(graph(timeline, -5, 0))).isEmpty();
    }

    @Test
    void onlyChosenThreadsStartChainsThatRunOnThroughOthers() {
        threads("A", "B", "C");
        wait(A, 2, 10, B);
        wait(B, 0, 4, C);
        run(B, 4, 10);
        run(C, 0, 10);
        WaitForGraph graph = WaitForAnalysis.run(builder.build(), 0, 10, thread -> thread == A, Progress.NONE);
        assertThat(weights(graph)).isEqualTo(Map.of("A>B", 8L, "B>C", 2L));
        assertThat(graph.directNanos(graph.edge(B, C))).isZero();
        assertThat(graph.waits(graph.edge(B, C))).isEqualTo(1);
        assertThat(graph.statistics().waits()).isEqualTo(1);
    }

    /** A (0) waits 40 % for the disk, to which the flusher B (1) gives work for it; B waits for A the rest of the time. */
    private Timeline flusher(int requests) {
        threads("A", "B", "C");
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        for (int i = 0; i < 100; i++) {
            long t = 10L * i;
            if (i < requests) {
                run(A, t, t + 6);
                builder.blocked(A, t + 6, t + 10, Cause.DISK, disk, builder.request(disk, B, t + 6, t + 6, t + 10), 0);
                wait(B, t, t + 5, A);
                run(B, t + 5, t + 10);
            } else {
                run(A, t, t + 10);
                run(B, t, t + 10);
            }
        }
        run(C, 0, 500);
        wait(C, 500, 1_000, B);
        return builder.build();
    }

    @Test
    void whoGivesWorkToADiskThatHoldsTheChosenThreadsUpCountsAsChosen() {
        WaitForGraph graph = WaitForAnalysis.run(flusher(100), 0, 1_000, thread -> thread == A, Progress.NONE);
        assertThat(weights(graph)).isEqualTo(Map.of("A>disk", 400L, "disk>B", 600L, "B>A", 500L));
        assertThat(KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots()).singleElement()
                .satisfies(knot -> assertThat(knot.vertexCount()).isEqualTo(3));
    }

    @Test
    void whoGivesWorkToADiskThatHoldsTheChosenThreadsUpForLessThanAHundredthDoesNot() {
        WaitForGraph graph = WaitForAnalysis.run(flusher(2), 0, 1_000, thread -> thread == A, Progress.NONE);
        assertThat(weights(graph)).containsOnlyKeys("A>disk", "disk>B");
    }

    @Test
    void aDiskThatNobodyWaitsForHasNoEdges() {
        threads("A");
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        run(A, 0, 20);
        builder.request(disk, A, 0, 0, 3);
        assertThat(weights(graph(builder.build()))).isEmpty();
    }

    @Test
    void bystandersMakeAnEdgeHeavierButHoldUpNobodyElseForLonger() {
        threads("worker", "colleague", "main", "listener");
        for (int i = 0; i < 10; i++) {
            long t = 10L * i;
            wait(0, t, t + 5, 1);
            run(0, t + 5, t + 10);
            run(1, t, t + 5);
            wait(1, t + 5, t + 10, 0);
        }
        wait(2, 0, 100, 0); // in join
        wait(3, 0, 100, 2);
        WaitForGraph graph = graph(builder.build());
        assertThat(weights(graph)).isEqualTo(Map.of("worker>colleague", 150L, "colleague>worker", 50L, "main>worker", 200L, "listener>main",
                100L));
        for (int edge : List.of(graph.edge(0, 1), graph.edge(1, 0))) {
            assertThat(graph.heldNanos(edge)).isEqualTo(50);
            assertThat(graph.heldShare(edge)).isEqualTo(0.5);
        }
        assertThat(graph.heldThreads(graph.edge(0, 1))).isEqualTo(1.5);
        assertThat(graph.heldThreads(graph.edge(1, 0))).isEqualTo(0.5);
        assertThat(graph.heldShare(graph.edge(2, 0))).isEqualTo(1);
    }

    @Test
    void openAndUnexplainedWaitsLeadToUnknownAndAreCountedApart() {
        threads("A", "B");
        int unknown = builder.resource(0, VertexKind.UNKNOWN, "unknown");
        builder.blocked(A, 0, 4, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
        run(A, 4, 6);
        builder.blocked(A, 6, 10, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
        run(B, 0, 10);
        WaitForGraph graph = graph(builder.build());
        assertThat(weights(graph)).isEqualTo(Map.of("A>unknown", 8L));
        assertThat(graph.statistics().unknownWaits()).isEqualTo(1);
        assertThat(graph.statistics().unknownNanos()).isEqualTo(4);
        assertThat(graph.statistics().openWaits()).isEqualTo(1);
        assertThat(graph.statistics().openNanos()).isEqualTo(4);
        assertThat(graph.caveats()).extracting(Caveat::kind).containsExactly("unknown-target", "open-wait");
        assertThat(KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots()).isEmpty();
    }

    @Test
    void aDisksIdleTimeIsSharedByRequestsWithoutRest() {
        threads("A", "B", "C");
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        run(A, 0, 2);
        builder.blocked(A, 2, 3, Cause.DISK, disk, Timeline.NONE, 0);
        run(A, 3, 20);
        run(B, 0, 20);
        run(C, 0, 20);
        builder.request(disk, A, 0, 0, 3);
        builder.request(disk, B, 0, 1, 2); // inside the first
        builder.request(disk, C, 0, 2, 5); // overlaps it
        builder.request(disk, A, 30, 30, 31); // beyond the range
        builder.request(disk, Timeline.NONE, 10, 10, 15);
        WaitForGraph graph = graph(builder.build(0, 20));
        // busy [0,5) and [10,15): 10 idle for 3 requests
        assertThat(weights(graph)).isEqualTo(Map.of("A>disk", 1L, "disk>A", 4L, "disk>B", 3L, "disk>C", 3L));
        assertThat(graph.caveats()).extracting(Caveat::kind).containsExactly("request-without-issuer");
    }

    @Test
    void aDiskIsIdleOnlyWhileItsHostWasRecorded() {
        threads("A");
        int other = builder.host("late");
        builder.thread(other, 20, 20, "B");
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        run(A, 0, 2);
        builder.blocked(A, 2, 3, Cause.DISK, disk, Timeline.NONE, 0);
        run(A, 3, 20);
        run(B, 1_000, 1_020);
        builder.request(disk, A, 0, 0, 3);
        builder.recording(0, 0, 20);
        builder.recording(other, 1_000, 1_020);
        WaitForGraph graph = graph(builder.build(0, 1_020));
        assertThat(weights(graph)).isEqualTo(Map.of("A>disk", 1L, "disk>A", 17L));
        assertThat(graph.rangeNanos()).as("what shares are shares of").isEqualTo(40);
        assertThat(KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).thresholdNanos()).isEqualTo(8);
        assertThat(graph.caveats()).extracting(Caveat::kind).containsExactly("recordings-apart", "unrecorded-time");
        assertThat(graph.caveats()).extracting(Caveat::count).containsExactly(1L, 980L);
        assertThat(graph.caveats().get(0).text()).startsWith("h and late were not recorded at the same time");
    }

    @Test
    void aRangeWithinTheRecordingsOfAllHostsHasNoSuchCaveat() {
        threads("A");
        int other = builder.host("late");
        builder.thread(other, 20, 20, "B");
        run(A, 0, 20);
        run(B, 10, 30);
        builder.recording(0, 0, 20);
        builder.recording(other, 10, 30);
        WaitForGraph graph = graph(builder.build(0, 30));
        assertThat(graph.caveats()).isEmpty();
        assertThat(graph.rangeNanos()).isEqualTo(30);
    }

    @Test
    void anEmptyOrEndlessRangeIsRefused() {
        threads("A", "B");
        run(A, 0, 10);
        Timeline timeline = builder.build();
        assertThatThrownBy(() -> graph(timeline, 5, 5)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("empty");
        assertThatThrownBy(() -> graph(timeline, Long.MIN_VALUE, Long.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void weightsThatMightNotFitAreRefused() {
        threads("A", "B", "C");
        long long2 = Long.MAX_VALUE / 2 - 10;
        wait(A, 0, long2, B);
        wait(B, 0, long2, C);
        run(C, 0, long2);
        Timeline timeline = builder.build();
        assertThatThrownBy(() -> graph(timeline)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("63 bits");
        long third = Long.MAX_VALUE / 3;
        assertThat(weights(graph(timeline, 0, third))).isEqualTo(Map.of("A>B", third, "B>C", 2 * third));
    }

    @Test
    void aChainOfAHundredThousandThreadsIsNoProblem() {
        int n = 100_000;
        builder.host("h");
        for (int i = 0; i < n; i++) {
            builder.thread(0, 1 + i, 1, "t");
        }
        // the longest waits first: each link joins an end of the chain, so it costs one step
        for (int i = 0; i < n - 1; i++) {
            run(i, 0, 1 + i);
            wait(i, 1 + i, n + 1, i + 1);
        }
        run(n - 1, 0, n + 1);
        WaitForGraph graph = graph(builder.build());
        assertThat(graph.edgeCount()).isEqualTo(n - 1);
        assertThat(graph.weightNanos(graph.edge(n - 2, n - 1))).isEqualTo(2L * (n - 1));
    }

    @Test
    void aCancelledRunEndsWithAnException() {
        Timeline timeline = Scenarios.pipeline(100_000);
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                assertThat(fraction).isBetween(0.0, 1.0);
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> WaitForAnalysis.run(timeline, 0, timeline.endNanos(), null, cancelled))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void theSweepAgreesWithTheRecursionOnRandomTimelinesWithCycles() {
        long cycles = 0;
        long more = 0;
        for (int i = 0; i < 5_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.any(seed);
            Random random = new Random(seed);
            long from = random.nextInt(4) == 0 ? random.nextInt((int) timeline.endNanos()) : -1;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            int mask = random.nextBoolean() ? -1 : random.nextInt();
            IntPredicate chosen = thread -> (mask >> thread & 1) != 0;
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, mask == -1 ? null : chosen, Progress.NONE);
            cycles += graph.statistics().cycles();
            BitSet origins = new BitSet();
            IntStream.range(0, timeline.threadCount()).filter(chosen).forEach(origins::set);
            Cascade cascade = mask == -1 ? new Cascade(timeline, from, to, chosen) : Cascade.closed(timeline, from, to, origins);
            more += IntStream.range(0, timeline.threadCount()).filter(thread -> origins.get(thread) && !chosen.test(thread)).count();
            Map<Cascade.Edge, Long> actual = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                assertThat(graph.directNanos(edge)).as(Seeds.name(seed)).isBetween(0L, graph.weightNanos(edge));
                assertThat(graph.waits(edge)).as(Seeds.name(seed)).isPositive();
                assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isBetween(graph.directNanos(edge),
                        Math.min(graph.weightNanos(edge), to - from));
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    actual.put(key, graph.weightNanos(edge));
                    assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isEqualTo(cascade.heldNanos(key));
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(cascade.weight);
            direct(timeline, graph, from, to, origins::get, seed);
            idle(timeline, graph, from, to, false, seed);
            if (i % 4 == 0) {
                WaitForGraph byBytes = WaitForAnalysis.run(timeline, from, to, mask == -1 ? null : chosen, null, Blame.WAKER,
                        new DeviceRules(null, DiskShare.BYTES), Progress.NONE);
                idle(timeline, byBytes, from, to, true, seed);
            } else if (i % 4 == 1) {
                capacities(timeline, from, to, mask == -1 ? null : chosen, graph, random, seed);
            }
        }
        assertThat(cycles).isGreaterThan(1_000);
        assertThat(more).as("threads that count as chosen for the work they give to a disk").isGreaterThan(100);
    }

    /** Direct times and numbers of waits, by their definition. */
    private static void direct(Timeline timeline, WaitForGraph graph, long from, long to, IntPredicate chosen, long seed) {
        Map<Cascade.Edge, Long> direct = new TreeMap<>();
        Map<Cascade.Edge, Long> waits = new TreeMap<>();
        WaitTargets targets = new WaitTargets(timeline);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                long length = Math.min(to, timeline.end(thread, segment)) - Math.max(from, timeline.start(segment));
                if (length > 0 && timeline.state(segment) == ThreadState.BLOCKED && chosen.test(thread)
                        && targets.of(thread, segment) >= 0) {
                    Cascade.Edge edge = new Cascade.Edge(thread, targets.of(thread, segment));
                    direct.merge(edge, length, Long::sum);
                    waits.merge(edge, 1L, Long::sum);
                }
            }
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int source = graph.source(edge);
            if (!graph.isIdle(edge) && chosen.test(source)) {
                Cascade.Edge key = new Cascade.Edge(source, graph.target(edge));
                assertThat(graph.directNanos(edge)).as(Seeds.name(seed)).isEqualTo(direct.get(key));
                assertThat((long) graph.waits(edge)).as(Seeds.name(seed)).isEqualTo(waits.get(key));
            }
        }
    }

    /** The disk's idle time while its host was recorded, nanosecond by nanosecond, and its shares. */
    private static void idle(Timeline timeline, WaitForGraph graph, long from, long to, boolean byBytes, long seed) {
        int disk = timeline.threadCount();
        long idle = 0;
        for (long t = from; t < to; t++) {
            boolean busy = timeline.recordedNanos(timeline.host(disk), t, t + 1) == 0;
            for (int r = 0; r < timeline.requestCount(); r++) {
                busy |= timeline.requestIssued(r) <= t && t < timeline.requestCompleted(r);
            }
            idle += busy ? 0 : 1;
        }
        Map<Integer, Integer> counts = new TreeMap<>();
        int total = 0;
        boolean asked = false;
        for (int r = 0; r < timeline.requestCount(); r++) {
            int issuer = timeline.requestIssuer(r);
            boolean overlaps = timeline.requestIssued(r) < to
                    && Math.max(timeline.requestCompleted(r), timeline.requestIssued(r) + 1) > from;
            if (overlaps && issuer != Timeline.NONE && !timeline.isIdle(issuer)) {
                counts.merge(issuer, 1, Integer::sum);
                total++;
            }
        }
        Map<Integer, Long> bytes = new TreeMap<>();
        counts.keySet().forEach(issuer -> bytes.put(issuer, bytes(timeline, issuer, from, to)));
        long sum = bytes.values().stream().mapToLong(Long::longValue).sum();
        boolean sizes = byBytes && sum > 0; // of flushes alone requests count
        long shared = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            asked |= graph.target(edge) == disk;
        }
        for (int edge = graph.firstEdge(disk); edge < graph.endEdge(disk); edge++) {
            int count = counts.get(graph.target(edge));
            assertThat(graph.waits(edge)).as(Seeds.name(seed)).isEqualTo(count);
            assertThat(graph.directNanos(edge)).as(Seeds.name(seed)).isEqualTo(graph.weightNanos(edge));
            long part = sizes ? bytes.get(graph.target(edge)) : count;
            long whole = sizes ? sum : total;
            assertThat(Math.abs(graph.weightNanos(edge) * whole - idle * part)).as(Seeds.name(seed)).isLessThan(whole);
            shared += graph.weightNanos(edge);
        }
        assertThat(shared).as(Seeds.name(seed)).isEqualTo(asked && total > 0 ? idle : 0);
    }

    /** What a disk has to do in each nanosecond in which it has requests, at what it is told it can do; the rest it idles. Everything but the idle disk is as it was. */
    private static void capacities(Timeline timeline, long from, long to, @Nullable IntPredicate chosen, WaitForGraph before, Random random,
            long seed) {
        long bytesPerSecond = random.nextBoolean() ? 0 : 100_000_000L * (1 + random.nextInt(1_000_000));
        long requestsPerSecond = bytesPerSecond > 0 && random.nextBoolean() ? 0 : 10_000_000L * (1 + random.nextInt(100));
        int disk = timeline.threadCount();
        DiskCapacities told = DiskCapacities.NONE;
        told = bytesPerSecond == 0 ? told : told.with(timeline.vertexName(disk) + "=" + bytesPerSecond + "B");
        told = requestsPerSecond == 0 ? told : told.with(timeline.vertexName(disk) + "=" + requestsPerSecond + "iops");
        WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, chosen, null, Blame.WAKER,
                new DeviceRules(null, DiskShare.REQUESTS, told), Progress.NONE);
        double bytes = 0;
        double requests = 0;
        long idleBefore = 0;
        long served = 0;
        for (long t = from; t < to; t++) {
            boolean recorded = timeline.recordedNanos(timeline.host(disk), t, t + 1) > 0;
            boolean serves = false;
            for (int r = 0; r < timeline.requestCount(); r++) {
                long length = timeline.requestCompleted(r) - timeline.requestIssued(r);
                boolean now = timeline.requestIssued(r) <= t && t < Math.max(timeline.requestCompleted(r), timeline.requestIssued(r) + 1);
                bytes += now ? (double) timeline.requestBytes(r) / Math.max(1, length) : 0;
                requests += now ? 1.0 / Math.max(1, length) : 0;
                serves |= now && length > 0;
            }
            served += recorded && serves ? 1 : 0;
            idleBefore += recorded && !serves ? 1 : 0;
        }
        double needed = 1e9
                * Math.max(bytesPerSecond == 0 ? 0 : bytes / bytesPerSecond, requestsPerSecond == 0 ? 0 : requests / requestsPerSecond);
        long idle = 0;
        for (int edge = 0; edge < before.edgeCount(); edge++) {
            int now = graph.edge(before.source(edge), before.target(edge));
            if (before.isIdle(edge)) {
                assertThat(graph.waits(now)).as(Seeds.name(seed)).isEqualTo(before.waits(edge));
            } else {
                assertThat(graph.weightNanos(now)).as(Seeds.name(seed)).isEqualTo(before.weightNanos(edge));
            }
        }
        for (int edge = graph.firstEdge(disk); edge < graph.endEdge(disk); edge++) {
            idle += graph.weightNanos(edge);
        }
        if (idle > 0) {
            assertThat((double) idle).as(Seeds.name(seed)).isBetween(idleBefore + Math.max(0, served - needed) - 0.6,
                    idleBefore + Math.max(0, served - needed) + 0.6);
        }
        assertThat(graph.caveats().stream().anyMatch(c -> c.kind().equals("disk-above-capacity"))).as(Seeds.name(seed))
                .isEqualTo(requests > 0 && Math.round(needed) > served);
    }

    @Test
    void aDiskThatCanDoMoreIdlesAlsoWhileItHasARequest() {
        Timeline timeline = Scenarios.pipeline(100); // 100 requests of 5 ms each in a second
        assertThat(weights(told(timeline, "disk=1000iops"))).containsEntry("disk>B", 900_000_000L).containsEntry("B>disk", 1_000_000_000L);
        assertThat(weights(told(timeline, "h:disk=0.2kiops/s"))).containsEntry("disk>B", 500_000_000L);
        assertThat(weights(told(timeline, "disk=200MB"))).as("requests of no bytes").containsEntry("disk>B", 1_000_000_000L);
        assertThat(told(timeline, "disk=201iops").caveats()).isEmpty();
        WaitForGraph tooSlow = told(timeline, "disk=199iops");
        assertThat(weights(tooSlow)).as("busy for no longer than it has requests").containsEntry("disk>B", 500_000_000L);
        assertThat(tooSlow.caveats()).extracting(Caveat::kind).containsExactly("disk-above-capacity");
        assertThat(told(timeline, "sda=1GB").caveats()).extracting(Caveat::text).containsExactly(
                "--disk-capacity tells of sda, but the disks that had a request in this time are h:disk.");
    }

    private static WaitForGraph told(Timeline timeline, String capacity) {
        return WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, null, Blame.WAKER,
                new DeviceRules(null, DiskShare.REQUESTS, DiskCapacities.NONE.with(capacity)), Progress.NONE);
    }

    @Test
    void whatADiskCanDoIsReadAsItIsWritten() {
        DiskCapacities told = DiskCapacities.NONE.with("sda=200MB").with("A:sda=1.5GB/s").with("sda=500iops").with("sda = 250 MB");
        assertThat(told.of("B", "sda")).isEqualTo(new DiskCapacities.Capacity(250_000_000, 500));
        assertThat(told.of("A", "sda")).isEqualTo(new DiskCapacities.Capacity(1_500_000_000, 0));
        assertThat(told.of("A", "sdb")).isNull();
        for (String wrong : List.of("sda", "=5MB", "sda=", "sda=fast", "sda=5", "sda=5Mbit", "sda=0B", "sda=9999999999999GB",
                "sda=-1iops")) {
            assertThatThrownBy(() -> DiskCapacities.NONE.with(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static long bytes(Timeline timeline, int issuer, long from, long to) {
        return IntStream.range(0, timeline.requestCount())
                .filter(r -> timeline.requestIssuer(r) == issuer && timeline.requestIssued(r) < to
                        && Math.max(timeline.requestCompleted(r), timeline.requestIssued(r) + 1) > from)
                .mapToLong(timeline::requestBytes).sum();
    }
}
