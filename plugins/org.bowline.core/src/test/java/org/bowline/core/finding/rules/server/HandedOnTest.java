/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.finding.rules.worker.TooFewWorkers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Requests that an event loop hands on to workers of its host, so that no packet tells of them. */
public class HandedOnTest {
    private static final int ROUND = 10_000;
    private static final int CLIENT = 0;
    private static final int LOOP = 1;
    private static final int FIRST = 2;
    private static final int WORKERS = 2;

    /** What differs from an event loop before two workers that have one request at a time. */
    public enum How {
        /** Nothing. */
        HANDS_ON,
        /** The loop is at work when the next request comes, so that it hardly ever waits for one. */
        MEETS,
        /** Each worker waits until the loop has taken its answer. */
        LINGERS,
        /** Each request that is handed on wakes a worker that waits for a timer: these are event loops, too. */
        WOKEN,
        /** There is a third worker, which has never been given anything. */
        FREE,
        /** The loop waits for timers of its own as often as for its client. */
        OWN_TIMERS,
        /** The loop answers its client for none of what the workers do. */
        NOT_ANSWERED,
        /** The thread that is asked looks after one request at a time, and reads the next one when it has answered. */
        ONE_AT_A_TIME,
        /** What was asked comes in two parts, and the loop waits for the second one. */
        IN_PARTS,
        /** The workers wait for more to do for half of the time. */
        IDLE
    }

    private static int packet(Stage stage, int sender, long sent, int connection, Timeline.Opener who) {
        return stage.packet(connection, sender, who, sent, sent + 20);
    }

    /** A client that asks again over each of its connections as soon as it has the answer; a worker waits for a timer for 8 of the 10 ms of a request. */
    public static Stage loop(int connections, int rounds, How how) {
        Stage stage = new Stage();
        int there = stage.host("A");
        int host = stage.host("B");
        stage.thread(there, 1, "client");
        stage.thread(host, 12, "loop");
        for (int i = 0; i < (how == How.FREE ? WORKERS + 1 : WORKERS); i++) {
            stage.thread(host, 13, "worker-" + i);
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        Deque<Integer> open = new ArrayDeque<>();
        stage.runs(CLIENT, 10);
        for (int i = 0; i < connections; i++) {
            int asked = packet(stage, CLIENT, 10L * i, i, Timeline.Opener.SENDER);
            stage.waits(LOOP, Cause.NETWORK, CLIENT, asked, 10L * i + 21).runs(LOOP, 10L * i + 25);
            open.add(i);
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < WORKERS; i++) {
                work(stage, FIRST + i, timer, ROUND * (long) round + 3_000L * i + 1_000, open, how);
            }
        }
        if (how == How.FREE) {
            stage.waits(FIRST + WORKERS, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, ROUND * (long) rounds);
        }
        return stage;
    }

    /** A worker has a request until a time after a begin, and the loop answers it; the client asks again, and the loop hands that on. */
    private static void work(Stage stage, int worker, int timer, long begin, Deque<Integer> open, How how) {
        if (stage.told(worker) == 0) {
            stage.from(worker, begin - 1_000);
        }
        long end = begin + 8_900;
        int connection = open.remove();
        if (how == How.IDLE) {
            stage.runs(worker, begin + 500).waits(worker, LOOP, begin + 5_000);
        }
        stage.runs(worker, begin + (how == How.IDLE ? 5_500 : 500)).waits(worker, Cause.TIMER, timer, Timeline.NONE, begin + 8_400)
                .runs(worker, end);
        if (how == How.OWN_TIMERS) {
            stage.waits(LOOP, Cause.TIMER, timer, Timeline.NONE, end - 500).runs(LOOP, end - 490);
        }
        stage.waits(LOOP, worker, end).runs(LOOP, end + 100);
        if (how == How.LINGERS) {
            stage.waits(worker, LOOP, end + 90);
        }
        if (how == How.NOT_ANSWERED) {
            stage.waits(LOOP, Cause.TIMER, timer, Timeline.NONE, end + 105).runs(LOOP, end + 110);
        }
        int answer = packet(stage, LOOP, how == How.NOT_ANSWERED ? end + 108 : end + 95, connection, Timeline.Opener.RECEIVER);
        stage.waits(CLIENT, Cause.NETWORK, LOOP, answer, end + 130).runs(CLIENT, end + 150);
        int asked = packet(stage, CLIENT, end + 140, connection, Timeline.Opener.SENDER);
        if (how == How.MEETS) {
            stage.runs(LOOP, end + 180);
        } else if (how != How.ONE_AT_A_TIME) {
            stage.waits(LOOP, Cause.NETWORK, CLIENT, asked, end + 165).runs(LOOP, end + 180);
        }
        if (how == How.IN_PARTS) {
            int rest = packet(stage, CLIENT, end + 180 + 2_000, connection, Timeline.Opener.SENDER);
            stage.waits(LOOP, Cause.NETWORK, CLIENT, rest, end + 180 + 2_025).runs(LOOP, end + 180 + 2_030);
        }
        if (how == How.WOKEN) {
            stage.runs(worker, end + 110).waits(worker, LOOP, end + 175);
        }
        open.add(connection);
    }

    private static Analysis analysis(int connections, How how) {
        return Analysis.of(loop(connections, 40, how).builder.build()).build();
    }

    @Test
    void requestsThatALoopHandsOnToWorkersThatAreNeverIdleAreTold() {
        assertThat(loop(6, 40, How.HANDS_ON).see(new TooFewWorkers()).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "On average 5.8 requests are open that come through loop (B:102) to 2 workers worker* (B), so 3.8 wait until a worker is free: the workers wait for more to do for at most 0.00 % of their time, and the host's processors are 14.6 % busy."
                            + " Meanwhile each of them runs for 20.8 % of the range, and waits for timer (B) for 78.4 %, more than for anything else.");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B:worker*");
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.evidence()).as("who waits for the loop waits for the workers")
                    .contains(new Evidence.Vertex(LOOP, 0, "hands on to them"));
        });
    }

    @Test
    void whoWaitsUntilItsAnswerIsTakenDoesNotIdle() {
        assertThat(loop(6, 40, How.LINGERS).see(new TooFewWorkers()).findings()).extracting(Finding::subject).containsExactly("B:worker*");
    }

    @Test
    void aLoopThatHandsOnAndIsNeverIdleIsNotWhatTheRequestsWaitFor() {
        assertThat(loop(6, 40, How.MEETS).see(new TooFewWorkers()).findings()).extracting(Finding::subject).containsExactly("B:worker*");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"HANDS_ON", "LINGERS", "MEETS", "IN_PARTS"})
    void othersAreNotTold(How how) {
        assertThat(loop(6, 40, how).see(new TooFewWorkers()).findings()).extracting(Finding::subject).doesNotContain("B:worker*");
    }

    @Test
    void asManyAsThereAreWorkersDoNotWait() {
        assertThat(loop(2, 40, How.HANDS_ON).see(new TooFewWorkers()).findings()).isEmpty();
    }

    @Test
    void workersSleepInWhatIsHandedOnThoughTheLoopWaitsForItsClient() {
        assertThat(loop(6, 40, How.HANDS_ON).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                        "worker-0 (B:103) and worker-1 (B:104) sleep while others wait for them: for 401 ms, 99.5 % of the range, at least one of them waits for a timer while loop (B:102) waits for that one, or a request does."
                                + " Without these sleeps the work would be at most 99.5 % shorter (an estimate)."));
    }

    @Test
    void whatIsHandedOnIsWhatHasComeAsAWhole() {
        assertThat(handedOn(How.HANDS_ON)).isCloseTo(5.79, within(0.01));
        assertThat(handedOn(How.IN_PARTS)).as("80 are 2 ms late each").isCloseTo(5.39, within(0.01));
    }

    private static double handedOn(How how) {
        Analysis analysis = analysis(6, how);
        long[] nanos = {0};
        analysis.get(HandedOn.RESULT).forEach(handed -> handed.each(analysis.fromNanos(), analysis.toNanos(),
                (begin, end, requests) -> nanos[0] += requests * (end - begin)));
        return (double) nanos[0] / analysis.rangeNanos();
    }

    @Test
    void howeverQuickTheLoopIsWorkersThatAreNeverIdleNeedAsLong() {
        assertThat(left(How.HANDS_ON, CLIENT, LOOP)).isLessThan(0.03);
        assertThat(left(How.HANDS_ON, LOOP, FIRST)).as("that would make the workers quicker").isEqualTo(1);
        assertThat(left(How.FREE, CLIENT, LOOP)).isEqualTo(1);
    }

    private static double left(How how, int source, int target) {
        Analysis analysis = analysis(6, how);
        return LeftOver.share(analysis, analysis.graph().edge(source, target));
    }
}
