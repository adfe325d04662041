/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class FullProcessorsTest {
    private static final FullProcessors RULE = new FullProcessors();
    private static final int ROUNDS = 40;

    /** Workers, each on a processor of its own, that a client on another host hands a job every 10 ms; a job takes so long. */
    public static Stage workers(int count, int jobMicros) {
        return workers(count, jobMicros, "worker", "worker");
    }

    public static Stage workers(int count, int jobMicros, String... names) {
        Stage stage = new Stage();
        int clients = stage.host("A");
        int servers = stage.host("B");
        for (int i = 0; i < count; i++) {
            pair(stage, clients, servers, i, jobMicros, names[i]);
        }
        for (int i = 0; i < count; i++) {
            stage.builder.segment(stage.builder.thread(servers, 0, 0, "swapper/" + i), 0, 1, ThreadState.RUNNING, 2 * i + 1);
        }
        return stage;
    }

    private static void pair(Stage stage, int clients, int servers, int i, int jobMicros, String name) {
        int client = stage.thread(clients, 1, "client");
        int worker = stage.thread(servers, 10 + i, name);
        for (int round = 0; round < ROUNDS; round++) {
            long t = 10_000L * round;
            stage.runs(client, t + 100).waits(client, worker, t + jobMicros);
            stage.runs(worker, t + jobMicros);
            if (jobMicros < 10_000) {
                stage.runs(client, t + 10_000);
                stage.waits(worker, client, t + 10_000);
            }
        }
    }

    /** Two workers that take turns on the only processor of a host, each at the job of a client of its own. */
    static Stage turns() {
        Stage stage = new Stage();
        int clients = stage.host("A");
        int servers = stage.host("B");
        int[] asks = {stage.thread(clients, 1, "client"), stage.thread(clients, 1, "client")};
        for (int i = 0; i < 2; i++) {
            int client = asks[i];
            int worker = stage.builder.thread(servers, 110 + i, 10 + i, "worker");
            for (int round = 0; round < ROUNDS; round++) {
                long t = 10_000L * round;
                long begin = t + 4_600L * i;
                stage.runs(client, t + 100).waits(client, worker, begin + 4_600).runs(client, t + 10_000);
                if (i > 0) {
                    stage.builder.blocked(worker, t * Stage.US, begin * Stage.US, Cause.THREAD, client, Timeline.NONE, 0);
                }
                stage.builder.segment(worker, begin * Stage.US, (begin + 4_600) * Stage.US, ThreadState.RUNNING, 0);
                stage.builder.blocked(worker, (begin + 4_600) * Stage.US, (t + 10_000) * Stage.US, Cause.THREAD, client, Timeline.NONE, 0);
            }
        }
        return stage;
    }

    @Test
    void workersThatShareTheOnlyProcessorFillIt() {
        assertThat(turns().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith(
                        "The processor of B is 92.0 % busy, while 0.0 more threads want to run on average: worker ×2 (B) take 92.0 % of the processor's time."));
    }

    @Test
    void workersThatAreAsManyAsTheProcessorsAndBusyFillThem() {
        assertThat(workers(2, 9_200).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B");
            assertThat(finding.summary()).isEqualTo(
                    "The 2 processors of B are 92.0 % busy, while 0.0 more threads want to run on average: worker ×2 (B) take 92.0 % of the processors' time."
                            + " More threads alone bring nothing there: less to do would help, or more processors with threads for them.");
        });
        assertThat(workers(2, 8_900).see(RULE).findings()).as("89 %").isEmpty();
    }

    @Test
    void oneThreadThatHasTheOnlyProcessorIsToldAsWhatBoundsTheWork() {
        assertThat(workers(1, 9_200).see(RULE).findings()).isEmpty();
    }

    @Test
    void whereManyWantToRunThatIsTold() {
        Stage stage = workers(2, 9_200);
        for (int i = 0; i < 2; i++) {
            int more = stage.builder.thread(1, 120 + i, 20 + i, "more");
            stage.builder.segment(more, 0, 10_000L * ROUNDS * Stage.US, ThreadState.RUNNABLE, 1);
        }
        assertThat(stage.see(new RunnablePressure()).findings()).hasSize(1);
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void threadsForWhichNobodyWaitsAreNoPartOfTheWork() {
        Stage stage = new Stage();
        int host = stage.host("B");
        for (int i = 0; i < 2; i++) {
            stage.runs(stage.thread(host, 10 + i, "burner"), 400_000);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
        assertThat(stage.see(RULE).reason())
                .isEqualTo("no host whose processors the work has nearly all the time, while hardly any more threads want to run");
    }

    @Test
    void twoProgramsThatShareTheProcessorsAreNamedWithTheirShares() {
        Stage stage = new Stage();
        int clients = stage.host("A");
        int servers = stage.host("B");
        pair(stage, clients, servers, 0, 9_200, "worker");
        int other = stage.thread(clients, 1, "client");
        int loop = stage.thread(servers, 30, "loop");
        for (int round = 0; round < ROUNDS; round++) {
            long t = 10_000L * round;
            stage.runs(other, t + 100).waits(other, loop, t + 9_000).runs(other, t + 10_000);
            stage.runs(loop, t + 9_000).waits(loop, other, t + 10_000);
        }
        for (int i = 0; i < 2; i++) {
            stage.builder.segment(stage.builder.thread(servers, 0, 0, "swapper/" + i), 0, 1, ThreadState.RUNNING, 2 * i + 1);
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("91.0 % busy", ": worker (B:102) takes 46.0 % of the processors' time and loop (B:104) 45.0 %."));
    }

    @Test
    void threadsThatAreNamedOneByOneHaveTheirTimeTogether() {
        assertThat(workers(2, 9_200, "worker-0", "worker-1").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains(": worker-0 (B:102) and worker-1 (B:104) together take 92.0 % of the processors' time."));
        assertThat(workers(2, 9_200, "salt and pepper", "oil").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("salt and pepper (B:102) takes 46.0 %")
                        .doesNotContain("together"));
    }
}
