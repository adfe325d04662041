/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

public class RoundTripsInSeriesTest {
    private static final RoundTripsInSeries RULE = new RoundTripsInSeries();
    private static final int REQUESTS = 20;

    /** Requests of a client that asks a server on another host so many times each; way and service in microseconds. */
    private static RuleOutcome of(int trips, long way, long service, boolean intervals) {
        return Stage.see(RULE, context(trips, way, service, intervals), RuleSettings.STANDARD);
    }

    public static Analysis context(int trips, long way, long service, boolean intervals) {
        return context(trips, way, service, intervals, false);
    }

    /** Each answer is lost, and sent again after some time. */
    private static Analysis lossy(long again) {
        return context(8, 500, 200, false, false, again);
    }

    /** @param acknowledged whether the first question of a request is all that the client asks, and the others only acknowledge what came */
    private static Analysis context(int trips, long way, long service, boolean intervals, boolean acknowledged) {
        return context(trips, way, service, intervals, acknowledged, 0);
    }

    private static Analysis context(int trips, long way, long service, boolean intervals, boolean acknowledged, long again) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "client");
        int server = stage.thread(stage.host("B"), 1, "server");
        List<NamedInterval> requests = new ArrayList<>();
        long time = 0;
        for (int request = 0; request < REQUESTS; request++) {
            long begin = time;
            for (int trip = 0; trip < trips; trip++) {
                long asked = time + 10;
                long heard = asked + way;
                long answered = heard + service;
                long back = answered + again + way;
                if (again > 0) {
                    stage.builder.resent(server, answered * Stage.US, (answered + again) * Stage.US, false, ResentFate.UNKNOWN);
                }
                stage.runs(client, asked);
                int question = stage.builder.packet(asked * Stage.US, heard * Stage.US, client);
                if (acknowledged && trip > 0) {
                    stage.builder.packetAcknowledges(question);
                }
                stage.waits(server, Cause.NETWORK, client, question, heard).runs(server, answered);
                int answer = stage.builder.packet(answered * Stage.US, back * Stage.US, server);
                stage.waits(client, Cause.NETWORK, server, answer, back);
                time = back;
            }
            time += 50;
            stage.runs(client, time);
            requests.add(new NamedInterval("buy", "" + request, 0, client, begin * Stage.US, time * Stage.US));
        }
        Timeline timeline = stage.builder.build();
        AnalysisBuilder context = Analysis.of(timeline);
        return (intervals ? context.intervals(new MatchedIntervals(requests, List.of())) : context).build();
    }

    @Test
    void eightTripsOneAfterTheOtherInEachRequestAreFound() {
        assertThat(of(8, 500, 200, true).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("interval buy makes 8 round trips between client (A) and server (B)", "median of 20",
                    "8.00 ms");
        });
    }

    @Test
    void partsOfOneLongAnswerAreOneTrip() {
        for (boolean intervals : new boolean[] {true, false}) {
            assertThat(Stage.see(RULE, context(8, 500, 200, intervals, true), RuleSettings.STANDARD).findings()).isEmpty();
        }
    }

    @Test
    void oneTripARequestIsWhatARequestIs() {
        assertThat(of(1, 500, 200, true).findings()).isEmpty();
    }

    @Test
    void tripsThatTakeNoTimeAreNoMatter() {
        assertThat(of(8, 20, 2_000, true).findings()).isEmpty();
    }

    @Test
    void withoutIntervalsAThreadOfManyTripsIsAWarning() {
        assertThat(of(8, 500, 200, false).findings()).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary()).contains("round trips between client (A) and server (B)");
            assertThat(finding.estimate()).isTrue();
        });
        assertThat(of(3, 500, 200, false).findings()).isEmpty();
    }

    @Test
    void whatIsLostIsNotOnItsWay() {
        assertThat(Stage.see(RULE, lossy(1_000), RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("160 ms or 45.1 %"));
        assertThat(Stage.see(RULE, lossy(3_000), RuleSettings.STANDARD).findings()).as("the way is less than 30 %").isEmpty();
    }

    @Test
    void bothEndsOfAConversationAreOneFindingAndEqualThreadsAreNamedTogether() {
        Stage stage = new Stage();
        int a = stage.host("A");
        int b = stage.host("B");
        int[] clients = {stage.thread(a, 1, "client-0"), stage.thread(a, 1, "client-1"), stage.thread(a, 1, "client-2")};
        int server = stage.thread(b, 2, "server");
        long time = 0;
        for (int i = 0; i < 450; i++) {
            int client = clients[i % 3];
            stage.runs(client, time + 10);
            int question = stage.builder.packet((time + 10) * Stage.US, (time + 510) * Stage.US, client);
            stage.waits(server, Cause.NETWORK, client, question, time + 510).runs(server, time + 600);
            int answer = stage.builder.packet((time + 600) * Stage.US, (time + 1_100) * Stage.US, server);
            stage.waits(client, Cause.NETWORK, server, answer, time + 1_100);
            time += 1_100;
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("round trips between client* ×3 (A) and server (B), one after the other"));
    }

    @Test
    void withoutPacketsItCannotTell() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }
}
