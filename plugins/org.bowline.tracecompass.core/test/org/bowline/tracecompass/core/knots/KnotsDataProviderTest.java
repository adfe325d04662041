/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.knots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.provider.QueryParameters;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;

final class KnotsDataProviderTest {
    private static final String MEMBER = "\\((A|B|C)(:\\d+)?\\)";

    @Test
    void whereThereAreSeveralHostsMembersAndEdgesAreToldWithTheirs() {
        Timeline timeline = ThreeTier.result().timeline();
        WaitForAnswer answer = new WaitForAnswers(ThreeTier.result()).get(timeline.startNanos(), timeline.endNanos(), WaitOrigins.ALL,
                Progress.NONE);
        List<TmfTreeDataModel> entries = new KnotsDataProvider(null, () -> Now.done(ThreeTier.result())).entries(answer,
                new QueryParameters(Map.of()));
        assertThat(entries).filteredOn(entry -> entry.getParentId() < 0).extracting(TmfTreeDataModel::getName)
                .anySatisfy(members -> assertThat(members).contains("w1-client (A:272)"));
        assertThat(entries).filteredOn(entry -> entry.getParentId() >= 0).isNotEmpty().extracting(TmfTreeDataModel::getName)
                .allSatisfy(edge -> assertThat(edge).matches(".+ " + MEMBER + " \u2192 .+ " + MEMBER));
    }

    @Test
    void whereThereIsOneHostItIsNotTold() {
        TimelineBuilder timeline = new TimelineBuilder();
        int thread = timeline.thread(timeline.host("A"), 7, 7, "reader");
        assertThat(WaitForDataProvider.nameAndHost(timeline.build(0, 10), thread)).isEqualTo("reader (7)");
    }
}
