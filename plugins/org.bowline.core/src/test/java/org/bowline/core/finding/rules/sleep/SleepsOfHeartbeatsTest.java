/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Two threads of which one sleeps until the other one is to tell a server that they are still there, while that server works for a client. */
class SleepsOfHeartbeatsTest {
    private static final long SECOND = 1_000_000;
    private static final long ROUND = 10_000;

    /**
     * For a second.
     *
     * @param beats how often it is told
     * @param waits for how long the server waits each time, microseconds
     * @param works whether the client asks a hundred times meanwhile
     */
    private static Stage beats(int beats, long waits, boolean works) {
        return beats(beats, waits, works, 13, 13);
    }

    /**
     * The same; the sleeper is of process 13.
     *
     * @param pid of who tells
     * @param other process of a thread that runs for a tenth of the range
     */
    private static Stage beats(int beats, long waits, boolean works, int pid, int other) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 11, "client");
        int server = stage.thread(host, 12, "server");
        int sleeper = stage.thread(host, 13, "sleeper");
        int tells = stage.thread(host, pid, "tells");
        stage.runs(stage.thread(host, other, "works"), SECOND / 10);
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int beat = 1; beat <= beats; beat++) {
            long time = SECOND / beats * beat - 2 * ROUND;
            stage.waits(sleeper, Cause.TIMER, timer, Timeline.NONE, time - 1_000).runs(sleeper, time);
            stage.waits(tells, sleeper, time).runs(tells, time + 5_000);
            stage.waits(sleeper, tells, time + 5_000).runs(sleeper, time + 5_100);
        }
        for (long time = 0; time < SECOND; time += ROUND) {
            boolean isTold = (time + 2 * ROUND) % (SECOND / beats) == 0;
            if (time < stage.told(server)) {
                continue; // it still waits
            }
            if (isTold && time > stage.told(server)) {
                stage.waits(server, works ? client : tells, time);
            }
            if (isTold) {
                stage.waits(server, tells, time + waits);
            }
            if (works) {
                long end = Math.max(time, stage.told(server) / ROUND * ROUND) + ROUND;
                stage.runs(client, time + 100).waits(client, server, end - 100).runs(client, end);
                if (!isTold) {
                    stage.waits(server, client, time + 100);
                }
                stage.runs(server, end - 100);
            }
        }
        return stage;
    }

    private static List<Finding> findings(Stage stage, Question question) {
        Analysis analysis = Analysis.of(stage.builder.build()).question(question).build();
        return Stage.see(new SleepWhileAwaited(), analysis, RuleSettings.STANDARD).findings();
    }

    private static void assertTold(Stage stage) {
        assertThat(findings(stage, Question.WORK)).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("sleeper (h:103) sleeps while others wait for it"));
    }

    @Test
    void thatOneSleepsUntilTheNextTimeKeepsNobody() {
        assertThat(findings(beats(4, 500, true), Question.WORK)).isEmpty();
    }

    @Test
    void itIsTheWorkWhereThereIsNoOther() {
        assertTold(beats(4, 500, false));
    }

    @Test
    void itIsPartOfTheWorkIfItIsToldOften() {
        assertTold(beats(10, 500, true)); // each of the two waits ten times for the other one
    }

    @Test
    void itIsPartOfTheWorkIfOneOfAnotherProcessAsksForIt() {
        assertTold(beats(4, 500, true, 14, 13));
    }

    @Test
    void itIsWhatAProgramDoesIfThatDoesNothingElse() {
        assertTold(beats(4, 500, true, 13, 14));
    }

    @Test
    void itIsPartOfTheWorkIfTheServerWaitsForItForLong() {
        assertThat(findings(beats(4, 11_000, true), Question.WORK)).as("for 4.4 % of the range").isEmpty();
        assertTold(beats(4, 19_000, true));
    }

    @Test
    void whoAsksForEverythingIsToldOfItToo() {
        assertThat(findings(beats(4, 500, true), Question.ALL)).hasSize(1);
    }
}
