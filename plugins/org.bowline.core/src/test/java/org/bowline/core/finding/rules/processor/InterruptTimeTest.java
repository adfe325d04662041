/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class InterruptTimeTest {
    private static final int ROUNDS = 100;

    /** A thread that is on a CPU for 10 ms of every 20, and in interrupts for some of them. */
    public static Stage stage(int threads, long networkMicros, long timerMicros) {
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

    /** The kernel's thread for soft interrupts, which runs for some of every 10 ms; or a program of that name. */
    public static Stage deferred(long micros, boolean program) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int thread = stage.builder.thread(host, 14, program ? 14 : 0, program ? "ksoftirqs" : "ksoftirqd/0");
        int works = stage.builder.thread(host, 20, 20, "works");
        for (int round = 0; round < ROUNDS; round++) {
            long at = 10_000L * round;
            stage.builder.segment(thread, at * Stage.US, (at + micros) * Stage.US, ThreadState.RUNNING, 0);
            stage.builder.blocked(thread, (at + micros) * Stage.US, (at + 10_000) * Stage.US, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE,
                    0);
        }
        stage.builder.segment(works, 0, 10_000L * ROUNDS * Stage.US, ThreadState.RUNNING, 1);
        return stage;
    }

    @Test
    void softInterruptsThatAreLeftToAThreadAreTold() {
        assertThat(deferred(6_000, false).see(new InterruptTime()).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:ksoftirqd/0");
            assertThat(finding.summary()).isEqualTo(
                    "ksoftirqd/0 (h:14) runs for 600 ms, 60.0 % of the time: soft interrupts, as for packets that arrive, come so fast on its processor that the kernel leaves them to this thread. What they bring may be late, or dropped.");
        });
        assertThat(deferred(2_900, false).see(new InterruptTime()).findings()).as("29 %").isEmpty();
        assertThat(deferred(6_000, true).see(new InterruptTime()).findings()).as("another one").isEmpty();
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
