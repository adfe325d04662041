/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

/** What becomes of the knots of everybody when some threads are chosen. */
class KnotsOfChosenThreadsTest {
    /** No edge is too light. */
    private static final KnotPolicy ALL_EDGES = new KnotPolicy(Threshold.ofPercent(0), 1, Threshold.ofPercent(0));

    /** A random timeline, some of its threads, the graph of everybody, and that of these threads. */
    private static final class Choice {
        final String name;
        final Timeline timeline;
        final BitSet chosen = new BitSet();
        final WaitForGraph whole;
        final WaitForGraph some;
        final KnotHierarchy ofWhole;
        final KnotHierarchy ofSome;
        final Random random;

        Choice(int number) {
            long seed = Seeds.of(number);
            name = Seeds.name(seed);
            random = new Random(seed);
            timeline = RandomTimelines.any(seed);
            int mask = random.nextInt();
            IntStream.range(0, timeline.threadCount()).filter(thread -> (mask >> thread & 1) != 0).forEach(chosen::set);
            long to = timeline.endNanos() + 1;
            whole = WaitForAnalysis.run(timeline, 0, to, null, Progress.NONE);
            ofWhole = KnotHierarchy.of(whole, ALL_EDGES, Progress.NONE);
            some = WaitForAnalysis.run(timeline, 0, to, chosen::get, WholeKnots.of(List.of(ofWhole)), null, Blame.WAKER, DeviceRules.DISKS,
                    Progress.NONE);
            ofSome = KnotHierarchy.of(some, ALL_EDGES, Progress.NONE);
        }

        /** Whether a chosen thread is in a set, or the graph of the chosen threads has somebody who waits for a member. */
        boolean reaches(BitSet knot) {
            return knot.intersects(chosen) || IntStream.range(0, some.edgeCount()).anyMatch(edge -> knot.get(some.target(edge)));
        }
    }

    private static List<BitSet> knots(KnotHierarchy refinement, long threshold, Knot.Kind kind) {
        List<BitSet> knots = new ArrayList<>();
        for (Knot knot : refinement.knotsAt(threshold)) {
            if (knot.kind() == kind) {
                BitSet members = new BitSet();
                IntStream.range(0, knot.vertexCount()).map(knot::vertex).forEach(members::set);
                knots.add(members);
            }
        }
        return knots;
    }

    @Test
    void aKnotThatChosenThreadsAreInOrWaitForStaysAKnot() {
        int stayed = 0;
        int withOthers = 0;
        int withDisks = 0;
        for (int i = 0; i < 11_000; i++) {
            Choice choice = new Choice(i);
            for (BitSet knot : knots(choice.ofWhole, 0, Knot.Kind.KNOT)) {
                if (choice.reaches(knot)) {
                    assertThat(knots(choice.ofSome, 0, Knot.Kind.KNOT)).as(choice.name).contains(knot);
                    stayed++;
                    BitSet others = knot.get(0, choice.timeline.threadCount());
                    withDisks += others.equals(knot) ? 0 : 1;
                    others.andNot(choice.chosen);
                    withOthers += others.isEmpty() ? 0 : 1;
                }
            }
        }
        assertThat(stayed).isGreaterThan(1_500);
        assertThat(withOthers).as("knots with threads that were not chosen").isGreaterThan(500);
        assertThat(withDisks).as("knots with a disk").isGreaterThan(200);
    }

    /** Edges are lighter where fewer threads wait behind them, so at a threshold a knot may lose a member: at 4,167 random thresholds 13 do, and in none a member looks like a sink. */
    @Test
    void atAThresholdAReachedKnotHardlyEverChanges() {
        int reached = 0;
        int changed = 0;
        for (int i = 0; i < 10_000; i++) {
            Choice choice = new Choice(i);
            long threshold = choice.random.nextInt((int) choice.timeline.endNanos() + 1);
            for (BitSet knot : knots(choice.ofWhole, threshold, Knot.Kind.KNOT)) {
                if (choice.reaches(knot)) {
                    reached++;
                    if (!knots(choice.ofSome, threshold, Knot.Kind.KNOT).contains(knot)) {
                        assertThat(knots(choice.ofSome, threshold, Knot.Kind.SINK)).as(choice.name).noneMatch(knot::intersects);
                        changed++;
                    }
                }
            }
        }
        assertThat(reached).isGreaterThan(4_000);
        assertThat(changed).isLessThan(reached / 100);
    }

    @Test
    void whoseWaitsCountIsWhatTheRecursionFindsWithTheKnotsOfAllThresholds() {
        int untouched = 0;
        for (int i = 0; i < 2_000; i++) {
            Choice choice = new Choice(i);
            Timeline timeline = choice.timeline;
            BitSet origins = (BitSet) choice.chosen.clone();
            IntStream.range(0, timeline.threadCount()).filter(timeline::isIdle).forEach(origins::clear);
            BitSet byDisks = (BitSet) origins.clone();
            Cascade.closed(timeline, 0, timeline.endNanos() + 1, byDisks);
            Cascade cascade = Cascade.closed(timeline, 0, timeline.endNanos() + 1, origins, knotsOfAllThresholds(choice.whole));
            Map<Cascade.Edge, Long> weights = new TreeMap<>();
            for (int edge = 0; edge < choice.some.edgeCount(); edge++) {
                if (!choice.some.isIdle(edge)) {
                    weights.put(new Cascade.Edge(choice.some.source(edge), choice.some.target(edge)), choice.some.weightNanos(edge));
                }
            }
            assertThat(weights).as(choice.name).isEqualTo(cascade.weight);
            assertThat(IntStream.range(0, timeline.threadCount()).filter(choice.some::startsChains)).as(choice.name)
                    .containsExactlyElementsOf(origins.stream().boxed().toList());
            untouched += origins.equals(byDisks) ? 1 : 0;
        }
        assertThat(untouched).as("choices that reach no knot, or only knots of their own").isBetween(500, 1_900);
    }

    private static Set<BitSet> knotsOfAllThresholds(WaitForGraph graph) {
        Set<Long> thresholds = new TreeSet<>(Set.of(0L));
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            thresholds.add(graph.measureNanos(edge));
            thresholds.add(graph.heldNanos(edge));
        }
        Set<BitSet> knots = new HashSet<>();
        for (long threshold : thresholds) {
            for (Refinement.Bottleneck bottleneck : Refinement.at(graph, 0, 1, threshold)) {
                if (!bottleneck.edges().isEmpty()) {
                    BitSet members = new BitSet();
                    bottleneck.vertices().forEach(members::set);
                    knots.add(members);
                }
            }
        }
        return knots;
    }
}
