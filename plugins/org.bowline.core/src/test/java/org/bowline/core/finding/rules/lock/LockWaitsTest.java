/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.ToldWaits;

public class LockWaitsTest {
    private static final int ROUNDS = 20;
    private static final LockWaits RULE = new LockWaits();

    /** In every 10 ms a thread has a mutex for 6 ms, and others ask for it some time before it gives it back; each of these has it for 0.1 ms then. */
    public static Stage holder(int others, long waitMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int holder = stage.thread(host, 1, "holder");
        int[] all = new int[others];
        for (int i = 0; i < others; i++) {
            all[i] = stage.thread(host, 1, "asks" + (char) ('a' + i));
        }
        for (int round = 0; round < ROUNDS; round++) {
            long begin = 10_000L * round;
            tell(stage, begin, holder, Kind.REQUEST);
            tell(stage, begin, holder, Kind.ACQUIRED);
            for (int other : all) {
                stage.runs(other, begin + 6_000 - waitMicros);
                tell(stage, begin + 6_000 - waitMicros, other, Kind.REQUEST);
            }
            tell(stage, begin + 6_000, holder, Kind.RELEASED);
            int before = holder;
            for (int i = 0; i < others; i++) {
                long got = begin + 6_000 + 100L * i;
                stage.runs(before, got).waits(all[i], before, got).runs(all[i], got + 100);
                tell(stage, got, all[i], Kind.ACQUIRED);
                tell(stage, got + 100, all[i], Kind.RELEASED);
                before = all[i];
            }
            stage.runs(holder, begin + 10_000);
            for (int other : all) {
                stage.runs(other, begin + 10_000);
            }
        }
        return stage;
    }

    private static void tell(Stage stage, long micros, int thread, Kind kind) {
        stage.builder.locks().add(micros * Stage.US, thread, kind, 1, 0xb0);
    }

    @Test
    void aMutexThatOneThreadHasAndAnotherWaitsForIsToldWithWhoHadItMeanwhile() {
        assertThat(holder(1, 3_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:0xb0");
            assertThat(finding.summary())
                    .isEqualTo("The mutex 0xb0 of process 1 (h) keeps asksa (h:102) waiting: in 30.0 % of the range it waits"
                            + " for it, 20 times, for 3.00 ms on average. For 100 % of that time holder (h:101) has it, longer than any other thread."
                            + " Without these waits the work would be at most 30.0 % shorter (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
        assertThat(holder(1, 5_000).see(RULE).findings().get(0).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void whoSpinsWhileItWaitsIsNotBusyByThat() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int holder = stage.thread(host, 1, "holder");
        int spins = stage.thread(host, 1, "spins");
        for (int i = 0; i < 20; i++) {
            long t = 10_000L * i;
            tell(stage, t, holder, Kind.REQUEST);
            tell(stage, t, holder, Kind.ACQUIRED);
            stage.runs(spins, t + 1_000);
            tell(stage, t + 1_000, spins, Kind.REQUEST);
            tell(stage, t + 6_000, holder, Kind.RELEASED);
            stage.runs(holder, t + 6_000).runs(spins, t + 5_900).waits(spins, holder, t + 6_000);
            tell(stage, t + 6_000, spins, Kind.ACQUIRED);
            tell(stage, t + 6_100, spins, Kind.RELEASED);
            stage.runs(holder, t + 10_000).runs(spins, t + 10_000);
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .endsWith(" Without these waits the work would be at most 50.0 % shorter (an estimate)."));
    }

    /**
     * One has a mutex for 9.2 of every 10 ms, and another one waits for it; in between it waits for that one, which has it, and is on a processor for so much of that, as it spins before it sleeps.
     */
    public static Stage taken(long spinMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int keeper = stage.thread(host, 1, "keeper");
        int asks = stage.thread(host, 1, "asks");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            if (i == 0) {
                tell(stage, t, keeper, Kind.REQUEST);
            }
            tell(stage, t, keeper, Kind.ACQUIRED);
            tell(stage, t + 100, asks, Kind.REQUEST);
            stage.runs(asks, t + 100).waits(asks, keeper, t + 9_200).runs(asks, t + 10_000);
            tell(stage, t + 9_200, keeper, Kind.RELEASED);
            tell(stage, t + 9_200, asks, Kind.ACQUIRED);
            tell(stage, t + 9_300, keeper, Kind.REQUEST);
            stage.runs(keeper, t + 9_300 + spinMicros).waits(keeper, asks, t + 10_000);
            tell(stage, t + 9_999, asks, Kind.RELEASED);
        }
        return stage;
    }

    @Test
    void whatIsWonIsTheSameHereAndOfTheKnot() {
        for (long spinMicros : new long[] {0, 400}) {
            String won = spinMicros == 0 ? "7.00 %" : "6.92 %"; // the last time it has not got it yet
            for (Rule rule : List.of(RULE, new DominantKnot())) {
                assertThat(taken(spinMicros).see(rule).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                        .endsWith(" the work would be at most " + won + " shorter (an estimate)."));
            }
        }
    }

    @Test
    void whoIsToldToPollForALockNeedsNoLessForThat() {
        Timeline polls = taken(400).builder.build();
        ToldWaits told = new ToldWaits();
        for (int i = 0; i < 49; i++) {
            told.spin(0, (10_000L * i + 9_300) * Stage.US, (10_000L * i + 9_700) * Stage.US, 1);
        }
        Timeline timeline = told.applyTo(polls, Progress.NONE).timeline();
        for (Rule rule : List.of(RULE, new DominantKnot())) {
            assertThat(Stage.see(rule, Analysis.of(timeline).build(), RuleSettings.STANDARD).findings()).singleElement()
                    .satisfies(
                            finding -> assertThat(finding.summary()).endsWith(" the work would be at most 6.92 % shorter (an estimate)."));
        }
    }

    @Test
    void noMoreIsWonThanTheBusiestOfThoseThatWaitIsNotOnAProcessor() {
        Stage stage = holder(1, 3_000); // 3 of 10 ms
        int busy = stage.thread(0, 1, "busy");
        tell(stage, 100_000, busy, Kind.REQUEST);
        stage.runs(busy, 100_000).waits(busy, 0, 116_000).runs(busy, 200_000); // 92 % of the range
        tell(stage, 116_000, busy, Kind.ACQUIRED);
        tell(stage, 116_050, busy, Kind.RELEASED);
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .endsWith(" Without these waits the work would be at most 8.00 % shorter (an estimate)."));
    }

    @Test
    void aMutexThatIsWaitedForSeldomIsNotTold() {
        assertThat(holder(1, 1_999).see(RULE).findings()).isEmpty();
        assertThat(holder(1, 1_999).see(RULE).reason()).isEqualTo("threads wait for a mutex in at most 20.0 % of the range");
    }

    @Test
    void aMutexThatAConvoyQueuesForIsToldThere() {
        Stage convoy = LockConvoyTest.lock(4, 200, 1_000, true);
        assertThat(convoy.see(new LockConvoy()).findings()).hasSize(1);
        assertThat(convoy.see(RULE).findings()).isEmpty();
    }

    @Test
    void theNextStepIsTheTableOfLocks() {
        Analysis analysis = Analysis.of(holder(2, 3_000).builder.build()).build();
        Finding finding = Stage.see(RULE, analysis, RuleSettings.STANDARD).findings().get(0);
        assertThat(RULE.next(analysis, finding).command()).isEqualTo("locks");
    }
}
