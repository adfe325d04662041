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
    private static final String MOST = " Most of its work, 93.7 % (an estimate), is for requests of admin (C:103): 12.0 ms for each, on average";

    private final Stage stage = new Stage();
    private final int server = stage.thread(stage.host("B"), 11, "server");
    private final int near = stage.host("A");
    private final int quick = stage.thread(near, 12, "quick");
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

    /**
     * The one thread has no time to wait: in every round of 21 ms it works for 12 ms, then eight times for a millisecond, and answers after each; the first questions of a round are answered together.
     *
     * @param adminAsks when in a round the other client asks
     * @param adminGets and when it is answered
     */
    public static Stage saturated(int rounds, int adminAsks, int adminGets) {
        return saturated("admin", rounds, adminAsks, adminGets);
    }

    /** @param name of the other client */
    public static Stage saturated(String name, int rounds, int adminAsks, int adminGets) {
        return new WorksForTest().alwaysBusy(name, rounds, adminAsks, adminGets);
    }

    private Stage alwaysBusy(String name, int rounds, int adminAsks, int adminGets) {
        int other = stage.thread(near, 14, name);
        stage.runs(admin, 10).runs(other, 100).runs(quick, 100).runs(server, 200 + 21_000L * rounds);
        for (int i = 0; i < rounds; i++) {
            long t = 200L + 21_000L * i;
            stage.packet(0, other, Timeline.Opener.SENDER, t + adminAsks, t + adminAsks + 10);
            stage.runs(other, t + adminAsks + 5);
            asks(t + 30);
            int gets = stage.packet(0, server, Timeline.Opener.RECEIVER, t + adminGets, t + adminGets + 20);
            stage.waits(other, Cause.NETWORK, server, gets, t + adminGets + 20).runs(other, t + 20_500);
            for (int k = 0; k < 8; k++) {
                answers(t + 12_030 + 1_000L * k);
                asks(t + 12_050 + 1_000L * k);
            }
            answers(t + 20_100);
            stage.runs(quick, t + 20_500);
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
                        " (50 times), and 200 µs for each of the others."));
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

    @Test
    void ofOneThreadThatNeverWaitsItIsToldByWhatItDoesBeforeAnAnswerAlsoIfThatClientWaitsToo() {
        assertThat(saturated(50, -100, 12_000).see(new DominantKnot()).findings()).anySatisfy(
                finding -> assertThat(finding.summary()).contains("server (B:101) bounds the work",
                        "is for requests of admin (A:104): 1",
                        " ms for each, on average (50 times)"));
    }

    @Test
    void whoAsksInTheMidstOfThatWorkOrIsAnsweredBeforeItIsNotWhomItIsFor() {
        for (Stage stage : List.of(saturated(50, 6_000, 12_000), saturated(50, -100, 50))) {
            assertThat(stage.see(new DominantKnot()).findings()).isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("is for requests of"));
        }
    }

    @Test
    void whereNobodyCanBeNamedItIsToldThatFewAnswersHaveMostOfTheWork() {
        assertThat(saturated("quick", 50, -100, 12_000).see(new DominantKnot()).findings()).anySatisfy(
                finding -> assertThat(finding.summary()).contains(
                        " Most of its work, 61.5 %, is done at 50 of the 450 times that it answers: it works for 12.9 ms on average",
                        " before each of these, and for 1.01 ms before the others."));
        assertThat(saturated("quick", 2, -100, 12_000).see(new DominantKnot()).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("Most of its work"));
    }
}
