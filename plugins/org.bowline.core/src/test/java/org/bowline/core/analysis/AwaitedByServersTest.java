/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class AwaitedByServersTest {
    private static final int SERVERS = 4;
    private static final int LENGTH = 80;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int there = builder.host("B");

    private void packet(long sent, long received, int sender, Timeline.Opener opener, int connection) {
        int packet = builder.packet(sent, received, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
    }

    /** Threads that do anything, and have requests to answer at any time. */
    private static Timeline random(Random random) {
        AwaitedByServersTest test = new AwaitedByServersTest();
        TimelineBuilder builder = test.builder;
        for (int i = 0; i < SERVERS; i++) {
            builder.thread(test.host, 100 + i, 100, "t" + i);
        }
        int client = builder.thread(test.there, 200, 200, "client");
        int timer = builder.resource(test.host, VertexKind.TIMER, "timer");
        builder.segment(client, 0, LENGTH, ThreadState.RUNNING, -1);
        for (int thread = 0; thread < SERVERS; thread++) {
            for (int time = 0; time < LENGTH;) {
                int next = Math.min(LENGTH, time + 1 + random.nextInt(12));
                switch (random.nextInt(6)) {
                    case 0 -> builder.blocked(thread, time, next, Cause.TIMER, timer, Timeline.NONE, -1);
                    case 1 -> builder.blocked(thread, time, next, Cause.NETWORK, random.nextInt(SERVERS), Timeline.NONE, -1);
                    case 2 -> builder.segment(thread, time, next, ThreadState.RUNNING, -1);
                    default -> builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(SERVERS), Timeline.NONE, -1);
                }
                time = next;
            }
            for (int time = random.nextInt(20); time < LENGTH; time += 1 + random.nextInt(20)) {
                int answered = time + 1 + random.nextInt(15);
                test.packet(time - 1, time, client, Timeline.Opener.SENDER, thread);
                test.packet(answered, answered + 1, thread, Timeline.Opener.RECEIVER, thread);
                time = answered;
            }
        }
        return builder.build(0, LENGTH);
    }

    private static boolean isAsked(AskedRequests requests, int thread, long time) {
        for (int i = 0; i < requests.size(); i++) {
            if (requests.server(i) == thread && requests.arrived(i) <= time && time < requests.answered(i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody who has had a request to answer since its wait began waits for a thread at a time. */
    private static boolean isAwaited(Analysis analysis, AskedRequests requests, int thread, long time) {
        Timeline timeline = analysis.timeline();
        for (int other = 0; other < SERVERS; other++) {
            int segment = timeline.segmentAt(other, time);
            if (other != thread && timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.THREAD
                    && timeline.target(segment) == thread
                    && isAsked(requests, other, Math.max(analysis.fromNanos(), timeline.start(segment)))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void anyThreadIsAwaitedForAsLongAsALookAtEveryNanosecondFinds() {
        long found = 0;
        for (int round = 0; round < 500; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int from = random.nextInt(20);
            Analysis analysis = Analysis.of(random(random)).question(Question.ALL.within(from, LENGTH - random.nextInt(20))).build();
            AskedRequests requests = analysis.get(AskedRequests.RESULT);
            AwaitedByServers awaited = analysis.get(AwaitedByServers.RESULT);
            for (int thread = 0; thread < SERVERS; thread++) {
                int begin = random.nextInt(LENGTH);
                int end = begin + random.nextInt(LENGTH - begin + 1);
                long expected = 0;
                for (long time = Math.max(begin, analysis.fromNanos()); time < Math.min(end, analysis.toNanos()); time++) {
                    expected += isAwaited(analysis, requests, thread, time) ? 1 : 0;
                }
                assertThat(awaited.nanos(thread, begin, end)).as(Seeds.name(seed)).isEqualTo(expected);
                assertThat(awaited.isAsked(thread, begin, begin + 1)).as(Seeds.name(seed)).isEqualTo(isAsked(requests, thread, begin));
                found += expected;
            }
        }
        assertThat(found).isGreaterThan(1_000);
    }

    /** A thread that waits for another one from 20 to 60 ns; it was asked something that it answers at 70 ns, or has answered at some time before. */
    private AwaitedByServers waits(long arrives, long answers) {
        int waits = builder.thread(host, 100, 100, "waits");
        int holds = builder.thread(host, 101, 100, "holds");
        int client = builder.thread(there, 200, 200, "client");
        builder.segment(waits, 0, 20, ThreadState.RUNNING, -1);
        builder.blocked(waits, 20, 60, Cause.THREAD, holds, Timeline.NONE, -1);
        builder.segment(waits, 60, 100, ThreadState.RUNNING, -1);
        builder.segment(holds, 0, 100, ThreadState.RUNNING, -1);
        builder.segment(client, 0, 100, ThreadState.RUNNING, -1);
        packet(arrives - 1, arrives, client, Timeline.Opener.SENDER, 0);
        packet(answers, answers + 1, waits, Timeline.Opener.RECEIVER, 0);
        return Analysis.of(builder.build(0, 100)).build().get(AwaitedByServers.RESULT);
    }

    @Test
    void theWaitOfWhoHasARequestWhenItBeginsCounts() {
        AwaitedByServers awaited = new AwaitedByServersTest().waits(10, 70);
        assertThat(awaited.nanos(1, 0, 100)).isEqualTo(40);
        assertThat(awaited.nanos(1, 30, 50)).isEqualTo(20);
        assertThat(awaited.nanos(0, 0, 100)).as("nobody waits for this one").isZero();
        assertThat(awaited.isAsked(0, 10, 11)).isTrue();
        assertThat(awaited.isAsked(0, 70, 71)).isFalse();
        assertThat(new AwaitedByServersTest().waits(5, 15).nanos(1, 0, 100)).as("answered before").isZero();
        assertThat(new AwaitedByServersTest().waits(30, 70).nanos(1, 0, 100)).as("asked later").isZero();
    }

    /** The lock that a thread wants from 20 to 60 ns is held by one thread until 40 ns, then by another one. */
    @Test
    void ofAWaitForALockThePartCountsForWhichAThreadHasIt() {
        int[] threads = new int[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = builder.thread(host, 100 + i, 100, "t" + i);
        }
        int client = builder.thread(there, 200, 200, "client");
        builder.segment(threads[0], 0, 20, ThreadState.RUNNING, -1);
        builder.blocked(threads[0], 20, 60, Cause.THREAD, threads[2], Timeline.NONE, -1);
        builder.segment(threads[0], 60, 100, ThreadState.RUNNING, -1);
        for (int other : new int[] {threads[1], threads[2], client}) {
            builder.segment(other, 0, 100, ThreadState.RUNNING, -1);
        }
        builder.locks().add(5, threads[1], LockEvents.Kind.REQUEST, 1, 7).add(5, threads[1], LockEvents.Kind.ACQUIRED, 1, 7)
                .add(20, threads[0], LockEvents.Kind.REQUEST, 1, 7).add(40, threads[1], LockEvents.Kind.RELEASED, 1, 7)
                .add(40, threads[2], LockEvents.Kind.ACQUIRED, 1, 7).add(60, threads[2], LockEvents.Kind.RELEASED, 1, 7)
                .add(60, threads[0], LockEvents.Kind.ACQUIRED, 1, 7);
        packet(9, 10, client, Timeline.Opener.SENDER, 0);
        packet(70, 71, threads[0], Timeline.Opener.RECEIVER, 0);
        AwaitedByServers awaited = Analysis.of(builder.build(0, 100)).build().get(AwaitedByServers.RESULT);
        assertThat(awaited.nanos(threads[1], 0, 100)).isEqualTo(20);
        assertThat(awaited.nanos(threads[1], 20, 40)).isEqualTo(20);
        assertThat(awaited.nanos(threads[2], 0, 100)).isEqualTo(20);
        assertThat(awaited.nanos(threads[2], 40, 60)).isEqualTo(20);
    }

    private static AwaitedByServers tasks(boolean asked, Merging.Level level) {
        TaskThreadsTest.Process process = new TaskThreadsTest.Process();
        process.asked = asked;
        process.outside = 0.25;
        return Analysis.of(process.timeline()).question(Question.ALL.with(Merging.MERGE, level)).build().get(AwaitedByServers.RESULT);
    }

    @Test
    void whatAThreadOfARuntimeWaitsForAnotherForIsTheNextTask() {
        AwaitedByServers apart = tasks(true, Merging.Level.NONE);
        AwaitedByServers together = tasks(true, Merging.Level.SIMILAR);
        assertThat(apart.nanos(1, 0, 4_000) + apart.nanos(3, 0, 4_000)).isPositive();
        assertThat(together.nanos(1, 0, 4_000) + together.nanos(3, 0, 4_000)).isZero();
        assertThat(together.nanos(4, 0, 4_000)).as("the thread of another process").isPositive().isEqualTo(apart.nanos(4, 0, 4_000));
        assertThat(tasks(false, Merging.Level.NONE).nanos(4, 0, 4_000)).as("without a request").isZero();
    }

    /**
     * A client wakes a server of another process at 20 ns, and waits for it from 22 to 90 ns; that waits from 30 to 80 ns for the sender, which a packet of who opened its connection has woken at 75 ns.
     *
     * @param clientPid its process
     * @param asker its name
     * @param waitsFor for whom the client waits: 0 for the server
     * @param sends the name of the sender; the server is a {@code db}
     */
    private long senderAwaited(int clientPid, String asker, int waitsFor, String sends, Timeline.Opener opener) {
        int server = builder.thread(host, 100, 100, "db");
        int sender = builder.thread(host, 101, 101, sends);
        int client = builder.thread(host, 300, clientPid, asker);
        int copy = builder.thread(there, 200, 200, "copy");
        builder.blocked(server, 0, 20, Cause.THREAD, client, Timeline.NONE, -1);
        builder.segment(server, 20, 30, ThreadState.RUNNING, -1);
        builder.blocked(server, 30, 80, Cause.THREAD, sender, Timeline.NONE, -1);
        builder.segment(server, 80, 90, ThreadState.RUNNING, -1);
        builder.blocked(server, 90, 100, Cause.THREAD, client, Timeline.NONE, -1);
        int packet = builder.packet(70, 75, copy);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, 0);
        builder.segment(sender, 0, 35, ThreadState.RUNNING, -1);
        builder.blocked(sender, 35, 75, Cause.NETWORK, copy, packet, -1);
        builder.segment(sender, 75, 100, ThreadState.RUNNING, -1);
        builder.segment(client, 0, 22, ThreadState.RUNNING, -1);
        builder.blocked(client, 22, 90, Cause.THREAD, waitsFor, Timeline.NONE, -1);
        builder.segment(client, 90, 100, ThreadState.RUNNING, -1);
        builder.segment(copy, 0, 100, ThreadState.RUNNING, -1);
        return Analysis.of(builder.build(0, 100)).build().get(AwaitedByServers.RESULT).nanos(sender, 0, 100);
    }

    private static long senderAwaited(int clientPid, String asker, int waitsFor, String sends) {
        return new AwaitedByServersTest().senderAwaited(clientPid, asker, waitsFor, sends, Timeline.Opener.SENDER);
    }

    @Test
    void theWaitOfWhoHasSomethingToAnswerToAProgramOfItsHostCounts() {
        assertThat(senderAwaited(300, "client", 0, "db")).isEqualTo(50);
        assertThat(senderAwaited(100, "client", 0, "db")).as("threads of one process").isZero();
        assertThat(senderAwaited(-1, "client", 0, "db")).as("it is not known of which process").isZero();
        assertThat(senderAwaited(300, "db", 0, "db")).as("one of its own program").isZero();
        assertThat(senderAwaited(2, "kworker/0:1", 0, "db")).as("the kernel, which tells that a disk is ready, does not ask").isZero();
        assertThat(senderAwaited(300, "client", 1, "db")).as("it waits for another").isZero();
        assertThat(senderAwaited(300, "client", 0, "front")).as("who hands requests to it, and has none").isZero();
        assertThat(new AwaitedByServersTest().senderAwaited(300, "client", 0, "db", Timeline.Opener.RECEIVER)).as("no request wakes it")
                .isZero();
    }

    /** A program waits from 30 to 80 ns for a thread of its host, which waits from 35 to 75 ns for a packet. */
    private long listenerAwaited(int parent, Timeline.Opener opener) {
        return listenerAwaited(parent, opener, false);
    }

    private long listenerAwaited(int parent, Timeline.Opener opener, boolean answers) {
        int listener = builder.thread(host, 100, 100, "drbd_a_r0");
        int writer = builder.thread(host, 300, 300, "writer");
        int copy = builder.thread(there, 200, 200, "drbd_w_r0");
        builder.parentProcess(listener, parent);
        builder.segment(writer, 0, 30, ThreadState.RUNNING, -1);
        builder.blocked(writer, 30, 80, Cause.THREAD, listener, Timeline.NONE, -1);
        builder.segment(writer, 80, 100, ThreadState.RUNNING, -1);
        int packet = builder.packet(70, 75, copy);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, 0);
        builder.segment(listener, 0, 35, ThreadState.RUNNING, -1);
        builder.blocked(listener, 35, 75, Cause.NETWORK, copy, packet, -1);
        if (answers) {
            packet(85, 90, listener, Timeline.Opener.RECEIVER, 0);
        }
        builder.segment(listener, 75, 100, ThreadState.RUNNING, -1);
        builder.segment(copy, 0, 100, ThreadState.RUNNING, -1);
        return Analysis.of(builder.build(0, 100)).build().get(AwaitedByServers.RESULT).nanos(listener, 0, 100);
    }

    @Test
    void aThreadOfTheKernelForWhichAProgramOfItsHostWaitsDoesNotIdleUnlessItAnswersOthers() {
        assertThat(new AwaitedByServersTest().listenerAwaited(2, Timeline.Opener.SENDER, true))
                .as("as nfsd, of whose writes a program is told").isZero();
        assertThat(new AwaitedByServersTest().listenerAwaited(2, Timeline.Opener.SENDER)).isEqualTo(50);
        assertThat(new AwaitedByServersTest().listenerAwaited(1, Timeline.Opener.SENDER)).as("a program").isZero();
        assertThat(new AwaitedByServersTest().listenerAwaited(2, Timeline.Opener.RECEIVER)).as("no request wakes it").isZero();
    }
}
