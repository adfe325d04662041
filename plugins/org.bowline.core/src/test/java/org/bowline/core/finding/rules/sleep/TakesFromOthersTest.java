/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** A broker, which a worker asks for the next job and a producer brings one now and then. If none comes for 30 ms the broker says that there is none, and the worker asks again. */
class TakesFromOthersTest {
    private static final int ROUND = 40_000;

    private final Stage stage = new Stage();
    private final int broker = stage.thread(stage.host("B"), 11, "broker");
    private final int host = stage.host("W");
    private final int worker = stage.thread(host, 12, "worker");
    private final int producer = stage.thread(stage.host("A"), 13, "producer");
    private final int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
    private final int pause = stage.builder.resource(2, VertexKind.TIMER, "timer");

    /** @param brought whether a job comes in each round */
    private Stage rounds(boolean brought) {
        for (int i = 0; i < 50; i++) {
            long t = (long) ROUND * i;
            asks(t);
            stage.waits(broker, Cause.TIMER, timer, Timeline.NONE, t + 30_100).runs(broker, t + 30_200);
            tells(t + 30_150);
            stage.runs(worker, t + 31_000);
            asks(t + 31_000);
            stage.waits(producer, Cause.TIMER, pause, Timeline.NONE, t + 33_900).runs(producer, t + 35_000);
            if (brought) {
                int job = stage.packet(1, producer, Timeline.Opener.SENDER, t + 34_000, t + 34_100);
                stage.waits(broker, Cause.NETWORK, producer, job, t + 34_100).runs(broker, t + 34_200);
            } else {
                stage.waits(broker, Cause.TIMER, timer, Timeline.NONE, t + 34_100).runs(broker, t + 34_200);
            }
            tells(t + 34_150);
            stage.runs(worker, t + ROUND);
        }
        return stage;
    }

    private void asks(long t) {
        stage.runs(worker, t + 20);
        int asked = stage.packet(0, worker, Timeline.Opener.SENDER, t + 10, t + 50);
        stage.waits(broker, Cause.NETWORK, worker, asked, t + 50).runs(broker, t + 80);
    }

    private void tells(long t) {
        stage.waits(worker, Cause.NETWORK, broker, stage.packet(0, broker, Timeline.Opener.RECEIVER, t, t + 20), t + 20);
    }

    @Test
    void aBrokerThatTellsAfterAWhileThatThereIsNoJobDoesNotSleepWhileItIsAwaited() {
        assertThat(rounds(true).see(new SleepWhileAwaited()).findings()).filteredOn(finding -> finding.subject().contains("broker"))
                .isEmpty();
    }

    @Test
    void aServerThatSleepsBeforeItAnswersDoes() {
        assertThat(rounds(false).see(new SleepWhileAwaited()).findings()).filteredOn(finding -> finding.subject().contains("broker"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("broker (B:101) sleeps while others wait for it"));
    }
}
