/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;

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
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.PictureOptions;
import org.bowline.tracecompass.core.analysis.GivenOptions;

/** Nodes in words, and what is left when the rest of a host is opened: five threads, each of which waits for the next. */
final class NodeInWordsTest {
    private static final int THREADS = 5;
    private final Timeline timeline = timeline();
    private final WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 1000, null, Progress.NONE);
    private final GraphPicture whole = picture(PictureOptions.DEFAULT);
    private final GraphPicture folded = picture(PictureOptions.DEFAULT.withMaximalNodes(3));

    private static Timeline timeline() {
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
        return builder.build();
    }

    private GraphPicture picture(PictureOptions options) {
        return GraphPicture.of(graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE), options, Progress.NONE);
    }

    private static PictureNode node(GraphPicture picture, String name) {
        return picture.nodes().stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
    }

    private String words(String name, String... options) {
        return NodeInWords.of(whole, new Seen(whole.at(1), null, whole), Marked.of(GivenOptions.of(List.of(options)), timeline),
                node(whole, name).index());
    }

    @Test
    void aNodeIsToldWithHowManyItWaitsForAndHowManyWaitForIt() {
        assertThat(words("t0")).startsWith("t0 ").contains(", waits for 1, is waited for by 0");
        assertThat(words("t2")).contains(", waits for 1, is waited for by 1");
        assertThat(words("t4")).contains(", waits for 0, is waited for by 1");
    }

    @Test
    void whatIsHiddenIsNotCounted() {
        BitSet only = new BitSet();
        only.set(node(whole, "t1").index());
        only.set(node(whole, "t2").index());
        assertThat(NodeInWords.of(whole, new Seen(whole.at(1), only, whole), Marked.of(GivenOptions.of(List.of()), timeline),
                node(whole, "t1").index())).contains(", waits for 1, is waited for by 0");
    }

    @Test
    void bottleneckAndMarkStandBehindIt() {
        assertThat(words("t4", "worker=A:t4")).matches(".*, is waited for by 1, .*sink.*, worker");
        assertThat(words("t3")).endsWith("is waited for by 1");
    }

    @Test
    void theHeaviestThatWasInTheRestTakesItsPlace() {
        PictureNode rest = folded.nodes().stream().filter(PictureNode::isRest).findFirst().orElseThrow();
        Camera camera = new Camera(1, 7, 9);
        Unfolding opened = Unfolding.of(folded, rest, camera);
        int node = opened.node(whole);
        assertThat(node).isNotEqualTo(GraphHits.NOTHING);
        PictureNode heaviest = whole.nodes().get(node);
        assertThat(folded.nodes()).extracting(PictureNode::name).doesNotContain(heaviest.name());
        Camera there = opened.at(camera, heaviest);
        assertThat(there.pixelX(heaviest.x() + heaviest.width() / 2)).isEqualTo(camera.pixelX(rest.x() + rest.width() / 2));
        assertThat(there.pixelY(heaviest.y() + heaviest.height() / 2)).isEqualTo(camera.pixelY(rest.y() + rest.height() / 2));
    }

    @Test
    void whereNothingNewIsDrawnNothingTakesItsPlace() {
        PictureNode rest = folded.nodes().stream().filter(PictureNode::isRest).findFirst().orElseThrow();
        assertThat(Unfolding.of(folded, rest, new Camera(1, 0, 0)).node(folded)).isEqualTo(GraphHits.NOTHING);
    }
}
