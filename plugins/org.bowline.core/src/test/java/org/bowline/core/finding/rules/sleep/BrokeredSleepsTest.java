/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/**
 * A broker, whom somebody else asks for something each millisecond, a worker that sleeps for 8 of 10 ms and sends its result 9 ms after the begin of a round, and a producer that waits for that. Times in microseconds.
 */
class BrokeredSleepsTest {
    private static final int ROUNDS = 50;
    private static final int ROUND = 10_000;

    private final Stage stage = new Stage();
    private final int broker = stage.thread(stage.host("B"), 10, "broker");
    private final int host = stage.host("W");
    private final int worker = stage.thread(host, 20, "worker");
    private final int producer = stage.thread(stage.host("A"), 30, "producer");
    private final int chatter = stage.thread(stage.host("C"), 40, "chatter");
    private final int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");

    private void waits(int thread, int sender, int packet, long until) {
        stage.waits(thread, Cause.NETWORK, sender, packet, until);
    }

    /** @param asked when in the round the producer asks for the result */
    private Analysis analysis(int asked) {
        for (int round = 0; round < ROUNDS; round++) {
            long t = (long) ROUND * round;
            stage.waits(worker, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(worker, t + 9_000);
            stage.runs(producer, t + asked);
            stage.packet(1, producer, Timeline.Opener.SENDER, t + asked, t + asked + 50);
            for (int k = 0; k < 10; k++) {
                long at = t + 1_000L * k;
                waits(broker, chatter, stage.packet(2, chatter, Timeline.Opener.SENDER, at + 100, at + 150), at + 150);
                stage.runs(broker, at + 200);
                int answer = stage.packet(2, broker, Timeline.Opener.RECEIVER, at + 190, at + 240);
                waits(chatter, broker, answer, at + 240);
                stage.runs(chatter, at + 1_100);
            }
            passesOn(t);
        }
        return Analysis.of(stage.builder.build()).question(Question.WORK.within(ROUND * Stage.US, ROUND * ROUNDS * Stage.US)).build();
    }

    private void passesOn(long t) {
        waits(broker, worker, stage.packet(0, worker, Timeline.Opener.SENDER, t + 9_000, t + 9_250), t + 9_250);
        stage.runs(broker, t + 9_300);
        int answer = stage.packet(1, broker, Timeline.Opener.RECEIVER, t + 9_270, t + 9_320);
        int job = stage.packet(0, broker, Timeline.Opener.RECEIVER, t + 9_290, t + 9_400);
        waits(producer, broker, answer, t + 9_320);
        stage.runs(producer, t + ROUND);
        waits(worker, broker, job, t + 9_400);
        stage.runs(worker, t + ROUND);
    }

    @Test
    void whoSleepsWhileItMakesWhatABrokerPassesOnIsToldThoughTheBrokerIsAtWorkForOthers() {
        assertThat(Stage.see(new SleepWhileAwaited(), new BrokeredSleepsTest().analysis(450), RuleSettings.STANDARD).findings())
                .filteredOn(finding -> finding.subject().equals("W:worker")).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                        "worker (W:102) sleeps in its requests: for 368 ms, 75.0 % of the range, it waits for a timer while a request waits for it."
                                + " Without these sleeps the work would be at most 75.0 % shorter (an estimate)."));
    }

    @Test
    void itSleepsForNobodyWhoAsksWhenTheResultIsThere() {
        assertThat(Stage.see(new SleepWhileAwaited(), new BrokeredSleepsTest().analysis(9_000), RuleSettings.STANDARD).findings())
                .filteredOn(finding -> finding.subject().equals("W:worker")).isEmpty();
    }
}
