/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class StoppedTest {
    private static final Stopped RULE = new Stopped();

    /** Threads run for 6 ms of 10 ms; for the rest they have a wait with a link that another program, which sleeps otherwise, ends. */
    public static Stage workers(int threads, int link, int times) {
        return workers(threads, link, times, times);
    }

    /** The same; after a number of stops they run on until the other program has slept so often. */
    public static Stage workers(int threads, int link, int times, int sleeps) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int limit = stage.thread(host, 1, "limit");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] workers = new int[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = stage.thread(host, 5, "srv");
        }
        for (int i = 0; i < sleeps; i++) {
            long t = 10_000L * i;
            stage.waits(limit, Cause.TIMER, timer, Timeline.NONE, t + 9_900).runs(limit, t + 10_000);
            for (int worker : workers) {
                stage.runs(worker, t + 6_000);
                if (i < times) {
                    stage.waits(worker, Cause.THREAD, limit, link, t + 10_000);
                } else if (sleeps > times) {
                    stage.runs(worker, t + 10_000);
                }
            }
        }
        return stage;
    }

    /** Threads are stopped once, from 20 to 60 ms of 100 ms, and somebody waits for them from 30 ms on. */
    public static Stage awaited(int threads, boolean waits) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int kill = stage.thread(host, 1, "kill");
        int client = stage.thread(host, 3, "client");
        stage.runs(kill, 100_000);
        int worker = -1;
        for (int i = 0; i < threads; i++) {
            worker = stage.thread(host, 5, "srv");
            stage.runs(worker, 20_000).waits(worker, Cause.THREAD, kill, Timeline.STOPPED, 60_000).runs(worker, 100_000);
        }
        stage.runs(client, 30_000);
        if (waits) {
            stage.waits(client, worker, 90_000);
        }
        return stage.runs(client, 100_000);
    }

    /** A thread is stopped twelve times, and a new process each time lets it go on. */
    public static Stage killers() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int worker = stage.thread(host, 5, "srv");
        int[] kill = {stage.thread(host, 3, "kill"), stage.thread(host, 4, "kill")};
        stage.runs(kill[0], 1).runs(kill[1], 1);
        for (int i = 0; i < 12; i++) {
            long t = 10_000L * i;
            stage.runs(worker, t + 6_000).waits(worker, Cause.THREAD, kill[i % 2], Timeline.STOPPED, t + 10_000);
        }
        return stage;
    }

    /** Threads are stopped twelve times, the last time until the end; nothing is known of who lets them go on. */
    public static Stage open(int threads) {
        return unknown(threads, 12);
    }

    /** A thread is stopped twelve times and goes on in the end; nothing is known of who lets it. */
    public static Stage unknown() {
        return unknown(1, 12).runs(0, 130_000);
    }

    private static Stage unknown(int threads, int times) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int unknown = stage.builder.resource(host, VertexKind.UNKNOWN, "unknown");
        for (int thread = 0; thread < threads; thread++) {
            int worker = stage.thread(host, 5, "srv");
            for (int i = 0; i < times; i++) {
                stage.runs(worker, 10_000L * i + 6_000).waits(worker, Cause.UNKNOWN, unknown, Timeline.STOPPED, 10_000L * (i + 1));
            }
        }
        return stage;
    }

    @Test
    void whoIsStoppedAgainAndAgainIsTold() {
        assertThat(workers(2, Timeline.STOPPED, 12).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:srv");
            assertThat(finding.summary()).startsWith("srv ×2 (h) are stopped by signals: 24 times, and for 48.0 ms, 40.0 % of the range, ")
                    .contains("It is limit (h:101) that lets them go on.");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void whoWaitsForTheSameThreadIsNotStopped() {
        assertThat(workers(2, Timeline.NONE, 12).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoLetsThemGoOnDoesNotSleepWhileTheyWait() {
        assertThat(workers(2, Timeline.NONE, 12).see(new SleepWhileAwaited()).findings()).isNotEmpty();
        assertThat(workers(2, Timeline.STOPPED, 12).see(new SleepWhileAwaited()).findings()).isEmpty();
        assertThat(workers(2, Timeline.TRACED, 12).see(new SleepWhileAwaited()).findings()).isEmpty();
    }

    @Test
    void aProgramThatSomebodyPutAsideHarmsNobody() {
        assertThat(awaited(1, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoIsStoppedOnceHarmsThoseThatWaitMeanwhile() {
        assertThat(awaited(1, true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.score()).isEqualTo(0.3));
    }

    @Test
    void signalsAndTracersAreToldApart() {
        Stage stage = workers(1, Timeline.STOPPED, 12);
        int gdb = stage.thread(0, 7, "gdb");
        int other = stage.thread(0, 8, "other");
        stage.runs(gdb, 1);
        for (int i = 0; i < 12; i++) {
            stage.runs(other, 10_000L * i + 5_000).waits(other, Cause.THREAD, gdb, Timeline.TRACED, 10_000L * (i + 1));
        }
        assertThat(stage.see(RULE).findings()).extracting(finding -> finding.summary().split(":")[0] + finding.summary().split(":")[1])
                .containsExactlyInAnyOrder("srv (h102) is stopped by signals", "other (h104) is stopped by who traces it");
    }
}
