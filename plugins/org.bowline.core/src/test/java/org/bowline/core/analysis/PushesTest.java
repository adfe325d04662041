/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** A broker of messages and those that have connections to it, each on a host of its own; a message takes 1 ns, and the broker 2 ns for what it answers or passes on. */
class PushesTest {
    private static final int ROUNDS = 20;
    private static final int ROUND = 200;

    private final TimelineBuilder builder = new TimelineBuilder();
    private Actor broker = new Actor("broker");
    private final Actor client = new Actor("client");
    private final Actor worker = new Actor("worker");
    private int early;
    /** The thread of the broker that sends. */
    private int sends = broker.thread;

    /** A thread, and its connection to the broker. */
    private final class Actor {
        private final int thread;
        private final int connection;
        private long at;

        Actor(String name) {
            this(builder.host(name), name, 0);
        }

        Actor(int host, String name, int sibling) {
            this(host, name, sibling, host + 50 * sibling);
        }

        Actor(int host, String name, int sibling, int connection) {
            thread = builder.thread(host, 100 + host + 50 * sibling, 100 + host, name);
            this.connection = connection;
        }

        void runs(long until) {
            if (until > at) {
                builder.segment(thread, at, until, ThreadState.RUNNING, 0);
                at = until;
            }
        }

        void waits(int packet, Actor sender, long until) {
            if (until > at) {
                builder.blocked(thread, at, until, Cause.NETWORK, sender.thread, packet, 0);
                at = until;
            }
        }

        /** Sends the broker something, for which it waits. */
        void asks(long nanos) {
            runs(nanos);
            int packet = packet(nanos, nanos + 1, thread, Timeline.Opener.SENDER, connection);
            broker.waits(packet, this, nanos + 1);
            broker.runs(nanos + 3);
        }

        /** Gets something from the broker at a time at which this runs. */
        void gets(long nanos, Actor other) {
            packet(nanos, nanos + 1 - other.clockBehind(), sends, Timeline.Opener.RECEIVER, other.connection);
        }

        private int clockBehind() {
            return this == worker ? early : 0;
        }

        /** Waits until the broker sends something. */
        void isSent(long nanos) {
            int packet = packet(nanos, nanos + 1 - clockBehind(), sends, Timeline.Opener.RECEIVER, connection);
            waits(packet, broker, nanos + 1 - clockBehind());
        }
    }

    private int packet(long sent, long received, int sender, Timeline.Opener opener, int connection) {
        int packet = builder.packet(sent, received, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    private Analysis analysis(Actor... all) {
        for (Actor actor : all) {
            actor.runs(ROUNDS * ROUND);
        }
        return Analysis.of(builder.build(0, ROUNDS * ROUND)).build();
    }

    /** The client publishes a question, which is acknowledged and sent on to the worker; its answer is sent on to the client, which takes its time before the next one. */
    private void round(long t, int workNanos) {
        client.asks(t + 2);
        client.gets(t + 3, client);
        worker.isSent(t + 4);
        worker.asks(t + 4 + workNanos);
        worker.gets(t + 5 + workNanos, worker);
        client.isSent(t + 6 + workNanos);
    }

    private static void rounds(LongConsumer each) {
        for (int round = 0; round < ROUNDS; round++) {
            each.accept((long) round * ROUND);
        }
    }

    private void opens(Actor actor) {
        builder.packetConnects(packet(0, 0, actor.thread, Timeline.Opener.SENDER, actor.connection));
    }

    private Analysis rpc(int workNanos) {
        opens(client);
        return rpcOfOldConnections(workNanos);
    }

    private Analysis rpcOfOldConnections(int workNanos) {
        rounds(t -> round(t, workNanos));
        return analysis(broker, client, worker);
    }

    private NewWork.Why why(Analysis analysis, Actor of) {
        return analysis.get(NewWork.RESULT).why(analysis.graph().edge(broker.thread, of.thread));
    }

    @Test
    void theBrokerWaitsForWhatSomebodyWaitsForThoughTheQuestionIsAcknowledged() {
        Analysis analysis = rpc(150);
        assertThat(analysis.get(PassedOn.RESULT).nanos(analysis.timeline().segmentAt(broker.thread, ROUND + 100))).isEqualTo(150);
        assertThat(why(analysis, worker)).isEqualTo(NewWork.Why.NOT);
        assertThat(why(analysis, client)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void theWorkerOfAClientThatThinksHasNewWork() {
        Analysis analysis = rpc(5);
        assertThat(why(analysis, client)).as("it asks").isEqualTo(NewWork.Why.REQUESTS);
        PassedOn passed = analysis.get(PassedOn.RESULT);
        for (int i = 0; i < passed.size(); i++) {
            assertThat(passed.maker(i)).isEqualTo(worker.thread);
        }
    }

    @Test
    void whereEitherConnectionIsOlderThanTheRecordingItIsNotKnownWhoAsks() {
        assertThat(why(new PushesTest().rpcOfOldConnections(150), worker)).isEqualTo(NewWork.Why.REQUESTS);
        opens(worker);
        assertThat(why(rpcOfOldConnections(150), worker)).as("the worker's is not").isEqualTo(NewWork.Why.NOT);
    }

    /** What is recorded first is the worker's answer to what was asked before. */
    @Test
    void aRecordingThatBeginsWhileSomethingIsAskedDoesNotTurnItRound() {
        worker.asks(1);
        worker.gets(2, worker);
        client.isSent(3);
        for (int round = 1; round < ROUNDS; round++) {
            round((long) round * ROUND, 5);
        }
        Analysis analysis = analysis(broker, client, worker);
        assertThat(why(analysis, client)).isEqualTo(NewWork.Why.REQUESTS);
        assertThat(analysis.get(PassedOn.RESULT).size()).isZero();
    }

    @Test
    void theMakerMakesItFromWhenItHasGotTheQuestion() {
        PassedOn passed = rpc(150).get(PassedOn.RESULT);
        assertThat(passed.size()).as("what was told before the first message is not known").isEqualTo(ROUNDS - 1);
        for (int i = 0; i < passed.size(); i++) {
            long t = (i + 1L) * ROUND;
            assertThat(new long[] {passed.maker(i), passed.passer(i), passed.begin(i), passed.end(i)}).containsExactly(worker.thread,
                    broker.thread, t + 5, t + 154);
        }
    }

    /** The broker is Erlang's machine: one thread of it waits for packets, another one sends. */
    private Analysis erlang(String poller, String scheduler) {
        int host = builder.host("E");
        Actor waits = new Actor(host, poller, 0);
        sends = builder.thread(host, 200, 100 + host, scheduler);
        int idle = builder.thread(host, 201, 100 + host, scheduler.replace('1', '2'));
        builder.segment(sends, 0, ROUNDS * ROUND, ThreadState.RUNNING, 0);
        builder.segment(idle, 0, ROUNDS * ROUND, ThreadState.RUNNING, 0);
        builder.segment(broker.thread, 0, ROUNDS * ROUND, ThreadState.RUNNING, 0);
        broker = waits;
        opens(client);
        rounds(t -> round(t, 150));
        for (Actor actor : List.of(broker, client, worker)) {
            actor.runs(ROUNDS * ROUND);
        }
        return Analysis.of(builder.build(0, ROUNDS * ROUND)).question(Question.ALL.with(Merging.MERGE, Merging.Level.SIMILAR)).build();
    }

    @ParameterizedTest
    @CsvSource({"0_poller, 1_scheduler", "erts_poll_0, erts_sched_1"})
    void whatOneThreadOfErlangGetsAnotherOneMaySend(String poller, String scheduler) {
        Analysis analysis = erlang(poller, scheduler);
        assertThat(analysis.get(Merging.RESULT).groups().isOfTasks(broker.thread)).isTrue();
        assertThat(analysis.get(PassedOn.RESULT).nanos(analysis.timeline().segmentAt(broker.thread, ROUND + 100))).isEqualTo(150);
        assertThat(analysis.get(PassedOn.RESULT).size()).isEqualTo(ROUNDS - 1);
    }

    @Test
    void threadsOfOtherProgramsPassOnWhatTheyGetThemselves() {
        Analysis analysis = erlang("poller", "scheduler-1");
        assertThat(analysis.get(PassedOn.RESULT).size()).isZero();
    }

    @Test
    void ofWhatComesInPartsTheWaitForTheFirstCounts() {
        opens(client);
        rounds(t -> {
            client.asks(t + 2);
            client.gets(t + 3, client);
            worker.isSent(t + 4);
            worker.asks(t + 150);
            worker.isSent(t + 151);
            worker.asks(t + 160);
            worker.gets(t + 161, worker);
            client.isSent(t + 162);
        });
        Analysis analysis = analysis(broker, client, worker);
        assertThat(analysis.get(PassedOn.RESULT).nanos(analysis.timeline().segmentAt(broker.thread, ROUND + 100))).isEqualTo(146);
        assertThat(why(analysis, worker)).isEqualTo(NewWork.Why.NOT);
        assertThat(analysis.get(PassedOn.RESULT).begin(0)).isEqualTo(ROUND + 5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void aMessageMayArriveBeforeItIsSentByClocksThatAreOff(int behind) {
        early = behind;
        assertThat(why(rpc(150), worker)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void aMessageMayComeInTwoPacketsOfWhichTheSecondEndsTheWait() {
        opens(client);
        rounds(t -> {
            client.asks(t + 2);
            client.gets(t + 3, client);
            worker.isSent(t + 4);
            worker.asks(t + 150);
            client.gets(t + 151, client);
            client.isSent(t + 152);
        });
        assertThat(why(analysis(broker, client, worker), worker)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void whatAFeedTellsIsForNewWorkThoughWhoeverTakesItAcknowledges() {
        rounds(t -> {
            worker.asks(t + 150);
            worker.gets(t + 151, worker);
            client.isSent(t + 152);
            client.asks(t + 154);
        });
        List<Integer> found = new ArrayList<>(); // as questions that are open, acknowledgements count all the same
        new Pushes(analysis(broker, client, worker)).find(new Pushes.Found() {
            @Override
            public void passedOn(int segment, long nanos) {
                found.add(segment);
            }

            @Override
            public void made(int maker, int of, long begin, long end) {
                found.add(maker);
            }
        });
        assertThat(found).isEmpty();
    }

    @Test
    void whoeverHasToldNothingSinceTheLastMessageTakesWhatComes() {
        client.asks(2);
        rounds(t -> {
            worker.isSent(t + 10);
            worker.asks(t + 150);
            client.isSent(t + 152);
        });
        assertThat(why(analysis(broker, client, worker), worker)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void whatComesOverAConnectionThatIsNotKnownIsNotPassedOn() {
        Actor stranger = new Actor(builder.host("S"), "stranger", 0, Timeline.NONE);
        opens(client);
        rounds(t -> {
            client.asks(t + 2);
            client.gets(t + 3, client);
            stranger.asks(t + 150);
            client.isSent(t + 152);
        });
        assertThat(analysis(broker, client, worker, stranger).get(PassedOn.RESULT).size()).isZero();
    }

    @Test
    void whatNobodyWaitsForIsForNewWork() {
        rounds(t -> {
            client.asks(t + 2);
            client.gets(t + 3, client);
            worker.isSent(t + 4);
            worker.asks(t + 150);
            client.gets(t + 152, client);
        });
        assertThat(why(analysis(broker, client, worker), worker)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void whatIsSentToTheProcessThatMadeItIsNotPassedOn() {
        Actor sibling = new Actor(2, "worker", 1);
        rounds(t -> {
            sibling.asks(t + 2);
            sibling.gets(t + 3, sibling);
            worker.isSent(t + 4);
            worker.asks(t + 150);
            sibling.isSent(t + 152);
            client.asks(t + 160);
            client.gets(t + 161, client);
        });
        Analysis analysis = analysis(broker, client, worker, sibling);
        assertThat(why(analysis, worker)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void thatTwoClientsComeAtOneTimeByChanceIsNotPassedOn() {
        List<Actor> clients = new ArrayList<>(List.of(client, worker));
        rounds(t -> {
            client.asks(t + 50);
            client.gets(t + 51, client);
            worker.runs(t + 100);
            if (t / ROUND % 5 != 4) {
                worker.asks(t + 100);
                worker.gets(t + 101, worker);
            }
            client.asks(t + 150);
            if (t / ROUND % 5 == 4) { // it comes before the broker has begun to look at what woke it
                packet(t + 149, t + 150, worker.thread, Timeline.Opener.SENDER, worker.connection);
                worker.runs(t + 150);
                worker.isSent(t + 152);
            } else {
                client.gets(t + 151, client);
            }
        });
        clients.add(broker);
        Analysis analysis = analysis(clients.toArray(Actor[]::new));
        assertThat(why(analysis, client)).isEqualTo(NewWork.Why.REQUESTS);
        assertThat(analysis.get(PassedOn.RESULT).size()).isZero();
    }
}
