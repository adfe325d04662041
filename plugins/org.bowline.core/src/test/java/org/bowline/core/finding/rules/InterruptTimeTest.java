/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class InterruptTimeTest {
    private static final int ROUNDS = 100;

    /** A thread that is on a CPU for 10 ms of every 20, and in interrupts for some of them. */
    static Stage stage(int threads, long networkMicros, long timerMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int network = stage.builder.resource(host, VertexKind.NETWORK, "network");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < threads; i++) {
            int thread = stage.thread(host, 1, "t-" + i);
            for (int round = 0; round < ROUNDS; round++) {
                long at = 20_000L * round;
                stage.runs(thread, at + 1_000);
                stage.interrupted(thread, Cause.NETWORK, network, at + 1_000 + networkMicros);
                stage.interrupted(thread, Cause.TIMER, timer, at + 1_000 + networkMicros + timerMicros);
                stage.runs(thread, at + 10_000);
                stage.waits(thread, Cause.TIMER, timer, Timeline.NONE, at + 20_000);
            }
        }
        return stage;
    }

    private static RuleOutcome see(int threads, long networkMicros, long timerMicros) {
        return stage(threads, networkMicros, timerMicros).see(new InterruptTime());
    }

    @Test
    void aThreadThatLosesAFifthOfItsTimeOnACpuIsTold() {
        assertThat(see(1, 1_500, 500).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h");
            assertThat(finding.summary()).isEqualTo("Interrupts take 200 ms of the 1.00 s for which t-0 (h:101) is on a CPU (20.0 %),"
                    + " most of it for the network.");
            assertThat(finding.evidence()).hasSize(1);
        });
    }

    @Test
    void mostOfItIsWhatTheMostTimeGoesTo() {
        assertThat(see(1, 500, 1_500).findings().get(0).summary()).endsWith("most of it for timers.");
    }

    @Test
    void otherThreadsOfTheHostAreCounted() {
        assertThat(see(2, 1_500, 500).findings().get(0).summary()).endsWith("; 1 more thread of the host loses at least 10.0 % to them.");
        assertThat(see(3, 1_500, 500).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .endsWith("; 2 more threads of the host lose at least 10.0 % to them."));
    }

    @Test
    void littleOfAThreadsTimeOnACpuIsNotNoticeable() {
        assertThat(see(1, 900, 99).findings()).isEmpty();
        assertThat(see(1, 900, 99).reason()).contains("noticeable");
    }

    @Test
    void aThreadThatIsHardlyEverOnACpuLosesNothingThatMatters() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int network = stage.builder.resource(host, VertexKind.NETWORK, "network");
        int thread = stage.thread(host, 1, "t");
        stage.runs(thread, 1_000);
        stage.interrupted(thread, Cause.NETWORK, network, 10_000);
        stage.waits(thread, Cause.NETWORK, network, Timeline.NONE, 1_000_000);
        assertThat(stage.see(new InterruptTime()).findings()).as("9 ms of a second").isEmpty();
    }

    @Test
    void aTraceWithoutInterruptsSaysSo() {
        Stage stage = new Stage();
        stage.is(stage.thread(stage.host("h"), 1, "t"), ThreadState.RUNNING, 1_000);
        assertThat(stage.see(new InterruptTime()).reason()).contains("as far as the trace tells");
    }

    @Test
    void withoutSchedulingEventsNothingCanBeSaid() {
        assertThat(new Stage().see(new InterruptTime()).applicable()).isFalse();
    }
}
