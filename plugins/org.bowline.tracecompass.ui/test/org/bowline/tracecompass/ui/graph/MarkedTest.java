/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Marks of threads in a picture of three of them, each of which waits for the next, the last for a disk. */
final class MarkedTest {
    private final Timeline timeline = timeline();
    private final GraphPicture picture = picture(timeline);

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        for (int i = 0; i < 3; i++) {
            builder.thread(0, 10 + i, 10 + i, "t" + i);
        }
        for (int i = 0; i < 2; i++) {
            builder.blocked(i, 0, 1000 - 100 * i, Cause.THREAD, i + 1, Timeline.NONE, 0);
            builder.segment(i, 1000 - 100 * i, 1000, ThreadState.RUNNING, 0);
        }
        builder.segment(2, 0, 1000, ThreadState.RUNNING, 0);
        return builder.build();
    }

    private static GraphPicture picture(Timeline timeline) {
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 1000, null, Progress.NONE);
        return GraphPicture.of(graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE), PictureOptions.DEFAULT, Progress.NONE);
    }

    private String mark(String node, String... options) {
        PictureNode of = picture.nodes().stream().filter(each -> each.name().equals(node)).findFirst().orElseThrow();
        return Marked.of(GivenOptions.of(List.of(options)), timeline).of(picture, of.index());
    }

    @Test
    void aNodeHasTheMarkOfItsThread() {
        assertThat(mark("t0")).isEmpty();
        assertThat(mark("t0", "worker=A:10")).isEqualTo("worker");
        assertThat(mark("t1", "worker=A:10")).isEmpty();
        assertThat(mark("t1", "worker=A:t*")).isEqualTo("worker");
        assertThat(mark("t1", "background=A:11")).isEqualTo("background");
    }

    @Test
    void ofBothMarksTheEngineTakesBackground() {
        assertThat(mark("t0", "worker=A:t*", "background=A:t0")).isEqualTo("background");
        assertThat(mark("t2", "worker=A:t*", "background=A:t0")).isEqualTo("worker");
    }
}
