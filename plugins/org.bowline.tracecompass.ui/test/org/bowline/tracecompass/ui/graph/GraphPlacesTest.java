/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.stream.IntStream;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.PictureOptions;

/** What of a picture of four threads, each of which waits for the next, is at a place, and where the keyboard leads. */
final class GraphPlacesTest {
    private static final int THREADS = 4;
    private GraphPicture picture;
    private Seen all;

    @BeforeEach
    void draw() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        for (int i = 0; i < THREADS; i++) {
            builder.thread(0, 10 + i, 10 + i, "t" + i);
        }
        for (int i = 0; i < THREADS - 1; i++) {
            builder.blocked(i, 0, 1000 - 100 * i, Cause.THREAD, i + 1, Timeline.NONE, 0);
            builder.segment(i, 1000 - 100 * i, 1000, ThreadState.RUNNING, 0);
        }
        builder.segment(THREADS - 1, 0, 1000, ThreadState.RUNNING, 0);
        WaitForGraph graph = WaitForAnalysis.run(builder.build(), 0, 1000, null, Progress.NONE);
        picture = GraphPicture.of(graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE), PictureOptions.DEFAULT, Progress.NONE);
        all = new Seen(picture.at(1), null, picture);
    }

    private static BitSet only(int... nodes) {
        BitSet set = new BitSet();
        IntStream.of(nodes).forEach(set::set);
        return set;
    }

    private int node(String name) {
        return picture.nodes().stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow().index();
    }

    @Test
    void insideItsBoxIsANodeAndBesideItIsNone() {
        for (PictureNode node : picture.nodes()) {
            assertThat(GraphHits.nodeAt(picture, all, node.centreX(), node.centreY())).isEqualTo(node.index());
            assertThat(GraphHits.nodeAt(picture, all, node.x(), node.y())).isEqualTo(node.index());
            assertThat(GraphHits.nodeAt(picture, all, node.x() - 1, node.y() - 1)).isEqualTo(GraphHits.NOTHING);
        }
    }

    @Test
    void whatIsNotSeenIsNotHit() {
        PictureNode hidden = picture.nodes().get(node("t1"));
        Seen some = new Seen(all.view(), only(node("t0"), node("t2"), node("t3")), picture);
        assertThat(GraphHits.nodeAt(picture, some, hidden.centreX(), hidden.centreY())).isEqualTo(GraphHits.NOTHING);
        for (PictureEdge edge : picture.edges()) {
            boolean seen = edge.source() != hidden.index() && edge.target() != hidden.index();
            assertThat(GraphHits.edgeAt(picture, some, edge.x(0), edge.y(0), 1)).isEqualTo(seen ? edge.index() : GraphHits.NOTHING);
        }
    }

    @Test
    void anEdgeIsAsFarAwayAsTheNearestOfManyPointsOnIt() {
        for (PictureEdge edge : picture.edges()) {
            for (double[] place : new double[][] {{0, 0}, {picture.width(), 0}, {picture.width() / 2, picture.height() / 2}}) {
                double nearest = Double.MAX_VALUE;
                for (int p = 0; p + 3 < edge.pointCount(); p += 3) {
                    for (int i = 0; i <= 2_000; i++) {
                        double t = i / 2_000.0;
                        nearest = Math.min(nearest, Math.hypot(
                                GraphHits.bezier(edge.x(p), edge.x(p + 1), edge.x(p + 2), edge.x(p + 3), t) - place[0],
                                GraphHits.bezier(edge.y(p), edge.y(p + 1), edge.y(p + 2), edge.y(p + 3), t) - place[1]));
                    }
                }
                assertThat(GraphHits.distance(edge, place[0], place[1])).isCloseTo(nearest, within(1.0));
            }
        }
    }

    @Test
    void tabWalksTheSeenNodesFromTheHeaviestOn() {
        int[] order = GraphWalk.order(picture, all);
        assertThat(IntStream.of(order).mapToObj(node -> picture.nodes().get(node).weightNanos()).toList())
                .isSortedAccordingTo(java.util.Comparator.reverseOrder()).hasSize(THREADS);
        assertThat(GraphWalk.order(picture, new Seen(all.view(), only(node("t2")), picture))).containsExactly(node("t2"));
    }

    @Test
    void beyondTheLastAndBeforeTheFirstIsNone() {
        int[] order = {7, 3, 5};
        assertThat(GraphWalk.next(order, 3, 1)).isEqualTo(5);
        assertThat(GraphWalk.next(order, 3, -1)).isEqualTo(7);
        assertThat(GraphWalk.next(order, 5, 1)).isEqualTo(-1);
        assertThat(GraphWalk.next(order, 7, -1)).isEqualTo(-1);
        assertThat(GraphWalk.next(order, -1, 1)).as("nothing is chosen: forward").isEqualTo(7);
        assertThat(GraphWalk.next(order, -1, -1)).as("nothing is chosen: backward").isEqualTo(5);
    }

    @Test
    void anArrowKeyLeadsToANodeInItsDirectionOrNowhere() {
        int[] order = GraphWalk.order(picture, all);
        for (PictureNode from : picture.nodes()) {
            for (int[] way : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
                PictureNode to = picture.nodes().get(GraphWalk.toward(picture, order, from.index(), way[0], way[1]));
                double along = (to.centreX() - from.centreX()) * way[0] + (to.centreY() - from.centreY()) * way[1];
                assertThat(to.equals(from) || along > 0).isTrue();
            }
        }
        PictureNode first = picture.nodes().get(node("t0"));
        PictureNode next = picture.nodes().get(node("t1"));
        int dx = (int) Math.signum(next.centreX() - first.centreX());
        int dy = (int) Math.signum(next.centreY() - first.centreY());
        boolean across = Math.abs(next.centreX() - first.centreX()) > Math.abs(next.centreY() - first.centreY());
        assertThat(GraphWalk.toward(picture, order, first.index(), across ? dx : 0, across ? 0 : dy)).isEqualTo(next.index());
    }

    private Camera opensIn(double share) {
        Rectangle area = new Rectangle(0, 0, (int) Math.ceil(picture.width() * share), (int) Math.ceil(picture.height() * share));
        return Camera.readable(picture, picture.at(1), area, 0.7, 0.9);
    }

    @Test
    void smallTextIsBetterThanNodesThatAreCutOff() {
        assertThat(opensIn(1).scale()).isEqualTo(1, within(0.01));
        assertThat(opensIn(0.75).scale()).isEqualTo(0.75, within(0.01));
        assertThat(opensIn(0.6).scale()).as("what nobody can read is not shown").isEqualTo(0.9);
    }
}
