/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.finding.rules.knot.ToldSinkTest;
import org.bowline.core.finding.rules.worker.TooFewWorkers;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** A worker that has all the work, while another one has none. */
public class IdleTwinsTest {
    private static final long ALL = 1_000_000;

    /** Three clients ask a worker, which takes 10 ms for each and never waits; a script waits for the first one. Another thread runs for so long and waits for nobody. */
    public static Stage workers(String other, int pid, long runs) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int worker = stage.thread(host, 21, "worker1");
        stage.runs(worker, ALL);
        int[] clients = {stage.thread(host, 11, "client"), stage.thread(host, 12, "client"), stage.thread(host, 13, "client")};
        for (int i = 0; i < 100; i++) {
            int client = clients[i % 3];
            long told = 10_000L * i + 9_900;
            int answer = stage.builder.packet((told - 10) * Stage.US, told * Stage.US, worker);
            stage.waits(client, Cause.NETWORK, worker, answer, told).runs(client, told + 100);
            stage.builder.packet((told + 50) * Stage.US, (told + 60) * Stage.US, client);
        }
        int script = stage.thread(host, 14, "script");
        for (int i = 0; i < 33; i++) {
            stage.waits(script, clients[0], 30_000L * i + 9_950).runs(script, 30_000L * i + 10_000);
        }
        int twin = stage.thread(host, pid, other);
        stage.runs(stage.thread(host, 22, "boss"), 10); // so that processes of one name are no team
        return stage.runs(twin, runs).waits(twin, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, ALL);
    }

    /** Two that have nothing to do. */
    public static Stage twoIdle() {
        Stage stage = workers("worker2", 22, 90_000);
        int third = stage.thread(0, 23, "worker3");
        return stage.runs(third, 10_000).waits(third, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, ALL);
    }

    private static Finding sink(String other, int pid, long runs) {
        return workers(other, pid, runs).see(new DominantKnot()).findings().get(0);
    }

    @Test
    void aWorkerOfTheSameNameThatHasNothingToDoIsToldWithTheOneThatHasAll() {
        String told = " But worker2 (h:106) of another process has hardly anything to do: it runs for 9.00 % of the range. So what comes is not shared out among them.";
        assertThat(sink("worker2", 22, 90_000).summary()).startsWith("worker1 (h:101) bounds the work").endsWith(told);
        assertThat(sink("worker2", 22, 90_000).advice()).startsWith("Share out what comes among all of them before more are started");
        assertThat(workers("worker2", 22, 90_000).see(new TooFewWorkers()).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).startsWith("On average 2.9 threads wait for 1 worker worker1 (h)").endsWith(told);
            assertThat(finding.advice()).startsWith("Share out what comes");
        });
    }

    @Test
    void whoDoesSomethingElseOrMayBeTheMasterIsNoTwin() {
        assertThat(sink("worker2", 22, 110_000).summary()).as("it has something to do").doesNotContain("But");
        assertThat(sink("worker1", 22, 1_000).summary()).as("who started it may have that name").doesNotContain("But");
        assertThat(sink("other2", 22, 1_000).summary()).doesNotContain("But");
        assertThat(sink("worker2", 21, 1_000).summary()).as("of the same process").doesNotContain("But");
    }

    @Test
    void aStageOfTheSameWorkIsNoTwin() {
        Stage stage = workers("worker2", 22, 1_000);
        int worker3 = stage.thread(0, 23, "worker3");
        stage.runs(worker3, 1_000).waits(worker3, 0, ALL - 1).runs(worker3, ALL);
        assertThat(stage.see(new DominantKnot()).findings().get(0).summary()).as("worker3 waits for worker1")
                .contains("But worker2 (h:106) of another process");
    }

    @Test
    void whoWaitsForASinkAndWhoWaitsForThoseAreToldApart() {
        assertThat(sink("other", 22, 1_000).summary()).endsWith(
                "and waits for nobody, while on average 3.0 threads wait for it, and 1.0 wait for these in turn.");
        assertThat(ToldSinkTest.several(1, false).see(new DominantKnot()).findings().get(0).summary())
                .endsWith("while on average 0.9 threads wait for it.");
    }
}
