/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.NetworkWays;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** The sweep of a range in windows says what one sweep says. */
class SweepWindowsTest {
    private static Windows.Asked random(Timeline timeline, Random random) {
        long from = random.nextInt(4) == 0 ? random.nextInt((int) timeline.endNanos()) : -1;
        long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
        int mask = random.nextInt(3) > 0 ? -1 : random.nextInt();
        IntPredicate chosen = thread -> (mask >> thread & 1) != 0;
        NicCapacities told = NicCapacities.NONE;
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            told = told.with(timeline.vertexName(timeline.nicVertex(nic)) + "=" + 8 / (1 << random.nextInt(4)) + "Gbit");
        }
        boolean network = random.nextBoolean();
        return new Windows.Asked(network ? NetworkWays.in(timeline, Progress.NONE) : timeline, from, to, mask == -1 ? null : chosen,
                random.nextInt(3) == 0 ? null : LockHistory.of(timeline, Progress.NONE), Blame.values()[random.nextInt(3)],
                new DeviceRules(random.nextInt(3) == 0 ? null : told, DiskShare.values()[random.nextInt(2)], DiskCapacities.NONE,
                        network ? (host, nanos) -> host + Math.abs(nanos % 3) : null));
    }

    @Test
    void theResultDoesNotDependOnTheWindows() {
        long cycles = 0;
        long byHolder = 0;
        long byNic = 0;
        long byWay = 0;
        for (int i = 0; i < 6_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Windows.Asked asked = random(RandomTimelines.any(seed), random);
            WaitForGraph one = asked.graph(Windows.ONE);
            List<String> figures = Windows.figures(one);
            cycles += one.statistics().cycles();
            byHolder += IntStream.range(0, one.edgeCount()).filter(one::isByHolder).count();
            byNic += IntStream.range(0, one.edgeCount()).filter(one::isByNic).count();
            byWay += IntStream.range(0, one.edgeCount()).filter(one::isByWay).count();
            for (SweepWindows.Partition partition : List.of(Windows.random(random, 1), Windows.random(random, 1 + random.nextInt(6)),
                    Windows.equal(2), Windows.equal(7), Windows.EACH_NANOSECOND)) {
                assertThat(Windows.figures(asked.graph(partition))).as(Seeds.name(seed)).isEqualTo(figures);
            }
        }
        assertThat(cycles).isGreaterThan(1_000);
        assertThat(byHolder).isGreaterThan(150);
        assertThat(byNic).isGreaterThan(150);
        assertThat(byWay).isGreaterThan(100);
    }

    @Test
    void windowsAgreeWithTheRecursion() {
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.any(seed);
            Random random = new Random(seed);
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            Blame blame = Blame.values()[random.nextInt(3)];
            long to = timeline.endNanos() + 1;
            WaitForGraph graph = new Windows.Asked(timeline, 0, to, null, locks, blame, DeviceRules.DISKS)
                    .graph(Windows.random(random, 1 + random.nextInt(6)));
            Cascade cascade = new Cascade(timeline, 0, to, thread -> true, blame == Blame.WAKER ? null : locks, blame == Blame.HOLDER);
            Map<Cascade.Edge, Long> actual = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    actual.put(key, graph.weightNanos(edge));
                    assertThat(graph.heldNanos(edge)).as(Seeds.name(seed)).isEqualTo(cascade.heldNanos(key));
                    EdgeWaits waits = EdgeWaits.of(graph, new int[] {edge}, 3, Progress.NONE);
                    assertThat(waits.count()).as(Seeds.name(seed)).isEqualTo(graph.waits(edge));
                    assertThat(waits.nanos()).as(Seeds.name(seed)).isEqualTo(graph.directNanos(edge));
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(cascade.weight);
        }
    }

    @Test
    void partsTravelAsBytesAndNeighboursMergeInAnyGrouping() throws IOException, ClassNotFoundException {
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.any(seed);
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            WaitShares shares = new WaitShares(timeline, locks, random.nextBoolean(), null);
            long to = timeline.endNanos() + 1;
            SweepWindows range = new SweepWindows(timeline, 0, to, shares, shares, Windows.ONE);
            boolean[] chosen = new boolean[timeline.threadCount()];
            IntStream.range(0, chosen.length).forEach(thread -> chosen[thread] = random.nextInt(4) > 0);
            long[] borders = Windows.random(random, 1 + random.nextInt(8)).borders(timeline, 0, to);
            List<SweepPart> parts = new ArrayList<>();
            for (int window = 0; window + 1 < borders.length; window++) {
                OpenWaits open = window == 0 ? OpenWaits.none(0) : copy(OpenWaits.at(timeline, shares, borders[window]));
                parts.add(copy(new CascadeSweep(range, chosen, new Tally(timeline, chosen), Progress.NONE).part(open,
                        borders[window + 1])));
            }
            while (parts.size() > 1) {
                int first = random.nextInt(parts.size() - 1);
                parts.set(first, copy(parts.get(first).then(parts.remove(first + 1))));
            }
            assertThat(numbers(parts.get(0))).as(Seeds.name(seed)).isEqualTo(numbers(range.part(0, to, chosen, Progress.NONE)));
        }
    }

    private static List<String> numbers(SweepPart part) {
        return List.of(part.fromNanos() + " " + part.toNanos(), Arrays.toString(part.pairs()), Arrays.toString(part.figures()),
                Arrays.toString(part.atBegin()), Arrays.toString(part.atEnd()), Arrays.toString(part.throughout()),
                Arrays.toString(part.sums()));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Serializable> T copy(T value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void aWaitThatGoesOnOverManyWindowsIsOneWait() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.thread(0, 10, 10, "A");
        builder.thread(0, 11, 10, "B");
        builder.blocked(0, 0, 100, Cause.THREAD, 1, Timeline.NONE, 0);
        builder.segment(1, 0, 100, ThreadState.RUNNING, 0);
        WaitForGraph graph = new Windows.Asked(builder.build(), 0, 100, null, null, Blame.WAKER, DeviceRules.DISKS)
                .graph((timeline, from, to) -> new long[] {0, 10, 20, 99, 100});
        assertThat(graph.waits(0)).isEqualTo(1);
        assertThat(graph.weightNanos(0)).isEqualTo(100);
        assertThat(graph.statistics().waits()).isEqualTo(1);
    }

    @Test
    void onlyNeighboursCanBeMerged() {
        SweepPart first = new SweepPart(0, 10, new long[0], new long[0], new long[0], new long[0], new int[0], new long[3]);
        SweepPart second = new SweepPart(11, 20, new long[0], new long[0], new long[0], new long[0], new int[0], new long[3]);
        assertThatThrownBy(() -> first.then(second)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("neighbours");
    }

    @Test
    void bordersLieWhereTheSegmentsAre() {
        Timeline timeline = Scenarios.pipeline(10_000);
        long from = timeline.startNanos();
        long to = timeline.endNanos();
        assertThat(SweepWindows.equal(timeline, from, to, 1)).containsExactly(from, to);
        long[] borders = SweepWindows.equal(timeline, from, to, 4);
        assertThat(borders).hasSize(5).isSorted().startsWith(from).endsWith(to);
        for (int i = 1; i < 4; i++) {
            assertThat((double) (borders[i] - from) / (to - from)).isBetween(i / 4.0 - 0.01, i / 4.0 + 0.01);
        }
        // a small range is one window; one in which nothing begins, too
        assertThat(SweepWindows.Partition.BY_SIZE.borders(timeline, from, to)).containsExactly(from, to);
        assertThat(SweepWindows.equal(timeline, to + 5, to + 9, 4)).containsExactly(to + 5, to + 9);
    }

    @Test
    void aCancelledRunEndsAllWindows() {
        Timeline timeline = Scenarios.pipeline(100_000);
        AtomicInteger reports = new AtomicInteger();
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                assertThat(fraction).isBetween(0.0, 1.0);
                reports.incrementAndGet();
            }

            @Override
            public boolean isCancelled() {
                return reports.get() > 3;
            }
        };
        assertThatThrownBy(() -> WaitForAnalysis.run(timeline, 0, timeline.endNanos(), null, WholeKnots.NONE, null, Blame.WAKER,
                DeviceRules.DISKS,
                Windows.equal(7), cancelled)).isInstanceOf(CancelledException.class);
        assertThat(reports).hasValueLessThan(20);
    }
}
