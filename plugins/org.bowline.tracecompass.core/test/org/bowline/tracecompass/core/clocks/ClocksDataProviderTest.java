/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.clocks.ClocksDataProvider.Curve;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Phase;

final class ClocksDataProviderTest {
    private final ClocksDataProvider provider = new ClocksDataProvider(() -> Now.done(ThreeTier.result()));

    private List<TmfTreeDataModel> entries(Map<String, Object> parameters) {
        return provider.fetchTree(parameters, null).getModel().getEntries();
    }

    private Map<Long, ISeriesModel> series(Long... items) {
        Map<Long, ISeriesModel> series = new HashMap<>();
        for (ISeriesModel each : provider.fetchXY(Map.of(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(items)), null).getModel()
                .getSeriesData()) {
            series.put(each.getId(), each);
        }
        return series;
    }

    /** What takes the clocks to that of A was measured when it was recorded: see tests/traces/three-tier/README.md. */
    @Test
    void everyHostHasARowWithItsClock() {
        List<TmfTreeDataModel> hosts = entries(Map.of()).stream().filter(entry -> entry.getParentId() < 0).toList();
        assertThat(hosts).extracting(TmfTreeDataModel::getId).containsExactly(1L, 9L, 17L);
        assertThat(hosts).extracting(TmfTreeDataModel::getName).containsExactly("A", "B", "C");
        for (TmfTreeDataModel host : hosts) {
            assertThat(host.getLabels()).hasSize(14);
            assertThat(host.getLabels().get(1)).isIn("accurate", "approximate");
        }
        int reference = hosts.get(0).getLabels().get(2).charAt(0) - 'A';
        assertThat(hosts.get(reference).getLabels().subList(3, 9)).containsExactly("", "0", "0.000000", "0", "0", "0");
        assertThat(hosts.get(reference).getLabels().subList(12, 14)).containsExactly("0", "0");
        for (int host = 0; host < hosts.size(); host++) {
            long packets = Long.parseLong(hosts.get(host).getLabels().get(12));
            long most = Math.max(Long.parseLong(hosts.get(host).getLabels().get(6)), Long.parseLong(hosts.get(host).getLabels().get(8)));
            // the packets fill the middle of the recording
            assertThat(packets).as("error of host %d where its packets are", host).isLessThanOrEqualTo(most);
            assertThat(Long.parseLong(hosts.get(host).getLabels().get(13)) > 0).isEqualTo(host != reference);
        }
        long[] ahead = hosts.stream().mapToLong(host -> Long.parseLong(host.getLabels().get(4))).toArray();
        assertThat(ahead[1] - ahead[0]).isBetween(140_000_000L, 141_000_000L);
        assertThat(ahead[2] - ahead[0]).isBetween(7_267_500_000L, 7_270_500_000L);
    }

    @Test
    void theTakenClockLiesBetweenItsBoundsAndTheMessagesBeyondThem() {
        int curves = 0;
        for (int host = 0; host < 3; host++) {
            Map<Long, ISeriesModel> series = series(ClocksDataProvider.id(host));
            for (Curve curve : Curve.values()) {
                ISeriesModel one = series.get(ClocksDataProvider.id(host, curve));
                if (one == null) {
                    continue; // the reference has none
                }
                curves++;
                assertThat(one.getData()).hasSameSizeAs(one.getXAxis()).isNotEmpty();
                boolean above = curve == Curve.RECEIVED || curve == Curve.HIGH;
                // a bound is rounded to the nanosecond, and so is the clock
                assertThat(Arrays.stream(one.getData())).as("%s of host %d", curve, host)
                        .allMatch(nanos -> above ? nanos >= -1 : nanos <= 1);
            }
        }
        assertThat(curves).isEqualTo(2 * Curve.values().length);
    }

    @Test
    void seriesAreThoseOfTheItemsThatWereAskedFor() {
        int host = series(ClocksDataProvider.id(1)).isEmpty() ? 0 : 1;
        long low = ClocksDataProvider.id(host, Curve.LOW);
        assertThat(series(low)).containsOnlyKeys(low);
        assertThat(series()).isEmpty();
        assertThat(provider.fetchXY(Map.of(), null).getModel().getSeriesData()).isEmpty();
    }

    @Test
    void withoutAResultTheAnswerHasTheColumnsAndSaysWhy() {
        for (Phase phase : List.of(Phase.RUNNING, Phase.CANCELLED, Phase.FAILED)) {
            ClocksDataProvider waiting = new ClocksDataProvider(() -> Now.without(phase, "why"));
            var tree = waiting.fetchTree(Map.of(), null);
            assertThat(tree.getStatus()).isEqualTo(Status.valueOf(phase.name()));
            assertThat(tree.getStatusMessage()).isEqualTo("why");
            assertThat(tree.getModel().getHeaders()).hasSize(14);
            assertThat(tree.getModel().getEntries()).isEmpty();
            assertThat(waiting.fetchXY(Map.of(), null).getStatus()).isEqualTo(Status.valueOf(phase.name()));
        }
    }

    @Test
    void aRangeOutsideOfTheTracesFailsAndACancelledQueryIsCancelled() {
        assertThat(provider.fetchTree(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(5, 6)), null).getStatus())
                .isEqualTo(Status.FAILED);
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        assertThat(provider.fetchXY(Map.of(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(1, 9, 17)), cancelled).getStatus())
                .isEqualTo(Status.CANCELLED);
    }
}
