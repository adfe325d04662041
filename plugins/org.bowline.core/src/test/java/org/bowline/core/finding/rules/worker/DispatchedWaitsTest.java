/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** A worker that waits for whoever takes requests, partly because there are none. */
public class DispatchedWaitsTest {
    private static final int TAKES = 1;
    private static final int WORKS = 2;

    /**
     * A client that thinks for so much of every 10 ms; who takes its requests needs some time to hand one on to a worker.
     *
     * @param handMicros that time
     */
    public static Stage dispatched(long thinkMicros, long handMicros) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "client");
        int host = stage.host("B");
        int takes = stage.thread(host, 2, "takes");
        int works = stage.thread(host, 2, "works");
        for (int i = 0; i < 50; i++) {
            long asks = 10_000L * i + thinkMicros / 2;
            long answers = 10_000L * (i + 1) - thinkMicros / 2;
            stage.runs(client, asks);
            int question = packet(stage, asks, client, Timeline.Opener.SENDER);
            stage.waits(takes, Cause.NETWORK, client, question, asks + 10).runs(takes, asks + handMicros);
            stage.waits(works, takes, asks + handMicros).runs(works, answers);
            stage.waits(client, Cause.NETWORK, works, packet(stage, answers, works, Timeline.Opener.RECEIVER), answers + 10);
        }
        return stage;
    }

    private static int packet(Stage stage, long sent, int sender, Timeline.Opener opener) {
        return stage.packet(0, sender, opener, sent, sent + 5);
    }

    private static Analysis of(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    private static Finding knot(Stage stage) {
        return Findings.of(of(stage)).findings().stream().filter(finding -> finding.rule().equals("dominant-knot")).findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsKnownToBeForNewWorkIsNotWon() {
        assertThat(knot(dispatched(4_000, 2_000)).summary()).contains(
                "Behind it is that of works (B:103) for takes (B:102): 298 ms, 59.8 % of the range, in 50 waits, each of which holds up 1.3 threads on average. Meanwhile takes (B:102) waits for client (A:101) for 66.6 % of that time and is at work for 33.4 %. For 199 ms of that, works (B:103) waits for new work."
                        + " Without this wait the work would be at most 20.0 % shorter (an estimate).");
    }

    @Test
    void theHeaviestWaitIsTheOneWithMostToWin() {
        Analysis analysis = of(dispatched(7_000, 1_000));
        int edge = analysis.graph().edge(WORKS, TAKES);
        assertThat(analysis.get(NewWork.RESULT).why(edge)).as("less than nine tenths").isEqualTo(NewWork.Why.NOT);
        assertThat(analysis.graph().edge(WORKS, TAKES)).as("heavier than that of the client").isNotNegative();
        assertThat(analysis.graph().directNanos(edge)).isGreaterThan(analysis.graph().directNanos(analysis.graph().edge(0, WORKS)));
        assertThat(knot(dispatched(7_000, 1_000)).summary()).contains("The heaviest wait is that of client (A:101) for works (B:103)");
    }

    @Test
    void whatExplainsAWaitCostsHalfOfItAndNoLessThanWhatTheOneDoesThatIsWaitedFor() {
        assertThat(knot(dispatched(4_000, 2_000)).awaited()).isNotNull().satisfies(awaited -> {
            assertThat(awaited.vertices()).containsExactly(WORKS);
            assertThat(awaited.isDevice()).isFalse();
            assertThat(awaited.least()).as("4 of 10 ms are work").isCloseTo(0.4, within(0.01));
        });
        assertThat(knot(dispatched(4_000, 4_000)).awaited()).isNotNull()
                .satisfies(awaited -> assertThat(awaited.least()).as("2 of 10 ms are, and 6 are waited for").isCloseTo(0.3, within(0.01)));
        assertThat(knot(DominantKnotTest.pipeline(0)).awaited()).isNotNull().satisfies(awaited -> {
            assertThat(awaited.isDevice()).isTrue();
            assertThat(awaited.waiter()).isEqualTo(1);
            assertThat(awaited.least()).isCloseTo(0.25, within(0.01));
        });
    }
}
