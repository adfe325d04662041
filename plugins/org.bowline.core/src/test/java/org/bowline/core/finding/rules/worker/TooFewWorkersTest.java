/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class TooFewWorkersTest {
    private static final TooFewWorkers RULE = new TooFewWorkers();

    /** Clients that ask again as soon as they are served, each request 1 ms of work and 9 ms of a timer in the worker; workers serve in turn. */
    public static Stage queue(int clients, int workers, int rounds, boolean workerIsWoken, boolean asks) {
        return queue(clients, workers, rounds, workerIsWoken, asks, 0);
    }

    /** The same, but that a worker which is not woken wants a processor for so much of each request; if that is longer than 1 ms it works for the rest, and waits for no timer. */
    public static Stage queue(int clients, int workers, int rounds, boolean workerIsWoken, boolean asks, long wantsMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] c = new int[clients];
        int[] w = new int[workers];
        for (int i = 0; i < clients; i++) {
            c[i] = stage.thread(host, 1, "client-" + i);
        }
        for (int i = 0; i < workers; i++) {
            w[i] = stage.thread(host, 2, "worker-" + i);
        }
        stage.runs(stage.thread(host, 2, "boss"), 10);
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int next = 0;
        for (int i = 0; i < rounds; i++) {
            long begin = 10_000L * i;
            for (int worker : w) {
                if (workerIsWoken) {
                    stage.waits(worker, c[next], begin + 1_000);
                } else {
                    if (wantsMicros > 0) {
                        stage.is(worker, ThreadState.RUNNABLE, begin + wantsMicros);
                    }
                    stage.runs(worker, begin + Math.max(wantsMicros, 1_000));
                }
                if (wantsMicros <= 1_000) {
                    stage.waits(worker, Cause.TIMER, timer, Timeline.NONE, begin + 9_990);
                }
                stage.runs(worker, begin + 10_000);
                // the packet that ends the wait, and the next question
                long asked = stage.told(c[next]);
                if (asks) {
                    stage.builder.packet(asked * Stage.US, (asked + 5) * Stage.US, c[next]);
                }
                int answer = stage.builder.packet((begin + 9_992) * Stage.US, (begin + 9_995) * Stage.US, worker);
                stage.waits(c[next], Cause.NETWORK, worker, answer, begin + 9_995);
                next = (next + 1) % clients;
            }
        }
        return stage;
    }

    @Test
    void twentyClientsOfTwoWorkersThatNeverIdleQueue() {
        assertThat(queue(20, 2, 100, false, true).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("2 workers worker* (h)", "0 times per 200 served");
            assertThat(finding.subject()).isEqualTo("h:worker*");
        });
    }

    @Test
    void thatTheyWantAProcessorIsNotThatTheyRun() {
        assertThat(queue(20, 2, 100, false, true, 700).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(
                finding.summary())
                .contains(
                        "Meanwhile each of them runs for 3.10 % of the range, wants a processor and has none for 7.00 %, and waits for timer (h) for 89.9 %"));
    }

    @Test
    void asManyClientsAsWorkersDoNot() {
        assertThat(queue(2, 2, 100, false, true).see(RULE).findings()).isEmpty();
    }

    @Test
    void workersThatAreWokenByTheirClientsWaitForWork() {
        assertThat(queue(20, 2, 100, true, true).see(RULE).findings()).isEmpty();
    }

    @Test
    void consumersThatNeverAskAreNoClients() {
        assertThat(queue(20, 2, 100, false, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void withoutPacketsItCannotTell() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }

    @Test
    void whoWaitsOnceForTheEndOfOthersIsNoClient() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int worker = stage.thread(host, 2, "worker");
        stage.runs(worker, 1_000_000);
        for (int i = 0; i < 30; i++) {
            int client = stage.thread(host, 1, "joins-" + i);
            stage.builder.packet(0, 5 * Stage.US, client);
            int answer = stage.builder.packet(999_990 * Stage.US, 1_000_000 * Stage.US, worker);
            stage.waits(client, Cause.NETWORK, worker, answer, 1_000_000);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }
}
