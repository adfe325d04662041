/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Waits for locks count for those who held them. */
class HolderBlameTest {
    private static final long MS = 1_000_000;
    private static final int WORKER = 0;
    private static final int BACKGROUND = 1;
    private static final int CLIENT = 2;

    /**
     * In each round the worker holds a lock for 4 ms, then a background thread for 0.1 ms, and the client, who has waited since the worker took it, for 1 ms.
     */
    private static Timeline passedThroughTheBackground(int rounds, boolean mutexes) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.thread(0, 11, 10, "worker");
        builder.thread(0, 12, 10, "background");
        builder.thread(0, 13, 10, "client");
        for (int round = 0; round < rounds; round++) {
            long t = round * 6L * MS;
            long free = t + 4 * MS;
            long again = free + MS / 10;
            long done = again + MS;
            builder.segment(WORKER, t, done, ThreadState.RUNNING, 0);
            builder.blocked(WORKER, done, t + 6 * MS, Cause.THREAD, CLIENT, Timeline.NONE, 0);
            builder.segment(BACKGROUND, t, t + MS / 50, ThreadState.RUNNING, 1);
            builder.blocked(BACKGROUND, t + MS / 50, free, Cause.THREAD, WORKER, Timeline.NONE, 1);
            builder.segment(BACKGROUND, free, t + 6 * MS, ThreadState.RUNNING, 1);
            builder.segment(CLIENT, t, t + MS / 100, ThreadState.RUNNING, 2);
            builder.blocked(CLIENT, t + MS / 100, again, Cause.THREAD, BACKGROUND, Timeline.NONE, 2);
            builder.segment(CLIENT, again, t + 6 * MS, ThreadState.RUNNING, 2);
            if (mutexes) {
                take(builder, WORKER, t, t, free);
                take(builder, BACKGROUND, t + MS / 50, free, again);
                take(builder, CLIENT, t + MS / 100, again, done);
            } else {
                sleep(builder, BACKGROUND, t + MS / 50, free);
                sleep(builder, CLIENT, t + MS / 100, again);
                wake(builder, WORKER, free - 1);
                wake(builder, BACKGROUND, again - 1);
                wake(builder, CLIENT, done);
            }
        }
        return builder.build();
    }

    private static void take(TimelineBuilder builder, int thread, long asked, long got, long back) {
        builder.locks().add(asked, thread, Kind.REQUEST, 10, 0x1000).add(got, thread, Kind.ACQUIRED, 10, 0x1000)
                .add(back, thread, Kind.RELEASED, 10, 0x1000);
    }

    private static void sleep(TimelineBuilder builder, int thread, long from, long to) {
        builder.locks().add(from, thread, Kind.FUTEX_WAIT, 10, 0x1000).add(to, thread, Kind.FUTEX_RETURN, 10, 0);
    }

    private static void wake(TimelineBuilder builder, int thread, long at) {
        builder.locks().add(at, thread, Kind.FUTEX_WAKE, 10, 0x1000);
    }

    private static WaitForGraph graph(Timeline timeline, Blame blame) {
        return WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, LockHistory.of(timeline, Progress.NONE),
                blame,
                Progress.NONE);
    }

    private static long direct(WaitForGraph graph, int source, int target) {
        int edge = graph.edge(source, target);
        return edge == Timeline.NONE ? 0 : graph.directNanos(edge);
    }

    @Test
    void whoHoldsALockForLongIsNamedThoughAThreadOfTheBackgroundPassesItOn() {
        Timeline timeline = passedThroughTheBackground(200, true);
        double worker = 200 * (4 * MS - MS / 100.0);
        double background = 200 * (MS / 10.0);
        WaitForGraph byHolder = graph(timeline, Blame.AUTO);
        assertThat((double) direct(byHolder, CLIENT, WORKER)).isCloseTo(worker, within(0.05 * worker));
        assertThat((double) direct(byHolder, CLIENT, BACKGROUND)).isCloseTo(background, within(0.05 * background));
        WaitForGraph byWaker = graph(timeline, Blame.WAKER);
        assertThat(direct(byWaker, CLIENT, WORKER)).isZero();
        assertThat((double) direct(byWaker, CLIENT, BACKGROUND)).isGreaterThan(40 * background);
        int edge = byWaker.edge(CLIENT, BACKGROUND);
        assertThat(byWaker.isByHolder(edge)).isFalse();
        assertThat(byWaker.wakerNanos(edge)).isEqualTo(byWaker.directNanos(edge));
        assertThat(byWaker.holderNanos(edge)).isEqualTo(byHolder.directNanos(byHolder.edge(CLIENT, BACKGROUND)));
        assertThat(byHolder.wakerNanos(byHolder.edge(CLIENT, WORKER))).isZero();
        assertThat(byHolder.isByHolder(byHolder.edge(CLIENT, WORKER))).isTrue();
        assertThat(byHolder.isByWaker(byHolder.edge(WORKER, CLIENT))).isTrue();
    }

    @Test
    void systemCallsAloneCountOnlyIfEstimatesAreWanted() {
        Timeline timeline = passedThroughTheBackground(200, false);
        double worker = 200 * (4 * MS - MS / 100.0);
        assertThat(direct(graph(timeline, Blame.AUTO), CLIENT, WORKER)).isZero();
        WaitForGraph estimate = graph(timeline, Blame.HOLDER);
        assertThat((double) direct(estimate, CLIENT, WORKER)).isCloseTo(worker, within(0.05 * worker));
        double background = 200 * (MS / 10.0);
        assertThat((double) direct(estimate, CLIENT, BACKGROUND)).isCloseTo(background, within(0.05 * background));
    }

    @Test
    void aWaitThatTwoThreadsHoldOutIsOneWaitForEach() {
        WaitForGraph graph = graph(passedThroughTheBackground(50, true), Blame.AUTO);
        assertThat(graph.waits(graph.edge(CLIENT, WORKER))).isEqualTo(50);
        assertThat(graph.waits(graph.edge(CLIENT, BACKGROUND))).isEqualTo(50);
        EdgeWaits waits = EdgeWaits.of(graph, new int[] {graph.edge(CLIENT, BACKGROUND)}, 10, Progress.NONE);
        assertThat(waits.count()).isEqualTo(50);
        assertThat(waits.nanos()).isEqualTo(graph.directNanos(graph.edge(CLIENT, BACKGROUND)));
    }

    private static long visited(WaitForGraph graph, int edge) {
        long[] sum = new long[1];
        EdgeWaits.each(graph, graph.source(edge), (segment, target, nanos) -> sum[0] += target == graph.target(edge) ? nanos : 0,
                Progress.NONE);
        return sum[0];
    }

    @Test
    void theSweepAgreesWithTheRecursionAndTheSharesOfAWaitAddUpToIt() {
        long shared = 0;
        long several = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            Random random = new Random(seed);
            long from = random.nextInt(4) == 0 ? random.nextInt((int) timeline.endNanos()) : 0;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            Blame blame = Blame.values()[random.nextInt(3)];
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, null, locks, blame, Progress.NONE);
            IntPredicate all = thread -> true;
            Cascade cascade = new Cascade(timeline, from, to, all, blame == Blame.WAKER ? null : locks, blame == Blame.HOLDER);
            Map<Cascade.Edge, Long> actual = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    actual.put(key, graph.weightNanos(edge));
                    assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isEqualTo(cascade.heldNanos(key));
                    EdgeWaits waits = EdgeWaits.of(graph, new int[] {edge}, 3, Progress.NONE);
                    assertThat(waits.nanos()).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                    assertThat(waits.count()).as(Seeds.name(seed)).isEqualTo(graph.waits(edge));
                    assertThat(visited(graph, edge)).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                    shared += graph.isByHolder(edge) ? 1 : 0;
                    several += graph.isByHolder(edge) && graph.isByWaker(edge) ? 1 : 0;
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(cascade.weight);
            assertDirects(timeline, graph, from, to, cascade, blame, seed);
        }
        assertThat(shared).as("edges of waits that were shared").isGreaterThan(150);
        assertThat(several).as("of waits that were for locks, and of others").isPositive();
    }

    /** Direct times, and those by the other rules, nanosecond by nanosecond. */
    private static void assertDirects(Timeline timeline, WaitForGraph graph, long from, long to, Cascade cascade, Blame blame, long seed) {
        Map<Cascade.Edge, Long> direct = new TreeMap<>();
        Map<Cascade.Edge, Long> waker = new TreeMap<>();
        Cascade plain = new Cascade(timeline, from, to, thread -> false);
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            int thread = timeline.threadOf(segment);
            if (timeline.state(segment) == ThreadState.BLOCKED && !timeline.isIdle(thread)) {
                for (long t = Math.max(from, timeline.start(segment)); t < Math.min(to, timeline.end(thread, segment)); t++) {
                    direct.merge(new Cascade.Edge(thread, cascade.target(thread, segment, t)), 1L, Long::sum);
                    waker.merge(new Cascade.Edge(thread, plain.target(thread, segment, t)), 1L, Long::sum);
                }
            }
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (!graph.isIdle(edge)) {
                Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                assertThat(graph.directNanos(edge)).as(Seeds.name(seed)).isEqualTo(direct.getOrDefault(key, 0L));
                assertThat(graph.wakerNanos(edge)).as(Seeds.name(seed)).isEqualTo(waker.getOrDefault(key, 0L));
                if (blame != Blame.WAKER) {
                    assertThat(graph.holderNanos(edge)).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                }
            }
        }
    }
}
