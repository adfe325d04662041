/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Folding;

/** Pools in the picture: one box, the sums that the text has, and what a threshold hides not decided by sums. */
class PictureOfPoolsTest {
    private static final long RANGE = 1_000_000;

    /** Workers of one name, some of names that differ in a number, and others; all wait for one another at random. */
    private static Analysis random(long seed, Question question) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        int threads = 6 + random.nextInt(14);
        for (int i = 0; i < threads; i++) {
            builder.thread(host, 100 + i, 100 + i, i % 3 == 0 ? "worker" : i % 3 == 1 ? "io-" + i : "other" + (char) ('a' + i));
        }
        for (int i = 0; i < threads; i++) {
            long at = 0;
            while (at < RANGE) {
                long end = Math.min(RANGE, at + 1 + random.nextInt(60_000));
                if (random.nextInt(3) > 0) {
                    builder.blocked(i, at, end, Cause.THREAD, (i + 1 + random.nextInt(threads - 1)) % threads, Timeline.NONE, -1);
                } else {
                    builder.segment(i, at, end, ThreadState.RUNNING, -1);
                }
                at = end;
            }
        }
        return Analysis.of(builder.build(0, RANGE)).question(question.within(0, RANGE)).build();
    }

    private static GraphPicture picture(Analysis analysis) {
        return GraphPicture.of(analysis.graph(), analysis.hierarchy(),
                PictureOptions.DEFAULT.withPassive(true).withPools(FirstLook.pools(analysis)), Progress.NONE);
    }

    @Test
    void aBoxAndALineHaveTheSumsOfTheText() {
        int folded = 0;
        for (int seed = 0; seed < 30; seed++) {
            Analysis analysis = random(seed, Question.WORK);
            WaitForGraph graph = analysis.graph();
            GraphPicture picture = picture(analysis);
            int[] drawn = IntStream.range(0, graph.edgeCount()).filter(edge -> picture.edgeOf(edge) >= 0).toArray();
            List<Folding.Edge> text = Folding.edges(graph, drawn, FirstLook.pools(analysis), true);
            assertThat(picture.edges()).as("seed %d", seed).hasSize(text.size());
            for (Folding.Edge wanted : text) {
                PictureEdge edge = picture.edges().get(picture.edgeOf(wanted.edges()[0]));
                assertThat(edge.graphEdges()).as("seed %d", seed).containsExactlyInAnyOrder(wanted.edges());
                assertThat(edge.weightNanos()).isEqualTo(wanted.row().weightNanos());
                assertThat(edge.waits()).isEqualTo(wanted.row().waits());
                assertThat(edge.directShare() * RANGE).isBetween(wanted.directEachNanos() - 1.0, wanted.directEachNanos() + 1.0);
                assertThat(edge.directShare()).isLessThanOrEqualTo(1);
                assertThat(picture.nodes().get(edge.source()).name()).isEqualTo(wanted.row().source().called());
                assertThat(picture.nodes().get(edge.target()).name()).isEqualTo(wanted.row().target().called());
            }
            for (PictureNode node : picture.nodes()) {
                folded += node.isPool() ? 1 : 0;
                assertThat(node.vertices()).isEqualTo(picture.vertices(node.index()).length);
                assertThat(Arrays.stream(picture.vertices(node.index()))).allMatch(vertex -> picture.nodeOf(vertex) == node.index());
            }
        }
        assertThat(folded).as("pools in 30 graphs").isGreaterThan(10);
    }

    @Test
    void aLineIsSeenIfThatOfOneThreadWouldBe() {
        int seenBySumsAlone = 0;
        for (int seed = 0; seed < 20; seed++) {
            Analysis analysis = random(seed, Question.WORK);
            WaitForGraph graph = analysis.graph();
            GraphPicture picture = picture(analysis);
            for (long threshold : new long[] {0, RANGE / 50, RANGE / 5, RANGE}) {
                View view = picture.at(threshold);
                for (PictureEdge edge : picture.edges()) {
                    boolean inside = Arrays.stream(edge.graphEdges()).anyMatch(one -> isInside(view, one));
                    boolean heavy = Arrays.stream(edge.graphEdges()).anyMatch(one -> graph.weightNanos(one) > threshold);
                    assertThat(view.isEdgeVisible(edge.index())).as("seed %d, %d ns", seed, threshold).isEqualTo(inside || heavy);
                    seenBySumsAlone += !inside && !heavy && edge.weightNanos() > threshold ? 1 : 0;
                }
            }
        }
        assertThat(seenBySumsAlone).as("lines of light waits that are heavy together").isPositive();
    }

    /** Two threads of one program, each of which takes turns with one of two servers. */
    @Test
    void aPoolWithThreadsInTwoKnotsIsInTheHeavierOne() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        for (int i = 0; i < 2; i++) {
            builder.thread(host, 100 + i, 100 + i, "client");
        }
        for (int i = 0; i < 2; i++) {
            builder.thread(host, 200 + i, 200 + i, "server");
        }
        long turn = RANGE / 10;
        for (long at = 0; at < RANGE; at += turn) {
            for (int i = 0; i < 2; i++) {
                long middle = at + turn * (7 + i) / 10;
                builder.blocked(i, at, middle, Cause.THREAD, 2 + i, Timeline.NONE, -1);
                builder.segment(i, middle, at + turn, ThreadState.RUNNING, -1);
                builder.segment(2 + i, at, middle, ThreadState.RUNNING, -1);
                builder.blocked(2 + i, middle, at + turn, Cause.THREAD, i, Timeline.NONE, -1);
            }
        }
        View view = picture(Analysis.of(builder.build(0, RANGE)).question(Question.WORK.within(0, RANGE)).build()).at(RANGE / 5);
        assertThat(view.knots()).hasSize(2);
        assertThat(view.knotOf(0)).isZero();
        assertThat(view.knotOf(1)).isZero();
    }

    private static boolean isInside(View view, int edge) {
        return view.knots().stream().anyMatch(knot -> knot.kind() == Knot.Kind.KNOT
                && IntStream.range(0, knot.edgeCount()).anyMatch(i -> knot.edge(i) == edge));
    }

    @Test
    void unfoldedEachThreadIsABox() {
        Analysis analysis = random(1, Question.WORK.with(FirstLook.UNFOLD, true));
        assertThat(picture(analysis).nodes()).noneMatch(PictureNode::isPool).allMatch(node -> node.vertices() == 1);
        assertThat(picture(analysis).edges()).allMatch(edge -> edge.graphEdges().length == 1);
    }

    @Test
    void wordsSpeakOfThreadsAndOfTheAverageOne() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        for (int i = 0; i < 4; i++) {
            builder.thread(host, 10 + i, 10, i == 0 ? "boss" : "worker");
            builder.segment(i, 0, 1_000, ThreadState.RUNNING, -1);
            for (int wait = 1; wait < 6; wait++) {
                builder.blocked(i, wait * 1_000L, wait * 1_000L + 600, Cause.THREAD, i == 0 ? 1 : 0, Timeline.NONE, -1);
                builder.segment(i, wait * 1_000L + 600, wait * 1_000L + 1_000, ThreadState.RUNNING, -1);
            }
        }
        Analysis analysis = Analysis.of(builder.build(0, 6_000)).question(Question.WORK.within(0, 6_000)).build();
        GraphPicture picture = picture(analysis);
        View view = picture.at(0);
        PictureNode workers = picture.nodes().get(picture.nodeOf(1));
        PictureEdge edge = picture.edges().get(picture.edgeOf(analysis.graph().edge(2, 0)));
        assertThat(PictureText.called(workers)).isEqualTo("worker ×3 (A)");
        assertThat(PictureText.edge(edge, workers, picture.nodes().get(edge.target())))
                .startsWith("worker ×3 (A) wait for boss (A, tid 10): 3.00 µs (50 % of the range for the average thread), 15 waits");
        assertThat(PictureText.notes(picture, view)).anyMatch(note -> note.startsWith("A pool is one box: "));
        assertThat(view.knots()).isNotEmpty();
        assertThat(view.isInKnot(workers.index())).isTrue();
        assertThat(PictureText.node(picture, view, workers)).contains(", 1 of them in knot 1: ");
    }

    @Test
    void whatThreadsOfAPoolWaitForEachOtherIsALoopWithItsFigure() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        for (int i = 0; i < 3; i++) {
            builder.thread(host, 10 + i, 10, "worker");
            for (int wait = 0; wait < 6; wait++) {
                builder.blocked(i, wait * 1_000L, wait * 1_000L + 600, Cause.THREAD, (i + 1) % 3, Timeline.NONE, -1);
                builder.segment(i, wait * 1_000L + 600, wait * 1_000L + 1_000, ThreadState.RUNNING, -1);
            }
        }
        Analysis analysis = Analysis.of(builder.build(0, 6_000)).question(Question.WORK.within(0, 6_000)).build();
        for (boolean sideways : new boolean[] {false, true}) {
            GraphPicture picture = GraphPicture.of(analysis.graph(), analysis.hierarchy(),
                    PictureOptions.DEFAULT.withPools(FirstLook.pools(analysis)).withSideways(sideways), Progress.NONE);
            PictureNode workers = picture.nodes().get(0);
            assertThat(picture.nodes()).hasSize(1);
            assertThat(picture.edges()).singleElement().satisfies(loop -> {
                assertThat(loop.source()).isEqualTo(loop.target());
                assertThat(loop.waiting()).isEqualTo(3);
                assertThat(loop.directShare()).isBetween(0.599, 0.601);
                assertThat(loop.hasLabel()).isTrue();
                assertThat(loop.labelX() - TextSize.SANS_12.width(loop.label()) / 2 > workers.x() + workers.width()
                        || loop.labelY() - 8 > workers.y() + workers.height()).isTrue();
            });
        }
    }
}
