/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils.REQUESTED_ITEMS_KEY;
import static org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils.REQUESTED_TIME_KEY;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;

final class QueryParametersTest {
    private static QueryParameters of(String key, Object value) {
        return new QueryParameters(Map.of(key, value));
    }

    @Test
    void timesAscendWhateverTheirOrderAndForm() {
        assertThat(of(REQUESTED_TIME_KEY, List.of("30", 10, 20L, 2.5)).times()).containsExactly(2, 10, 20, 30);
        assertThat(of(REQUESTED_TIME_KEY, new long[] {7, 5}).times()).containsExactly(5, 7);
        assertThat(of(REQUESTED_TIME_KEY, 9).times()).containsExactly(9);
    }

    @Test
    void anArrayIsNotSortedInTheHandsOfItsOwner() {
        long[] times = {7, 5};
        of(REQUESTED_TIME_KEY, times).times();
        assertThat(times).containsExactly(7, 5);
    }

    @Test
    void whatIsNotANumberIsAsIfItHadNotBeenGiven() {
        assertThat(of(REQUESTED_TIME_KEY, List.of("1e3", "", "9".repeat(19), Map.of(), "-4")).times()).containsExactly(-4);
        assertThat(of(QueryParameters.THREAD, "twelve").number(QueryParameters.THREAD, 3)).isEqualTo(3);
        assertThat(of(QueryParameters.THREAD, "12").number(QueryParameters.THREAD, 3)).isEqualTo(12);
        assertThat(new QueryParameters(Map.of()).number(QueryParameters.THREAD, 3)).isEqualTo(3);
    }

    @Test
    void itemsKeepTheirOrderAndNoneIsNotAll() {
        assertThat(of(REQUESTED_ITEMS_KEY, List.of(3, 1, 2)).items()).containsExactly(3, 1, 2);
        assertThat(of(REQUESTED_ITEMS_KEY, List.of()).items()).isEmpty();
        assertThat(new QueryParameters(Map.of()).items()).isNull();
    }

    @Test
    void aRangeIsCutToTheTimeline() {
        Timeline timeline = ThreeTier.result().timeline();
        long start = timeline.startNanos();
        long end = timeline.endNanos();
        assertThat(new QueryParameters(Map.of()).range(timeline)).containsExactly(start, end);
        assertThat(of(REQUESTED_TIME_KEY, List.of(0, start + 5, Long.MAX_VALUE)).range(timeline)).containsExactly(start, end);
        assertThat(of(REQUESTED_TIME_KEY, List.of(start + 5, end - 5)).range(timeline)).containsExactly(start + 5, end - 5);
        long[] before = of(REQUESTED_TIME_KEY, List.of(5, 6)).range(timeline);
        assertThat(before[0]).isGreaterThan(before[1]);
    }
}
