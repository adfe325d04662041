/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Workers behind a server of their host, whose threads have one request at a time and ask them over a socket of the host. */
class LocalWorkersTest {
    private static final TooFewWorkers RULE = new TooFewWorkers();
    private static final long EACH = 10_000;

    /** Whose the threads are that wait for the workers. */
    enum Fronts {
        /** They have requests of other hosts to answer. */
        ASKED,
        /** Nobody asks them: they may be those whom the workers give something to do. */
        NOT_ASKED,
        /** They are of the workers' process. */
        WITHIN
    }

    /**
     * Each request takes 10 ms of a worker, which sleeps nearly all of it, and the workers serve in turn.
     *
     * @param idles whether who asks wakes the worker each time
     * @param twice whether who waits is woken in between, for nothing
     */
    static Stage behind(Fronts whose, int count, int workers, boolean idles, boolean twice) {
        Stage stage = new Stage();
        int there = stage.host("A");
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] clients = new int[count];
        int[] fronts = new int[count];
        int[] team = new int[workers];
        for (int i = 0; i < count; i++) {
            clients[i] = stage.thread(there, 11, "client");
            fronts[i] = stage.thread(host, whose == Fronts.WITHIN ? 21 : 12, "front");
        }
        for (int i = 0; i < workers; i++) {
            team[i] = stage.thread(host, whose == Fronts.WITHIN ? 21 : 21 + i, "worker");
        }
        int next = 0;
        for (int round = 0; round < 200 / workers; round++) {
            for (int worker : team) {
                int front = fronts[next];
                long end = EACH * (round + 1);
                asks(stage, whose, next, clients[next], front);
                if (idles) {
                    stage.waits(worker, front, end - EACH + 500);
                }
                stage.runs(worker, end - EACH + 1_000).waits(worker, Cause.TIMER, timer, Timeline.NONE, end - 500);
                if (twice) {
                    stage.waits(front, worker, Math.max(stage.told(front) + 10, end - 5_000)).runs(front, stage.told(front) + 10);
                }
                stage.waits(front, worker, end - 100).runs(worker, end);
                next = (next + 1) % count;
            }
        }
        return stage;
    }

    /** A client gets its answer and asks again. */
    private static void asks(Stage stage, Fronts whose, int connection, int client, int front) {
        long t = stage.told(front);
        if (whose == Fronts.NOT_ASKED) {
            stage.packet(connection, front, Timeline.Opener.SENDER, t + 20, t + 30);
            stage.runs(front, t + 70);
            return;
        }
        stage.runs(front, t + 30);
        int answer = stage.packet(connection, front, Timeline.Opener.RECEIVER, t + 20, t + 30);
        stage.waits(client, Cause.NETWORK, front, answer, t + 30).runs(client, t + 50);
        int question = stage.packet(connection, client, Timeline.Opener.SENDER, t + 40, t + 60);
        stage.waits(front, Cause.NETWORK, client, question, t + 60).runs(front, t + 70);
    }

    @Test
    void requestsOfThreadsThatWaitForWorkersOfTheirHostAreAQueue() {
        assertThat(behind(Fronts.ASKED, 8, 2, false, false).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:worker");
            assertThat(finding.summary()).startsWith("On average 7.9 threads wait for 2 workers worker (h), so 5.9 are not being served;")
                    .contains("0 times per 192 served", "waits for timer (h) for 85.0 %, more than for anything else");
        });
    }

    @Test
    void whoIsWokenMoreThanOnceBeforeItHasItsAnswerIsServedOnce() {
        assertThat(behind(Fronts.ASKED, 8, 2, false, true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("0 times per 192 served"));
    }

    @Test
    void whereThereAreAsManyWorkersOrTheseWaitForWorkThereIsNoQueue() {
        assertThat(behind(Fronts.ASKED, 2, 2, false, false).see(RULE).findings()).isEmpty();
        assertThat(behind(Fronts.ASKED, 8, 2, true, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoHasNoRequestToAnswerMayWaitForSomethingToDo() {
        assertThat(behind(Fronts.NOT_ASKED, 8, 2, false, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void threadsOfOneProgramHandAllSortsOfThingsToEachOther() {
        assertThat(behind(Fronts.WITHIN, 8, 2, false, false).see(RULE).findings()).isEmpty();
    }
}
