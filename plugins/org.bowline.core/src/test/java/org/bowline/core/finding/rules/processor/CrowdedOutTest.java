/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class CrowdedOutTest {
    private static final CrowdedOut RULE = new CrowdedOut();

    /** A client waits for a server, which is on processor 1 with a batch job; of 10 ms the job has it for 4 while the server wants it. */
    public static Stage server(boolean jobIsAwaited) {
        return server(jobIsAwaited, 4_000, 4_000);
    }

    /** The same, but of the 4 ms another thread has it for one, or only the job for so many microseconds, and the server itself for the rest. */
    public static Stage server(boolean jobIsAwaited, boolean another) {
        return server(jobIsAwaited, 4_000, another ? 3_000 : 4_000);
    }

    public static Stage server(long wantedMicros) {
        return server(false, wantedMicros, wantedMicros);
    }

    /** The same, but four jobs have the processor in turn, each in every fourth request; a fifth, of another name, in so many of twenty. */
    static Stage jobs(int ofAnother) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.builder.recording(host, 0, 500_000 * Stage.US);
        int client = stage.builder.thread(host, 10, 10, "client");
        int server = stage.builder.thread(host, 11, 11, "server");
        int[] jobs = new int[5];
        for (int job = 0; job < jobs.length; job++) {
            jobs[job] = stage.builder.thread(host, 20 + job, 20 + job, job == 4 ? "another" : "batch");
        }
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i * Stage.US;
            long asked = t + 1_000 * Stage.US;
            long got = asked + 4_000 * Stage.US;
            long end = t + 10_000 * Stage.US;
            stage.builder.segment(client, t, asked, ThreadState.RUNNING, 0);
            stage.builder.blocked(client, asked, end, Cause.THREAD, server, Timeline.NONE, 0);
            stage.builder.blocked(server, t, asked, Cause.THREAD, client, Timeline.NONE, 1);
            stage.builder.segment(server, asked, got, ThreadState.PREEMPTED, 1);
            stage.builder.segment(server, got, end, ThreadState.RUNNING, 1);
            int has = i % 20 < ofAnother ? 4 : i % 4;
            for (int job = 0; job < jobs.length; job++) {
                if (job == has) {
                    stage.builder.segment(jobs[job], t, got, ThreadState.RUNNING, 1);
                    stage.builder.segment(jobs[job], got, end, ThreadState.PREEMPTED, 1);
                } else {
                    stage.builder.segment(jobs[job], t, end, ThreadState.PREEMPTED, 1);
                }
            }
        }
        return stage;
    }

    private static Stage server(boolean jobIsAwaited, long wantedMicros, long jobMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.builder.recording(host, 0, 500_000 * Stage.US);
        int client = stage.builder.thread(host, 10, 10, "client");
        int server = stage.builder.thread(host, 11, 11, "server");
        int batch = stage.builder.thread(host, 12, 12, "batch");
        int boss = stage.builder.thread(host, 13, 13, "boss");
        int another = stage.builder.thread(host, 14, 14, "another");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i * Stage.US;
            long asked = t + 1_000 * Stage.US;
            long got = asked + wantedMicros * Stage.US;
            long left = asked + jobMicros * Stage.US;
            long end = t + 10_000 * Stage.US;
            stage.builder.segment(client, t, asked, ThreadState.RUNNING, 0);
            stage.builder.blocked(client, asked, end, Cause.THREAD, server, Timeline.NONE, 0);
            stage.builder.blocked(server, t, asked, Cause.THREAD, client, Timeline.NONE, 1);
            stage.builder.segment(server, asked, got, ThreadState.PREEMPTED, 1);
            stage.builder.segment(server, got, end, ThreadState.RUNNING, 1);
            stage.builder.segment(batch, t, left, ThreadState.RUNNING, 1);
            stage.builder.segment(batch, left, end, ThreadState.PREEMPTED, 1);
            if (left < got) {
                stage.builder.segment(another, t, left, ThreadState.PREEMPTED, 1);
                stage.builder.segment(another, left, got, ThreadState.RUNNING, 1);
                stage.builder.segment(another, got, end, ThreadState.PREEMPTED, 1);
            }
            if (jobIsAwaited) {
                stage.builder.blocked(boss, t, got, Cause.THREAD, batch, Timeline.NONE, 0);
                stage.builder.segment(boss, got, end, ThreadState.RUNNING, 2);
            }
        }
        return stage;
    }

    @Test
    void aServerThatSharesItsProcessorWithABatchJobIsCrowdedOut() {
        assertThat(server(false).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary()).isEqualTo(
                    "server (h:11) wants a processor for 200 ms and does not get one, while others wait for it. For 200 ms of that, 40.0 % of the range,"
                            + " batch (h:12) has it, for which nobody waits: a higher priority for server (h:11), or another processor for one of them, would help.");
            assertThat(finding.subject()).isEqualTo("h:server");
        });
    }

    /** So many servers with a client and a job each, on a processor each, for which each waits for 4 of 10 ms. */
    static Stage servers(int count) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.builder.recording(host, 0, 500_000 * Stage.US);
        for (int cpu = 0; cpu < count; cpu++) {
            int client = stage.builder.thread(host, 100 + cpu, 100 + cpu, "client-" + cpu);
            int server = stage.builder.thread(host, 200 + cpu, 200 + cpu, "server-" + cpu);
            int batch = stage.builder.thread(host, 300 + cpu, 300 + cpu, "batch-" + cpu);
            for (int i = 0; i < 50; i++) {
                long t = 10_000L * i * Stage.US;
                long asked = t + 1_000 * Stage.US;
                long got = asked + 4_000 * Stage.US;
                long end = t + 10_000 * Stage.US;
                stage.builder.segment(client, t, asked, ThreadState.RUNNING, 20 + cpu);
                stage.builder.blocked(client, asked, end, Cause.THREAD, server, Timeline.NONE, 20 + cpu);
                stage.builder.blocked(server, t, asked, Cause.THREAD, client, Timeline.NONE, cpu);
                stage.builder.segment(server, asked, got, ThreadState.PREEMPTED, cpu);
                stage.builder.segment(server, got, end, ThreadState.RUNNING, cpu);
                stage.builder.segment(batch, t, got, ThreadState.RUNNING, cpu);
                stage.builder.segment(batch, got, end, ThreadState.PREEMPTED, cpu);
            }
        }
        return stage;
    }

    @Test
    void threadsOfOneNameAreToldTogether() {
        assertThat(servers(3).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "server* ×3 (h) want a processor for 600 ms in all and do not get one, while others wait for them. For 600 ms of that, 40.0 % of the range for each,"
                            + " batch* ×3 (h) have it, for which nobody waits: a higher priority for server* ×3 (h), or other processors for some, would help.");
            assertThat(finding.evidence()).contains(new Evidence.Vertex(1, 200 * 1_000_000L, "wants a processor"),
                    new Evidence.Vertex(4, 200 * 1_000_000L, "wants a processor"),
                    new Evidence.Vertex(7, 200 * 1_000_000L, "wants a processor"));
        });
    }

    @Test
    void equalJobsAreToldTogether() {
        assertThat(jobs(0).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("40.0 % of the range, batch ×4 (h) have it, for which nobody waits"));
        assertThat(jobs(1).see(RULE).findings()).as("one has less than half as much of it").singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("others have it, batch ×4 (h) for most of it, for which nobody waits"));
        assertThat(jobs(8).see(RULE).findings()).as("48 % of it, and 12 to 14 % for each of the others").singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("others have it, another (h:24) for more of it than any other, for which nobody waits"));
        assertThat(jobs(16).see(RULE).findings()).as("one has by far the most").singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("others have it, another (h:24) for most of it, for which nobody waits"));
    }

    @Test
    void workForWhichSomebodyWaitsHasAsGoodAReasonToRun() {
        assertThat(server(true).see(RULE).findings()).isEmpty();
        assertThat(server(true).see(RULE).reason())
                .isEqualTo("whenever a thread that others wait for wants a processor, nothing else has it but what somebody waits for");
    }

    @Test
    void threadsThatTakeTurnsAndForWhichNobodyWaitsCrowdNobodyOut() {
        assertThat(RunnablePressureTest.stage(4).see(RULE).findings()).isEmpty();
    }
}
