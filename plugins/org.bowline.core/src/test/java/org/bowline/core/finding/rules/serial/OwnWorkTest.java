/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaitedTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class OwnWorkTest {
    private static final OwnWork RULE = new OwnWork();

    /** What the one that sleeps does of the 30 ms for which it holds what others need. */
    public enum Does {
        RUNS, WRITES, WANTS, BOTH
    }

    /** Every 100 ms a thread sleeps for 60 ms and holds what two others need for 40; each comes 10 ms after it has begun, and else runs. */
    public static Stage holder(Does does) {
        return holder(does, Cause.TIMER, 1);
    }

    /** The same, but it is woken by something else, or hands on to each of them so many times. */
    public static Stage holder(Does does, Cause wakes, int times) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int flushes = stage.thread(host, 1, "flushes");
        int a = stage.thread(host, 1, "a");
        int b = stage.thread(host, 1, "b");
        int asks = stage.thread(host, 1, "asks");
        int target = switch (wakes) {
            case TIMER -> stage.builder.resource(host, VertexKind.TIMER, "timer");
            case THREAD -> asks;
            default -> stage.builder.resource(host, VertexKind.NETWORK, "network");
        };
        int disk = stage.builder.resource(host, VertexKind.DISK, "sda");
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * i;
            stage.waits(flushes, wakes, target, Timeline.NONE, t + 60_000).runs(flushes, t + 70_000);
            stage.runs(asks, t + 100_000);
            long step = 30_000 / times;
            for (int turn = 1; turn <= times; turn++) {
                long end = t + 70_000 + turn * step;
                switch (does) {
                    case RUNS -> stage.runs(flushes, end);
                    case WRITES -> stage.waits(flushes, Cause.DISK, disk, Timeline.NONE, end - 1_000).runs(flushes, end);
                    case WANTS -> stage.is(flushes, ThreadState.PREEMPTED, end - 1_000).runs(flushes, end);
                    case BOTH -> stage.waits(flushes, Cause.DISK, disk, Timeline.NONE, end - 16_000)
                            .is(flushes, ThreadState.PREEMPTED, end - 1_000).runs(flushes, end);
                }
                stage.runs(a, end - step).waits(a, flushes, end).runs(b, end - step).waits(b, flushes, end);
            }
            stage.runs(a, t + 100_000).runs(b, t + 100_000);
        }
        return stage;
    }

    /** The first of two that come holds up the second, which comes at the same time and waits for the first. */
    static Stage queue() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int flushes = stage.thread(host, 1, "flushes");
        int a = stage.thread(host, 1, "a");
        int b = stage.thread(host, 1, "b");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * i;
            stage.waits(flushes, Cause.TIMER, timer, Timeline.NONE, t + 60_000).runs(flushes, t + 100_000);
            stage.runs(a, t + 70_000).waits(a, flushes, t + 97_000).runs(a, t + 100_000);
            stage.runs(b, t + 70_000).waits(b, a, t + 99_000).runs(b, t + 100_000);
        }
        return stage;
    }

    /** Others wait for so long of 100 ms. */
    static Stage held(long micros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int flushes = stage.thread(host, 1, "flushes");
        int a = stage.thread(host, 1, "a");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * i;
            stage.waits(flushes, Cause.TIMER, timer, Timeline.NONE, t + 60_000).runs(flushes, t + 100_000);
            stage.runs(a, t + 70_000).waits(a, flushes, t + 70_000 + micros).runs(a, t + 100_000);
        }
        return stage;
    }

    /** Three threads of a name do so in turn. */
    static Stage pool() {
        return pool(Does.RUNS);
    }

    static Stage pool(Does does) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int waits = stage.thread(host, 1, "waits");
        int[] all = new int[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = stage.thread(host, 1, "gc-" + i);
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int disk = stage.builder.resource(host, VertexKind.DISK, "sda");
        for (int i = 0; i < 30; i++) {
            long t = 10_000L * i;
            int works = all[i % 3];
            stage.waits(works, Cause.TIMER, timer, Timeline.NONE, t + 4_000).runs(works, t + 5_000);
            switch (does) {
                case RUNS -> stage.runs(works, t + 8_000);
                case WRITES -> stage.waits(works, Cause.DISK, disk, Timeline.NONE, t + 7_000).runs(works, t + 8_000);
                case WANTS, BOTH -> stage.is(works, ThreadState.PREEMPTED, t + 7_000).runs(works, t + 8_000);
            }
            stage.runs(waits, t + 5_000).waits(waits, works, t + 8_000).runs(waits, t + 10_000);
        }
        return stage;
    }

    /** A worker waits for 20 ms at a time until somebody has something for it, who then waits for it; so many microseconds after the last time limit. */
    static Stage timedWorker(long afterMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int works = stage.thread(host, 1, "works");
        int puts = stage.thread(host, 1, "puts");
        int waits = stage.thread(host, 1, "waits");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 20; i++) {
            long t = 50_000L * i;
            long put = t + 20_000 + afterMicros;
            stage.waits(works, Cause.TIMER, timer, Timeline.NONE, t + 20_000).waits(works, puts, put).runs(works, t + 50_000);
            stage.runs(puts, t + 50_000);
            stage.runs(waits, put + 1_000).waits(waits, works, t + 49_000).runs(waits, t + 50_000);
        }
        return stage;
    }

    @Test
    void whoComesWhileAThreadDoesSomethingOfItsOwnWaitsForIt() {
        assertThat(holder(Does.RUNS).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:flushes");
            assertThat(finding.summary()).startsWith(
                    "flushes (h:101) does something of its own while others wait for it: for 300 ms, 30.0 % of the range, a (h:102) and b (h:103) wait for it, in 20 waits");
            assertThat(finding.evidence()).first().isInstanceOfSatisfying(Evidence.Edge.class, edge -> {
                assertThat(edge.source()).isEqualTo(1);
                assertThat(edge.target()).isZero();
            });
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void whatItWaitsForItselfIsTold() {
        assertThat(holder(Does.WRITES).see(RULE).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary()).contains("In 96.7 % of that time it waits for disk sda (h)."));
        assertThat(holder(Does.WANTS).see(RULE).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary()).contains("In 96.7 % of that time it wants a processor and has none."));
    }

    @Test
    void threadsOfAPoolCountTogether() {
        assertThat(pool().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("gc* ×3 (h) do something of their own while others wait for them: for 90.0 ms, 30.0 % of the range,"));
    }

    @Test
    void whoIsAskedDoesNothingOfItsOwn() {
        assertThat(holder(Does.RUNS, Cause.NETWORK, 1).see(RULE).findings()).as("a request came").isEmpty();
        assertThat(holder(Does.RUNS, Cause.THREAD, 1).see(RULE).findings()).as("another thread woke it").isEmpty();
    }

    @Test
    void whoHandsOnAgainAndAgainBetweenTwoSleepsIsWhatTheOthersWaitFor() {
        assertThat(holder(Does.RUNS, Cause.TIMER, 2).see(RULE).findings()).hasSize(1);
        assertThat(holder(Does.RUNS, Cause.TIMER, 3).see(RULE).findings()).isEmpty();
    }

    @Test
    void aWaitWithATimeLimitThatSomebodyEndsIsNoSleep() {
        assertThat(timedWorker(3_000).see(RULE).findings()).as("it was given something to do").isEmpty();
        assertThat(timedWorker(1_000).see(RULE).findings()).as("so soon after a sleep it is a lock that it waits for").hasSize(1);
    }

    @Test
    void whoSleepsWithWhatTheOthersNeedIsNotAtWork() {
        assertThat(SleepWhileAwaitedTest.sleepingHolders(4).see(RULE).findings()).isEmpty();
        assertThat(SleepWhileAwaitedTest.poller(5_000).see(RULE).findings()).isEmpty();
    }
}
