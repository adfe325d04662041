/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

class EdgeWaitsTest {
    private record Wait(int source, int target, long start, long end, long nanos) {}

    private static List<Wait> listed(EdgeWaits waits) {
        List<Wait> result = new ArrayList<>();
        for (int i = 0; i < waits.size(); i++) {
            result.add(new Wait(waits.source(i), waits.target(i), waits.startNanos(i), waits.endNanos(i), waits.nanos(i)));
        }
        return result;
    }

    /** Every segment of every thread, looked at without any order. */
    private static List<Wait> oracle(WaitForGraph graph, int source, int target) {
        Timeline timeline = graph.timeline();
        WaitTargets targets = new WaitTargets(timeline);
        List<Wait> result = new ArrayList<>();
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            int thread = timeline.threadOf(segment);
            long end = timeline.end(thread, segment);
            long nanos = Math.min(end, graph.toNanos()) - Math.max(timeline.start(segment), graph.fromNanos());
            if (thread == source && timeline.state(segment) == ThreadState.BLOCKED && targets.of(thread, segment) == target && nanos > 0) {
                result.add(new Wait(source, target, timeline.start(segment), end, nanos));
            }
        }
        result.sort(Comparator.comparingLong(Wait::nanos).reversed().thenComparingLong(Wait::start));
        return result;
    }

    @Test
    void theListIsThatOfTheOracleAndAddsUpToTheEdge() {
        for (int round = 0; round < 2_000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.of(seed);
            long from = random.nextInt(10);
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, from + 1 + random.nextInt(40), null, Progress.NONE);
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    List<Wait> expected = oracle(graph, graph.source(edge), graph.target(edge));
                    EdgeWaits all = EdgeWaits.of(graph, new int[] {edge}, Integer.MAX_VALUE, Progress.NONE);
                    assertThat(listed(all)).as(Seeds.name(seed)).isEqualTo(expected);
                    assertThat(all.count()).isEqualTo(graph.waits(edge));
                    assertThat(all.nanos()).isEqualTo(graph.directNanos(edge));
                    Wait first = expected.stream().min(Comparator.comparingLong(Wait::start)).orElseThrow();
                    assertThat(all.firstStartNanos()).isEqualTo(first.start());
                    assertThat(all.firstEndNanos()).isEqualTo(first.end());
                    int most = 1 + random.nextInt(4);
                    EdgeWaits longest = EdgeWaits.of(graph, new int[] {edge}, most, Progress.NONE);
                    assertThat(listed(longest)).as(Seeds.name(seed)).extracting(Wait::nanos)
                            .isEqualTo(expected.stream().limit(most).map(Wait::nanos).toList());
                    assertThat(longest.count()).isEqualTo(expected.size());
                    assertThat(longest.nanos()).isEqualTo(graph.directNanos(edge));
                }
            }
        }
    }

    @Test
    void anIdleEdgeListsTheRequestsThatItCounts() {
        for (int round = 0; round < 2_000; round++) {
            long seed = Seeds.of(round);
            WaitForGraph graph = WaitForAnalysis.run(RandomTimelines.of(seed), 3, 30, null, Progress.NONE);
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (graph.isIdle(edge)) {
                    EdgeWaits requests = EdgeWaits.of(graph, new int[] {edge}, 100, Progress.NONE);
                    assertThat(requests.count()).as(Seeds.name(seed)).isEqualTo(graph.waits(edge));
                    assertThat(requests.size()).isEqualTo(graph.waits(edge));
                    for (int i = 0; i < requests.size(); i++) {
                        assertThat(graph.timeline().requestIssuer(requests.request(i))).isEqualTo(graph.target(edge));
                        assertThat(requests.segment(i)).isEqualTo(Timeline.NONE);
                    }
                }
            }
        }
    }

    @Test
    void severalEdgesAreOneList() {
        WaitForGraph graph = WaitForAnalysis.run(Scenarios.pipeline(3), 0, 30_000_000, null, Progress.NONE);
        EdgeWaits waits = EdgeWaits.of(graph, new int[] {graph.edge(0, 1), graph.edge(1, 2)}, 4, Progress.NONE);
        assertThat(waits.count()).isEqualTo(6);
        assertThat(waits.nanos()).isEqualTo(39_000_000);
        assertThat(listed(waits)).extracting(Wait::source).containsExactly(0, 0, 0, 1);
        assertThat(waits.segment(0)).isEqualTo(1);
        assertThat(waits.request(0)).isEqualTo(Timeline.NONE);
    }

    @Test
    void itStopsWhenCancelledAndRefusesAListWithoutRoom() {
        WaitForGraph graph = WaitForAnalysis.run(Scenarios.pipeline(3), 0, 30_000_000, null, Progress.NONE);
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> EdgeWaits.of(graph, new int[] {graph.edge(2, 1)}, 10, cancelled)).isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> EdgeWaits.of(graph, new int[] {0}, 0, Progress.NONE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("most=0");
    }
}
