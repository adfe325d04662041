/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.Cause;
import org.bowline.core.sync.PacketLog;

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
        IdleWorkers workers = new IdleWorkers(new PacketLog());
        assertThat(workers.asker(3)).isEqualTo(3);
        assertThat(workers.finishes(3, 4, 0)).isFalse();
        workers.completed(4, 17, 30);
        assertThat(workers.finishes(3, 4, 0)).as("a request alone makes no worker").isFalse();
        workers.isIdle(3, true);
        assertThat(workers.asker(3)).as("woken meanwhile, nobody knows by whom").isEqualTo(3);
    }

    private static final int NETWORK = 3;
    private static final int PORT = 1000;

    /** A asks over a port, itself or through the worker, and waits from 10 on; the worker has nothing to do since 16. */
    private void aAsks(boolean itself, int port) {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.on(1, 1, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.on(1, 5, WORKER, Leave.IDLE, HostScenario.IDLE);
        if (itself) {
            host.packet(0, 7, true, 1, 0x18, true, port, 10);
        }
        host.wake(0, 8, WORKER);
        host.on(0, 10, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        host.on(1, 12, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        if (!itself) {
            host.packet(1, 14, true, 1, 0x18, true, port, 10);
        }
        host.on(1, 16, WORKER, Leave.IDLE, HostScenario.IDLE);
    }

    /** The answer comes to a port and wakes a worker, which wakes A at 40. */
    private void answer(int port, int worker) {
        host.facts.softInterruptEntry(30, 1, NETWORK);
        host.packet(1, 31, false, 7, 0x18, false, port, 10);
        host.wake(1, 32, worker);
        host.facts.softInterruptExit(33, 1, NETWORK);
        host.on(1, 35, HostScenario.IDLE, Leave.PREEMPTED, worker);
    }

    private void isTold(String by) {
        assertThat(host.after(80, HostScenario.A)).contains(" by " + by + ",");
    }

    @Test
    void whoeverAWorkerTakesAnAnswerToWaitsForWhoSentIt() {
        aAsks(false, PORT);
        answer(PORT, WORKER);
        host.wake(1, 36, HostScenario.A);
        isTold("network 10.0.0.2");
    }

    @Test
    void soDoesWhoeverAskedItselfAndGetsItFromAnotherWorkerThatTheFirstWoke() {
        aAsks(true, PORT);
        host.on(1, 17, HostScenario.IDLE, Leave.PREEMPTED, OTHER_WORKER);
        host.on(1, 18, OTHER_WORKER, Leave.IDLE, HostScenario.IDLE);
        answer(PORT, WORKER);
        host.wake(1, 36, OTHER_WORKER);
        host.on(1, 37, WORKER, Leave.IDLE, OTHER_WORKER);
        host.wake(1, 38, HostScenario.A);
        isTold("network 10.0.0.2");
    }

    @Test
    void soDoesWhoeverGetsItFromAWorkerThatWasAboutToBeIdle() {
        aAsks(true, PORT);
        host.on(1, 29, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.facts.softInterruptEntry(30, 1, NETWORK);
        host.packet(1, 31, false, 7, 0x18, false, PORT, 10);
        host.wake(1, 32, WORKER);
        host.facts.softInterruptExit(33, 1, NETWORK);
        host.wake(1, 36, HostScenario.A);
        isTold("network 10.0.0.2");
    }

    @Test
    void aWorkerIsWaitedForThatAPacketOfAnotherConnectionWoke() {
        aAsks(false, PORT);
        answer(PORT + 1, WORKER);
        host.wake(1, 36, HostScenario.A);
        isTold("thread t7");
    }

    @Test
    void aWorkerIsWaitedForThatTakesLong() {
        aAsks(false, PORT);
        answer(PORT, WORKER);
        host.wake(1, 40, HostScenario.A);
        isTold("thread t7");
    }

    @Test
    void aWorkerIsWaitedForThatWaitedForSomethingSinceTheAnswerCame() {
        aAsks(false, PORT);
        answer(PORT, WORKER);
        host.on(1, 35, WORKER, Leave.UNINTERRUPTIBLE, HostScenario.B);
        host.wake(1, 36, WORKER);
        host.on(1, 36, HostScenario.B, Leave.PREEMPTED, WORKER);
        host.wake(1, 37, HostScenario.A);
        isTold("thread t7");
    }

    @Test
    void aWorkerIsWaitedForIfTheAnswerCameBeforeTheWaitBegan() {
        aAsks(false, PORT);
        host.wake(1, 20, HostScenario.A);
        host.on(0, 25, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        answer(PORT, WORKER);
        host.on(0, 35, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        host.wake(1, 60, HostScenario.A);
        assertThat(host.after(80, HostScenario.A)).contains("blocked 35-60 by thread t7");
    }

    @Test
    void whatTheKernelSendsOnAnotherConnectionOfTheThreadMeanwhileDoesNotMatter() {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.packet(0, 1, true, 1, 0x18, true, PORT + 1, 10);
        aAsks(true, PORT);
        host.facts.softInterruptEntry(20, 0, NETWORK);
        host.packet(0, 21, false, 9, 0x18, false, PORT + 1, 10);
        host.packet(0, 22, true, 2, 0x10, true, PORT + 1, 0);
        host.facts.softInterruptExit(23, 0, NETWORK);
        answer(PORT, WORKER);
        host.wake(1, 36, HostScenario.A);
        isTold("network 10.0.0.2");
    }

    @Test
    void aWorkerIsWaitedForThatAPacketWokeBeforeTheThreadAsked() {
        aAsks(false, PORT);
        answer(PORT, OTHER_WORKER); // for somebody else, as A asks only now
        host.on(0, 35, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.packet(0, 35, true, 2, 0x18, true, PORT, 10);
        host.wake(1, 36, HostScenario.A);
        isTold("thread t8");
    }

    @Test
    void afterALossNobodyKnowsForWhomAWorkerActs() {
        IdleWorkers workers = new IdleWorkers(new PacketLog());
        WaitCause waker = new WaitCause(new ContextStack(new Arrivals(new PacketLog(),
                new SocketOwners(new PacketLog()))), new Resources());
        waker.cause = Cause.THREAD;
        waker.target = 2;
        workers.isIdle(1, false);
        workers.woken(1, waker);
        assertThat(workers.sendsFor(1)).isEqualTo(2);
        workers.lost();
        assertThat(workers.sendsFor(1)).isEqualTo(1);
    }

    @Test
    void whatAWorkerSendsIsOfTheThreadThatWokeIt() {
        aAsks(false, PORT);
        HostScenario other = new HostScenario("o");
        other.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.B);
        other.on(0, 10, HostScenario.B, Leave.BLOCKED, HostScenario.IDLE);
        other.facts.softInterruptEntry(50, 0, NETWORK);
        other.packet(0, 51, false, 1, 0x18, true, PORT, 10);
        other.wake(0, 52, HostScenario.B);
        assertThat(HostScenario.text(HostScenario.timeline(60, host, other), HostScenario.B)).contains(" by network t5,");
    }

    @Test
    void whatAWorkerSendsThatAnotherOneOfItsKindWokeIsItsOwn() {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, OTHER_WORKER);
        host.on(0, 2, OTHER_WORKER, Leave.IDLE, HostScenario.IDLE);
        host.on(1, 1, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.on(1, 5, WORKER, Leave.IDLE, HostScenario.IDLE);
        host.facts.softInterruptEntry(6, 1, NETWORK);
        host.packet(1, 6, false, 1, 0x18, false, PORT, 10);
        host.wake(1, 6, OTHER_WORKER);
        host.facts.softInterruptExit(6, 1, NETWORK);
        host.on(0, 7, HostScenario.IDLE, Leave.PREEMPTED, OTHER_WORKER);
        host.wake(0, 8, WORKER);
        host.on(1, 12, HostScenario.IDLE, Leave.PREEMPTED, WORKER);
        host.packet(1, 14, true, 1, 0x18, true, PORT, 10);
        HostScenario other = new HostScenario("o");
        other.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.B);
        other.on(0, 10, HostScenario.B, Leave.BLOCKED, HostScenario.IDLE);
        other.facts.softInterruptEntry(50, 0, NETWORK);
        other.packet(0, 51, false, 1, 0x18, true, PORT, 10);
        other.wake(0, 52, HostScenario.B);
        assertThat(HostScenario.text(HostScenario.timeline(60, host, other), HostScenario.B)).contains(" by network t7,");
    }
}
