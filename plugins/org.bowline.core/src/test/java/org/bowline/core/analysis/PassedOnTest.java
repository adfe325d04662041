/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** A broker, a worker that puts a result into its queue at the end of each round of 100 ns, and somebody who has asked for it. */
class PassedOnTest {
    private static final int ROUNDS = 20;
    private static final int ROUND = 100;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int broker = builder.thread(builder.host("B"), 100, 100, "broker");
    private final int host = builder.host("W");
    private final int worker = builder.thread(host, 200, 200, "worker");
    private final int asker = builder.thread(builder.host("A"), 300, 300, "asker");
    private final int sibling = builder.thread(host, 201, 200, "worker");

    private int packet(long sent, int sender, Timeline.Opener opener, int connection) {
        int packet = builder.packet(sent, sent + 2, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    /**
     * The broker waits from 10 to 90 of each round until the worker's result is there, which it acknowledges at 92.
     *
     * @param rounds in so many of them it answers at 95 who has asked
     * @param who asks
     * @param asked when in the round that one's question arrives
     */
    private Analysis analysis(int rounds, int who, int asked) {
        for (int thread : new int[] {worker, asker, sibling}) {
            builder.segment(thread, 0, ROUNDS * ROUND, ThreadState.RUNNING, -1);
        }
        for (int round = 0; round < ROUNDS; round++) {
            long t = (long) round * ROUND;
            if (round < rounds) {
                packet(t + asked - 2, who, Timeline.Opener.SENDER, 1);
            }
            builder.segment(broker, t, t + 10, ThreadState.RUNNING, 0);
            builder.blocked(broker, t + 10, t + 90, Cause.NETWORK, worker, packet(t + 88, worker, Timeline.Opener.SENDER, 0), 0);
            builder.segment(broker, t + 90, t + ROUND, ThreadState.RUNNING, 0);
            packet(t + 92, broker, Timeline.Opener.RECEIVER, 0);
            if (round < rounds) {
                packet(t + 95, broker, Timeline.Opener.RECEIVER, 1);
            }
        }
        return Analysis.of(builder.build(0, ROUNDS * ROUND)).build();
    }

    /** How much of the broker's waits in the first round somebody waited for what it passes on. */
    private long nanos(int who, int asked) {
        Analysis analysis = analysis(ROUNDS, who, asked);
        int wait = analysis.timeline().segmentAt(broker, 50);
        return analysis.get(PassedOn.RESULT).nanos(wait);
    }

    @ParameterizedTest
    @CsvSource({"5, 80", "10, 80", "30, 60", "89, 1", "90, 0", "93, 0"})
    void aWaitCountsFromWhenSomebodyHasAskedForWhatItEndsWith(int asked, long nanos) {
        assertThat(nanos(asker, asked)).isEqualTo(nanos);
    }

    @Test
    void whatIsAnsweredToTheOneThatEndedTheWaitIsNotPassedOn() {
        assertThat(nanos(sibling, 5)).as("another thread of the worker's process").isZero();
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "30, 30", "87, 87"})
    void theMakerMakesItFromWhenItHasGotWhatItNeedsAndSomebodyHasAsked(int asked, long begin) {
        PassedOn passed = analysis(ROUNDS, asker, asked).get(PassedOn.RESULT);
        assertThat(passed.size()).as("what it had got before the first round is not known").isEqualTo(ROUNDS - 1);
        for (int i = 0; i < passed.size(); i++) {
            long t = (i + 1L) * ROUND;
            assertThat(new long[] {passed.maker(i), passed.passer(i), passed.begin(i), passed.end(i)}).containsExactly(worker, broker,
                    t + begin,
                    t + 88);
        }
    }

    @Test
    void whatWasSentBeforeSomebodyAskedIsNotMadeForThatOne() {
        assertThat(analysis(ROUNDS, asker, 89).get(PassedOn.RESULT).size()).isZero();
    }

    private NewWork.Why why(int rounds) {
        Analysis analysis = analysis(rounds, asker, 5);
        return analysis.get(NewWork.RESULT).why(analysis.graph().edge(broker, worker));
    }

    @Test
    void aBrokerWaitsForNewWorkOnlyWhereNobodyWaitsForIt() {
        assertThat(new PassedOnTest().why(ROUNDS)).isEqualTo(NewWork.Why.NOT);
        assertThat(new PassedOnTest().why(ROUNDS / 2)).as("half of the time").isEqualTo(NewWork.Why.NOT);
        assertThat(new PassedOnTest().why(ROUNDS / 2 - 1)).as("two that come at one time by chance").isEqualTo(NewWork.Why.REQUESTS);
        assertThat(new PassedOnTest().why(0)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void whatNobodyHadAskedForIsStillForNewWork() {
        Analysis analysis = analysis(ROUNDS * 3 / 4, asker, 5);
        int edge = analysis.graph().edge(broker, worker);
        assertThat(analysis.get(NewWork.RESULT).nanos(edge)).isEqualTo(ROUNDS / 4 * 80L);
    }

    @Test
    void aRequestThatIsAnsweredAfterTheNextWaitIsNotOfThisOne() {
        builder.segment(worker, 0, 300, ThreadState.RUNNING, -1);
        builder.segment(asker, 0, 300, ThreadState.RUNNING, -1);
        builder.segment(sibling, 0, 300, ThreadState.RUNNING, -1);
        packet(1, asker, Timeline.Opener.SENDER, 1);
        for (int round = 0; round < 3; round++) {
            long t = 100L * round;
            builder.segment(broker, t, t + 10, ThreadState.RUNNING, 0);
            builder.blocked(broker, t + 10, t + 90, Cause.NETWORK, worker, packet(t + 88, worker, Timeline.Opener.SENDER, 0), 0);
            builder.segment(broker, t + 90, t + 100, ThreadState.RUNNING, 0);
            packet(t + 92, broker, Timeline.Opener.RECEIVER, 0);
        }
        packet(295, broker, Timeline.Opener.RECEIVER, 1);
        Analysis analysis = Analysis.of(builder.build(0, 300)).build();
        PassedOn passed = analysis.get(PassedOn.RESULT);
        assertThat(passed.nanos(analysis.timeline().segmentAt(broker, 50))).isZero();
        assertThat(passed.nanos(analysis.timeline().segmentAt(broker, 250))).isEqualTo(80);
    }
}
