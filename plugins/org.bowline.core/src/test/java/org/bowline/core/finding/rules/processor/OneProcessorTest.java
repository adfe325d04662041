/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class OneProcessorTest {
    private static final OneProcessor RULE = new OneProcessor();
    private static final int TURNS = 50;
    private static final long TURN = 10_000 * Stage.US;

    /** Two workers take turns of 10 ms on processor 0; the other one has it for so long, then nobody wants it; processor 1 is idle. */
    public static Stage workers(long waitMicros) {
        return workers(waitMicros, TURNS, 0, "swapper/1");
    }

    public static Stage workers(long waitMicros, int turns, int firstCpu, String beside) {
        return workers(turn -> waitMicros, turns, turn -> turn == 0 ? firstCpu : 0, beside);
    }

    /** Both work on processor 1 for so many turns, and on processor 0 from then on. */
    private static Stage movedAfter(int turns) {
        return workers(turn -> 8_000, TURNS, turn -> turn < turns ? 1 : 0, "swapper/1");
    }

    /** The first worker works on processor 1 in each fifth of its turns. */
    static Stage oneBound() {
        return workers(turn -> 8_000, TURNS, turn -> turn % 10 == 0 ? 1 : 0, "swapper/1");
    }

    /** The same, in so many turns; on which processor who works does, by turn, and something runs on processor 1. */
    private static Stage workers(IntToLongFunction waitMicros, int turns, IntUnaryOperator cpu, String beside) {
        Stage stage = new Stage();
        int host = stage.host("h");
        boolean idle = beside.startsWith("swapper");
        int other = stage.builder.thread(host, idle ? 0 : 30, idle ? 0 : 30, beside);
        int[] workers = {stage.builder.thread(host, 11, 10, "w-0"), stage.builder.thread(host, 12, 10, "w-1")};
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        stage.builder.recording(host, 0, TURNS * TURN);
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = turn * TURN;
            int runs = workers[turn % 2];
            int waits = workers[(turn + 1) % 2];
            long end = begin;
            if (turn < turns) {
                end += waitMicros.applyAsLong(turn) * Stage.US;
                stage.builder.segment(runs, begin, end, ThreadState.RUNNING, cpu.applyAsInt(turn));
                stage.builder.segment(waits, begin, end, ThreadState.RUNNABLE, 0);
            }
            stage.builder.blocked(runs, end, begin + TURN, Cause.TIMER, timer, Timeline.NONE, 0);
            stage.builder.blocked(waits, end, begin + TURN, Cause.TIMER, timer, Timeline.NONE, 0);
            stage.builder.segment(other, begin, begin + TURN, ThreadState.RUNNING, 1);
        }
        return stage;
    }

    /** They wait for 2 ms in each fifth turn, and for less in the others. */
    static Stage seldom() {
        return workers(turn -> turn % 5 == 0 ? 2_000 : 1_000, TURNS, turn -> 0, "swapper/1");
    }

    @Test
    void threadsThatWaitForAProcessorBesideAnIdleOneOnWhichTheyNeverRunAreBound() {
        assertThat(workers(8_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).isEqualTo(
                    "w-0 (h:11) and w-1 (h:12) run on processor 0 alone: for 400 ms, 80.0 % of the range, at least one of them waits while others run there and processor 1 has nothing to do (50 times)."
                            + " Threads that are bound to processors do so, as by taskset or cpuset.cpus. On all processors of h the work would be at most 40.0 % shorter (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void aThreadThatRanElsewhereAtFirstIsBoundSinceThen() {
        assertThat(workers(8_000, TURNS, 1, "swapper/1").see(RULE).findings()).singleElement().satisfies(finding -> assertThat(
                finding.summary())
                .startsWith(
                        "w-0 (h:11) and w-1 (h:12) run on processor 0 alone after the first 8.00 ms of the range: for 392 ms, 78.4 % of the range, at least one of them waits while others run there"));
    }

    @Test
    void whoRunsElsewhereNowAndThenIsNotBound() {
        assertThat(oneBound().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).startsWith(
                "w-1 (h:12) runs on processor 0 alone: for 160 ms, 32.0 % of the range, it waits for it while w-0 (h:11) runs there"));
    }

    /** A worker that waits for 8 of 10 ms for processor 0, which one job has for so many and another one for the rest; both sleep otherwise; processor 1 is idle. */
    static Stage jobs(int millis) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int idle = stage.builder.thread(host, 0, 0, "swapper/1");
        int worker = stage.builder.thread(host, 11, 11, "worker");
        int[] jobs = {stage.builder.thread(host, 12, 12, "long"), stage.builder.thread(host, 13, 13, "short")};
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        stage.builder.recording(host, 0, TURNS * TURN);
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = turn * TURN;
            long middle = begin + 1_000L * millis * Stage.US;
            long end = begin + 8_000 * Stage.US;
            stage.builder.segment(worker, begin, end, ThreadState.RUNNABLE, 0);
            stage.builder.segment(worker, end, begin + TURN, ThreadState.RUNNING, 0);
            stage.builder.segment(jobs[0], begin, middle, ThreadState.RUNNING, 0);
            stage.builder.blocked(jobs[0], middle, begin + TURN, Cause.TIMER, timer, Timeline.NONE, 0);
            if (millis < 8) {
                stage.builder.blocked(jobs[1], begin, middle, Cause.TIMER, timer, Timeline.NONE, 0);
                stage.builder.segment(jobs[1], middle, end, ThreadState.RUNNING, 0);
                stage.builder.blocked(jobs[1], end, begin + TURN, Cause.TIMER, timer, Timeline.NONE, 0);
            }
            stage.builder.segment(idle, begin, begin + TURN, ThreadState.RUNNING, 1);
        }
        return stage;
    }

    @ParameterizedTest
    @CsvSource({"8, long (h:12) runs", "6, long (h:12) and others run", "4, long (h:12) and short (h:13) run"})
    void whoRunsThereIsNamedIfThatAreFew(int millis, String who) {
        assertThat(jobs(millis).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("worker (h:11) runs on processor 0 alone: for 400 ms, 80.0 % of the range, it waits for it while " + who
                        + " there and processor 1 has nothing to do"));
    }

    @Test
    void whatOthersDoOnItsProcessorTakesNoTimeOfItsOwn() {
        assertThat(oneBound().see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .endsWith("On all processors of h the work would be at most 32.0 % shorter (an estimate)."));
    }

    @Test
    void whoHasHardlyRunSinceItRanElsewhereIsNotBound() {
        assertThat(movedAfter(10).see(RULE).findings()).hasSize(1);
        assertThat(movedAfter(12).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoServesRequestsHasToDoWithTheWorkThoughItMeetsNoOtherThread() {
        Stage stage = workers(8_000);
        int[] pair = {stage.builder.thread(0, 40, 40, "ping"), stage.builder.thread(0, 41, 41, "pong")};
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = turn * TURN;
            long middle = begin + TURN / 2;
            stage.builder.segment(pair[0], begin, middle, ThreadState.RUNNING, 2);
            stage.builder.blocked(pair[0], middle, begin + TURN, Cause.THREAD, pair[1], Timeline.NONE, 2);
            stage.builder.blocked(pair[1], begin, middle, Cause.THREAD, pair[0], Timeline.NONE, 2);
            stage.builder.segment(pair[1], middle, begin + TURN, ThreadState.RUNNING, 2);
        }
        assertThat(stage.see(RULE).findings()).as("nothing shows that they matter").isEmpty();
        List<NamedInterval> requests = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            requests.add(new NamedInterval("get", "" + turn, 0, 1 + turn % 2, turn * TURN, (turn + 1) * TURN - 1));
        }
        Analysis served = Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(requests, List.of())).build();
        assertThat(Stage.see(RULE, served, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("w-0 (h:11) and w-1 (h:12) run on processor 0 alone: for"));
    }

    @Test
    void whereTheOtherProcessorIsBusyMoreThreadsWantToRunThanThereAreProcessors() {
        assertThat(workers(8_000, TURNS, 0, "batch").see(RULE).findings()).isEmpty();
        assertThat(workers(8_000, TURNS, 0, "batch").see(RULE).reason())
                .isEqualTo("no thread waits again and again for a processor while one on which it never runs has nothing to do");
    }

    @Test
    void whoRunsSeldomMayBeOnAProcessorByChance() {
        assertThat(workers(8_000, 38, 0, "swapper/1").see(RULE).findings()).isEmpty();
        assertThat(workers(8_000, 40, 0, "swapper/1").see(RULE).findings()).hasSize(1);
    }

    @Test
    void aSchedulerNeedsMillisecondsToMoveAThread() {
        assertThat(workers(1_999).see(RULE).findings()).isEmpty();
        assertThat(workers(2_000).see(RULE).findings()).hasSize(1);
    }
}
