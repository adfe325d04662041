/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;
import static org.bowline.core.event.KernelSink.Leave.UNINTERRUPTIBLE;
import static org.bowline.core.timeline.HostScenario.A;
import static org.bowline.core.timeline.HostScenario.B;
import static org.bowline.core.timeline.HostScenario.IDLE;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.Cause;

class TimeLimitsTest {
    private static final int TIMER_SOFT_INTERRUPT = 1;
    private static final long MS = 1_000_000;

    private final HostScenario host = new HostScenario("h");

    /** A sets a timer with a slack, if that is not 0, and waits for some time, until a timer ends that. */
    private boolean isLimited(long slackNanos, Leave leave, long waitNanos) {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        if (slackNanos > 0) {
            host.facts.timerSet(5, 0, slackNanos);
        }
        host.on(0, 10, A, leave, IDLE);
        host.facts.timerEntry(9 + waitNanos, 1);
        return endsLimited(waitNanos);
    }

    private boolean endsLimited(long waitNanos) {
        host.wake(1, 10 + waitNanos, A);
        host.on(0, 20 + waitNanos, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(30 + waitNanos);
        int wait = timeline.segmentAt(HostScenario.threadOf(timeline, A), 10 + waitNanos / 2);
        assertThat(timeline.link(wait)).isEqualTo(Timeline.NONE);
        return timeline.isLimited(wait);
    }

    @Test
    void aWaitThatMayEndAThousandthLaterHasATimeLimit() {
        assertThat(isLimited(399_997, BLOCKED, 400 * MS)).isTrue();
    }

    @Test
    void thatOfANiceThreadMayEndATwoHundredthLater() {
        assertThat(isLimited(2 * MS - 13, BLOCKED, 400 * MS)).isTrue();
    }

    @Test
    void aSleepMayEndByTheSameTimeLaterWhateverItsLength() {
        assertThat(isLimited(1 * MS - 3, BLOCKED, 400 * MS)).isFalse();
    }

    @Test
    void aSlackThatAProgramHasAskedForIsOfWholeMicrosecondsAndSaysNothing() {
        assertThat(isLimited(1 * MS, BLOCKED, 1_000 * MS)).as("a thousandth by chance").isFalse();
    }

    @Test
    void whatSetsNoTimerHasNoTimeLimit() {
        assertThat(isLimited(0, BLOCKED, 400 * MS)).isFalse();
    }

    @Test
    void aWaitInTheUninterruptibleStateIsTheKernels() {
        assertThat(isLimited(399_997, UNINTERRUPTIBLE, 400 * MS)).isFalse();
    }

    @Test
    void aTimerThatAnInterruptSetsIsNotTheThreads() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.facts.timerEntry(3, 0);
        host.facts.timerSet(4, 0, 399_997);
        host.facts.timerExit(5, 0);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.timerEntry(9 + 400 * MS, 1);
        assertThat(endsLimited(400 * MS)).isFalse();
    }

    @Test
    void aTimerOfWhoWasThereBeforeIsNotTheThreads() {
        host.on(0, 1, IDLE, PREEMPTED, B);
        host.facts.timerSet(5, 0, 399_997);
        host.on(0, 8, B, BLOCKED, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.timerEntry(9 + 400 * MS, 1);
        assertThat(endsLimited(400 * MS)).isFalse();
    }

    /** A waits and a coarse timer ends that, where it is known when a finer one does, or not. */
    private boolean isLimitedByCoarseTimer(boolean tellsTimers) {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        if (tellsTimers) {
            host.facts.timerEntry(3, 1);
            host.facts.timerExit(4, 1);
        }
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.softInterruptEntry(9 + 400 * MS, 1, TIMER_SOFT_INTERRUPT);
        return endsLimited(400 * MS);
    }

    @Test
    void aWaitThatACoarseTimerEndsHasATimeLimit() {
        assertThat(isLimitedByCoarseTimer(true)).as("no sleep of a program ends so").isTrue();
    }

    @Test
    void whereFineTimersAreNotRecordedOneMayHaveEndedTheWait() {
        assertThat(isLimitedByCoarseTimer(false)).isFalse();
    }

    @Test
    void whomAThreadWakesBeforeItsTimeLimitWaitedForThat() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.facts.timerSet(5, 0, 399_997);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 30, A);
        host.on(0, 40, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(50);
        int wait = timeline.segmentAt(HostScenario.threadOf(timeline, A), 20);
        assertThat(timeline.cause(wait)).isEqualTo(Cause.THREAD);
        assertThat(timeline.isLimited(wait)).isFalse();
    }
}
