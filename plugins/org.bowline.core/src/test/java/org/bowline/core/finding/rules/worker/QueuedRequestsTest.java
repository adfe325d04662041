/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Requests of one thread that wait for workers. */
public class QueuedRequestsTest {
    private static final TooFewWorkers RULE = new TooFewWorkers();
    private static final int ROUND = 10_000;
    private static final int LOOP = 0;

    /** How the workers differ from those that have one request at a time. */
    public enum Workers {
        /** They do not. */
        ONE,
        /** Each request wakes them. */
        WOKEN,
        /** Each request wakes them, and they compute until they answer. */
        COMPUTING,
        /** Each asks twice as many others as it has connections, as an event loop does. */
        ASKING,
        /** All but the first have connections of their own, over which something is asked in every fourth round only. */
        UNEVEN
    }

    /** An event loop of another host that asks again over each of its connections as soon as it has the answer; a worker waits for a timer for 8 of the 10 ms of a request. */
    public static Stage loop(int connections, int workers, int rounds, Workers how) {
        return loop(connections, workers, rounds, how, "worker-");
    }

    /** The same, where the workers after the first one are called otherwise. */
    public static Stage loop(int connections, int workers, int rounds, Workers how, String others) {
        Stage stage = new Stage();
        int there = stage.host("A");
        int host = stage.host("B");
        stage.thread(there, 1, "loop");
        int[] w = new int[workers];
        for (int i = 0; i < workers; i++) {
            w[i] = stage.thread(host, 2, (i == 0 ? "worker-" : others) + i);
        }
        int back = stage.thread(there, 3, "back");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        Deque<int[]> waiting = new ArrayDeque<>();
        for (int i = 0; i < connections; i++) {
            waiting.add(new int[] {i, packet(stage, LOOP, 0, i, Timeline.Opener.SENDER)});
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < workers; i++) {
                long begin = (long) ROUND * round + 100L * i;
                boolean own = how == Workers.UNEVEN && i > 0;
                if (own && round % 4 > 0) {
                    continue;
                }
                int[] next = own ? new int[] {connections + i, packet(stage, LOOP, begin - 50, connections + i, Timeline.Opener.SENDER)}
                        : waiting.remove();
                if (how == Workers.WOKEN || how == Workers.COMPUTING) {
                    stage.waits(w[i], Cause.NETWORK, LOOP, next[1], begin + 500);
                }
                long end = begin + ROUND - 400;
                if (how == Workers.ASKING) {
                    for (int k = 0; k < 2; k++) {
                        packet(stage, w[i], begin + 510, 100 + 2 * i + k, Timeline.Opener.SENDER);
                        packet(stage, back, end - 60, 100 + 2 * i + k, Timeline.Opener.RECEIVER);
                    }
                }
                if (how != Workers.COMPUTING) {
                    stage.runs(w[i], begin + 1_000).waits(w[i], Cause.TIMER, timer, Timeline.NONE, begin + 9_000);
                }
                stage.runs(w[i], end);
                int answer = packet(stage, w[i], end, next[0], Timeline.Opener.RECEIVER);
                stage.waits(LOOP, Cause.NETWORK, w[i], answer, end + 50).runs(LOOP, end + 60);
                if (own) {
                    continue;
                }
                waiting.add(new int[] {next[0], packet(stage, LOOP, end + 55, next[0], Timeline.Opener.SENDER)});
            }
        }
        stage.runs(back, (long) ROUND * rounds);
        return stage;
    }

    private static int packet(Stage stage, int sender, long sent, int connection, Timeline.Opener who) {
        int packet = stage.builder.packet(sent * Stage.US, (sent + 20) * Stage.US, sender);
        stage.builder.packetOpener(packet, who);
        stage.builder.packetConnection(packet, connection);
        return packet;
    }

    @Test
    void requestsOfAnEventLoopThatWaitForAPoolAreTold() {
        assertThat(loop(6, 2, 20, Workers.ONE).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "On average 5.7 requests of loop (A:101) are open for 2 workers worker* (B), so 3.7 wait until a worker is free: each has one for 100 % of the time and waits for work 0 times"
                            + " per 40 served, and the host's processors are 19.8 % busy. Meanwhile each of them runs for 19.8 % of the range, and waits for timer (B) for 80.0 %, more than for anything else.");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B:worker*");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void asManyAsThereAreWorkersDoNotWait() {
        assertThat(loop(2, 2, 20, Workers.ONE).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoIsWokenByEachRequestOrAsksForSeveralAtATimeLooksAfterAllOfThem() {
        assertThat(loop(6, 2, 20, Workers.WOKEN).see(RULE).findings()).isEmpty();
        assertThat(loop(6, 2, 20, Workers.ASKING).see(RULE).findings()).as("those whom they ask have more than one")
                .extracting(Finding::subject)
                .containsExactly("A:back");
    }

    @Test
    void whereSomeWorkersAreFreeThereAreNotTooFew() {
        assertThat(loop(6, 2, 60, Workers.UNEVEN).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoseThreadsAreToldToWaitIsNotToldAgain() {
        assertThat(TooFewWorkersTest.queue(20, 2, 100, false, true).see(RULE).findings()).hasSize(1);
    }

    /**
     * An event loop asks six times at a time, and again as soon as it has an answer. A thread answers each request after 17 ms, when a timer has ended its wait; meanwhile it is woken for each other request, by the thread that got it if there is one.
     */
    private static List<Finding> polled(String poller, String answering, String other, boolean isPolled) {
        Stage stage = new Stage();
        int host = stage.host("B");
        stage.thread(stage.host("A"), 11, "loop");
        int polls = stage.thread(host, 12, poller);
        int answers = stage.thread(host, 12, answering);
        int beside = stage.thread(host, 12, other);
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int slot = 0; slot < 120; slot++) {
            long t = 3_000L * slot;
            if (slot >= 6) {
                stage.waits(answers, Cause.TIMER, timer, Timeline.NONE, t + 1_000).runs(answers, t + 1_100);
                int answer = packet(stage, answers, t + 1_100, slot % 6, Timeline.Opener.RECEIVER);
                stage.waits(LOOP, Cause.NETWORK, answers, answer, t + 1_150);
            }
            stage.runs(LOOP, t + 1_200);
            int request = packet(stage, LOOP, t + 1_200, slot % 6, Timeline.Opener.SENDER);
            if (isPolled) {
                stage.waits(polls, Cause.NETWORK, LOOP, request, t + 1_250).runs(polls, t + 1_300);
            } else {
                stage.waits(polls, Cause.TIMER, timer, Timeline.NONE, t + 1_250).runs(polls, t + 1_300);
            }
            stage.waits(answers, polls, t + 1_300).runs(answers, t + 1_400);
            stage.waits(beside, answers, t + 1_350).runs(beside, t + 1_400);
        }
        Analysis merged = Analysis.of(stage.builder.build()).question(Question.ALL.with(Merging.MERGE, Merging.Level.SIMILAR)).build();
        return Stage.see(RULE, merged, RuleSettings.STANDARD).findings();
    }

    @Test
    void whoAnswersForARuntimeWhoseOtherThreadIsWokenByEachRequestIsNoWorker() {
        assertThat(polled("0_poller", "1_scheduler", "2_scheduler", true)).isEmpty();
        assertThat(polled("0_poller", "1_scheduler", "2_scheduler", false)).as("no request wakes any").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" are open for 1 worker 1_scheduler (B), so "));
        assertThat(polled("takes", "answers", "beside", true)).as("tasks do not move among them").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" are open for 1 worker answers (B), so "));
    }
}
