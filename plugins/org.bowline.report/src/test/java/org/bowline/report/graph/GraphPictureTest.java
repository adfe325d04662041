/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

class GraphPictureTest {
    private static final long RANGE = 1_000_000;

    /** Threads on two hosts that wait for one another at random, one interval after another. */
    static WaitForGraph random(long seed, int threads) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        for (int i = 0; i < threads; i++) {
            builder.thread(i % 2, 100 + i, 100 + i % 5, "t<" + i);
        }
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < threads; i++) {
            long at = 0;
            while (at < RANGE) {
                long end = Math.min(RANGE, at + 1 + random.nextInt(90_000));
                if (random.nextInt(8) == 0) {
                    builder.blocked(i, at, end, Cause.TIMER, timer, Timeline.NONE, 0);
                } else if (random.nextBoolean()) {
                    builder.blocked(i, at, end, Cause.THREAD, (i + 1 + random.nextInt(6)) % threads, Timeline.NONE, 0);
                } else {
                    builder.segment(i, at, end, ThreadState.RUNNING, 0);
                }
                at = end;
            }
        }
        return WaitForAnalysis.run(builder.build(), 0, RANGE, null, Progress.NONE);
    }

    static GraphPicture picture(WaitForGraph graph, PictureOptions options) {
        return GraphPicture.of(graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE), options, Progress.NONE);
    }

    @Test
    void everyWeightIsDrawnFoldedOrCounted() {
        for (int i = 0; i < 20; i++) {
            WaitForGraph graph = random(i, 30);
            for (PictureOptions options : List.of(PictureOptions.DEFAULT, PictureOptions.DEFAULT.withMaximalNodes(7),
                    PictureOptions.DEFAULT.withHosts(Set.of("B")), PictureOptions.DEFAULT.withPassive(true),
                    PictureOptions.DEFAULT.withProcesses(Set.of(new PictureOptions.Process("A", 100))))) {
                GraphPicture picture = picture(graph, options);
                PictureOmissions left = picture.omissions();
                long sum = left.lightNanos() + left.passiveNanos() + left.restNanos();
                for (PictureEdge edge : picture.edges()) {
                    sum += edge.weightNanos();
                }
                long whole = 0;
                for (int edge = 0; edge < graph.edgeCount(); edge++) {
                    whole += graph.weightNanos(edge);
                }
                assertThat(sum).as("seed %d, %s", i, options).isEqualTo(whole);
                assertThat(picture.nodes().stream().filter(PictureNode::isRest).mapToInt(PictureNode::vertices).sum())
                        .isEqualTo(left.restVertices());
            }
        }
    }

    @Test
    void noMoreNodesThanWantedHaveAPlaceOfTheirOwn() {
        GraphPicture picture = picture(random(1, 40), PictureOptions.DEFAULT.withMaximalNodes(9));
        assertThat(picture.nodes().stream().filter(node -> !node.isRest())).hasSize(9);
        assertThat(picture.nodes().stream().filter(PictureNode::isRest)).extracting(PictureNode::host).containsExactly("A", "B");
        assertThat(picture.nodes().stream().filter(PictureNode::isRest)).allMatch(node -> node.name().endsWith(" others"));
    }

    @Test
    void ofAHostThatIsUnfoldedNothingIsFolded() {
        WaitForGraph graph = random(1, 40);
        GraphPicture folded = picture(graph, PictureOptions.DEFAULT.withMaximalNodes(9));
        GraphPicture picture = picture(graph, PictureOptions.DEFAULT.withMaximalNodes(9).withUnfolded(Set.of("A")));
        assertThat(picture.nodes().stream().filter(PictureNode::isRest)).extracting(PictureNode::host).containsExactly("B");
        int rest = folded.nodes().stream().filter(node -> node.isRest() && node.host().equals("A")).mapToInt(PictureNode::vertices).sum();
        assertThat(picture.nodes().stream().filter(node -> !node.isRest())).hasSize(9 + rest);
    }

    @Test
    void theViewAtEachThresholdHasTheBottlenecksOfTheHierarchy() {
        for (int i = 0; i < 20; i++) {
            WaitForGraph graph = random(i, 24);
            KnotHierarchy knots = KnotHierarchy.of(graph, new KnotPolicy(Threshold.parse("0.0001%"), 1, Threshold.ofPercent(20)),
                    Progress.NONE);
            GraphPicture picture = GraphPicture.of(graph, knots, PictureOptions.DEFAULT, Progress.NONE);
            List<Long> thresholds = new ArrayList<>(List.of(0L, Long.MAX_VALUE));
            for (long step : knots.breaks()) {
                thresholds.add(step);
            }
            for (long threshold : thresholds) {
                View view = picture.at(threshold);
                List<Knot> wanted = knots.knotsAt(threshold);
                assertThat(view.knots()).hasSize(wanted.size());
                for (int k = 0; k < wanted.size(); k++) {
                    for (int v = 0; v < wanted.get(k).vertexCount(); v++) {
                        int node = picture.nodeOf(wanted.get(k).vertex(v));
                        assertThat(view.knotOf(node)).isEqualTo(k);
                        assertThat(view.isNodeVisible(node)).isTrue();
                        assertThat(view.isSink(node)).isEqualTo(wanted.get(k).kind() == Knot.Kind.SINK);
                        assertThat(view.isInKnot(node)).isNotEqualTo(view.isSink(node));
                    }
                }
                for (PictureEdge edge : picture.edges()) {
                    boolean inside = view.knotOfEdge(edge.index()) != View.NONE;
                    assertThat(view.isEdgeVisible(edge.index())).isEqualTo(inside || edge.weightNanos() > threshold);
                    if (view.isEdgeVisible(edge.index())) {
                        assertThat(view.isNodeVisible(edge.source()) && view.isNodeVisible(edge.target())).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void theKeyboardWalkVisitsEachNodeOnce() {
        GraphPicture picture = picture(random(3, 30), PictureOptions.DEFAULT);
        for (int rank = 0; rank < picture.nodes().size(); rank++) {
            assertThat(picture.atRank(rank).rank()).isEqualTo(rank);
            if (rank > 0) {
                PictureNode before = picture.atRank(rank - 1);
                PictureNode node = picture.atRank(rank);
                assertThat(before.centreY() < node.centreY() || before.centreX() < node.centreX()).isTrue();
            }
        }
    }

    @Test
    void labelsLieOnNoNodeAndOnNoOtherLabel() {
        GraphPicture picture = picture(random(4, 40), PictureOptions.DEFAULT);
        List<PictureEdge> labelled = picture.edges().stream().filter(PictureEdge::hasLabel).toList();
        assertThat(labelled).isNotEmpty();
        for (PictureEdge edge : labelled) {
            double half = TextSize.SANS_12.width(edge.label()) / 2;
            assertThat(picture.nodes()).noneMatch(node -> edge.labelX() + half > node.x() && edge.labelX() - half < node.x() + node.width()
                    && edge.labelY() + 7 > node.y() && edge.labelY() - 7 < node.y() + node.height());
            for (PictureEdge other : labelled) {
                boolean apart = other == edge || Math.abs(other.labelY() - edge.labelY()) >= 14
                        || Math.abs(other.labelX() - edge.labelX()) >= half + TextSize.SANS_12.width(other.label()) / 2;
                assertThat(apart).isTrue();
            }
        }
    }

    @Test
    void areasOfHostsLieSideBySideAroundTheirNodes() {
        GraphPicture picture = picture(random(5, 30), PictureOptions.DEFAULT.withMaximalNodes(12));
        assertThat(picture.hosts()).extracting(HostArea::host).containsExactly("A", "B");
        assertThat(picture.hosts().get(0).x() + picture.hosts().get(0).width()).isLessThan(picture.hosts().get(1).x());
        for (PictureNode node : picture.nodes()) {
            HostArea area = picture.hosts().get(node.host().equals("A") ? 0 : 1);
            assertThat(node.x()).isGreaterThan(area.x());
            assertThat(node.x() + node.width()).isLessThan(area.x() + area.width());
        }
    }

    @Test
    void sidewaysTheHostsLieBelowEachOtherAndLinesEndAtTheirNodes() {
        for (int seed = 0; seed < 10; seed++) {
            WaitForGraph graph = random(seed, 30);
            GraphPicture down = picture(graph, PictureOptions.DEFAULT.withMaximalNodes(12));
            GraphPicture picture = picture(graph, PictureOptions.DEFAULT.withMaximalNodes(12).withSideways(true));
            assertThat(picture.hosts()).extracting(HostArea::host).containsExactly("A", "B");
            assertThat(picture.hosts().get(0).y() + picture.hosts().get(0).height()).as("seed %d", seed)
                    .isLessThan(picture.hosts().get(1).y());
            assertThat(picture.nodes()).extracting(PictureNode::vertex).isEqualTo(down.nodes().stream().map(PictureNode::vertex).toList());
            for (PictureNode node : picture.nodes()) {
                HostArea area = picture.hosts().get(node.host().equals("A") ? 0 : 1);
                assertThat(node.y() >= area.y() && node.y() + node.height() <= area.y() + area.height()).as("seed %d, %s", seed, node)
                        .isTrue();
                assertThat(node.x() > area.x() && node.x() + node.width() < area.x() + area.width()).as("seed %d, %s", seed, node).isTrue();
                assertThat(node.width()).isEqualTo(down.nodes().get(node.index()).width());
                assertThat(picture.nodes()).noneMatch(other -> other.index() != node.index() && other.x() < node.x() + node.width()
                        && node.x() < other.x() + other.width() && other.y() < node.y() + node.height()
                        && node.y() < other.y() + other.height());
            }
            for (PictureEdge edge : picture.edges()) {
                assertThat(edge.graphEdges()).isEqualTo(down.edges().get(edge.index()).graphEdges());
                assertThat(touches(picture.nodes().get(edge.source()), edge.x(0), edge.y(0))).as("seed %d", seed).isTrue();
                int last = edge.pointCount() - 1;
                assertThat(touches(picture.nodes().get(edge.target()), edge.x(last), edge.y(last))).as("seed %d", seed).isTrue();
            }
        }
    }

    private static boolean touches(PictureNode node, double x, double y) {
        return x >= node.x() - 1e-6 && x <= node.x() + node.width() + 1e-6 && y >= node.y() - 1e-6 && y <= node.y() + node.height() + 1e-6;
    }

    @Test
    void aGraphWithoutEdgesIsAnEmptyPicture() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.thread(0, 1, 1, "a");
        builder.segment(0, 0, 100, ThreadState.RUNNING, 0);
        GraphPicture picture = picture(WaitForAnalysis.run(builder.build(), 0, 100, null, Progress.NONE), PictureOptions.DEFAULT);
        assertThat(picture.nodes()).isEmpty();
        assertThat(picture.edges()).isEmpty();
        assertThat(picture.hosts()).isEmpty();
        assertThat(picture.at(0).visibleNodes()).isZero();
    }

    @Test
    void aPictureWithoutRoomIsRefused() {
        assertThatThrownBy(() -> PictureOptions.DEFAULT.withMaximalNodes(0)).hasMessageContaining("maximalNodes=0");
    }
}
