/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class SleepsOnBusyProcessorsTest {
    private static final SleepWhileAwaited RULE = new SleepWhileAwaited();

    /**
     * Four threads on four processors compute for so much of every 10 ms and wait for each other; a housekeeper gets something to do of one of them now and then, and of a watchman, which sleeps for 9 of 10 ms.
     */
    public static Stage housekeeper(long computesMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < 4; i++) {
            stage.thread(host, 11, "computes");
        }
        int keeps = stage.thread(host, 11, "keeps");
        int watches = stage.thread(host, 11, "watches");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int round = 0; round < 50; round++) {
            long t = 10_000L * round;
            for (int i = 0; i < 4; i++) {
                stage.runs(i, t + computesMicros).waits(i, (i + 1) % 4, t + 10_000);
            }
            stage.waits(watches, Cause.TIMER, timer, Timeline.NONE, t + 9_000).runs(watches, t + 10_000);
            stage.waits(keeps, watches, t + 9_100).runs(keeps, t + 9_400).waits(keeps, 0, t + 10_000);
        }
        return stage;
    }

    @Test
    void whereTheProcessorsAreBusyWithTheWorkASleepCostsHardlyAnything() {
        RuleOutcome outcome = housekeeper(9_500).see(RULE);
        assertThat(outcome.findings()).isEmpty();
        assertThat(outcome.reason()).endsWith(" while others wait for them and the processors have so much time for more work");
    }

    @Test
    void whatTheProcessorsHaveToDoIsNotWonWithoutASleep() {
        assertThat(housekeeper(6_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).contains("watches (h:106) sleeps while others wait for it: for 450 ms, 90.0 % of the range, ")
                    .endsWith(
                            " Without these sleeps the work would be at most 39.3 % shorter, since the processors of h would have as much to do as now (an estimate).");
            assertThat(finding.score()).isBetween(0.392, 0.393);
        });
    }

    @Test
    void whatASleeperDoesOnAProcessorItselfMayBeWonWithIt() {
        Stage polls = SleepWhileAwaitedTest.poller(2_500);
        assertThat(polls.see(RULE).findings()).as("it computes for most of the range").singleElement().satisfies(
                finding -> assertThat(finding.summary())
                        .endsWith(" Without these sleeps the work would be at most 25.0 % shorter (an estimate)."));
    }
}
