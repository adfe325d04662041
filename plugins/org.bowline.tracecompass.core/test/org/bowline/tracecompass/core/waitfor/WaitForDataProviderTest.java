/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.knots.KnotsDataProvider;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.provider.QueryParameters;

final class WaitForDataProviderTest {
    private final Timeline timeline = ThreeTier.result().timeline();
    private final AnalysisAccess access = () -> Now.done(ThreeTier.result());
    private final WaitForAnswer answer = new WaitForAnswers(ThreeTier.result()).get(timeline.startNanos(), timeline.endNanos(),
            WaitOrigins.ALL, Progress.NONE);
    private final WaitForGraph graph = answer.graph();
    private final List<TmfTreeDataModel> entries = new WaitForDataProvider(null, access).entries(answer, new QueryParameters(Map.of()));

    @Test
    void everyEdgeStandsOnceBelowItsSourceAndSourcesComeFirst() {
        Set<Long> seen = new HashSet<>();
        for (TmfTreeDataModel entry : entries) {
            assertThat(entry.getParentId() == -1 || seen.contains(entry.getParentId())).isTrue();
            assertThat(seen.add(entry.getId())).isTrue();
            if (entry.getParentId() >= 0) {
                int edge = (int) (entry.getId() - graph.vertexCount());
                assertThat(entry.getParentId()).isEqualTo(graph.source(edge));
                assertThat(entry.getLabels()).startsWith(WaitForDataProvider.name(timeline, graph.target(edge)))
                        .contains(Long.toString(graph.weightNanos(edge)), Long.toString(graph.directNanos(edge)),
                                Long.toString(graph.waits(edge)));
            }
        }
        assertThat(entries.stream().filter(entry -> entry.getParentId() >= 0)).hasSize(graph.edgeCount());
    }

    @Test
    void aVertexHasTheSumsOfItsEdgesAndTheHeaviestComeFirst() {
        Map<Long, long[]> sums = new HashMap<>();
        for (TmfTreeDataModel entry : entries) {
            if (entry.getParentId() >= 0) {
                long[] sum = sums.computeIfAbsent(entry.getParentId(), id -> new long[3]);
                sum[0] += weight(entry);
                sum[1] += Long.parseLong(entry.getLabels().get(5));
                sum[2] += Long.parseLong(entry.getLabels().get(6));
            }
        }
        Map<Long, Long> last = new HashMap<>();
        for (TmfTreeDataModel entry : entries) {
            assertThat(weight(entry)).isLessThanOrEqualTo(last.getOrDefault(entry.getParentId(), Long.MAX_VALUE));
            last.put(entry.getParentId(), weight(entry));
            if (entry.getParentId() < 0) {
                long[] sum = sums.get(entry.getId());
                assertThat(new long[] {weight(entry), Long.parseLong(entry.getLabels().get(5)), Long.parseLong(entry.getLabels().get(6))})
                        .containsExactly(sum);
            }
        }
    }

    private static long weight(TmfTreeDataModel entry) {
        return Long.parseLong(entry.getLabels().get(3));
    }

    @Test
    void aThreadIsNamedWithItsIdAndAnythingElseByItsName() {
        int client = ThreeTier.thread("w1-client");
        assertThat(WaitForDataProvider.name(timeline, client)).isEqualTo("w1-client (272)");
        int disk = timeline.threadCount();
        assertThat(WaitForDataProvider.name(timeline, disk)).isEqualTo(timeline.vertexName(disk)).doesNotContain("(");
    }

    @Test
    void whereThereAreSeveralHostsTheMembersOfKnotsAreToldWithTheirs() {
        assertThat(answer.hierarchy().knots()).extracting(knot -> KnotsDataProvider.members(graph, knot))
                .anySatisfy(members -> assertThat(members).contains("w1-client (A:272)", "w1-backend (C:277)"));
        assertThat(WaitForDataProvider.nameAndHost(timeline, ThreeTier.thread("w1-client"))).isEqualTo("w1-client (A:272)");
    }

    @Test
    void whereThereIsOneHostItIsNotTold() {
        TimelineBuilder one = new TimelineBuilder();
        int thread = one.thread(one.host("A"), 7, 7, "reader");
        assertThat(WaitForDataProvider.nameAndHost(one.build(0, 10), thread)).isEqualTo("reader (7)");
    }
}
