/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Folding;
import org.bowline.report.rows.WaitRows;

/** Edges by name, their single waits, and edges of pools as one. */
class WaitsTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int boss = thread(1, "boss, really", 1, 1);
    private final int first = thread(2, "worker", 0, 3);
    private final int second = thread(3, "worker", 0, 5);
    private final Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.WORK.within(0, 1_000)).build();

    private int thread(int tid, String name, int target, int count) {
        int thread = builder.thread(host, 10 + tid, 10 + tid, name);
        for (int i = 0; i < count; i++) {
            builder.blocked(thread, i * 100L, i * 100L + 90 - tid, Cause.THREAD, target, Timeline.NONE, -1);
            builder.segment(thread, i * 100L + 90 - tid, i * 100L + 100, ThreadState.RUNNING, -1);
        }
        return thread;
    }

    private int[] edges(String text) {
        return EdgeChoice.parse(text).in(analysis.graph());
    }

    @Test
    void aWaitForADiskThatAThreadOfTheKernelFinishedSaysBoth() {
        TimelineBuilder own = new TimelineBuilder();
        int writer = own.thread(own.host("A"), 11, 11, "writer");
        int worker = own.thread(0, 12, 2, "kworker/u4:0");
        int disk = own.resource(0, VertexKind.DISK, "vda");
        int request = own.request(disk, writer, 0, 0, 80);
        own.blocked(writer, 0, 90, Cause.THREAD, worker, Timeline.finishedLink(request), -1);
        own.blocked(writer, 90, 100, Cause.THREAD, worker, Timeline.NONE, -1);
        own.segment(worker, 0, 100, ThreadState.RUNNING, 0);
        WaitForGraph graph = Analysis.of(own.build(0, 100)).question(Question.ALL.within(0, 100)).build().graph();
        assertThat(ended(graph, 2)).isEqualTo("disk, and a thread that finished it");
        assertThat(ended(graph, worker)).isEqualTo("thread");
    }

    /** What ended the one wait of the first thread for a vertex. */
    private static String ended(WaitForGraph graph, int target) {
        EdgeWaits waits = EdgeWaits.of(graph, new int[] {graph.edge(0, target)}, Integer.MAX_VALUE, Progress.NONE);
        return WaitsDescriptor.endedBy(WaitRows.of(waits, new StackQuestion.Stacks(null)).get(0));
    }

    @Test
    void anEdgeIsNamedByTidsByNamesOrWithTheHost() {
        int edge = analysis.graph().edge(first, boss);
        assertThat(edges("A:12,A:11")).containsExactly(edge);
        assertThat(edges("12,11")).containsExactly(edge);
        assertThat(edges("worker,boss, really")).containsExactlyInAnyOrder(edge, analysis.graph().edge(second, boss));
        assertThat(edges("A:12,A:13")).isEmpty();
        assertThatThrownBy(() -> edges("A:12,nobody")).hasMessageContaining("no thread and no resource 'nobody'");
        assertThatThrownBy(() -> EdgeChoice.parse("A:2")).hasMessageContaining("FROM,TO");
    }

    @Test
    void itsWaitsAreListedTheLongestFirstWithWhatEndedThem() {
        EdgeWaits waits = EdgeWaits.of(analysis.graph(), edges("worker,11"), 10, Progress.NONE);
        assertThat(waits.count()).isEqualTo(8);
        assertThat(WaitRows.of(waits, new StackQuestion.Stacks(null))).first().satisfies(row -> {
            assertThat(row.source().phrase()).isEqualTo("worker (A:12)");
            assertThat(row.nanos()).isEqualTo(88);
            assertThat(row.cause()).isEqualTo("thread");
            assertThat(row.isOpen()).isFalse();
        });
    }

    @Test
    void edgesOfAPoolAreOneAndAddUp() {
        int[] all = {analysis.graph().edge(first, boss), analysis.graph().edge(second, boss)};
        List<Folding.Edge> folded = Folding.edges(analysis.graph(), all, Pools.of(analysis), true);
        assertThat(folded).singleElement().satisfies(edge -> {
            assertThat(edge.row().source().phrase()).isEqualTo("worker ×2 (A)");
            assertThat(edge.row().waits()).isEqualTo(8);
            assertThat(edge.row().directNanos()).isEqualTo(3 * 88 + 5 * 87);
            assertThat(edge.directEachNanos()).isEqualTo((3 * 88 + 5 * 87) / 2);
            assertThat(edge.waiting()).isEqualTo(2);
        });
    }
}
