/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
        return beats(beats, waits, works, 13);
    }

    /** @param pid of who tells; the sleeper is of process 13 */
    private static Stage beats(int beats, long waits, boolean works, int pid) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 11, "client");
        int server = stage.thread(host, 12, "server");
        int sleeper = stage.thread(host, 13, "sleeper");
        int tells = stage.thread(host, pid, "tells");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int beat = 1; beat <= beats; beat++) {
            long time = SECOND / beats * beat - ROUND;
            stage.waits(sleeper, Cause.TIMER, timer, Timeline.NONE, time - 1_000).runs(sleeper, time);
            stage.waits(tells, sleeper, time).runs(tells, time + 5_000);
            stage.waits(sleeper, tells, time + 5_000).runs(sleeper, time + 5_100);
        }
        for (long time = 0; time < SECOND; time += ROUND) {
            boolean isTold = (time + ROUND) % (SECOND / beats) == 0;
            if (isTold && time > stage.told(server)) {
                stage.waits(server, works ? client : tells, time);
            }
            if (isTold) {
                stage.waits(server, tells, time + waits);
            }
            if (works) {
                stage.runs(client, time + 100).waits(client, server, time + ROUND - 100).runs(client, time + ROUND);
                if (!isTold) {
                    stage.waits(server, client, time + 100);
                }
                stage.runs(server, time + ROUND - 100);
            }
        }
        return stage;
    }

    @Test
    void thatOneSleepsUntilTheNextTimeKeepsNobody() {
        assertThat(beats(4, 500, true).see(new SleepWhileAwaited()).findings()).isEmpty();
    }

    @Test
    void itIsTheWorkWhereThereIsNoOther() {
        assertThat(beats(4, 500, false).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("sleeper (h:103) sleeps while others wait for it"));
    }

    @Test
    void itIsPartOfTheWorkIfItIsToldNearlyAsOften() {
        assertThat(beats(20, 500, true).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("sleeper (h:103) sleeps while others wait for it"));
    }

    @Test
    void itIsPartOfTheWorkIfOneOfAnotherProcessAsksForIt() {
        assertThat(beats(4, 500, true, 14).see(new SleepWhileAwaited()).findings()).hasSize(1);
    }

    @Test
    void itIsPartOfTheWorkIfTheServerWaitsForItForLong() {
        assertThat(beats(10, 4_000, true).see(new SleepWhileAwaited()).findings()).as("for 4 % of the range").isEmpty();
        assertThat(beats(10, 6_000, true).see(new SleepWhileAwaited()).findings()).as("for 6 %").hasSize(1);
    }
}
