/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Lanes;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/**
 * Two threads among which tasks move: of a hundred, one receives a request and sleeps from 10 to 60, then the other one answers; the other one waits for the first meanwhile. A third thread of theirs sleeps all the time and has no
 * tasks. Times in nanoseconds.
 */
class TaskSleepsTest {
    private static final int ROUNDS = 10;
    private static final int ROUND = 100;

    /** What may be otherwise. */
    private static final class Process {
        private final TimelineBuilder builder = new TimelineBuilder();
        /** What ends the wait at 60: a timer in so many rounds, else the next request. */
        private int timers = ROUNDS;
        /** What ends it otherwise. */
        private Cause other = Cause.NETWORK;
        /** Whether they ask somebody else from 20 to 50. */
        private boolean asksOthers;
        /** Whether a request is open. */
        private boolean asked = true;

        @Nullable
        Finding finding(long least) {
            int b = builder.host("B");
            int[] threads = {builder.thread(b, 100, 100, "task"), builder.thread(b, 101, 100, "task"), builder.thread(b, 102, 100, "task")};
            int far = builder.thread(builder.host("A"), 200, 200, "asks");
            int timer = builder.resource(b, VertexKind.TIMER, "timer");
            builder.segment(far, 0, ROUNDS * ROUND, ThreadState.RUNNING, -1);
            for (int round = 0; round < ROUNDS; round++) {
                long t = (long) round * ROUND;
                int request = packet(t, far, Timeline.Opener.SENDER, asked ? 0 : Timeline.NONE);
                builder.blocked(threads[0], t, t + 5, Cause.NETWORK, far, request, -1);
                builder.segment(threads[0], t + 5, t + 10, ThreadState.RUNNING, -1);
                if (round < timers) {
                    builder.blocked(threads[0], t + 10, t + 60, Cause.TIMER, timer, Timeline.NONE, -1);
                } else {
                    int next = packet(t + 55, far, Timeline.Opener.SENDER, 2);
                    builder.blocked(threads[0], t + 10, t + 60, other, other == Cause.NETWORK ? far : Timeline.NONE,
                            other == Cause.NETWORK ? next : Timeline.NONE, -1);
                }
                builder.segment(threads[0], t + 60, t + 65, ThreadState.RUNNING, -1);
                builder.blocked(threads[0], t + 65, t + ROUND, Cause.THREAD, threads[1], Timeline.NONE, -1);
                builder.blocked(threads[1], t, t + 65, Cause.THREAD, threads[0], Timeline.NONE, -1);
                builder.segment(threads[1], t + 65, t + 70, ThreadState.RUNNING, -1);
                builder.blocked(threads[1], t + 70, t + ROUND, Cause.THREAD, threads[0], Timeline.NONE, -1);
                builder.blocked(threads[2], t, t + 50, Cause.TIMER, timer, Timeline.NONE, -1);
                builder.segment(threads[2], t + 50, t + 52, ThreadState.RUNNING, -1);
                builder.blocked(threads[2], t + 52, t + ROUND, Cause.TIMER, timer, Timeline.NONE, -1);
                packet(t + 70, threads[1], Timeline.Opener.RECEIVER, asked ? 0 : Timeline.NONE);
                if (asksOthers) {
                    packet(t + 18, threads[0], Timeline.Opener.SENDER, 1);
                    packet(t + 50, far, Timeline.Opener.RECEIVER, 1);
                }
            }
            Analysis analysis = Analysis.of(builder.build(0, ROUNDS * ROUND)).build();
            return TaskSleeps.finding(new SleepWhileAwaited().info(), analysis,
                    new Group(Way.TASKS, "task ×3", threads, new Lanes(3, 0, 0), Timeline.NONE, false), least, 0.8);
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

    @Test
    void allSleepWhileTheirRequestIsOpen() {
        assertThat(new Process().finding(500)).isNotNull().satisfies(finding -> {
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.subject()).isEqualTo("B:task");
            assertThat(finding.summary()).isEqualTo(
                    "task ×3 (B) sleep in their requests: for 500 ns, 50.0 % of the range, a request is open that they answer, they ask nobody else for anything, and none of them is at work until a timer ends or the next request comes."
                            + " Without these sleeps the work would be at most 50.0 % shorter (an estimate).");
        });
        assertThat(new Process().finding(501)).isNull();
    }

    @Test
    void whileTheyAskSomebodyElseTheyWaitForThat() {
        Process process = new Process();
        process.asksOthers = true;
        assertThat(process.finding(200)).isNotNull()
                .satisfies(finding -> assertThat(finding.summary()).contains("for 200 ns, 20.0 % of the range"));
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
        process.timers = 2;
        assertThat(process.finding(500)).as("a fifth is ended by timers").isNotNull();
        process = new Process();
        process.timers = 1;
        assertThat(process.finding(1)).as("hardly any timer").isNull();
    }

    @Test
    void whatSomethingElseEndsIsNoSleep() {
        Process process = new Process();
        process.timers = 5;
        process.other = Cause.UNKNOWN;
        assertThat(process.finding(250)).isNotNull();
        process = new Process();
        process.timers = 5;
        process.other = Cause.UNKNOWN;
        assertThat(process.finding(251)).isNull();
    }
}
