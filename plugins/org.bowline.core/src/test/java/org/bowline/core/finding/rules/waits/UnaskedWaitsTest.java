/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** One thread reads what another one gets as answers: while nobody has asked it waits for nothing. */
class UnaskedWaitsTest {
    private static final int ASKS = 0;
    private static final int READS = 1;
    private static final int SERVES = 2;
    private static final int ROUNDS = 50;

    /**
     * Every 10 ms one thread works for 6 ms and asks a server, which answers to another thread after 4 ms.
     *
     * @param asksPid process of who asks; who reads is of process 1
     * @param servesPid process of the server
     */
    private static Analysis onOneHost(int asksPid, int servesPid) {
        Stage stage = new Stage();
        int host = stage.host("A");
        stage.thread(host, asksPid, "asks");
        stage.thread(host, 1, "reads");
        stage.thread(host, servesPid, "serves");
        for (int i = 0; i < ROUNDS; i++) {
            long begin = 10_000L * i;
            stage.runs(ASKS, begin + 6_000);
            stage.waits(SERVES, ASKS, begin + 6_000).runs(SERVES, begin + 10_000);
            stage.waits(READS, SERVES, begin + 10_000).waits(ASKS, READS, begin + 10_000);
        }
        return Analysis.of(stage.builder.build()).build();
    }

    /**
     * The same with a server on another host; all threads are of processes of their own, as those of a kernel are.
     *
     * @param sameConnection whether the questions go over the connection from which the answers are read
     * @param opener who opened that of the answers, as seen by who sends them
     */
    private static Analysis onTwoHosts(boolean sameConnection, Timeline.Opener opener) {
        return onTwoHosts(sameConnection, opener, Question.ALL);
    }

    private static Analysis onTwoHosts(boolean sameConnection, Timeline.Opener opener, Question question) {
        Stage stage = remote();
        Timeline.Opener asker = opener == Timeline.Opener.RECEIVER ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER;
        for (int i = 0; i < ROUNDS; i++) {
            long begin = 10_000L * i;
            stage.runs(ASKS, begin + 6_000);
            int asked = stage.packet(sameConnection ? 0 : 1, ASKS, asker, begin + 6_000, begin + 6_005);
            stage.waits(SERVES, Cause.NETWORK, ASKS, asked, begin + 6_010).runs(SERVES, begin + 9_900);
            int answer = stage.packet(0, SERVES, opener, begin + 9_900, begin + 9_905);
            stage.waits(READS, Cause.NETWORK, SERVES, answer, begin + 10_000).waits(ASKS, READS, begin + 10_000);
        }
        return Analysis.of(stage.builder.build()).question(question).build();
    }

    private static Stage remote() {
        Stage stage = new Stage();
        int host = stage.host("A");
        stage.thread(host, 1, "asks");
        stage.thread(host, 2, "reads");
        stage.thread(stage.host("B"), 3, "serves");
        return stage;
    }

    private static long unaskedMillis(Analysis analysis) {
        int edge = analysis.graph().edge(READS, SERVES);
        assertThat(edge).isNotNegative();
        assertThat(analysis.get(NewWork.RESULT).why(edge)).isEqualTo(NewWork.Why.NOT);
        return Math.round(analysis.get(NewWork.RESULT).nanos(edge) / 1e6);
    }

    @Test
    void aReaderWaitsForNothingUntilAnotherThreadOfItsProcessHasAsked() {
        assertThat(unaskedMillis(onOneHost(1, 2))).isBetween(290L, 300L);
    }

    @Test
    void whatAThreadOfAnotherProcessAsksIsForThatOne() {
        assertThat(unaskedMillis(onOneHost(3, 2))).isZero();
    }

    @Test
    void threadsOfOneProcessMayNeedEachOther() {
        assertThat(unaskedMillis(onOneHost(1, 1))).isZero();
    }

    @Test
    void aReaderOfAConnectionWaitsForNothingUntilSomebodyHasAskedOverIt() {
        assertThat(unaskedMillis(onTwoHosts(true, Timeline.Opener.RECEIVER))).isBetween(290L, 300L);
    }

    @Test
    void whatComesOverAnotherConnectionIsNotWhatItReads() {
        assertThat(unaskedMillis(onTwoHosts(false, Timeline.Opener.RECEIVER))).isZero();
    }

    /** The server waits for room for its answer, which an acknowledgement of who has asked tells. */
    @Test
    void anAcknowledgementIsNoQuestion() {
        Stage stage = remote();
        for (int i = 0; i < ROUNDS; i++) {
            long t = 10_000L * i;
            stage.runs(ASKS, t + 500);
            int question = stage.packet(0, ASKS, Timeline.Opener.SENDER, t + 500, t + 510);
            stage.waits(SERVES, Cause.NETWORK, ASKS, question, t + 520).runs(SERVES, t + 4_500);
            int room = stage.packet(0, ASKS, Timeline.Opener.SENDER, t + 9_000, t + 9_010);
            stage.builder.packetAcknowledges(room);
            stage.waits(SERVES, Cause.NETWORK, ASKS, room, t + 9_020).runs(SERVES, t + 9_100);
            int answer = stage.packet(0, SERVES, Timeline.Opener.RECEIVER, t + 9_100, t + 9_150);
            stage.waits(READS, Cause.NETWORK, SERVES, answer, t + 9_200).runs(READS, t + 10_000).waits(ASKS, READS, t + 10_000);
        }
        assertThat(unaskedMillis(Analysis.of(stage.builder.build()).build())).as("0.5 of 10 ms").isBetween(0L, 80L);
    }

    /** Of two threads that serve a connection one is at work on the first question while the other waits for the next. */
    @Test
    void aQuestionThatIsOpenIsOneThoughAnotherThreadAnswersIt() {
        Stage stage = remote();
        int slow = stage.thread(1, 4, "slow");
        for (int i = 0; i < ROUNDS; i++) {
            long t = 20_000L * i;
            stage.runs(ASKS, t + 100);
            int first = stage.packet(0, ASKS, Timeline.Opener.SENDER, t + 100, t + 110);
            stage.waits(slow, Cause.NETWORK, ASKS, first, t + 120).runs(slow, t + 19_800);
            stage.runs(ASKS, t + 18_000);
            int second = stage.packet(0, ASKS, Timeline.Opener.SENDER, t + 18_000, t + 18_010);
            stage.waits(SERVES, Cause.NETWORK, ASKS, second, t + 18_020).runs(SERVES, t + 18_200);
            int answer = stage.packet(0, SERVES, Timeline.Opener.RECEIVER, t + 18_200, t + 18_210);
            stage.waits(READS, Cause.NETWORK, SERVES, answer, t + 18_300).runs(READS, t + 20_000);
            stage.packet(0, slow, Timeline.Opener.RECEIVER, t + 19_800, t + 19_810);
            stage.runs(ASKS, t + 20_000);
        }
        assertThat(unaskedMillis(Analysis.of(stage.builder.build()).build())).isLessThan(100);
    }

    /** A broker that one thread asks has others of the process do the work. */
    @Test
    void whatAHelperIsToldAfterItWasAskedIsForWhoAsked() {
        Stage stage = new Stage();
        int host = stage.host("A");
        stage.thread(host, 1, "works");
        stage.thread(host, 1, "reads");
        stage.thread(host, 2, "serves");
        for (int i = 0; i < ROUNDS; i++) {
            long t = 10_000L * i;
            stage.runs(READS, t + 1_000).waits(SERVES, READS, t + 1_000).runs(SERVES, t + 2_000);
            stage.waits(ASKS, SERVES, t + 2_000).runs(ASKS, t + 8_000).waits(SERVES, ASKS, t + 8_000).runs(SERVES, t + 9_000);
            stage.waits(READS, SERVES, t + 9_000).runs(READS, t + 10_000);
        }
        assertThat(unaskedMillis(Analysis.of(stage.builder.build()).build())).isZero();
    }

    @Test
    void itIsAsLongWhereTheTimeOnTheWireIsOfTheNetwork() {
        Analysis analysis = onTwoHosts(true, Timeline.Opener.RECEIVER, Question.ALL.with(Devices.NETWORK, true));
        assertThat(unaskedMillis(analysis)).isBetween(290L, 300L);
    }

    /** A server of files that threads of its host ask, each of which lives for a part of the range. */
    private static NewWork.Why ofLocalClients(int clients) {
        return ofLocalClients(clients, 7, true);
    }

    /**
     * @param parent pid of who started them; the server has 1
     * @param answered whether the server ends their next wait, and no other program
     */
    private static NewWork.Why ofLocalClients(int clients, int parent, boolean answered) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int server = stage.thread(host, 1, "server");
        int other = stage.thread(host, 2, "other");
        int client = -1;
        int first = -1;
        for (int i = 0; i < 60; i++) {
            long t = 10_000L * i;
            if (i % (60 / clients) == 0) {
                client = stage.thread(host, 10 + i, "cat", t);
                stage.builder.parentProcess(client, parent);
                first = first < 0 ? client : first;
            }
            stage.runs(client, t + 6_000).waits(server, client, t + 6_000).runs(server, t + 10_000);
            stage.runs(other, t + 10_000).waits(client, answered ? server : other, t + 10_000);
        }
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        return analysis.get(NewWork.RESULT).why(analysis.graph().edge(server, analysis.graph().groups().vertex(first)));
    }

    @Test
    void whatProcessesAskThatComeAndGoIsNewWork() {
        assertThat(ofLocalClients(20)).isEqualTo(NewWork.Why.REQUESTS);
        assertThat(ofLocalClients(10)).isEqualTo(NewWork.Why.REQUESTS);
        assertThat(ofLocalClients(6)).as("a sixth of the range").isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void whomTheServerHasStartedItselfItMayNeed() {
        assertThat(ofLocalClients(20, 1, true)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void whoWaitsForAnotherProgramNextHasAskedNothing() {
        assertThat(ofLocalClients(20, 7, false)).isEqualTo(NewWork.Why.NOT);
    }
}
