/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class NewWorkTest {
    private static final int ROUNDS = 10;
    private static final int ROUND = 100;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final List<NamedInterval> requests = new ArrayList<>();
    private final List<NamedInterval> unfinished = new ArrayList<>();

    private int thread(int tid, String name) {
        return builder.thread(host, tid, 100, name);
    }

    private void runs(int thread, long from, long to) {
        builder.segment(thread, from, to, ThreadState.RUNNING, -1);
    }

    private void waits(int thread, long from, long to, int target) {
        builder.blocked(thread, from, to, Cause.THREAD, target, Timeline.NONE, -1);
    }

    private NewWork.Why why(int source, int target) {
        Analysis analysis = Analysis.of(builder.build(0, (long) ROUNDS * ROUND))
                .intervals(new MatchedIntervals(requests, unfinished, List.of()))
                .question(Question.ALL.within(0, (long) ROUNDS * ROUND)).build();
        return analysis.get(NewWork.RESULT).why(analysis.graph().edge(source, target));
    }

    /** A server asks a helper in every request after 10 ns, and waits for it from 20 ns on until it has worked for 50. */
    private void helper(int server, int helper) {
        for (long begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            runs(server, begin, begin + 20);
            waits(server, begin + 20, begin + 60, helper);
            runs(server, begin + 60, begin + ROUND);
            waits(helper, Math.max(0, begin - 40), begin + 10, server);
            runs(helper, begin + 10, begin + 60);
            requests.add(new NamedInterval("get", Long.toString(begin), 0, server, begin, begin + 70));
        }
    }

    @Test
    void aHelperThatIsOnNoRequestsPathUntilItIsAskedWaitsForNewWork() {
        int server = thread(100, "server");
        int helper = thread(101, "helper");
        helper(server, helper);
        assertThat(why(helper, server)).isEqualTo(NewWork.Why.BETWEEN_REQUESTS);
        assertThat(why(server, helper)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void aRequestThatWasNotSeenToEndMayBeAtWorkInTheHelper() {
        int server = thread(100, "server");
        int helper = thread(101, "helper");
        helper(server, helper);
        unfinished.add(new NamedInterval("get", "open", 0, server, 50, ROUNDS * ROUND));
        assertThat(why(helper, server)).isEqualTo(NewWork.Why.NOT);
    }

    /** Who holds a lock was not asked by the request that waits for it, and who that one waits for keeps the request waiting, too. */
    @Test
    void whoHoldsALockAndWaitsForAnotherOneDoesNotWaitForNewWork() {
        int reader = thread(100, "reader");
        int writer = thread(101, "writer");
        int log = thread(102, "log");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        for (long begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            runs(reader, begin, begin + 20);
            waits(reader, begin + 20, begin + 60, writer);
            runs(reader, begin + 60, begin + ROUND);
            runs(writer, begin, begin + 10);
            waits(writer, begin + 10, begin + 50, log);
            runs(writer, begin + 50, begin + ROUND);
            runs(log, begin, begin + 5);
            builder.blocked(log, begin + 5, begin + 50, Cause.TIMER, timer, Timeline.NONE, -1);
            runs(log, begin + 50, begin + ROUND);
            requests.add(new NamedInterval("read", Long.toString(begin), 0, reader, begin, begin + 70));
        }
        assertThat(why(writer, log)).isEqualTo(NewWork.Why.NOT);
    }

    /** The one that is always asked twice waits for the second question within the request. */
    @Test
    void whoIsAskedTwiceInARequestWaitsInItForTheSecondQuestion() {
        int server = thread(100, "server");
        int helper = thread(101, "helper");
        for (long begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            runs(server, begin, begin + 5);
            waits(server, begin + 5, begin + 10, helper);
            runs(server, begin + 10, begin + 70);
            waits(server, begin + 70, begin + 80, helper);
            runs(server, begin + 80, begin + ROUND);
            waits(helper, Math.max(0, begin - 20), begin + 5, server);
            runs(helper, begin + 5, begin + 10);
            waits(helper, begin + 10, begin + 70, server);
            runs(helper, begin + 70, begin + 80);
            requests.add(new NamedInterval("get", Long.toString(begin), 0, server, begin, begin + 90));
        }
        assertThat(why(helper, server)).isEqualTo(NewWork.Why.NOT);
    }

    /**
     * A backend waits for the next statement of its client; another one may wait for it meanwhile, as for a row that it has changed.
     *
     * @param waits whether it does
     * @param asked whether its client has asked it something
     */
    private static NewWork.Why inTransaction(boolean waits, boolean asked) {
        NewWorkTest test = new NewWorkTest();
        TimelineBuilder builder = test.builder;
        int there = builder.host("B");
        int backend = test.thread(100, "backend-0");
        int other = test.thread(101, "backend-1");
        int client = builder.thread(there, 200, 200, "client-0");
        int second = builder.thread(there, 201, 201, "client-1");
        test.runs(client, 0, ROUNDS * ROUND);
        test.runs(second, 0, ROUNDS * ROUND);
        for (int begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            int statement = test.packet(begin + 70, client, Timeline.Opener.SENDER, 0);
            test.runs(backend, begin, begin + 20);
            builder.blocked(backend, begin + 20, begin + 80, Cause.NETWORK, client, statement, -1);
            test.runs(backend, begin + 80, begin + ROUND);
            test.runs(other, begin, begin + 20);
            if (waits) {
                test.waits(other, begin + 20, begin + 90, backend);
            }
            test.runs(other, waits ? begin + 90 : begin + 20, begin + ROUND);
            if (asked) {
                test.packet(begin + 10, second, Timeline.Opener.SENDER, 1);
                test.packet(begin + 95, other, Timeline.Opener.RECEIVER, 1);
            }
        }
        return test.why(backend, client);
    }

    private int packet(long sent, int sender, Timeline.Opener opener, int connection) {
        int packet = builder.packet(sent, sent + 1, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    @Test
    void whoIsIdleInATransactionWhileOthersWaitForItDoesNotWaitForNewWork() {
        assertThat(inTransaction(true, true)).isEqualTo(NewWork.Why.NOT);
        assertThat(inTransaction(false, true)).as("nobody waits for it").isEqualTo(NewWork.Why.REQUESTS);
        assertThat(inTransaction(true, false)).as("who waits for it has nothing to do itself").isEqualTo(NewWork.Why.REQUESTS);
    }

    /** What comes in before the dispatcher of a pool goes on. */
    private enum Comes {
        /** A request. */
        REQUEST,
        /** A request, and then it waits for a lock of the worker. */
        REQUEST_AND_LOCK,
        /** What it asked for itself. */
        ANSWER,
        /** Nothing: its time is up. */
        NOTHING
    }

    /** What a worker of a pool has to do. */
    private enum Worker {
        /** It answers what was handed on to it. */
        ANSWERS,
        /** Somebody else answers for it. */
        HELPS,
        /** The same, and it has a request already while it waits. */
        HAS_ONE
    }

    /** A worker waits for its dispatcher, which waits for what comes over connections and hands it on: for how long of that there is nothing to do, of 75 ns in each round. */
    private static long idleInPool(Comes comes, Worker does, boolean awaited) {
        NewWorkTest test = new NewWorkTest();
        TimelineBuilder builder = test.builder;
        int there = builder.host("B");
        int client = builder.thread(there, 200, 200, "client");
        int dispatcher = test.thread(100, "dispatcher");
        int worker = test.thread(101, "worker");
        int other = test.thread(102, "other");
        int timer = builder.resource(test.host, VertexKind.TIMER, "timer");
        test.runs(client, 0, ROUNDS * ROUND);
        for (int begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            int packet = test.packet(begin + 80, client, comes == Comes.ANSWER ? Timeline.Opener.RECEIVER : Timeline.Opener.SENDER, 0);
            test.runs(dispatcher, begin, begin + 20);
            boolean network = comes != Comes.NOTHING;
            builder.blocked(dispatcher, begin + 20, begin + 82, network ? Cause.NETWORK : Cause.TIMER, network ? client : timer,
                    network ? packet : Timeline.NONE, -1);
            test.runs(dispatcher, begin + 82, begin + 83);
            if (comes == Comes.REQUEST_AND_LOCK) {
                test.waits(dispatcher, begin + 83, begin + 84, other);
            }
            test.runs(dispatcher, comes == Comes.REQUEST_AND_LOCK ? begin + 84 : begin + 83, begin + ROUND);
            test.runs(worker, begin, begin + 10);
            test.waits(worker, begin + 10, begin + 85, dispatcher);
            test.runs(worker, begin + 85, begin + ROUND);
            test.packet(begin + 95, does == Worker.HELPS ? dispatcher : worker, Timeline.Opener.RECEIVER, 0);
            if (does == Worker.HAS_ONE) {
                test.packet(begin + 5, client, Timeline.Opener.SENDER, 1);
                test.packet(begin + 90, worker, Timeline.Opener.RECEIVER, 1);
            }
            test.runs(other, begin, begin + 40);
            if (awaited) {
                test.packet(begin + 30, client, Timeline.Opener.SENDER, 2);
                test.waits(other, begin + 40, begin + 60, worker);
                test.packet(begin + 70, other, Timeline.Opener.RECEIVER, 2);
            }
            test.runs(other, awaited ? begin + 60 : begin + 40, begin + ROUND);
        }
        Analysis analysis = Analysis.of(builder.build(0, (long) ROUNDS * ROUND)).question(Question.ALL.within(0, (long) ROUNDS * ROUND))
                .build();
        int edge = analysis.graph().edge(worker, dispatcher);
        assertThat(analysis.get(NewWork.RESULT).why(edge)).as("what is left may be what everybody waits for").isEqualTo(NewWork.Why.NOT);
        assertThat(analysis.get(NewWork.RESULT).nanos(edge) % ROUNDS).isZero();
        return analysis.get(NewWork.RESULT).nanos(edge) / ROUNDS;
    }

    @Test
    void aWorkerHasNothingToDoUntilARequestComesToItsDispatcher() {
        assertThat(idleInPool(Comes.REQUEST, Worker.ANSWERS, false)).isEqualTo(72);
        assertThat(idleInPool(Comes.REQUEST_AND_LOCK, Worker.ANSWERS, false)).isEqualTo(72);
        assertThat(idleInPool(Comes.REQUEST, Worker.HELPS, false)).as("it helps another thread of its process").isEqualTo(72);
        assertThat(idleInPool(Comes.REQUEST, Worker.ANSWERS, true)).as("another one that has a request waits for it").isEqualTo(52);
    }

    @Test
    void whoWaitsForAnythingElseThanTheNextRequestMayHaveSomethingToDo() {
        assertThat(idleInPool(Comes.ANSWER, Worker.ANSWERS, false)).as("the dispatcher had asked for it").isZero();
        assertThat(idleInPool(Comes.NOTHING, Worker.ANSWERS, false)).isZero();
        assertThat(idleInPool(Comes.REQUEST, Worker.HAS_ONE, false)).as("it has a request, for which it wants something").isZero();
    }

    /**
     * A request comes to a thread that hands it to the next one of its process, which hands it to one that answers. For how long those wait for nothing, of 75 ns each in each round.
     *
     * @param pid of the second one, and of another that has a lock; the others are of process 100
     * @param locks whether that waits for a lock of another thread before it hands the request on
     */
    private static long[] idleInStages(int pid, boolean locks) {
        NewWorkTest test = new NewWorkTest();
        TimelineBuilder builder = test.builder;
        int client = builder.thread(builder.host("B"), 200, 200, "client");
        int reader = builder.thread(test.host, 100, 100, "reader");
        int queue = builder.thread(test.host, 101, pid, "queue");
        int writer = builder.thread(test.host, 102, 100, "writer");
        int other = builder.thread(test.host, 103, pid, "other");
        test.runs(client, 0, ROUNDS * ROUND);
        test.runs(other, 0, ROUNDS * ROUND);
        for (int begin = 0; begin < ROUNDS * ROUND; begin += ROUND) {
            int packet = test.packet(begin + 80, client, Timeline.Opener.SENDER, 0);
            test.runs(reader, begin, begin + 20);
            builder.blocked(reader, begin + 20, begin + 82, Cause.NETWORK, client, packet, -1);
            test.runs(reader, begin + 82, begin + ROUND);
            test.runs(queue, begin, begin + 9);
            test.waits(queue, begin + 9, begin + 84, reader);
            test.runs(queue, begin + 84, begin + 85);
            if (locks) {
                test.waits(queue, begin + 85, begin + 86, other);
            }
            test.runs(queue, locks ? begin + 86 : begin + 85, begin + ROUND);
            test.runs(writer, begin, begin + 12);
            test.waits(writer, begin + 12, begin + 87, queue);
            test.runs(writer, begin + 87, begin + ROUND);
            test.packet(begin + 95, writer, Timeline.Opener.RECEIVER, 0);
        }
        Analysis analysis = Analysis.of(builder.build(0, (long) ROUNDS * ROUND)).question(Question.ALL.within(0, (long) ROUNDS * ROUND))
                .build();
        NewWork found = analysis.get(NewWork.RESULT);
        assertThat(found.isMostly(analysis.graph(), analysis.graph().edge(queue, reader))).isEqualTo(pid == 100); // 73 of 75
        return new long[] {found.nanos(analysis.graph().edge(queue, reader)) / ROUNDS,
            found.nanos(analysis.graph().edge(writer, queue)) / ROUNDS};
    }

    @Test
    void whoHandsRequestsOnWithinAProcessHasNothingToDoUntilOneComes() {
        assertThat(idleInStages(100, false)).containsExactly(73, 70);
        assertThat(idleInStages(101, false)).as("another process may want something for itself").containsExactly(0, 0);
        assertThat(idleInStages(100, true)).as("which of two waits the request ended is not known").containsExactly(73, 0);
    }

    /**
     * A loop gets a request of another client every 10 ns, and wakes a thread of its process every 1,000 ns; that had asked it for something of a database, whose answer has come while the loop was at a request.
     *
     * @param asks whether it had
     */
    private static long behindLoop(boolean asks) {
        NewWorkTest test = new NewWorkTest();
        TimelineBuilder builder = test.builder;
        int there = builder.host("B");
        int loop = test.thread(100, "loop");
        int batch = test.thread(101, "batch");
        int client = builder.thread(there, 200, 200, "client");
        int database = builder.thread(there, 201, 201, "database");
        test.runs(client, 0, 1_000);
        test.runs(database, 0, 1_000);
        test.runs(batch, 0, 50);
        test.waits(batch, 50, 996, loop);
        test.runs(batch, 996, 1_000);
        for (int begin = 0; begin < 1_000; begin += 10) {
            if (begin == 40 && asks) {
                test.waits(loop, begin, begin + 6, batch);
                test.packet(begin + 8, loop, Timeline.Opener.SENDER, 1);
                test.runs(loop, begin + 6, begin + 10);
                continue;
            }
            builder.blocked(loop, begin, begin + 2, Cause.NETWORK, client, test.packet(begin + 1, client, Timeline.Opener.SENDER, 0), -1);
            if (begin == 990 && asks) {
                test.packet(begin + 2, database, Timeline.Opener.RECEIVER, 1);
            }
            test.runs(loop, begin + 2, begin + 10);
            test.packet(begin + 8, loop, Timeline.Opener.RECEIVER, 0);
        }
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.ALL.within(0, 1_000)).build();
        return analysis.get(NewWork.RESULT).nanos(analysis.graph().edge(batch, loop));
    }

    @Test
    void whoHasAskedALoopForAnAnswerOfSomebodyElseWaitsForThatAndNotForTheNextRequest() {
        assertThat(behindLoop(false)).isEqualTo(942);
        assertThat(behindLoop(true)).isZero();
    }

    /** As {@link #idleInStages}, but between the wait for a lock, if there is one, and that for the reader the second thread loses its processor fifty times. */
    private static long idleBehind(boolean locks) {
        NewWorkTest test = new NewWorkTest();
        TimelineBuilder builder = test.builder;
        int client = builder.thread(builder.host("B"), 200, 200, "client");
        int reader = test.thread(100, "reader");
        int queue = test.thread(101, "queue");
        int writer = test.thread(102, "writer");
        int other = test.thread(103, "other");
        test.runs(client, 0, 1_000);
        test.runs(other, 0, 1_000);
        builder.blocked(reader, 0, 802, Cause.NETWORK, client, test.packet(800, client, Timeline.Opener.SENDER, 0), -1);
        test.runs(reader, 802, 1_000);
        test.runs(queue, 0, 150);
        if (locks) {
            test.waits(queue, 150, 200, other);
        } else {
            test.runs(queue, 150, 200);
        }
        for (int i = 200; i < 300; i++) {
            builder.segment(queue, i, i + 1, i % 2 == 0 ? ThreadState.RUNNING : ThreadState.PREEMPTED, -1);
        }
        test.waits(queue, 300, 804, reader);
        test.runs(queue, 804, 1_000);
        test.waits(writer, 100, 806, queue);
        test.runs(writer, 806, 1_000);
        test.packet(900, writer, Timeline.Opener.RECEIVER, 0);
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.ALL.within(0, 1_000)).build();
        return analysis.get(NewWork.RESULT).nanos(analysis.graph().edge(writer, queue));
    }

    @Test
    void whatIsTooFarBackToBeLookedAtMayHaveBeenALock() {
        assertThat(idleBehind(true)).isZero();
        assertThat(idleBehind(false)).as("it might have been one").isZero();
    }
}
