/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;

final class PlaceTest {
    private final Analysis analysis = Analysis.of(ThreeTier.result()).question(Question.WORK).build();
    private final long from = analysis.fromNanos();
    private final long to = analysis.toNanos();
    private final int client = ThreeTier.thread("w1-client");
    private final int server = ThreeTier.thread("w1-server");
    /** A vertex that is no thread. */
    private final int device = ThreeTier.result().timeline().threadCount();

    private Place path(int thread) {
        return new Place(from, to, thread, List.of(), Place.View.PATH);
    }

    @Test
    void aRangeIsSelectedAndNoThread() {
        assertThat(Place.of(analysis, new Evidence.Range(from + 5, from + 9, "")))
                .isEqualTo(new Place(from + 5, from + 9, Timeline.NONE, List.of(), Place.View.THREADS));
        assertThat(Place.of(analysis, new Evidence.Range(from, from, ""))).isNull();
    }

    @Test
    void aThreadAndAWaitLeadToThePathOfWhoWaits() {
        assertThat(Place.of(analysis, new Evidence.Vertex(client, 1, ""))).isEqualTo(path(client));
        assertThat(Place.of(analysis, new Evidence.Edge(client, server, 1, 1, ""))).isEqualTo(path(client));
        assertThat(Place.of(analysis, new Evidence.Edge(client, device, 1, 1, ""))).isEqualTo(path(client));
    }

    @Test
    void aDeviceLeadsToWhomItWorksForOrToTheGraph() {
        assertThat(Place.of(analysis, new Evidence.Edge(device, server, 1, 1, ""))).isEqualTo(path(server));
        Place graph = new Place(from, to, Timeline.NONE, List.of(), Place.View.GRAPH);
        assertThat(Place.of(analysis, new Evidence.Vertex(device, 1, ""))).isEqualTo(graph);
        assertThat(Place.of(analysis, new Evidence.Edge(device, device, 1, 1, ""))).isEqualTo(graph);
    }

    @Test
    void aKnotIsTheOneOfThatNumberInTheReport() {
        assertThat(analysis.knots()).isNotEmpty();
        assertThat(Place.of(analysis, new Evidence.OfKnot(1, 1, "")))
                .isEqualTo(new Place(from, to, Timeline.NONE, List.of(analysis.knots().get(0)), Place.View.GRAPH));
        assertThat(Place.of(analysis, new Evidence.OfKnot(0, 1, ""))).isNull();
        assertThat(Place.of(analysis, new Evidence.OfKnot(analysis.knots().size() + 1, 1, ""))).isNull();
    }

    @Test
    void aHostIsSeenAmongTheClocksAndAStackNowhere() {
        assertThat(Place.of(analysis, new Evidence.OfHost(0, "")))
                .isEqualTo(new Place(from, to, Timeline.NONE, List.of(), Place.View.CLOCKS));
        assertThat(Place.of(analysis, new Evidence.Stack("a", 1, ""))).isNull();
    }

    private Finding finding(String rule, Evidence... evidence) {
        Finding.Builder builder = Finding.of(new RuleInfo(rule, "t", "n", "d", "w", "a", List.of()), Severity.INFO, 1).summary("s");
        List.of(evidence).forEach(builder::evidence);
        return builder.build();
    }

    @Test
    void afterAFindingThePathOfItsFirstThreadIsSeenUnlessItIsOfTheRecording() {
        Evidence wait = new Evidence.Edge(server, client, 1, 1, "");
        assertThat(Place.next(analysis, finding("some-rule", new Evidence.OfKnot(1, 1, ""), wait))).isEqualTo(path(server));
        assertThat(Place.next(analysis, finding("some-rule"))).isNull();
        assertThat(Place.next(analysis, finding("lost-events", wait))).isNull();
        assertThat(Place.next(analysis, finding("clock-quality", wait)))
                .isEqualTo(new Place(from, to, Timeline.NONE, List.of(), Place.View.CLOCKS));
    }

    @Test
    void aPlaceHasALength() {
        assertThatThrownBy(() -> new Place(5, 5, Timeline.NONE, List.of(), Place.View.PATH)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from=5, to=5");
    }
}
