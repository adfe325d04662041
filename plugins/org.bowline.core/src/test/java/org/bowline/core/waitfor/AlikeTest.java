/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class AlikeTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int first = builder.thread(host, 1, 1, "worker-1");
    private final int second = builder.thread(host, 2, 1, "worker-2");
    private final int cleaner = builder.thread(host, 3, 1, "cleaner");
    private final int elsewhere = builder.thread(builder.host("B"), 1, 1, "worker-1");

    @Test
    void threadsOfOneHostWhoseNamesDifferInANumberAreAlikeAndDisksAreNot() {
        builder.resource(host, VertexKind.DISK, "vda");
        builder.resource(host, VertexKind.DISK, "vdb");
        Timeline timeline = builder.build(0, 100);
        Alike alike = new Alike(timeline);
        assertThat(alike.first(second)).isEqualTo(first);
        assertThat(alike.first(cleaner)).isEqualTo(cleaner);
        assertThat(alike.first(elsewhere)).isEqualTo(elsewhere);
        for (int disk = timeline.threadCount(); disk < timeline.vertexCount(); disk++) {
            assertThat(alike.first(disk)).isEqualTo(disk);
        }
        assertThat(alike.pair(second, cleaner)).isEqualTo(alike.pair(first, cleaner)).isNotEqualTo(alike.pair(cleaner, first));
    }

    @Test
    void repeatsAreTheWaitsOfAllEdgesBetweenSuchThreads() {
        builder.blocked(first, 0, 10, Cause.THREAD, cleaner, Timeline.NONE, -1);
        builder.blocked(first, 10, 20, Cause.THREAD, cleaner, Timeline.NONE, -1);
        builder.blocked(second, 0, 10, Cause.THREAD, cleaner, Timeline.NONE, -1);
        builder.blocked(elsewhere, 0, 10, Cause.THREAD, cleaner, Timeline.NONE, -1);
        WaitForGraph graph = WaitForAnalysis.run(builder.build(0, 100), 0, 100, null, Progress.NONE);
        int[] repeats = Repeats.of(graph);
        assertThat(repeats[graph.edge(first, cleaner)]).isEqualTo(3);
        assertThat(repeats[graph.edge(second, cleaner)]).isEqualTo(3);
        assertThat(repeats[graph.edge(elsewhere, cleaner)]).isEqualTo(1);
    }
}
