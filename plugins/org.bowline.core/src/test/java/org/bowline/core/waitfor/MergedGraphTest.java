/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

class MergedGraphTest {
    private static Group group(int lanes, int... threads) {
        return new Group(Way.NAMES, "group", threads, Lanes.beside(lanes), Timeline.NONE, false);
    }

    private static String text(WaitForGraph graph) {
        StringBuilder text = new StringBuilder();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            text.append(graph.timeline().vertexName(graph.source(edge))).append(graph.timeline().vertexName(graph.target(edge)))
                    .append(graph.weightNanos(edge)).append('*').append(graph.waits(edge)).append(' ');
        }
        return text.toString().strip();
    }

    @Test
    void edgesBetweenTheSameGroupsAreOneAndThoseInsideAreALoop() {
        WaitForGraph graph = KnotHierarchyTest.graph("ab10", "ba5", "ac20", "bc30*2", "cx7", "xa4", "xb3");
        WaitForGraph merged = graph.merged(ThreadGroups.of(graph.timeline(), List.of(group(2, 0, 1))));
        assertThat(text(merged)).isEqualTo("aa15*2 ac50*3 cx7*1 xa7*2");
        assertThat(merged.groups().width(0)).isEqualTo(2);
        assertThat(merged.groups().members(1)).containsExactly(0, 1);
        assertThat(text(graph)).as("the graph of threads is as it was").isEqualTo("ab10*1 ac20*1 ba5*1 bc30*2 cx7*1 xa4*1 xb3*1");
    }

    @Test
    void waitsInsideAreLeftOutOfThreadsAmongWhichTasksMove() {
        WaitForGraph graph = KnotHierarchyTest.graph("ab10", "ba5", "ac20", "bc30*2", "cd8", "da4", "db3");
        WaitForGraph merged = graph.merged(ThreadGroups.of(graph.timeline(), List.of(tasks(0, 1))));
        assertThat(text(merged)).isEqualTo("ac50*3 cd8*1 da7*2");
        WaitForGraph two = graph.merged(ThreadGroups.of(graph.timeline(), List.of(tasks(0, 1), tasks(2, 3))));
        assertThat(text(two)).as("waits of one runtime for another stay").isEqualTo("ac50*3 ca7*2");
        WaitForGraph equal = graph.merged(ThreadGroups.of(graph.timeline(), List.of(tasks(0, 1), group(2, 2, 3))));
        assertThat(text(equal)).as("and those of threads that do the same").isEqualTo("ac50*3 ca7*2 cc8*1");
    }

    private static Group tasks(int... threads) {
        return new Group(Way.TASKS, "tasks", threads, Lanes.beside(threads.length), Timeline.NONE, false);
    }

    @Test
    void thresholdsAreComparedWithTheMeanOfThreadsThatLiveAtTheSameTime() {
        WaitForGraph graph = KnotHierarchyTest.graph("ac40/30", "bc20/10", "ca5");
        WaitForGraph atOnce = graph.merged(ThreadGroups.of(graph.timeline(), List.of(group(2, 0, 1))));
        assertThat(atOnce.weightNanos(0)).isEqualTo(60);
        assertThat(atOnce.measureNanos(0)).isEqualTo(30);
        assertThat(atOnce.heldNanos(0)).isEqualTo(20);
        WaitForGraph oneByOne = graph.merged(ThreadGroups.of(graph.timeline(), List.of(group(1, 0, 1))));
        assertThat(oneByOne.measureNanos(0)).isEqualTo(60);
        assertThat(oneByOne.heldNanos(0)).isEqualTo(40);
    }

    @Test
    void threadsThatAreNoKnotByThemselvesAreOneTogether() {
        // c waits for a, which hands on to b, and b waits for c: with a and b as one, they and c wait only for each other
        WaitForGraph graph = KnotHierarchyTest.graph("ca50", "bc50");
        assertThat(knots(graph)).isEmpty();
        assertThat(knots(graph.merged(ThreadGroups.of(graph.timeline(), List.of(group(2, 0, 1)))))).containsExactly("knot ac 100");
    }

    private static List<String> knots(WaitForGraph graph) {
        return KnotHierarchy.of(graph, KnotHierarchyTest.NO_TRIM, Progress.NONE).knotsAt(10).stream()
                .filter(knot -> knot.kind() == Knot.Kind.KNOT).map(knot -> KnotHierarchyTest.text(graph, knot)).toList();
    }

    @Test
    void livesOneAfterAnotherShareALaneAndTheGapsAreWaitsForWhoMakesThem() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int maker = thread(builder, host, 0, 1_000);
        int[] made = {thread(builder, host, 100, 200), thread(builder, host, 150, 300), thread(builder, host, 250, 400),
            thread(builder, host, 600, 700)};
        Timeline timeline = builder.build(0, 1_000);
        Lanes lanes = Lanes.of(timeline, made, 0, 1_000);
        assertThat(lanes).isEqualTo(new Lanes(2, 50 + 200, 2));
        assertThat(Lanes.of(timeline, made, 0, 650).gapNanos()).as("a range that ends in a life").isEqualTo(250);
        assertThat(Lanes.of(timeline, made, 0, 500)).as("what lives after the range is no gap of it").isEqualTo(new Lanes(2, 50, 1));
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 1_000, null, Progress.NONE);
        Group group = new Group(Way.SHORT_LIVED, "made", made, lanes, maker, true);
        WaitForGraph merged = graph.merged(ThreadGroups.of(timeline, List.of(group)));
        int gaps = merged.edge(made[0], maker);
        assertThat(merged.weightNanos(gaps)).isEqualTo(250);
        assertThat(merged.waits(gaps)).isEqualTo(2);
        assertThat(merged.isByBirth(gaps)).isTrue();
        assertThat(merged.gapNanos(gaps)).isEqualTo(250);
        Group uncounted = new Group(Way.SHORT_LIVED, "made", made, lanes, maker, false);
        assertThat(graph.merged(ThreadGroups.of(timeline, List.of(uncounted))).edgeCount()).isZero();
    }

    private static int thread(TimelineBuilder builder, int host, long from, long to) {
        int thread = builder.thread(host, 100 + (int) from, 100, "t");
        builder.segment(thread, from, to, ThreadState.RUNNING, -1);
        return thread;
    }

    @Test
    void noThreadIsInTwoGroupsAndNoGraphMergedTwice() {
        WaitForGraph graph = KnotHierarchyTest.graph("ab10");
        List<Group> twice = List.of(group(2, 0, 1), group(2, 1, 2));
        assertThatThrownBy(() -> ThreadGroups.of(graph.timeline(), twice)).isInstanceOf(IllegalArgumentException.class);
        ThreadGroups groups = ThreadGroups.of(graph.timeline(), List.of(group(2, 0, 1)));
        WaitForGraph merged = graph.merged(groups);
        assertThatThrownBy(() -> merged.merged(groups)).isInstanceOf(IllegalStateException.class);
    }

    /** Each figure of each edge, from nothing but the definition: the sum over all pairs of members. */
    private static NavigableMap<String, List<Long>> byHand(WaitForGraph graph, int[] groupOf) {
        TreeMap<String, List<Long>> sums = new TreeMap<>();
        for (int a = 0; a < graph.vertexCount(); a++) {
            for (int b = 0; b < graph.vertexCount(); b++) {
                long[] sum = new long[6];
                for (int n = 0; n < graph.vertexCount(); n++) {
                    for (int m = 0; m < graph.vertexCount(); m++) {
                        int edge = groupOf[n] == a && groupOf[m] == b ? graph.edge(n, m) : Timeline.NONE;
                        if (edge != Timeline.NONE) {
                            long[] more = figures(graph, edge, 1);
                            Arrays.setAll(sum, i -> sum[i] + more[i]);
                        }
                    }
                }
                if (sum[0] > 0) {
                    sums.put(a + ">" + b, Arrays.stream(sum).boxed().toList());
                }
            }
        }
        return sums;
    }

    private static long[] figures(WaitForGraph graph, int edge, int width) {
        return new long[] {graph.weightNanos(edge), graph.directNanos(edge), graph.waits(edge), graph.wakerNanos(edge),
            graph.holderNanos(edge), graph.heldNanos(edge) * width};
    }

    @Test
    void mergingLosesNoWeightAndGivesTheSumsOfAReadingByHandOnRandomGraphs() {
        int merges = 0;
        int loops = 0;
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.any(seed);
            WaitForGraph graph = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(),
                    random.nextBoolean() ? null : thread -> thread % 3 != 0, Progress.NONE);
            int[] groupOf = IntStream.range(0, graph.vertexCount()).toArray();
            List<Group> groups = new ArrayList<>();
            List<Integer> threads = new ArrayList<>(IntStream.range(0, timeline.threadCount()).boxed().toList());
            Collections.shuffle(threads, random);
            while (threads.size() > 1 && random.nextInt(4) > 0) {
                int size = 2 + random.nextInt(Math.min(4, threads.size() - 1));
                int[] members = threads.subList(0, size).stream().mapToInt(Integer::intValue).sorted().toArray();
                threads.subList(0, size).clear();
                Arrays.stream(members).forEach(member -> groupOf[member] = members[0]);
                groups.add(group(1, members));
            }
            WaitForGraph merged = graph.merged(ThreadGroups.of(timeline, groups));
            TreeMap<String, List<Long>> got = new TreeMap<>();
            for (int edge = 0; edge < merged.edgeCount(); edge++) {
                got.put(merged.source(edge) + ">" + merged.target(edge), Arrays.stream(figures(merged, edge, 1)).boxed().toList());
                loops += merged.source(edge) == merged.target(edge) ? 1 : 0;
            }
            assertThat(got).as(Seeds.name(seed)).isEqualTo(byHand(graph, groupOf));
            assertThat(total(merged)).as(Seeds.name(seed)).isEqualTo(total(graph));
            merges += groups.isEmpty() ? 0 : 1;
        }
        assertThat(merges).isGreaterThan(500);
        assertThat(loops).isGreaterThan(100);
    }

    private static List<Long> total(WaitForGraph graph) {
        long[] sum = new long[3];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            sum[0] += graph.weightNanos(edge);
            sum[1] += graph.directNanos(edge);
            sum[2] += graph.waits(edge);
        }
        return Arrays.stream(sum).boxed().toList();
    }
}
