/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;

class LayeredLayoutTest {
    private static final int ROUNDS = 60;

    /** The i-th seed, or the one of {@code -Dbowline.seed=}. */
    private static long seed(int i) {
        Long given = Long.getLong("bowline.seed");
        return given != null ? given : 7_000_003L + i;
    }

    private static LayoutGraph random(Random random, int nodes, int lines, int bands) {
        double[] width = random.doubles(nodes, 40, 160).toArray();
        double[] height = random.doubles(nodes, 20, 60).toArray();
        int[] band = random.ints(nodes, 0, bands).toArray();
        int[] source = nodes == 0 ? new int[0] : random.ints(lines, 0, nodes).toArray();
        int[] target = nodes == 0 ? new int[0] : random.ints(lines, 0, nodes).toArray();
        long[] weight = random.longs(source.length, 1, 1000).toArray();
        boolean[] backward = new boolean[source.length];
        for (int line = 0; line < backward.length; line++) {
            backward[line] = random.nextInt(6) == 0;
        }
        int[] stiffness = random.ints(source.length, 1, 7).toArray();
        return new LayoutGraph(width, height, band, source, target, weight, backward, stiffness);
    }

    private static LayoutGraph lines(int nodes, int[] source, int[] target) {
        double[] size = new double[nodes];
        Arrays.fill(size, 50);
        int[] stiffness = new int[source.length];
        Arrays.fill(stiffness, 1);
        return new LayoutGraph(size, size, new int[nodes], source, target, new long[source.length], new boolean[source.length], stiffness);
    }

    @Test
    void noTwoNodesOverlapAndAllLieInTheirBand() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = seed(i);
            Random random = new Random(seed);
            LayoutGraph graph = random(random, random.nextInt(80), random.nextInt(200), 1 + random.nextInt(4));
            LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
            for (int a = 0; a < graph.nodes(); a++) {
                assertThat(layout.x(a)).as("seed %d", seed).isGreaterThan(layout.bandLeft(graph.band()[a]));
                assertThat(layout.x(a) + graph.width()[a]).as("seed %d", seed).isLessThan(layout.bandRight(graph.band()[a]));
                assertThat(layout.y(a) + graph.height()[a]).as("seed %d", seed).isLessThan(layout.height());
                for (int b = 0; b < a; b++) {
                    boolean apart = layout.x(a) + graph.width()[a] < layout.x(b) || layout.x(b) + graph.width()[b] < layout.x(a)
                            || layout.y(a) + graph.height()[a] < layout.y(b) || layout.y(b) + graph.height()[b] < layout.y(a);
                    assertThat(apart).as("nodes %d and %d, seed %d", a, b, seed).isTrue();
                }
            }
        }
    }

    @Test
    void everyLineRunsFromItsSourcesBorderToItsTargets() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = seed(i);
            Random random = new Random(seed);
            LayoutGraph graph = random(random, 1 + random.nextInt(60), random.nextInt(150), 1 + random.nextInt(3));
            LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
            Routes routes = new Routes(layout);
            for (int line = 0; line < graph.lines(); line++) {
                double[] points = routes.route(line);
                assertThat((points.length / 2 - 1) % 3).isZero();
                assertOnBorder(layout, graph, graph.source()[line], points[0], points[1], seed);
                assertOnBorder(layout, graph, graph.target()[line], points[points.length - 2], points[points.length - 1], seed);
            }
        }
    }

    private static void assertOnBorder(LayeredLayout layout, LayoutGraph graph, int node, double x, double y, long seed) {
        double left = layout.x(node);
        double top = layout.y(node);
        double right = left + graph.width()[node];
        double bottom = top + graph.height()[node];
        assertThat(x).as("seed %d", seed).isBetween(left - 1e-6, right + 1e-6);
        assertThat(y).as("seed %d", seed).isBetween(top - 1e-6, bottom + 1e-6);
        double fromBorder = Math.min(Math.min(Math.abs(x - left), Math.abs(x - right)), Math.min(Math.abs(y - top), Math.abs(y - bottom)));
        assertThat(fromBorder).as("seed %d", seed).isCloseTo(0, within(1e-6));
    }

    @Test
    void noLineRunsThroughANode() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = seed(i);
            Random random = new Random(seed);
            LayoutGraph graph = random(random, 2 + random.nextInt(40), random.nextInt(80), 1 + random.nextInt(3));
            LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
            Routes routes = new Routes(layout);
            for (int line = 0; line < graph.lines(); line++) {
                if (graph.isLoop(line)) {
                    continue;
                }
                double[] points = routes.route(line);
                for (int curve = 0; curve + 7 < points.length; curve += 6) {
                    for (double t = 0; t <= 1; t += 0.05) {
                        double x = at(points, curve, t);
                        double y = at(points, curve + 1, t);
                        for (int node = 0; node < graph.nodes(); node++) {
                            boolean inside = x > layout.x(node) + 0.01 && x < layout.x(node) + graph.width()[node] - 0.01
                                    && y > layout.y(node) + 0.01 && y < layout.y(node) + graph.height()[node] - 0.01;
                            assertThat(inside).as("line %d in node %d, seed %d", line, node, seed).isFalse();
                        }
                    }
                }
            }
        }
    }

    private static double at(double[] p, int i, double t) {
        double s = 1 - t;
        return s * s * s * p[i] + 3 * s * s * t * p[i + 2] + 3 * s * t * t * p[i + 4] + t * t * t * p[i + 6];
    }

    @Test
    void theSameGraphIsAlwaysDrawnAlike() {
        LayoutGraph graph = random(new Random(seed(0)), 120, 400, 3);
        LayeredLayout first = new LayeredLayout(graph, Progress.NONE);
        LayeredLayout second = new LayeredLayout(graph, Progress.NONE);
        for (int node = 0; node < graph.nodes(); node++) {
            assertThat(second.x(node)).isEqualTo(first.x(node));
            assertThat(second.y(node)).isEqualTo(first.y(node));
            assertThat(second.rank(node)).isEqualTo(first.rank(node));
        }
        for (int line = 0; line < graph.lines(); line++) {
            assertThat(new Routes(second).route(line)).isEqualTo(new Routes(first).route(line));
        }
    }

    @Test
    void lighterLinesDoNotTurnHeavierOnes() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = seed(i);
            Random random = new Random(seed);
            LayoutGraph all = random(random, 1 + random.nextInt(40), random.nextInt(150), 1);
            int[] heavy = IntStream.range(0, all.lines()).filter(line -> all.weight()[line] > 500 && !all.backward()[line]).toArray();
            LayoutGraph few = new LayoutGraph(all.width(), all.height(), all.band(), pick(all.source(), heavy), pick(all.target(), heavy),
                    Arrays.stream(heavy).mapToLong(line -> all.weight()[line]).toArray(), new boolean[heavy.length],
                    pick(all.stiffness(), heavy));
            Directions with = new Directions(all, Progress.NONE);
            Directions without = new Directions(few, Progress.NONE);
            for (int line = 0; line < heavy.length; line++) {
                assertThat(with.isUp(heavy[line])).as("seed %d", seed).isEqualTo(without.isUp(line));
            }
        }
    }

    private static int[] pick(int[] from, int[] which) {
        return Arrays.stream(which).map(i -> from[i]).toArray();
    }

    @Test
    void linesLeadDownUnlessHeavierOnesLeadBack() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = seed(i);
            Random random = new Random(seed);
            LayoutGraph graph = random(random, 2 + random.nextInt(30), random.nextInt(90), 1);
            LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
            boolean[][] reaches = new boolean[graph.nodes()][graph.nodes()];
            for (int line : graph.byWeight()) {
                boolean backward = graph.backward()[line];
                int from = backward ? graph.target()[line] : graph.source()[line];
                int to = backward ? graph.source()[line] : graph.target()[line];
                if (from == to) {
                    continue;
                }
                boolean turned = reaches[to][from];
                assertThat(layout.isUp(line)).as("seed %d", seed).isEqualTo(turned != backward);
                assertThat(layout.layer(from) < layout.layer(to)).as("seed %d", seed).isEqualTo(!turned);
                close(reaches, turned ? to : from, turned ? from : to);
            }
        }
    }

    /** Adds a line to a transitive closure: the oracle. */
    private static void close(boolean[][] reaches, int from, int to) {
        for (int a = 0; a < reaches.length; a++) {
            for (int b = 0; b < reaches.length; b++) {
                reaches[a][b] |= (a == from || reaches[a][from]) && (b == to || reaches[to][b]);
            }
        }
    }

    @Test
    void nothingIsDrawnOfNothing() {
        LayeredLayout layout = new LayeredLayout(lines(0, new int[0], new int[0]), Progress.NONE);
        assertThat(layout.width()).isZero();
        assertThat(layout.height()).isZero();
    }

    @Test
    void aNodeThatOnlyWaitsForItselfHasALoopAtItsSide() {
        LayoutGraph graph = lines(1, new int[] {0}, new int[] {0});
        LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
        double[] points = new Routes(layout).route(0);
        assertThat(points[0]).isEqualTo(layout.x(0) + 50);
        assertThat(points[2]).isGreaterThan(points[0]).isLessThan(layout.width());
        assertThat(points[points.length - 2]).isEqualTo(points[0]);
    }

    @Test
    void twoNodesThatWaitForEachOtherHaveTwoLinesThatDoNotCross() {
        Routes routes = new Routes(new LayeredLayout(lines(2, new int[] {0, 1}, new int[] {1, 0}), Progress.NONE));
        double[] down = routes.route(0);
        double[] up = routes.route(1);
        assertThat(down[0]).isLessThan(up[up.length - 2]);
        assertThat(down[down.length - 2]).isLessThan(up[0]);
    }

    @Test
    void aChainOfFiveThousandIsDrawnWithoutRecursion() {
        int count = 5000;
        int[] source = IntStream.range(0, count - 1).toArray();
        int[] target = IntStream.range(1, count).toArray();
        LayeredLayout layout = new LayeredLayout(lines(count, source, target), Progress.NONE);
        assertThat(layout.layer(count - 1)).isEqualTo(count - 1);
    }

    @Test
    void fiveThousandNodesWithTwentyThousandLinesAreDrawn() {
        LayoutGraph graph = random(new Random(seed(1)), 5000, 20_000, 5);
        LayeredLayout layout = new LayeredLayout(graph, Progress.NONE);
        assertThat(new Routes(layout).route(graph.lines() - 1)).isNotEmpty();
        int[] ranks = IntStream.range(0, graph.nodes()).map(layout::rank).sorted().toArray();
        assertThat(ranks).isEqualTo(IntStream.range(0, graph.nodes()).toArray());
    }

    @Test
    void aRowThatIsTooWideIsCut() {
        int count = 200;
        int[] source = IntStream.range(1, count).toArray();
        LayeredLayout layout = new LayeredLayout(lines(count, source, new int[count - 1]), Progress.NONE);
        assertThat(layout.layer(0)).isGreaterThan(2);
        assertThat(layout.width()).isLessThan(6000);
    }

    @Test
    void theLayoutStopsWhenItIsToldTo() {
        LayoutGraph graph = random(new Random(seed(2)), 100, 300, 2);
        for (int stopAt : new int[] {1, 3, 10, 20}) {
            AtomicInteger asked = new AtomicInteger();
            Progress impatient = new Progress() {
                @Override
                public void report(String task, double fraction) {
                    // nobody listens
                }

                @Override
                public boolean isCancelled() {
                    return asked.incrementAndGet() >= stopAt;
                }
            };
            assertThatThrownBy(() -> new LayeredLayout(graph, impatient)).isInstanceOf(CancelledException.class);
        }
    }
}
