/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;
import static org.bowline.core.timeline.HostScenario.A;
import static org.bowline.core.timeline.HostScenario.B;
import static org.bowline.core.timeline.HostScenario.IDLE;

import org.junit.jupiter.api.Test;

/** What is known of threads that were on a processor of which nothing was recorded for some time. */
class UnseenProcessorTest {
    private static final int UNSEEN = 2;
    private static final int OTHER = 7;
    private static final int OF_UNKNOWN_NUMBER = -1;

    private final HostScenario host = new HostScenario("h");

    private void unseen(long from, long to) {
        host.facts.lost(UNSEEN, from, to, OF_UNKNOWN_NUMBER);
    }

    private void wakeLastSeenOn(int last, int cpu, long nanos, int tid) {
        host.facts.wakingElsewhere(nanos, cpu, tid, "t" + tid, last);
    }

    @Test
    void aThreadThatRanLastWhereNothingIsSeenIsUnknownSinceItWasSeenLast() {
        unseen(0, 60);
        host.aBlocksAtTen();
        wakeLastSeenOn(UNSEEN, 1, 40, A);
        host.on(0, 50, IDLE, PREEMPTED, A);
        assertThat(host.after(60, A)).isEqualTo("running 0-10, unknown 10-40, unknown 40-50, running 50-60");
    }

    @Test
    void aThreadThatRanLastWhereEverythingIsSeenWaitedAllTheTime() {
        unseen(0, 60);
        host.aBlocksAtTen();
        wakeLastSeenOn(0, 1, 40, A);
        host.on(0, 50, IDLE, PREEMPTED, A);
        assertThat(host.after(60, A)).startsWith("running 0-10, blocked 10-40 by ");
    }

    @Test
    void aThreadThatRanLastWhereNothingWasSeenOnlyBeforeWaitedAllTheTime() {
        unseen(0, 5);
        host.aBlocksAtTen();
        wakeLastSeenOn(UNSEEN, 1, 40, A);
        assertThat(host.after(60, A)).startsWith("running 0-10, blocked 10-40 by ").endsWith(", runnable 40-60");
    }

    @Test
    void aThreadThatIsPutWhereNothingIsSeenIsUnknownUntilItIsSeenAgain() {
        unseen(0, 60);
        host.aBlocksAtTen();
        host.wake(1, 20, A);
        host.facts.placed(20, 1, A, UNSEEN);
        host.on(0, 50, IDLE, PREEMPTED, A);
        assertThat(host.after(60, A)).contains(" 10-20", "unknown 20-50, running 50-60");
    }

    @Test
    void aThreadThatIsPutWhereItIsSeenWantsAProcessor() {
        unseen(0, 60);
        host.aBlocksAtTen();
        host.on(0, 12, IDLE, PREEMPTED, OTHER);
        wakeLastSeenOn(UNSEEN, 1, 20, A);
        host.facts.placed(20, 1, A, 0);
        host.on(0, 50, OTHER, BLOCKED, A);
        assertThat(host.after(60, A)).isEqualTo("running 0-10, unknown 10-20, runnable 20-50, running 50-60");
    }

    @Test
    void aThreadThatWantsAProcessorWasElsewhereIfItsOwnWasIdleMeanwhile() {
        unseen(0, 60);
        host.on(0, 10, A, PREEMPTED, B);
        host.on(0, 20, B, BLOCKED, IDLE);
        host.on(0, 50, IDLE, PREEMPTED, A);
        assertThat(host.after(60, A)).isEqualTo("running 0-10, unknown 10-50, running 50-60");
    }

    @Test
    void aThreadWhoseProcessorIsBusyWaitsForIt() {
        unseen(0, 60);
        host.on(0, 10, A, PREEMPTED, B);
        host.on(0, 50, B, BLOCKED, A);
        assertThat(host.after(60, A)).isEqualTo("running 0-10, preempted 10-50, running 50-60");
    }

    @Test
    void whereEverythingIsSeenAThreadMayWaitWhileItsProcessorIsIdle() {
        host.on(0, 10, A, PREEMPTED, B);
        host.on(0, 20, B, BLOCKED, IDLE);
        host.on(0, 50, IDLE, PREEMPTED, A);
        assertThat(host.after(60, A)).isEqualTo("running 0-10, preempted 10-50, running 50-60");
    }

    @Test
    void aThreadWithoutEventsMayHaveRunWhereNothingIsSeenAtAll() {
        unseen(0, 60);
        host.on(0, 10, B, PREEMPTED, IDLE);
        host.facts.threadExists(10, A, A, 1, "t5", true);
        assertThat(host.after(60, A)).isEqualTo("unknown 0-60");
    }

    @Test
    void aThreadWithoutEventsSleepsWhereLittleIsLost() {
        unseen(20, 30);
        host.on(0, 10, B, PREEMPTED, IDLE);
        host.facts.threadExists(10, A, A, 1, "t5", true);
        assertThat(host.after(60, A)).isEqualTo("blocked 0-60 by unknown unknown");
    }
}
