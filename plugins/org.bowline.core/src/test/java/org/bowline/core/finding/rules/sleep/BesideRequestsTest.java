/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** A server whose session answers a client, and that has a thread which tidies up for 1 of 10 ms, when another one that sleeps wakes it. */
class BesideRequestsTest {
    private static final int ROUND = 10_000;
    private static final int ROUNDS = 60;

    private final Stage stage = new Stage();
    private final int host = stage.host("B");
    private final int session = stage.thread(host, 11, "session");
    private final int ticker = stage.thread(host, 11, "ticker");
    private final int tidies = stage.thread(host, 11, "tidies");
    private final int client = stage.thread(stage.host("A"), 12, "client");
    private final int local = stage.thread(host, 13, "local");
    private final int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");

    /**
     * @param needed whether the session needs the other one to answer
     * @param isAsked whether there is a request
     */
    private void round(int round, boolean needed, boolean isAsked) {
        long t = (long) ROUND * round;
        stage.waits(ticker, Cause.TIMER, timer, Timeline.NONE, t + 9_000).runs(ticker, t + 9_100);
        stage.waits(tidies, ticker, t + 9_050).runs(tidies, t + ROUND);
        if (isAsked) {
            stage.runs(client, t + 100);
            int ask = stage.packet(1, client, Timeline.Opener.SENDER, t + 50, t + 150);
            stage.waits(session, Cause.NETWORK, client, ask, t + 150).runs(session, t + 3_000);
            if (needed) {
                stage.waits(session, tidies, t + 9_500);
            }
            stage.runs(session, t + 9_700);
            int answer = stage.packet(1, session, Timeline.Opener.RECEIVER, t + 9_650, t + 9_750);
            stage.waits(client, Cause.NETWORK, session, answer, t + 9_750);
        }
    }

    private List<Finding> told(boolean needed, int requests) {
        for (int i = 0; i < ROUNDS; i++) {
            round(i, needed, i < requests);
        }
        return stage.see(new SleepWhileAwaited()).findings().stream().filter(finding -> finding.subject().contains("ticker")).toList();
    }

    @Test
    void whoTidiesUpBesideTheRequestsKeepsNobodyWaiting() {
        assertThat(told(false, ROUNDS)).isEmpty();
    }

    @Test
    void aServerThatIsAskedForAThirdOfTheTimeIsThereForThat() {
        assertThat(told(false, 20)).isEmpty();
    }

    @Test
    void whoMakesWhatTheRequestsNeedDoes() {
        assertThat(told(true, ROUNDS)).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("ticker (B:102) sleeps while others wait for it: "));
    }

    @Test
    void aProgramThatAnswersNowAndThenHasOtherWork() {
        assertThat(told(false, 19)).as("too few requests").hasSize(1);
    }

    @Test
    void whoAnotherProgramWaitsForIsNotBesideTheWork() {
        for (int i = 0; i < ROUNDS; i++) {
            stage.runs(local, (long) ROUND * i + 1_000).waits(local, tidies, (long) ROUND * i + 9_500);
        }
        assertThat(told(false, ROUNDS)).hasSize(1);
    }

    /** A thread that fetches sleeps for 9 of 10 ms before it wakes the one that works with what comes; so often another one of the process answers a monitor, after 40 ms. */
    private static Stage worker(int answers) {
        Stage stage = new Stage();
        int host = stage.host("B");
        int fetch = stage.thread(host, 11, "fetch");
        int apply = stage.thread(host, 11, "apply");
        int http = stage.thread(host, 11, "http");
        int monitor = stage.thread(stage.host("A"), 12, "monitor");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int elsewhere = stage.builder.resource(1, VertexKind.TIMER, "timer");
        int items = 600;
        for (int i = 0; i < items; i++) {
            long t = (long) ROUND * i;
            stage.waits(fetch, Cause.TIMER, timer, Timeline.NONE, t + 9_000).runs(fetch, t + 9_500);
            stage.waits(apply, fetch, t + 9_400).runs(apply, t + ROUND);
            if (answers > 0 && i % (items / answers) == 0) {
                stage.waits(monitor, Cause.TIMER, elsewhere, Timeline.NONE, t + 50).runs(monitor, t + 100);
                int ask = stage.packet(1, monitor, Timeline.Opener.SENDER, t + 80, t + 150);
                stage.waits(http, Cause.NETWORK, monitor, ask, t + 150).runs(http, t + 40_150);
                int answer = stage.packet(1, http, Timeline.Opener.RECEIVER, t + 40_100, t + 40_200);
                stage.waits(monitor, Cause.NETWORK, http, answer, t + 40_200).runs(monitor, t + 40_250);
            }
        }
        return stage;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 30})
    void aWorkerThatAMonitorAsksHasOtherWork(int answers) {
        assertThat(worker(answers).see(new SleepWhileAwaited()).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary()).startsWith("fetch (B:101) sleeps while others wait for it: ")
                        .contains("90.0 % of"));
    }

    @Test
    void whoWorksAsMuchAsThoseThatAnswerHasWorkOfItsOwn() {
        for (int i = 0; i < ROUNDS; i++) {
            long t = (long) ROUND * i;
            stage.waits(ticker, Cause.TIMER, timer, Timeline.NONE, t + 5_000).runs(ticker, t + 5_100);
            stage.waits(tidies, ticker, t + 5_050).runs(tidies, t + ROUND);
            stage.runs(client, t + 100);
            int ask = stage.packet(1, client, Timeline.Opener.SENDER, t + 50, t + 150);
            stage.waits(session, Cause.NETWORK, client, ask, t + 150).runs(session, t + 3_000);
            stage.waits(client, Cause.NETWORK, session, stage.packet(1, session, Timeline.Opener.RECEIVER, t + 2_950, t + 3_050),
                    t + 3_050);
        }
        assertThat(stage.see(new SleepWhileAwaited()).findings()).filteredOn(finding -> finding.subject().contains("ticker")).hasSize(1);
    }
}
