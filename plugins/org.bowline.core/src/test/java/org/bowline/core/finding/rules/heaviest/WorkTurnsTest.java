/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

public class WorkTurnsTest {
    private final Stage stage = new Stage();
    private final int server = stage.thread(stage.host("B"), 11, "server");
    private final int near = stage.host("A");
    private final List<Integer> clients = new ArrayList<>();

    private int client(String name) {
        int client = stage.thread(near, 20 + clients.size(), name);
        stage.runs(client, 10);
        clients.add(client);
        return client;
    }

    /** Asks; the number of the packet. */
    private int asks(int client, long t) {
        stage.runs(client, t + 5);
        return stage.packet(clients.indexOf(client), client, Timeline.Opener.SENDER, t, t + 10);
    }

    private void answers(int client, long t) {
        int packet = stage.packet(clients.indexOf(client), server, Timeline.Opener.RECEIVER, t - 5, t + 5);
        stage.waits(client, Cause.NETWORK, server, packet, t + 5);
    }

    private Analysis analysis() {
        return Analysis.of(stage.builder.build()).build();
    }

    /** First come, first served: 12 ms for admin, and n clients of 0.5 ms each that ask again at once; they get two answers for each of his. */
    private void queue(int n, int rounds) {
        int admin = client("admin");
        int[] quick = new int[n];
        for (int k = 0; k < n; k++) {
            quick[k] = client("quick");
        }
        long round = 12_000 + 1_000L * n;
        stage.runs(server, 1_000 + round * rounds);
        asks(admin, 800);
        for (int k = 0; k < n; k++) {
            asks(quick[k], 850 + k);
        }
        for (int i = 0; i < rounds; i++) {
            long t = 1_000 + round * i;
            answers(admin, t + 12_000);
            for (int pass = 0; pass < 2; pass++) {
                for (int k = 0; k < n; k++) {
                    long at = t + 12_000 + 500L * (n * pass + k + 1);
                    answers(quick[k], at);
                    if (at + 30 < 1_000 + round * rounds) {
                        asks(quick[k], at + 10);
                    }
                }
                if (pass == 0) {
                    asks(admin, t + 12_000 + 500L * n + 10);
                }
            }
        }
    }

    @Test
    void whatQueuesBehindALongQuestionIsNotWorkForIt() {
        queue(30, 30);
        String told = WorksFor.sentence(analysis(), server);
        assertThat(told).doesNotContain("is for requests of admin");
    }

    @Test
    void ofFewClientsTheShareIsRight() {
        queue(10, 30);
        assertThat(WorksFor.sentence(analysis(), server))
                .isEqualTo(" Most of its work, 54.6 % (an estimate), is for requests of admin (A:102): 12.0 ms for each, on average"
                        + " (30 times), and 500 µs for each of the others.");
    }

    @Test
    void aThreadThatNeverWaitsHasOneTurnOrOneForEachAnswerAndAllOfItsWorkIsInThem() {
        queue(10, 30);
        Analysis analysis = analysis();
        WorkTurns whole = new WorkTurns(analysis, server, false);
        WorkTurns atAnswers = new WorkTurns(analysis, server, true);
        assertThat(whole.answering().cardinality()).isEqualTo(1);
        assertThat(whole.answers(0)).isEqualTo(whole.size()).isEqualTo(atAnswers.size());
        assertThat(whole.nanos()).isEqualTo(atAnswers.nanos());
        int sum = 0;
        for (int turn = atAnswers.answering().nextSetBit(0); turn >= 0; turn = atAnswers.answering().nextSetBit(turn + 1)) {
            sum += atAnswers.answers(turn);
            assertThat(atAnswers.nanosBefore(turn)).isLessThanOrEqualTo(atAnswers.nanos(turn));
        }
        assertThat(sum).isEqualTo(atAnswers.size());
        assertThat(atAnswers.wasThere(0)).as("the first request was there before the work began").isTrue();
    }

    /** A burst of questions of 0.5 ms, one of them of another client; then single ones. */
    @Test
    void aBurstIsNotWorkForOneOfThoseWhoAsk() {
        int poll = client("poll");
        int[] quick = new int[40];
        for (int k = 0; k < quick.length; k++) {
            quick[k] = client("quick");
        }
        stage.runs(server, 100);
        for (int i = 0; i < 30; i++) {
            long t = 1_000 + 40_000L * i;
            int first = asks(poll, t);
            for (int one : quick) {
                asks(one, t + 5);
            }
            stage.waits(server, Cause.NETWORK, poll, first, t + 10).runs(server, t + 10 + 500 * 41);
            answers(poll, t + 500);
            for (int k = 0; k < quick.length; k++) {
                answers(quick[k], t + 1_000 + 500L * k);
            }
            for (int k = 0; k < 3; k++) {
                long at = t + 25_000 + 2_000L * k;
                int asked = asks(quick[k], at);
                stage.waits(server, Cause.NETWORK, quick[k], asked, at + 10).runs(server, at + 510);
                answers(quick[k], at + 500);
            }
        }
        String told = WorksFor.sentence(analysis(), server);
        assertThat(told).doesNotContain("is for requests of poll");
    }

    /** A client asks in the midst of the long work for another one, for next to nothing. */
    @Test
    void whoAsksInTheMidstOfItIsNotWhomItIsFor() {
        int ask = client("aaa");
        int admin = client("admin");
        int quick = client("quick");
        stage.runs(server, 100);
        for (int i = 0; i < 30; i++) {
            long t = 1_000 + 20_000L * i;
            int first = asks(admin, t);
            stage.waits(server, Cause.NETWORK, admin, first, t + 10).runs(server, t + 12_200);
            asks(ask, t + 6_000);
            answers(admin, t + 12_000);
            answers(ask, t + 12_150);
            for (int k = 0; k < 3; k++) {
                long at = t + 13_000 + 2_000L * k;
                int asked = asks(quick, at);
                stage.waits(server, Cause.NETWORK, quick, asked, at + 10).runs(server, at + 210);
                answers(quick, at + 200);
            }
        }
        String told = WorksFor.sentence(analysis(), server);
        assertThat(told).doesNotContain("is for requests of aaa");
    }

    /** Three of the longest times another client is answered, too. */
    @Test
    void whoIsAnsweredBesideThreeTimesHidesNobody() {
        int ask = client("cron");
        int admin = client("admin");
        int quick = client("quick");
        stage.runs(server, 100);
        for (int i = 0; i < 30; i++) {
            long t = 1_000 + 20_000L * i;
            int first = asks(admin, t);
            boolean beside = i % 10 == 0;
            if (beside) {
                asks(ask, t - 20);
            }
            stage.waits(server, Cause.NETWORK, admin, first, t + 10).runs(server, t + (beside ? 12_500 : 12_200));
            answers(admin, t + 12_000);
            if (beside) {
                answers(ask, t + 12_450);
            }
            for (int k = 0; k < 3; k++) {
                long at = t + 13_000 + 2_000L * k;
                int asked = asks(quick, at);
                stage.waits(server, Cause.NETWORK, quick, asked, at + 10).runs(server, at + 210);
                answers(quick, at + 200);
            }
        }
        String told = WorksFor.sentence(analysis(), server);
        assertThat(told).contains("is for requests of admin");
    }

    /** It answers at once; after every tenth answer it works for itself before it waits again. */
    @Test
    void whatIsDoneAfterAnAnswerIsNotDoneBeforeIt() {
        int quick = client("quick");
        stage.runs(server, 100);
        for (int i = 0; i < 300; i++) {
            long t = 1_000 + 3_000L * i + 12_000L * (i / 10);
            int asked = asks(quick, t);
            stage.waits(server, Cause.NETWORK, quick, asked, t + 10).runs(server, t + 210 + (i % 10 == 9 ? 12_000 : 0));
            answers(quick, t + 200);
        }
        String told = WorksFor.sentence(analysis(), server);
        assertThat(told).doesNotContain("on average before each of these");
    }

}
