/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class KnotHierarchyTest {
    /** All edges count; the default threshold is 20 % of 100 ns. */
    static final KnotPolicy NO_TRIM = new KnotPolicy(Threshold.ofPercent(0), 1, Threshold.ofPercent(20));

    private static final int THREADS = 23;

    /**
     * A graph over 100 ns with threads a, b, c … and disks x, y, z. An edge like "ab50/20*3" weighs 50, holds up anybody for 20 (if that is not
     * said, for as much as it weighs) and has 3 waits (else 1).
     */
    static WaitForGraph graph(String... edges) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        for (int i = 0; i < THREADS; i++) {
            builder.thread(0, i + 1, 1, String.valueOf((char) ('a' + i)));
        }
        for (int i = THREADS; i < 26; i++) {
            builder.resource(0, VertexKind.DISK, String.valueOf((char) ('a' + i)));
        }
        EdgeList list = new EdgeList();
        for (String edge : edges) {
            String[] waits = edge.substring(2).split("\\*");
            String[] times = waits[0].split("/");
            list.add(list.edge(edge.charAt(0) - 'a', edge.charAt(1) - 'a'), Long.parseLong(times[0]), 0,
                    Long.parseLong(times[times.length - 1]),
                    waits.length == 1 ? 1 : Integer.parseInt(waits[1]));
        }
        return graph(builder, list);
    }

    private static WaitForGraph graph(TimelineBuilder builder, EdgeList list) {
        Timeline timeline = builder.build(0, 100);
        return new WaitForGraph(timeline, new WaitShares(timeline, null, false, null), false, 0, 100, list.sorted(),
                new WaitForStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), List.of(), null, null, List.of(),
                new boolean[timeline.threadCount()]);
    }

    static String text(WaitForGraph graph, Knot knot) {
        StringBuilder text = new StringBuilder(knot.kind().label()).append(' ');
        for (int i = 0; i < knot.vertexCount(); i++) {
            text.append(graph.timeline().vertexName(knot.vertex(i)));
        }
        return text.append(' ').append(knot.weightNanos()).toString();
    }

    private static List<String> knotsAt(WaitForGraph graph, KnotPolicy policy, long threshold) {
        return KnotHierarchy.of(graph, policy, Progress.NONE).knotsAt(threshold).stream().map(knot -> text(graph, knot)).toList();
    }

    @Test
    void thePipelinesKnotIsThreadAndDiskAtAnyThreshold() {
        WaitForGraph graph = WaitForAnalysis.run(Scenarios.pipeline(100), 0, 1_000_000_000, null, Progress.NONE);
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE);
        assertThat(hierarchy.trimNanos()).isEqualTo(10_000_000);
        assertThat(hierarchy.thresholdNanos()).isEqualTo(200_000_000);
        assertThat(hierarchy.knots()).singleElement().satisfies(knot -> {
            assertThat(text(graph, knot)).isEqualTo("knot Bdisk 1500000000");
            assertThat(knot.level()).isZero();
            assertThat(knot.appearsNanos()).isZero();
            assertThat(knot.breaksNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(knot.edgeCount()).isEqualTo(2);
            assertThat(graph.source(knot.edge(0))).isEqualTo(1);
            assertThat(graph.target(knot.edge(0))).isEqualTo(2);
        });
        assertThat(hierarchy.breaks()).isEmpty();
    }

    @Test
    void whereTheUsualThresholdLeavesNoKnotTheLargestOneThatDoesIsTaken() {
        // two circles through a: without "ba10" b is a sink
        KnotHierarchy circles = KnotHierarchy.of(graph("ab50", "ba10", "ac40", "ca15"), NO_TRIM, Progress.NONE);
        assertThat(circles.thresholdNanos()).isEqualTo(20);
        assertThat(circles.knots()).extracting(Knot::kind).doesNotContain(Knot.Kind.KNOT);
        long threshold = circles.thresholdWithKnotNanos();
        assertThat(threshold).isEqualTo(9);
        assertThat(circles.knotsAt(threshold)).extracting(Knot::kind).contains(Knot.Kind.KNOT);
        assertThat(circles.knotsAt(threshold + 1)).extracting(Knot::kind).doesNotContain(Knot.Kind.KNOT);
        assertThat(KnotHierarchy.of(graph("ab50", "ba30", "bb25"), NO_TRIM, Progress.NONE).thresholdWithKnotNanos()).isEqualTo(20);
        assertThat(KnotHierarchy.of(graph("ab50", "bc30"), NO_TRIM, Progress.NONE).thresholdWithKnotNanos()).isEqualTo(20);
    }

    @Test
    void whereThereIsNoKnotTheNearestOnesAreNamed() {
        // two circles through a come apart at 10 ns; c and d wait for each other, and for e up to 30 ns
        WaitForGraph graph = graph("ab50", "ba10", "ac40", "ca15", "fg99", "gf98", "fe60/30");
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, NO_TRIM, Progress.NONE);
        List<KnotHint> hints = hierarchy.hints(20);
        assertThat(hints.stream().map(hint -> text(graph, hint.knot()) + " at " + hint.thresholdNanos() + ' ' + hint.isBelow()))
                .containsExactly("knot abc 115 at 9 true", "knot fg 197 at 30 false");
        assertThat(hints.get(0).threshold(graph.rangeNanos())).isEqualTo(Threshold.parse("9.0%"));
        assertThat(hierarchy.hints(9)).isEmpty();
        assertThat(hierarchy.hints(30)).isEmpty();
        assertThat(KnotHierarchy.of(graph("ab50", "bc30"), NO_TRIM, Progress.NONE).hints(20)).isEmpty();
    }

    private static void assertStep(ThresholdCurve.Step step, Set<Refinement.Bottleneck> bottlenecks, int left, long seed) {
        List<Refinement.Bottleneck> knots = bottlenecks.stream().filter(bottleneck -> !bottleneck.edges().isEmpty()).toList();
        assertThat(step.edges()).as(Seeds.name(seed)).isEqualTo(left);
        assertThat(step.knots()).as(Seeds.name(seed)).isEqualTo(knots.size());
        assertThat(step.vertices()).as(Seeds.name(seed)).isEqualTo(knots.stream().mapToInt(knot -> knot.vertices().size()).sum());
    }

    /** @param hasKnot whether there is a knot, at every threshold */
    private static void assertHints(WaitForGraph graph, KnotHierarchy hierarchy, int threshold, boolean[] hasKnot, long seed) {
        List<KnotHint> hints = hierarchy.hints(threshold);
        int below = threshold;
        while (below >= 0 && !hasKnot[below]) {
            below--;
        }
        int above = threshold;
        while (above < hasKnot.length && !hasKnot[above]) {
            above++;
        }
        List<Long> expected = new ArrayList<>();
        if (below >= 0 && below < threshold) {
            expected.add((long) below);
        }
        if (above < hasKnot.length && above > threshold) {
            expected.add((long) above);
        }
        assertThat(hints.stream().map(KnotHint::thresholdNanos)).as(Seeds.name(seed))
                .isEqualTo(hasKnot[threshold] ? List.of() : expected);
        for (KnotHint hint : hints) {
            assertThat(hint.isBelow()).isEqualTo(hint.thresholdNanos() < threshold);
            long rounded = hint.threshold(graph.rangeNanos()).most(graph.rangeNanos());
            assertThat(hierarchy.knotsAt(rounded).stream().map(knot -> text(graph, knot))).as(Seeds.name(seed))
                    .contains(text(graph, hint.knot()));
        }
    }

    private static boolean hasKnot(KnotHierarchy hierarchy, long threshold) {
        return hierarchy.knotsAt(threshold).stream().anyMatch(knot -> knot.kind() == Knot.Kind.KNOT);
    }

    @Test
    void theCurveHasAStepWhereverAnEdgeGoesOrAKnotChanges() {
        // two cycles, joined by light edges, as in aComplicatedKnotComesApartAtItsLightEdges
        KnotHierarchy hierarchy = KnotHierarchy.of(graph("ab50", "ba40", "cd30", "dc20", "bc8", "ca6"), NO_TRIM, Progress.NONE);
        assertThat(hierarchy.curve().steps()).containsExactly(new ThresholdCurve.Step(0, 6, 1, 4), new ThresholdCurve.Step(6, 5, 1, 2),
                new ThresholdCurve.Step(8, 4, 2, 4));
        assertThat(KnotHierarchy.of(graph(), NO_TRIM, Progress.NONE).curve().steps()).containsExactly(new ThresholdCurve.Step(0, 0, 0, 0));
    }

    @Test
    void onlyTheEdgesThatAreWantedMakeBottlenecks() {
        WaitForGraph graph = graph("ab50", "ba40", "bc30");
        assertThat(KnotHierarchy.of(graph, NO_TRIM, edge -> graph.target(edge) != 2, Progress.NONE).knots()).singleElement()
                .satisfies(knot -> assertThat(text(graph, knot)).isEqualTo("knot ab 90"));
        assertThat(knotsAt(graph, NO_TRIM, 20)).containsExactly("sink c 30");
    }

    @Test
    void aThreadThatOthersWaitForAndThatWaitsForNobodyIsASink() {
        assertThat(knotsAt(graph("ab30", "cb5"), NO_TRIM, 20)).containsExactly("sink b 35");
    }

    @Test
    void aThreadThatWaitsForItselfIsAKnot() {
        assertThat(knotsAt(graph("ab30", "bb5"), NO_TRIM, 20)).containsExactly("knot b 5");
    }

    @Test
    void knotsComeBeforeSinksAndTheHeaviestOfEachFirst() {
        assertThat(knotsAt(graph("ab30", "ba5", "cd50", "dc20", "ef90", "gh99"), NO_TRIM, 20)).containsExactly("knot cd 70", "knot ab 35",
                "sink h 99", "sink f 90");
    }

    @Test
    void edgesBelowTheTrimShareAreLeftOutFirst() {
        WaitForGraph graph = graph("ab30", "ba2", "bc1");
        assertThat(knotsAt(graph, KnotPolicy.DEFAULT, 0)).containsExactly("sink c 1");
        assertThat(knotsAt(graph, new KnotPolicy(Threshold.parse("2%"), 1, Threshold.ofPercent(20)), 0)).containsExactly("knot ab 32");
        assertThat(knotsAt(graph, new KnotPolicy(Threshold.parse("2.0001%"), 1, Threshold.ofPercent(20)), 0)).containsExactly("sink b 30");
    }

    @Test
    void waitsForTimersAndUnknownsAreNoWayOut() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.thread(0, 1, 1, "a");
        builder.thread(0, 2, 1, "b");
        for (VertexKind kind : List.of(VertexKind.TIMER, VertexKind.IPI, VertexKind.KERNEL, VertexKind.UNKNOWN)) {
            builder.resource(0, kind, kind.label());
        }
        EdgeList list = new EdgeList();
        list.add(list.edge(0, 1), 50, 50, 50, 1);
        for (int target = 2; target < 6; target++) {
            list.add(list.edge(0, target), 90, 90, 90, 1);
            list.add(list.edge(1, target), 90, 90, 90, 1);
        }
        WaitForGraph graph = graph(builder, list);
        assertThat(knotsAt(graph, KnotPolicy.DEFAULT, 20)).containsExactly("sink b 50");
    }

    @Test
    void aComplicatedKnotComesApartAtItsLightEdges() {
        // two cycles, joined by light edges: above 6 ns {c, d} has no way out; above 8 ns {a, b} has none either
        WaitForGraph graph = graph("ab50", "ba40", "cd30", "dc20", "bc8", "ca6");
        assertThat(knotsAt(graph, NO_TRIM, 5)).containsExactly("knot abcd 154");
        assertThat(knotsAt(graph, NO_TRIM, 6)).containsExactly("knot cd 50");
        assertThat(knotsAt(graph, NO_TRIM, 8)).containsExactly("knot ab 90", "knot cd 50");
        assertThat(knotsAt(graph, NO_TRIM, 99)).containsExactly("knot ab 90", "knot cd 50");
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, NO_TRIM, Progress.NONE);
        assertThat(hierarchy.breaks()).containsExactly(6, 8);
        assertThat(hierarchy.knots()).extracting(Knot::level).containsExactly(1, 1);
        assertThat(hierarchy.knots()).extracting(Knot::appearsNanos).containsExactly(8L, 6L);
        assertThat(hierarchy.all().stream().map(knot -> text(graph, knot))).containsExactly("knot abcd 154", "knot cd 50", "knot ab 90");
    }

    @Test
    void aShortWaitOutsideDoesNotStopAComponentFromBeingAKnotHoweverManyWaitBehindIt() {
        assertThat(knotsAt(graph("ab50", "ba40", "bc300/20"), NO_TRIM, 20)).containsExactly("knot ab 90");
        assertThat(knotsAt(graph("ab50", "ba40", "bc300/21"), NO_TRIM, 20)).containsExactly("sink c 300");
    }

    @Test
    void whatWaitsNoLongerThanTheThresholdInAllIsASinkIfOthersWaitForItLonger() {
        assertThat(knotsAt(graph("ab60/30", "bc10", "bd10"), NO_TRIM, 20)).containsExactly("sink b 60");
        assertThat(knotsAt(graph("ab60/30", "bc10", "bd11"), NO_TRIM, 20)).isEmpty();
        assertThat(knotsAt(graph("ab60/30", "bc10", "bd11"), NO_TRIM, 21)).containsExactly("sink b 60");
        assertThat(knotsAt(graph("ab60/30", "bc10", "bd11"), NO_TRIM, 30)).isEmpty();
    }

    @Test
    void anIdleDiskIsMeasuredByWhoGivesItWork() {
        // the disk x idles for 15 of 100 ns: b gave it most of its work, f a third of that, k hardly any
        WaitForGraph graph = graph("ab300", "bx400", "xb10", "xf4", "xk1", "fx25", "kb90");
        assertThat(graph.measureNanos(graph.edge(THREADS, 1))).isEqualTo(100);
        assertThat(graph.measureNanos(graph.edge(THREADS, 5))).isEqualTo(40);
        assertThat(graph.measureNanos(graph.edge(THREADS, 10))).isEqualTo(10);
        assertThat(graph.measureNanos(graph.edge(0, 1))).isEqualTo(300);
        assertThat(knotsAt(graph, NO_TRIM, 20)).containsExactly("knot bfx 439");
        assertThat(knotsAt(graph, NO_TRIM, 99)).as("f waits for less than 40 ns").containsExactly("knot bx 410");
    }

    @Test
    void aDiskThatHardlyIdlesWaitsForNobody() {
        KnotPolicy policy = new KnotPolicy(Threshold.ofPercent(4), 1, Threshold.ofPercent(20));
        assertThat(knotsAt(graph("bx90", "xb4"), policy, 20)).containsExactly("knot bx 94");
        assertThat(knotsAt(graph("bx90", "xb2", "xf1"), policy, 20)).containsExactly("sink x 90");
    }

    @Test
    void nobodyLosesByADiskThatIdlesUnlessSomebodyWaitsForIt() {
        assertThat(knotsAt(graph("xa90"), NO_TRIM, 20)).isEmpty();
        assertThat(knotsAt(graph("xa90", "bx20"), NO_TRIM, 20)).isEmpty();
        assertThat(knotsAt(graph("xa90", "bx21"), NO_TRIM, 20)).containsExactly("sink a 90");
    }

    @Test
    void whatHappensOnceOrTwiceIsInNoKnotUnlessNothingHappensMoreOften() {
        String[] often = {"ab50*9", "ba40*3", "bc90*2", "cb90*1"};
        assertThat(knotsAt(graph(often), KnotPolicy.DEFAULT, 0)).containsExactly("knot ab 90");
        assertThat(knotsAt(graph("ab50*2", "ba40*2", "bc90*2", "cb90*1"), KnotPolicy.DEFAULT, 0)).containsExactly("knot abc 270");
    }

    @Test
    void aSimpleCycleKeepsItsLightEdges() {
        assertThat(knotsAt(graph("ab50", "bc1", "ca1"), NO_TRIM, 99)).containsExactly("knot abc 52");
        // the chord goes, then what is left is simple
        assertThat(knotsAt(graph("ab50", "bc2", "ca3", "cb1"), NO_TRIM, 99)).containsExactly("knot abc 55");
    }

    @Test
    void theHierarchyAgreesWithTheLoopOnLargerGraphs() {
        for (int i = 0; i < 12; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int n = 60;
            TimelineBuilder builder = new TimelineBuilder();
            builder.host("h");
            for (int v = 0; v < n; v++) {
                builder.thread(0, v + 1, 1, "t");
            }
            EdgeList list = new EdgeList();
            int last = 100 + random.nextInt(200);
            for (int e = 0; e < last; e++) {
                // most edges within groups of ten: components inside components
                int source = random.nextInt(n);
                int target = random.nextInt(4) == 0 ? random.nextInt(n) : source / 10 * 10 + random.nextInt(10);
                list.add(list.edge(source, target), 1 + random.nextInt(100) + (source / 10 == target / 10 ? 50 : 0), 0,
                        1 + random.nextInt(50), 1);
            }
            WaitForGraph graph = graph(builder, list);
            KnotHierarchy hierarchy = KnotHierarchy.of(graph, NO_TRIM, Progress.NONE);
            for (long threshold : new long[] {0, 40, 80, 120, 400}) {
                Set<Set<Integer>> actual = new HashSet<>();
                for (Knot knot : hierarchy.knotsAt(threshold)) {
                    Set<Integer> vertices = new TreeSet<>();
                    for (int v = 0; v < knot.vertexCount(); v++) {
                        vertices.add(knot.vertex(v));
                    }
                    actual.add(vertices);
                }
                Set<Set<Integer>> expected = new HashSet<>();
                Refinement.at(graph, 0, 1, threshold).forEach(bottleneck -> expected.add(bottleneck.vertices()));
                assertThat(actual).as("threshold %d, %s", threshold, Seeds.name(seed)).isEqualTo(expected);
            }
        }
    }

    @Test
    void theHierarchyAgreesWithTheLoopOnRandomGraphsAtEveryThreshold() {
        int refined = 0;
        for (int i = 0; i < 1_500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int n = 1 + random.nextInt(12);
            int m = random.nextInt(4 * n);
            int largest = random.nextBoolean() ? 5 : 60; // with and without many equal weights
            Set<String> edges = new TreeSet<>();
            for (int e = 0; e < m; e++) {
                int source = random.nextInt(n);
                int target = random.nextInt(n);
                boolean disk = random.nextInt(6) == 0;
                boolean idle = random.nextInt(6) == 0;
                edges.add("" + (char) (idle ? 'x' + source % 3 : 'a' + source) + (char) (disk && !idle ? 'x' + target % 3 : 'a' + target));
            }
            int often = 1 + random.nextInt(4);
            WaitForGraph graph = graph(edges.stream().map(edge -> {
                int weight = 1 + random.nextInt(edge.charAt(0) >= 'x' ? Math.min(largest, 100 / n) : largest);
                return edge + weight + (edge.charAt(0) >= 'x' ? "" : "/" + (1 + random.nextInt(weight))) + "*"
                        + (1 + random.nextInt(often));
            }).toArray(String[]::new));
            KnotPolicy policy = random.nextBoolean() ? NO_TRIM : KnotPolicy.DEFAULT;
            KnotHierarchy hierarchy = KnotHierarchy.of(graph, policy, Progress.NONE);
            refined += hierarchy.breaks().length;
            ThresholdCurve curve = hierarchy.curve();
            boolean[] hasKnot = new boolean[102];
            for (int threshold = 0; threshold < hasKnot.length; threshold++) {
                hasKnot[threshold] = hasKnot(hierarchy, threshold);
            }
            for (long threshold = 0; threshold <= largest; threshold++) {
                Set<Refinement.Bottleneck> actual = new HashSet<>();
                Knot before = null;
                for (Knot knot : hierarchy.knotsAt(threshold)) {
                    Set<Integer> vertices = new TreeSet<>();
                    Set<Integer> inside = new TreeSet<>();
                    for (int v = 0; v < knot.vertexCount(); v++) {
                        vertices.add(knot.vertex(v));
                    }
                    for (int e = 0; e < knot.edgeCount() && knot.kind() == Knot.Kind.KNOT; e++) {
                        inside.add(knot.edge(e));
                    }
                    actual.add(new Refinement.Bottleneck(vertices, inside));
                    assertThat(threshold).as(Seeds.name(seed)).isGreaterThanOrEqualTo(knot.appearsNanos()).isLessThan(knot.breaksNanos());
                    assertThat(knot.weightNanos()).as(Seeds.name(seed)).isPositive();
                    if (before != null && before.kind() == knot.kind()) {
                        assertThat(knot.weightNanos()).as(Seeds.name(seed)).isLessThanOrEqualTo(before.weightNanos());
                    } else if (before != null) {
                        assertThat(before.kind()).as(Seeds.name(seed)).isEqualTo(Knot.Kind.KNOT);
                    }
                    before = knot;
                }
                Set<Refinement.Bottleneck> expected = Refinement.at(graph, hierarchy.trimNanos(), policy.leastWaits(), threshold);
                assertThat(actual).as("threshold %d, %s", threshold, Seeds.name(seed)).isEqualTo(expected);
                assertStep(curve.at(threshold), expected, Refinement.left(graph, hierarchy.trimNanos(), policy.leastWaits(), threshold),
                        seed);
                assertHints(graph, hierarchy, (int) threshold, hasKnot, seed);
            }
        }
        assertThat(refined).isGreaterThan(400);
    }

    @Test
    void aKnotThatLosesOneThreadAtEachThresholdIsRefinedToTheLast() {
        // a staircase: i and i+1 wait for each other, and the way down is lighter the further up
        int n = 10_000;
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        EdgeList list = new EdgeList();
        for (int i = 0; i < n; i++) {
            builder.thread(0, i + 1, 1, "t");
        }
        for (int i = 1; i < n; i++) {
            list.add(list.edge(i, i - 1), 1_000_000, 0, 1_000_000, 1);
            list.add(list.edge(i - 1, i), n - i, 0, n - i, 1);
        }
        WaitForGraph graph = graph(builder, list);
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, NO_TRIM, Progress.NONE);
        assertThat(hierarchy.breaks()).hasSize(n - 2);
        assertThat(hierarchy.curve().at(n / 2)).isEqualTo(new ThresholdCurve.Step(n / 2, 2 * (n - 1) - n / 2, 1, n - n / 2));
        assertThat(hierarchy.knotsAt(0)).singleElement().satisfies(knot -> assertThat(knot.vertexCount()).isEqualTo(n));
        assertThat(hierarchy.knotsAt(n / 2)).singleElement().satisfies(knot -> {
            assertThat(knot.vertexCount()).isEqualTo(n - n / 2);
            assertThat(knot.level()).isEqualTo(n / 2);
        });
        assertThat(hierarchy.knotsAt(n)).singleElement().satisfies(knot -> {
            assertThat(knot.vertexCount()).isEqualTo(2);
            assertThat(knot.vertex(0)).isZero();
        });
    }
}
