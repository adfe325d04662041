/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** One worker that others ask over a new connection each time, and who ask again when a timer wakes them. */
public class ForNobodyTest {
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 10;

    /** @param micros how long clients wait for an answer, of which there is one every 50 ms */
    public static Stage asked(long micros) {
        Stage stage = new Stage();
        int server = stage.host("B");
        int worker = stage.thread(server, 11, "q-price");
        stage.runs(stage.thread(server, 13, "boss"), 10);
        int host = stage.host("A");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] clients = new int[CLIENTS];
        for (int c = 0; c < CLIENTS; c++) {
            clients[c] = stage.thread(host, 12, "shop-" + c);
        }
        for (int k = 0; k < CLIENTS * ROUNDS; k++) {
            int c = k % CLIENTS;
            long t = Math.max(stage.told(clients[c]), (Math.min(micros, 190_000) + 10_000) * (k / CLIENTS) + 1_000L * c);
            long answered = 150_000 + 50_000L * k;
            stage.runs(clients[c], t + 500);
            stage.packet(k, clients[c], Timeline.Opener.SENDER, t + 400, t + 450);
            int answer = stage.packet(k, worker, Timeline.Opener.RECEIVER, answered, answered + 50);
            if (answered < t + micros) {
                stage.waits(clients[c], Cause.NETWORK, worker, answer, answered + 50);
            } else {
                stage.waits(clients[c], Cause.TIMER, timer, Timeline.NONE, t + micros);
            }
        }
        for (int client : clients) {
            stage.runs(client, stage.told(client) + 1_000);
        }
        return stage.runs(worker, 150_000 + 50_000L * CLIENTS * ROUNDS);
    }

    @Test
    void thatMostAnswersComeWhenWhoeverAskedHasCeasedToWaitIsToldOfTheWorkerThatIsAskedForTooMuch() {
        assertThat(asked(90_000).see(new TooFewWorkers()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("are open for 1 worker q-price (B)",
                        " 36 of the 40 answers come after whoever asked has ceased to wait: that work is for nobody, and whoever asks again makes more of it."));
    }

    @Test
    void noMoreAnswersAreTooLateThanThereAreInTheRange() {
        Analysis begin = Analysis.of(asked(90_000).builder.build()).question(Question.ALL.within(0, 1_475_000 * Stage.US)).build();
        assertThat(Stage.see(new TooFewWorkers(), begin, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" 27 of the 27 answers come after"));
    }

    @Test
    void whoGetsAConnectionHasNoAnswerYet() {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("B"), 11, "q-price");
        int client = stage.thread(stage.host("A"), 12, "shop");
        int timer = stage.builder.resource(1, VertexKind.TIMER, "timer");
        for (int k = 0; k < 20; k++) {
            long t = 100_000L * k;
            stage.runs(client, t + 100);
            stage.builder.packetConnects(stage.packet(k, client, Timeline.Opener.SENDER, t + 50, t + 500));
            int granted = stage.packet(k, server, Timeline.Opener.RECEIVER, t + 510, t + 1_000);
            stage.builder.packetConnects(granted);
            stage.waits(client, Cause.NETWORK, server, granted, t + 1_000).runs(client, t + 1_200);
            stage.packet(k, client, Timeline.Opener.SENDER, t + 1_100, t + 1_500);
            int answer = stage.packet(k, server, Timeline.Opener.RECEIVER, t + (k % 5 == 0 ? 40_000 : 95_000),
                    t + (k % 5 == 0 ? 41_000 : 96_000));
            if (k % 5 == 0) {
                stage.waits(client, Cause.NETWORK, server, answer, t + 41_000);
            } else {
                stage.waits(client, Cause.TIMER, timer, Timeline.NONE, t + 91_200);
            }
        }
        stage.runs(client, 2_000_000).runs(server, 2_000_000);
        assertThat(stage.see(new Unanswered()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" 4 times an answer ends such a wait. 15 answers come later"));
    }

    @Test
    void whoWaitsForItsAnswersIsToldNothingOfThat() {
        assertThat(asked(390_000).see(new TooFewWorkers()).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("for nobody"));
    }
}
