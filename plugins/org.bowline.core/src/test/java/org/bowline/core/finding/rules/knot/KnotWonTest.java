/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** A knot of which hardly anything is won is critical all the same if others wait for it: of the sample last-task, where nobody does, it is a warning. */
class KnotWonTest {
    /** Two threads wait for each other for a twentieth of 10 ms or less, and run or want a processor otherwise; clients wait for one of them. */
    private static Finding knot(int clients) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int a = stage.thread(host, 1, "a");
        int b = stage.thread(host, 2, "b");
        for (int i = 0; i < clients; i++) {
            stage.thread(host, 3 + i, "client-" + (char) ('a' + i));
        }
        for (int i = 0; i < 60; i++) {
            long t = 10_000L * i;
            stage.runs(a, t + 4_000).is(a, ThreadState.PREEMPTED, t + 4_510).waits(a, b, t + 5_000).runs(a, t + 8_000)
                    .is(a, ThreadState.PREEMPTED, t + 9_000).runs(a, t + 10_000);
            stage.runs(b, t + 3_000).is(b, ThreadState.PREEMPTED, t + 4_000).runs(b, t + 9_000)
                    .is(b, ThreadState.PREEMPTED, t + 9_510).waits(b, a, t + 10_000);
            for (int client = 2; client < 2 + clients; client++) {
                stage.waits(client, a, t + 9_900).runs(client, t + 10_000);
            }
        }
        return Stage.see(new DominantKnot(), Analysis.of(stage.builder.build()).build(), RuleSettings.STANDARD).findings().get(0);
    }

    @Test
    void whoOthersWaitForIsCriticalHoweverLittleIsWon() {
        assertThat(knot(8).summary()).contains("the work would be at most 4.90 % shorter");
        assertThat(knot(8).severity()).isEqualTo(Severity.CRITICAL);
    }

    /**
     * One waits for 4 ms of 10 for one of two that compute, sleeps while these go on, and then gives both something to do. Both processors have something to do all the time, or the second one's for so long of each 10 ms.
     */
    private static Finding gathers(long second) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int gathers = stage.thread(host, 11, "gathers");
        int other = stage.thread(host, 12, "second");
        stage.thread(host, 20, "none");
        stage.thread(host, 21, "none");
        int first = stage.thread(host, 13, "first"); // on the processor of the first thread
        for (int i = 0; i < 60; i++) {
            long t = 10_000L * i;
            stage.waits(gathers, first, t + 4_000).waits(gathers, Cause.TIMER, timer, Timeline.NONE, t + 7_900).runs(gathers, t + 10_000);
            stage.runs(first, t + 7_900).waits(first, gathers, t + 10_000);
            stage.runs(other, t + second).waits(other, gathers, t + 10_000);
        }
        return Stage.see(new DominantKnot(), Analysis.of(stage.builder.build()).build(), RuleSettings.STANDARD).findings().stream()
                .filter(finding -> finding.summary().contains("The heaviest wait")).findFirst().orElseThrow();
    }

    @Test
    void whereProcessorsAreFullAKnotIsRatedByWhatIsWon() {
        assertThat(gathers(9_900).summary()).contains(
                "at most 40.0 % shorter, or 0.50 % with as much to do for the processors of h as now (an estimate).");
        assertThat(gathers(9_900).severity()).isEqualTo(Severity.WARNING);
        assertThat(gathers(9_900).score()).isCloseTo(0.4, within(1e-2));
        assertThat(gathers(8_500).severity()).as("they have time to spare").isEqualTo(Severity.CRITICAL);
    }
}
