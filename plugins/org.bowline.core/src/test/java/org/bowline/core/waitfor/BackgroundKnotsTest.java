/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;

class BackgroundKnotsTest {
    private static List<String> found(WaitForGraph graph, String workers, long threshold) {
        BackgroundKnots background = of(graph, vertex -> vertex < 26 && workers.indexOf('a' + vertex) >= 0, threshold);
        return background.found().stream().map(one -> KnotHierarchyTest.text(graph, one.knot()) + (one.isBackground() ? " background" : "")
                + (one.round() > 0 ? " round " + one.round() : "")).toList();
    }

    private static BackgroundKnots of(WaitForGraph graph, IntPredicate workers, long threshold) {
        return BackgroundKnots.of(KnotHierarchy.of(graph, KnotHierarchyTest.NO_TRIM, Progress.NONE), workers, part -> threshold,
                Progress.NONE);
    }

    @Test
    void aKnotWithoutAWorkerForWhichNoWorkerWaitsIsInTheBackground() {
        WaitForGraph graph = KnotHierarchyTest.graph("ab50", "ba40", "cd30", "dc20");
        assertThat(found(graph, "a", 10)).containsExactly("knot ab 90", "knot cd 50 background");
        assertThat(found(graph, "ac", 10)).containsExactly("knot ab 90", "knot cd 50");
    }

    @Test
    void aKnotForWhichAWorkerWaitsIsNotHoweverLittleAndThroughWhomever() {
        assertThat(found(KnotHierarchyTest.graph("cd30", "dc20", "ac1"), "a", 10)).containsExactly("knot cd 50");
        assertThat(found(KnotHierarchyTest.graph("cd30", "dc20", "ae1", "ed1"), "a", 10)).containsExactly("knot cd 50");
        assertThat(found(KnotHierarchyTest.graph("cd30", "dc20", "ca1"), "a", 10))
                .as("a worker that it waits for is none that waits for it")
                .containsExactly("knot cd 50 background");
    }

    @Test
    void aDiskThatAWorkerUsesTooKeepsAKnotOutOfTheBackground() {
        assertThat(found(KnotHierarchyTest.graph("bx50", "xb40"), "a", 10)).containsExactly("knot bx 90 background");
        assertThat(found(KnotHierarchyTest.graph("bx50", "xb40", "ax2"), "a", 10)).containsExactly("knot bx 90");
    }

    @Test
    void whereNobodyIsKnownToBeAWorkerNoKnotIsInTheBackground() {
        WaitForGraph graph = KnotHierarchyTest.graph("cd30", "dc20");
        BackgroundKnots background = BackgroundKnots.of(KnotHierarchy.of(graph, KnotHierarchyTest.NO_TRIM, Progress.NONE), null,
                part -> 10, Progress.NONE);
        assertThat(background.isAny()).isFalse();
        assertThat(background.isBackground(background.found().get(0).knot())).isFalse();
    }

    @Test
    void whatIsTakenOutShowsTheKnotsThatWaitedForIt() {
        // {e, f} waits for {c, d}, in the background as well; without both the largest threshold with a knot is that of {a, b, g}
        WaitForGraph graph = KnotHierarchyTest.graph("cd60", "dc50", "ef40", "fe40", "ec30", "ab50", "ba10", "ag40", "ga15");
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, KnotHierarchyTest.NO_TRIM, Progress.NONE);
        BackgroundKnots background = BackgroundKnots.of(hierarchy, vertex -> vertex == 0, KnotHierarchy::thresholdWithKnotNanos,
                Progress.NONE);
        assertThat(hierarchy.thresholdWithKnotNanos()).isEqualTo(20);
        assertThat(background.found().stream().filter(one -> one.knot().kind() == Knot.Kind.KNOT)
                .map(one -> KnotHierarchyTest.text(graph, one.knot()) + ' ' + one.isBackground() + ' ' + one.round()))
                .containsExactly("knot cd 110 true 0", "knot ef 80 true 1", "knot abg 115 false 2");
        assertThat(background.restThresholdNanos()).isEqualTo(9);
        assertThat(background.left()).singleElement()
                .satisfies(knot -> assertThat(KnotHierarchyTest.text(graph, knot)).isEqualTo("knot abg 115"));
    }

    /** The rule word by word: who reaches whom by any chain of edges; what is in the background goes, and everything is asked again of what is left. */
    private static Set<String> byHand(Set<String> edges, Set<Integer> workers, long threshold) {
        Set<String> result = new TreeSet<>();
        Set<String> left = new HashSet<>(edges);
        Set<Set<Integer>> known = new HashSet<>();
        for (int round = 0;; round++) {
            WaitForGraph graph = KnotHierarchyTest.graph(left.toArray(String[]::new));
            boolean[][] reaches = new boolean[26][26];
            left.forEach(edge -> reaches[edge.charAt(0) - 'a'][edge.charAt(1) - 'a'] = true);
            for (int via = 0; via < 26; via++) {
                for (int from = 0; from < 26; from++) {
                    for (int to = 0; to < 26; to++) {
                        reaches[from][to] |= reaches[from][via] && reaches[via][to];
                    }
                }
            }
            Set<Integer> out = new HashSet<>();
            for (Refinement.Bottleneck bottleneck : Refinement.at(graph, 0, 1, threshold)) {
                boolean knot = !bottleneck.edges().isEmpty();
                boolean background = knot && bottleneck.vertices().stream()
                        .noneMatch(member -> workers.contains(member) || workers.stream().anyMatch(worker -> reaches[worker][member]));
                if (knot && known.add(bottleneck.vertices()) || round == 0 && !knot) {
                    result.add(bottleneck.vertices() + " " + background + ' ' + round);
                }
                if (background) {
                    out.addAll(bottleneck.vertices());
                }
            }
            if (!left.removeIf(edge -> out.contains(edge.charAt(0) - 'a') || out.contains(edge.charAt(1) - 'a'))) {
                return result;
            }
        }
    }

    @Test
    void theRuleIsThatOfAReadingByHandOnRandomGraphs() {
        int inBackground = 0;
        int later = 0;
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int n = 2 + random.nextInt(9);
            TreeMap<String, String> edges = new TreeMap<>();
            for (int e = random.nextInt(3 * n); e >= 0; e--) {
                // mostly among neighbours, so that there are several components
                int source = random.nextInt(n);
                int target = random.nextInt(3) == 0 ? random.nextInt(n) : Math.min(n - 1, source / 3 * 3 + random.nextInt(3));
                String ends = "" + (char) ('a' + source)
                        + (char) ((random.nextInt(9) == 0 ? 'x' : 'a') + (target % 3 + target / 3 * 3) % (n + 1));
                if (ends.charAt(1) <= 'z') {
                    int weight = 1 + random.nextInt(60);
                    edges.put(ends, ends + weight + '/' + (1 + random.nextInt(weight)));
                }
            }
            Set<Integer> workers = new HashSet<>();
            for (int w = 0; w < n; w++) {
                if (random.nextInt(4) == 0) {
                    workers.add(w);
                }
            }
            long threshold = random.nextInt(40);
            WaitForGraph graph = KnotHierarchyTest.graph(edges.values().toArray(String[]::new));
            BackgroundKnots background = of(graph, workers::contains, threshold);
            Set<String> actual = new TreeSet<>();
            for (BackgroundKnots.Found one : background.found()) {
                List<Integer> members = new ArrayList<>();
                for (int v = 0; v < one.knot().vertexCount(); v++) {
                    members.add(one.knot().vertex(v));
                }
                actual.add(members + " " + one.isBackground() + ' ' + one.round());
                inBackground += one.isBackground() ? 1 : 0;
                later += one.round();
            }
            assertThat(actual).as("workers %s, threshold %d, %s", workers, threshold, Seeds.name(seed))
                    .isEqualTo(byHand(new HashSet<>(edges.values()), workers, threshold));
            assertThat(background.left()).as(Seeds.name(seed)).noneMatch(background::isBackground);
        }
        assertThat(inBackground).isGreaterThan(200);
        assertThat(later).isGreaterThan(10);
    }
}
