/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Lanes;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/**
 * Three threads among which tasks move: of a hundred, one receives a request and sleeps from 10 to 60, then another one answers; whoever has nothing to do waits for one that has. A fourth thread of theirs sleeps all the time and has no
 * tasks. Times in nanoseconds.
 */
public class TaskSleepsTest {
    private static final int ROUNDS = 30;
    private static final int ROUND = 100;

    private enum Fourth {
        WATCHES, COMPUTES, READS, WAITS_FOR_ANOTHER_PROCESS
    }

    /** What may be otherwise. */
    private static final class Process {
        private final TimelineBuilder builder = new TimelineBuilder();
        /** What ends the wait at 60: a timer in so many rounds, else the next request. */
        private int timers = ROUNDS;
        /** What ends it otherwise. */
        private Cause other = Cause.NETWORK;
        /** Whether they ask somebody else from 20 to 50. */
        private boolean asksOthers;
        /** What a fourth thread of theirs does from 10 to 60, which otherwise looks after the others. */
        private Fourth fourth = Fourth.WATCHES;
        /** Whether a request is open. */
        private boolean asked = true;

        /** How many more requests are open at the same time. */
        private int more;

        /** Whether who asks waits for the answers. */
        private boolean waits;
        /** Whether the timer ends the sleep at 50 already, and the thread gets a processor at 60. */
        private boolean wants;

        /** Whether the next thread receives the next request, as a runtime has it; else always the first one. */
        private boolean turns;

        private int[] threads() {
            int b = builder.host("B");
            int[] threads = new int[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = builder.thread(b, 100 + i, 100, "task");
            }
            int far = builder.thread(builder.host("A"), 200, 200, "asks");
            int timer = builder.resource(b, VertexKind.TIMER, "timer");
            int disk = builder.resource(b, VertexKind.DISK, "vda");
            int neighbour = builder.thread(b, 300, 300, "neighbour");
            builder.segment(neighbour, 0, ROUNDS * ROUND, ThreadState.RUNNING, -1);
            if (!waits) {
                builder.segment(far, 0, ROUNDS * ROUND, ThreadState.RUNNING, -1);
            }
            for (int round = 0; round < ROUNDS; round++) {
                int first = turns ? round % 3 : 0;
                round((long) round * ROUND, round < timers, threads[first], threads[(first + 1) % 3], far, timer);
                builder.blocked(threads[(first + 2) % 3], (long) round * ROUND, (long) round * ROUND + ROUND, Cause.THREAD, threads[first],
                        Timeline.NONE, -1);
                if (fourth == Fourth.WATCHES) {
                    watches(threads[3], (long) round * ROUND, timer);
                } else {
                    works(threads[3], (long) round * ROUND, threads[first], disk, neighbour);
                }
            }
            return threads;
        }

        private void round(long t, boolean timed, int receives, int answers, int far, int timer) {
            int request = packet(t, far, Timeline.Opener.SENDER, asked ? 0 : Timeline.NONE);
            builder.blocked(receives, t, t + 5, Cause.NETWORK, far, request, -1);
            builder.segment(receives, t + 5, t + 10, ThreadState.RUNNING, -1);
            if (timed && wants) {
                builder.blocked(receives, t + 10, t + 50, Cause.TIMER, timer, Timeline.NONE, -1);
                builder.segment(receives, t + 50, t + 60, ThreadState.RUNNABLE, -1);
            } else if (timed) {
                builder.blocked(receives, t + 10, t + 60, Cause.TIMER, timer, Timeline.NONE, -1);
            } else if (other == Cause.NETWORK) {
                builder.blocked(receives, t + 10, t + 60, other, far, packet(t + 50, far, Timeline.Opener.SENDER, 2), -1);
            } else {
                builder.blocked(receives, t + 10, t + 60, other, Timeline.NONE, Timeline.NONE, -1);
            }
            builder.segment(receives, t + 60, t + 65, ThreadState.RUNNING, -1);
            builder.blocked(receives, t + 65, t + ROUND, Cause.THREAD, answers, Timeline.NONE, -1);
            builder.blocked(answers, t, t + 65, Cause.THREAD, receives, Timeline.NONE, -1);
            builder.segment(answers, t + 65, t + 70, ThreadState.RUNNING, -1);
            builder.blocked(answers, t + 70, t + ROUND, Cause.THREAD, receives, Timeline.NONE, -1);
            int answer = packet(t + 70, answers, Timeline.Opener.RECEIVER, asked ? 0 : Timeline.NONE);
            for (int i = 0; i < more; i++) {
                packet(t, far, Timeline.Opener.SENDER, 10 + i);
                packet(t + 70, answers, Timeline.Opener.RECEIVER, 10 + i);
            }
            if (waits) {
                builder.segment(far, t, t + 3, ThreadState.RUNNING, -1);
                builder.blocked(far, t + 3, t + 72, Cause.NETWORK, answers, answer, -1);
                builder.segment(far, t + 72, t + ROUND, ThreadState.RUNNING, -1);
            }
            if (asksOthers) {
                packet(t + 18, receives, Timeline.Opener.SENDER, 1);
                packet(t + 50, far, Timeline.Opener.RECEIVER, 1);
            }
        }

        /** Is asked by another one for what is not a task, at 10, and is ready at 60. */
        private void works(int thread, long t, int waker, int disk, int neighbour) {
            builder.blocked(thread, t, t + 10, Cause.THREAD, waker, Timeline.NONE, -1);
            switch (fourth) {
                case READS -> builder.blocked(thread, t + 10, t + 60, Cause.DISK, disk, Timeline.NONE, -1);
                case WAITS_FOR_ANOTHER_PROCESS -> builder.blocked(thread, t + 10, t + 60, Cause.THREAD, neighbour, Timeline.NONE, -1);
                default -> builder.segment(thread, t + 10, t + 60, ThreadState.RUNNING, -1);
            }
            builder.segment(thread, t + 60, t + 61, ThreadState.RUNNING, -1);
            builder.blocked(thread, t + 61, t + ROUND, Cause.THREAD, waker, Timeline.NONE, -1);
        }

        /** Has no tasks, and looks after the others. */
        private void watches(int thread, long t, int timer) {
            builder.blocked(thread, t, t + 40, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.segment(thread, t + 40, t + 42, ThreadState.RUNNING, -1);
            builder.blocked(thread, t + 42, t + ROUND, Cause.TIMER, timer, Timeline.NONE, -1);
        }

        @Nullable
        Finding finding(long least) {
            int[] threads = threads();
            Analysis analysis = Analysis.of(builder.build(0, ROUNDS * ROUND)).build();
            return TaskSleeps.finding(new SleepWhileAwaited().info(), analysis,
                    new Group(Way.TASKS, "task ×4", threads, new Lanes(4, 0, 0), Timeline.NONE, false), least, 0.8);
        }

        /** As a recording is analysed, in which it is found among which threads tasks move. */
        Analysis analysis() {
            threads();
            return Analysis.of(builder.build(0, ROUNDS * ROUND)).question(Question.WORK.within(0, ROUNDS * ROUND)).build();
        }

        private int packet(long sent, int sender, Timeline.Opener opener, int connection) {
            int packet = builder.packet(sent, sent + 2, sender);
            builder.packetOpener(packet, opener);
            if (connection != Timeline.NONE) {
                builder.packetConnection(packet, connection);
            }
            return packet;
        }
    }

    /** A process that is found by itself; what ends its sleeps in how many of 30 rounds is a timer, in the others something unknown. */
    public static Analysis found(int timers) {
        Process process = new Process();
        process.turns = true;
        process.timers = timers;
        process.other = Cause.UNKNOWN;
        return process.analysis();
    }

    /** A process that is found by itself, which has so many more requests open. */
    public static Analysis several(int more) {
        Process process = new Process();
        process.turns = true;
        process.more = more;
        return process.analysis();
    }

    /** A process that is found by itself, for which who asks waits. */
    public static Analysis awaited(boolean wants) {
        Process process = new Process();
        process.wants = wants;
        process.turns = true;
        process.waits = true;
        return process.analysis();
    }

    @Test
    void allSleepWhileTheirRequestIsOpen() {
        assertThat(new Process().finding(1_500)).isNotNull().satisfies(finding -> {
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.subject()).isEqualTo("B:task");
            assertThat(finding.summary()).isEqualTo(
                    "task ×4 (B) sleep in their requests: for 1.50 µs, 50.0 % of the range, a request is open that they answer, they ask nobody else for anything, as far as was recorded, and none of them is at work until a timer ends or the next request comes."
                            + " Without these sleeps the work would be at most 50.0 % shorter (an estimate).");
        });
        assertThat(new Process().finding(1_501)).isNull();
    }

    @Test
    void howManyRequestsAreOpenThenIsToldIfItIsMoreThanOne() {
        assertThat(Stage.see(new SleepWhileAwaited(), several(3), RuleSettings.STANDARD).findings().get(0).summary()).contains(
                " for 1.50 µs, 50.0 % of the range, ",
                " or the next request comes. On average 4.0 such requests are open then; whether they sleep side by side, or one after another, as below a lock, is not known. Without");
        assertThat(Stage.see(new SleepWhileAwaited(), several(0), RuleSettings.STANDARD).findings().get(0).summary())
                .doesNotContain("such requests");
    }

    @Test
    void itIsSaidOfThreadsAmongWhichTasksAreSeenToMove() {
        assertThat(Stage.see(new SleepWhileAwaited(), found(ROUNDS), RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith("task ×4 (B) sleep in their requests: for 1.50 µs, 50.0 % of the range"));
    }

    @Test
    void whileTheyAskSomebodyElseTheyWaitForThat() {
        Process process = new Process();
        process.asksOthers = true;
        assertThat(process.finding(1)).isNotNull()
                .satisfies(finding -> assertThat(finding.summary()).as("not from 20 to 50").contains("for 600 ns, 20.0 % of the range"));
    }

    @ParameterizedTest
    @EnumSource(value = Fourth.class, names = "WATCHES", mode = EnumSource.Mode.EXCLUDE)
    void whileOneOfThemComputesReadsOrWaitsForSomebodyElseATimerIsNotWhatTheyWaitFor(Fourth fourth) {
        Process process = new Process();
        process.fourth = fourth;
        assertThat(process.finding(1)).isNull();
    }

    @Test
    void withoutARequestTheyIdle() {
        Process process = new Process();
        process.asked = false;
        assertThat(process.finding(1)).isNull();
    }

    @Test
    void theNextRequestMayComeBeforeTheTimer() {
        Process process = new Process();
        process.timers = 6;
        assertThat(process.finding(6 * 50 + 24 * 42)).as("until it comes; a fifth and more is ended by timers").isNotNull();
        process = new Process();
        process.timers = 6;
        assertThat(process.finding(6 * 50 + 24 * 42 + 1)).isNull();
        process = new Process();
        process.timers = 5;
        assertThat(process.finding(1)).as("hardly any timer").isNull();
    }

    @Test
    void whatSomethingElseEndsIsNoSleep() {
        Process process = new Process();
        process.timers = 15;
        process.other = Cause.UNKNOWN;
        assertThat(process.finding(750)).isNotNull();
        process = new Process();
        process.timers = 15;
        process.other = Cause.UNKNOWN;
        assertThat(process.finding(751)).isNull();
    }
}
