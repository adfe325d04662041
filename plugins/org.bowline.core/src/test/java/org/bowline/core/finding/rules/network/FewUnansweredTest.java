/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.OwnPace;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

/** Requests without an answer that are few, but long. */
class FewUnansweredTest {
    private static final Unanswered RULE = new Unanswered();

    /** Clients of one name that work for a while; what each asks for a connection at the end is lost so often, for a second. */
    private static Stage losesConnections(int threads, int times, long works) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int network = stage.builder.resource(host, VertexKind.NETWORK, "10.0.0.2");
        for (int t = 0; t < threads; t++) {
            int thread = stage.thread(host, 10, "dials-" + t);
            for (int i = 0; i < times; i++) {
                long time = works + i * 1_010_000L;
                stage.runs(thread, time);
                stage.builder.resent(thread, time * Stage.US, (time + 1_000_000) * Stage.US, true, ResentFate.ARRIVED);
                stage.waits(thread, Cause.NETWORK, network, Timeline.NONE, time + 1_010_000);
            }
        }
        return stage;
    }

    @Test
    void twoRequestsForConnectionsThatAreLostAreEnoughWhereTheyTakeHalfOfTheRange() {
        assertThat(losesConnections(2, 1, 300_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(
                        "dials-0 (A:101) and dials-1 (A:102) ask for connections and get no answer in time: 2 times",
                        "at least one of them waits so for 1.00 s, 76.3 % of the range"));
        assertThat(losesConnections(2, 1, 1_010_000).see(RULE).findings()).as("a hundredth less than half").isEmpty();
        assertThat(losesConnections(1, 1, 300_000).see(RULE).findings()).as("once").isEmpty();
    }

    /**
     * A client that asks, and pauses for 3 ms when it has its answer: 20 times it reads one at once that came too late for an earlier question, 10 times it waits for it, and three times none comes until a timer wakes it.
     *
     * @param pausesAfter whether it pauses after those that it waited for, too
     * @param limit for how long it waits for an answer at most, us
     */
    private static Stage readsLateAnswers(boolean pausesAfter, long limit) {
        return readsLateAnswers(pausesAfter, limit, false);
    }

    /** @param connects whether all but the last three questions are for a connection alone */
    private static Stage readsLateAnswers(boolean pausesAfter, long limit, boolean connects) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < 34; i++) {
            long time = stage.told(client) + 500;
            stage.runs(client, time + 100);
            int question = stage.packet(1, client, Timeline.Opener.SENDER, time, time + 200);
            if (connects && i < 30) {
                stage.builder.packetConnects(question);
            }
            if (i >= 20 && i < 30) {
                stage.waits(server, Cause.NETWORK, client, question, time + 200).runs(server, time + 2_000);
                int answer = stage.packet(1, server, Timeline.Opener.RECEIVER, time + 2_000, time + 2_200);
                if (connects) {
                    stage.builder.packetConnects(answer);
                }
                stage.waits(client, Cause.NETWORK, server, answer, time + 2_200);
                if (pausesAfter) {
                    stage.runs(client, time + 2_300).waits(client, Cause.TIMER, timer, Timeline.NONE, time + 5_300);
                }
            } else {
                stage.waits(client, Cause.TIMER, timer, Timeline.NONE, time + 100 + (i < 20 ? 3_000 : limit));
            }
        }
        return stage;
    }

    @Test
    void whoReadsLateAnswersWithoutWaitingForThemAsksInVainWhereItWaitsForLongerThanItPauses() {
        assertThat(readsLateAnswers(true, 250_000).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("asks (A:101) asks and gets no answer in time: 3 times it sends something",
                        "that takes 750 ms", "250 ms at the median. 10 times an answer ends such a wait"));
        assertThat(readsLateAnswers(true, 250_000).see(new OwnPace()).findings()).as("it is not its own pace").isEmpty();
    }

    @Test
    void whoOnlyPausesAfterItHasSentSomethingMayOnlyTell() {
        assertThat(readsLateAnswers(true, 6_000).see(RULE).findings()).as("as long as its pauses, or twice").isEmpty();
        assertThat(readsLateAnswers(false, 250_000).see(RULE).findings()).as("nothing tells how long it pauses").isEmpty();
    }

    @Test
    void whoGetsConnectionsHasNoAnswerToWhatItAsksInVainThoughItPausesAfterOthers() {
        assertThat(readsLateAnswers(true, 250_000, true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("3 times it sends something", "No answer ends such a wait"));
    }
}
