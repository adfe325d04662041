/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class WorksForTest {
    private static final int ROUND = 20_000;
    private static final String MOST = " Most of its work, 95.3 %, is for requests of admin (C:103). From one wait to the next it works for 12.2 ms on average";

    private final Stage stage = new Stage();
    private final int server = stage.thread(stage.host("B"), 11, "server");
    private final int quick = stage.thread(stage.host("A"), 12, "quick");
    private final int admin = stage.thread(stage.host("C"), 13, "admin");

    /** One thread answers a client that asks often; in every round of 20 ms another one asks it for so much that the first one's questions come to lie meanwhile. */
    public static Stage served(int rounds, int longMicros, int shortMicros) {
        return served(rounds, longMicros, shortMicros, ThreadState.RUNNING);
    }

    /** @param state of the one thread, but for the last of it, while the other client asks it for so much */
    public static Stage served(int rounds, int longMicros, int shortMicros, ThreadState state) {
        return new WorksForTest().rounds(rounds, longMicros, shortMicros, state);
    }

    private Stage rounds(int rounds, int longMicros, int shortMicros, ThreadState state) {
        stage.runs(admin, 100).runs(server, 100).runs(quick, 150);
        for (int i = 0; i < rounds; i++) {
            long t = 200L + (long) ROUND * i;
            int wants = stage.packet(0, admin, Timeline.Opener.SENDER, t, t + 10);
            stage.runs(admin, t + 5).waits(server, Cause.NETWORK, admin, wants, t + 10);
            asks(t + 30);
            stage.is(server, state, t + longMicros).runs(server, t + longMicros + shortMicros);
            int gets = stage.packet(0, server, Timeline.Opener.RECEIVER, t + longMicros + shortMicros - 10, t + longMicros + shortMicros);
            stage.waits(admin, Cause.NETWORK, server, gets, t + longMicros + shortMicros).runs(admin, t + ROUND);
            answers(t + longMicros + shortMicros);
            for (int k = 0; k < 3; k++) {
                long at = t + 13_000 + 2_000L * k;
                stage.waits(server, Cause.NETWORK, quick, asks(at), at + 20).runs(server, at + 20 + shortMicros);
                answers(at + 20 + shortMicros);
            }
        }
        return stage;
    }

    private int asks(long t) {
        stage.runs(quick, t + 5);
        return stage.packet(1, quick, Timeline.Opener.SENDER, t, t + 20);
    }

    private void answers(long t) {
        stage.waits(quick, Cause.NETWORK, server, stage.packet(1, server, Timeline.Opener.RECEIVER, t - 5, t + 5), t + 5);
    }

    @Test
    void ofOneThreadThatAnswersManyItIsToldForWhomMostOfItsWorkIsIfAnotherOneWaits() {
        assertThat(served(50, 12_000, 200).see(new DominantKnot()).findings()).anySatisfy(
                finding -> assertThat(finding.summary()).contains("that of quick (A:102) for server (B:101)", MOST,
                        " where it answers one of them (50 times), and for 200 µs where it answers others alone."));
    }

    @Test
    void whereAllQuestionsTakeAboutAsLongOrOneHardlyEverDoesItIsNot() {
        assertThat(served(50, 700, 500).see(new DominantKnot()).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("Most of its work"));
        assertThat(served(2, 12_000, 200).see(new DominantKnot()).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("Most of its work"));
    }

    @Test
    void whereItOnlyWantsAProcessorMeanwhileOrNobodyKnowsWhatItDoesItIsNot() {
        for (ThreadState state : List.of(ThreadState.RUNNABLE, ThreadState.PREEMPTED, ThreadState.UNKNOWN)) {
            assertThat(served(50, 12_000, 200, state).see(new DominantKnot()).findings()).as(state.name())
                    .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("Most of its work"));
        }
    }
}
