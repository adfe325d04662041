/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class HelpedOnTest {
    private static final int CLIENT = 0;
    private static final int SERVER = 1;
    private static final int BEATS = 2;

    /**
     * A client asks a server, round after round; in each, a thread that sleeps for 4 of 10 ms wakes it once, after which it waits on.
     *
     * @param asks in how many rounds the client wakes the server
     * @param answers in how many rounds the client wakes the sleeper as soon as that has woken it
     */
    private static Stage heartbeats(int rounds, int asks, int answers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.thread(host, 1, "client");
        stage.thread(host, 2, "server");
        stage.thread(host, 3, "beats");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < rounds; i++) {
            long t = 10_000L * i;
            stage.runs(CLIENT, t + 100);
            if (i < asks) {
                stage.waits(SERVER, CLIENT, t + 100);
            }
            stage.runs(SERVER, t + 9_900);
            stage.waits(BEATS, Cause.TIMER, timer, Timeline.NONE, t + 4_000).runs(BEATS, t + 4_100);
            stage.waits(CLIENT, BEATS, t + 4_100).runs(CLIENT, t + 4_200);
            if (i < answers) {
                stage.waits(BEATS, CLIENT, t + 4_200);
            }
            stage.runs(BEATS, t + 9_900);
            stage.waits(CLIENT, SERVER, t + 9_900);
        }
        return stage;
    }

    private static HelpedOn helped(Stage stage) {
        return new HelpedOn(Analysis.of(stage.builder.build()).build());
    }

    @Test
    void whatNothingEverFollowsDoesNotHelp() {
        HelpedOn helped = helped(heartbeats(30, 30, 0));
        assertThat(helped.by(BEATS, CLIENT)).isFalse();
        assertThat(helped.by(SERVER, CLIENT)).as("it asks again").isTrue();
    }

    @Test
    void whatSomethingFollowsATenthAsOftenHelps() {
        assertThat(helped(heartbeats(50, 50, 4)).by(BEATS, CLIENT)).isFalse();
        assertThat(helped(heartbeats(50, 50, 5)).by(BEATS, CLIENT)).isTrue();
    }

    @Test
    void ofFewWaitsAndOfOneOfWhichNothingIsKnownItIsNotSaid() {
        assertThat(helped(heartbeats(20, 20, 0)).by(BEATS, CLIENT)).isFalse();
        assertThat(helped(heartbeats(19, 19, 0)).by(BEATS, CLIENT)).isTrue();
        assertThat(helped(heartbeats(30, 11, 0)).by(BEATS, CLIENT)).as("it asks after ten of the answers").isFalse();
        assertThat(helped(heartbeats(30, 10, 0)).by(BEATS, CLIENT)).as("it asks after nine of them").isTrue();
    }

    @Test
    void whoSleepsBetweenHeartbeatsKeepsNobodyWaiting() {
        SleepWhileAwaited rule = new SleepWhileAwaited();
        assertThat(heartbeats(30, 30, 0).see(rule).findings()).isEmpty();
        assertThat(heartbeats(30, 30, 10).see(rule).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("beats (h:103) sleeps while others wait for it"));
    }
}
