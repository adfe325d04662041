/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;

class IdleWorkersTest {
    private static final int DISK = 8;
    private static final int BLOCK_INTERRUPT = 40;
    private static final int WORKER = 7;
    private static final int OTHER_WORKER = 8;
    private final HostScenario host = new HostScenario("h");

    /** A writes at 8 and waits from 10 on; the worker has nothing to do, or waits for something, since 11. */
    private void aWrites(Leave worker) {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.on(1, 1, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.facts.diskName(1, DISK, "vda");
        host.facts.requestIssued(8, 0, DISK, 100, 8, HostScenario.A);
        host.on(0, 10, HostScenario.A, Leave.UNINTERRUPTIBLE, HostScenario.IDLE);
        host.on(1, 11, WORKER, worker, HostScenario.IDLE);
    }

    private void completes(long nanos, int sector, int woken) {
        host.facts.interruptEntry(nanos, 1, BLOCK_INTERRUPT);
        host.facts.requestCompleted(nanos + 1, 1, DISK, sector, sector == 0 ? 0 : 8);
        host.wake(1, nanos + 2, woken);
        host.facts.interruptExit(nanos + 3, 1, BLOCK_INTERRUPT);
    }

    @Test
    void whoeverAWorkerFinishesAWriteForWaitsForTheDisk() {
        aWrites(Leave.IDLE);
        completes(30, 100, WORKER);
        host.on(1, 35, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.wake(1, 40, HostScenario.A);
        assertThat(finished(40)).isZero();
    }

    /** The request that whoever ended A's wait had finished; the wait ends at a time, and the worker ended it. */
    private int finished(long end) {
        Timeline timeline = host.timeline(60);
        assertThat(HostScenario.text(timeline, HostScenario.A)).contains("-" + end + " by thread t");
        return timeline.finished(timeline.segmentAt(HostScenario.threadOf(timeline, HostScenario.A), end - 1));
    }

    @Test
    void soDoesWhoeverAnotherWorkerFinishesItForThatTheFirstWoke() {
        aWrites(Leave.IDLE);
        host.on(1, 12, HostScenario.IDLE, Leave.PREEMPTED, OTHER_WORKER);
        host.on(1, 13, OTHER_WORKER, Leave.IDLE, HostScenario.IDLE);
        completes(30, 100, WORKER);
        host.on(1, 35, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.wake(1, 36, OTHER_WORKER);
        host.on(1, 37, WORKER, Leave.IDLE, OTHER_WORKER);
        host.wake(1, 40, HostScenario.A);
        assertThat(finished(40)).isZero();
    }

    @Test
    void aThreadThatWasNotIdleIsWaitedFor() {
        aWrites(Leave.BLOCKED);
        completes(30, 100, WORKER);
        host.on(1, 35, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.wake(1, 40, HostScenario.A);
        assertThat(finished(40)).isEqualTo(Timeline.NONE);
    }

    @Test
    void aWorkerIsWaitedForThatDoesAnythingElse() {
        aWrites(Leave.IDLE);
        completes(30, 100, HostScenario.A);
        host.on(0, 34, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.on(0, 36, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        host.facts.timerEntry(38, 1);
        host.wake(1, 39, WORKER);
        host.on(1, 40, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.wake(1, 50, HostScenario.A);
        assertThat(finished(50)).isEqualTo(Timeline.NONE);
    }

    @Test
    void aWorkerIsWaitedForThatFinishesWhatSomebodyElseWrote() {
        aWrites(Leave.IDLE);
        host.wake(1, 20, HostScenario.A);
        host.on(0, 24, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        completes(26, 100, WORKER);
        host.on(0, 32, HostScenario.A, Leave.UNINTERRUPTIBLE, HostScenario.IDLE);
        host.on(1, 35, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.wake(1, 40, HostScenario.A);
        assertThat(finished(40)).as("its own was done before it waited").isEqualTo(Timeline.NONE);
    }

    /** A wakes the worker, which sends a flush; who made it. */
    private int issuerOfFlush(Leave worker) {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.on(1, 1, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.facts.diskName(1, DISK, "vda");
        host.on(1, 5, WORKER, worker, HostScenario.IDLE);
        host.wake(0, 8, WORKER);
        host.on(0, 10, HostScenario.A, Leave.UNINTERRUPTIBLE, HostScenario.IDLE);
        host.on(1, 12, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.facts.requestIssued(14, 1, DISK, 0, 0, WORKER);
        host.on(1, 16, WORKER, Leave.IDLE, HostScenario.IDLE);
        completes(30, 0, HostScenario.A);
        Timeline timeline = host.timeline(60);
        assertThat(HostScenario.text(timeline, HostScenario.A)).contains("blocked 10-32 by disk vda");
        return timeline.tid(timeline.requestIssuer(0));
    }

    @Test
    void aFlushIsOfWhoWokeTheIdleWorkerThatSendsIt() {
        assertThat(issuerOfFlush(Leave.IDLE)).isEqualTo(HostScenario.A);
    }

    @Test
    void aFlushOfAThreadThatWasNotIdleIsItsOwn() {
        assertThat(issuerOfFlush(Leave.BLOCKED)).isEqualTo(WORKER);
    }

    @Test
    void whoIsNotIdleActsForItself() {
        IdleWorkers workers = new IdleWorkers();
        assertThat(workers.asker(3)).isEqualTo(3);
        assertThat(workers.finishes(3, 4, 0)).isFalse();
        workers.completed(4, 17, 30);
        assertThat(workers.finishes(3, 4, 0)).as("a request alone makes no worker").isFalse();
        workers.isIdle(3, true);
        assertThat(workers.asker(3)).as("woken meanwhile, nobody knows by whom").isEqualTo(3);
    }
}
