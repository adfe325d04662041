/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class OneProcessorTest {
    private static final OneProcessor RULE = new OneProcessor();
    private static final int TURNS = 50;
    private static final long TURN = 10_000 * Stage.US;

    /** Two workers take turns of 10 ms on processor 0; the other one has it for so long, then nobody wants it; processor 1 is idle. */
    static Stage workers(long waitMicros) {
        return workers(waitMicros, TURNS, 0, "swapper/1");
    }

    static Stage workers(long waitMicros, int turns, int firstCpu, String beside) {
        return workers(turn -> waitMicros, turns, firstCpu, beside);
    }

    /** The same, in so many turns; the first worker begins on the given processor, and something runs on processor 1. */
    private static Stage workers(IntToLongFunction waitMicros, int turns, int firstCpu, String beside) {
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
                stage.builder.segment(runs, begin, end, ThreadState.RUNNING, turn == 0 ? firstCpu : 0);
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
        return workers(turn -> turn % 5 == 0 ? 2_000 : 1_000, TURNS, 0, "swapper/1");
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
    void aThreadThatRunsOnTheOtherProcessorOnceIsNotBound() {
        assertThat(workers(8_000, TURNS, 1, "swapper/1").see(RULE).findings()).singleElement().satisfies(finding -> assertThat(
                finding.summary())
                .startsWith(
                        "w-1 (h:12) runs on processor 0 alone: for 192 ms, 38.4 % of the range, it waits for it while others run there"));
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
