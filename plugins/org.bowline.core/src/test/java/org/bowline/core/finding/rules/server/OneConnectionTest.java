/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HeldConnections;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

public class OneConnectionTest {
    private static final OneConnection RULE = new OneConnection();
    private static final int HOLDS = 0;
    private static final int SERVES = 2;

    /** What a server does with what another client asks while it waits for the first one. */
    private enum Server {
        /** It does not see it before the first one has asked again. */
        SLEEPS,
        /** It answers at once. */
        ANSWERS,
        /** It reads it, and has no answer before the first one has asked again. */
        READS
    }

    /** A connection of a client with a server; which side opened it. */
    private record Connection(int number, int client, int server, Timeline.Opener asks) {
        /** The client sends something. */
        int asked(Stage stage, long sent) {
            return packet(stage, sent, client, asks);
        }

        /** The server sends something, for which the client waits. */
        void answered(Stage stage, long sent) {
            int answer = packet(stage, sent, server, asks == Timeline.Opener.SENDER ? Timeline.Opener.RECEIVER : asks);
            stage.waits(client, Cause.NETWORK, server, answer, sent + 100);
        }

        /** The client asks, the server waits for that and answers after 1 ms. */
        void exchange(Stage stage, long sent) {
            stage.runs(client, sent);
            stage.waits(server, Cause.NETWORK, client, asked(stage, sent), sent + 100).runs(server, sent + 1_000);
            answered(stage, sent + 1_000);
        }

        private int packet(Stage stage, long sent, int sender, Timeline.Opener who) {
            return stage.packet(number, sender, who, sent, sent + 90);
        }
    }

    /** One client asks a server twice in each of so many rounds of 100 ms, with a pause of 49 ms in between; another one asks some time after the first question. */
    public static Stage server(int rounds, long asksAfterMicros) {
        return server(rounds, asksAfterMicros, Server.SLEEPS, Timeline.Opener.SENDER);
    }

    /** Two servers that do so side by side. */
    public static Stage servers() {
        Stage stage = server(10, 10_000);
        add(stage, 10, 20_000, Server.SLEEPS, Timeline.Opener.SENDER);
        return stage;
    }

    private static Stage server(int rounds, long asksAfterMicros, Server server, Timeline.Opener who) {
        Stage stage = hosts();
        add(stage, rounds, asksAfterMicros, server, who);
        return stage;
    }

    private static Stage hosts() {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        return stage;
    }

    /** The same once more, with other threads. */
    private static void add(Stage stage, int rounds, long asksAfterMicros, Server server, Timeline.Opener who) {
        int holds = stage.thread(0, 1, "holds");
        int asks = stage.thread(0, 2, "asks");
        int serves = stage.thread(1, 3, "serves");
        rounds(stage, rounds, asksAfterMicros, server, new Connection(holds, holds, serves, who), new Connection(asks, asks, serves, who));
    }

    private static void rounds(Stage stage, int rounds, long asksAfterMicros, Server server, Connection held, Connection other) {
        int serves = held.server;
        for (int i = 0; i < rounds; i++) {
            long t = 100_000L * (i + 1);
            held.exchange(stage, t);
            long now = t + asksAfterMicros;
            stage.runs(other.client, now);
            int question = other.asked(stage, now);
            if (server != Server.SLEEPS) {
                stage.waits(serves, Cause.NETWORK, other.client, question, now + 100).runs(serves, now + 1_000);
            }
            if (server == Server.ANSWERS) {
                other.answered(stage, now + 1_000);
            }
            held.exchange(stage, t + 50_000);
            if (server != Server.ANSWERS) {
                stage.runs(serves, t + 52_000);
                other.answered(stage, t + 52_000);
            }
        }
    }

    private static NewWork.Why why(Stage stage) {
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        return analysis.get(NewWork.RESULT).why(analysis.graph().edge(SERVES, HOLDS));
    }

    @Test
    void aServerThatWaitsForOneClientWhileAnotherOneHasAskedIsTold() {
        Stage stage = server(10, 10_000);
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "serves (B:103) serves one connection at a time: for 400 ms, 38.0 % of the range, it waits for what comes over it next, although a"
                            + " request has come over another one, which it answers later. These are 10 waits for holds (A:101). Without them the work would be at most 38.0 % shorter (an estimate).");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("B:serves");
            assertThat(finding.estimate()).isTrue();
        });
        assertThat(why(stage)).as("what others wait for, too, is no idling").isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void whoIsWokenByEachClientServesAllOfThem() {
        for (Server server : new Server[] {Server.ANSWERS, Server.READS}) {
            Stage stage = server(10, 10_000, server, Timeline.Opener.SENDER);
            assertThat(stage.see(RULE).findings()).isEmpty();
            assertThat(stage.see(RULE).reason()).isEqualTo("no thread waits for one client while requests of others wait for it");
            assertThat(why(stage)).isEqualTo(NewWork.Why.REQUESTS);
        }
    }

    @Test
    void oneClientMayHaveBothConnections() {
        Stage stage = hosts();
        int client = stage.thread(0, 1, "loads");
        int serves = stage.thread(1, 3, "serves");
        stage.runs(client, 90_000);
        for (int i = 0; i < 10; i++) {
            Connection held = new Connection(i, client, serves, Timeline.Opener.SENDER);
            Connection other = new Connection(10, client, serves, Timeline.Opener.SENDER);
            long t = 100_000L * (i + 1);
            stage.waits(serves, Cause.NETWORK, client, held.asked(stage, t), t + 100).runs(serves, t + 1_000);
            held.answered(stage, t + 1_000);
            stage.runs(client, t + 10_000);
            other.asked(stage, t + 10_000);
            stage.runs(client, t + 50_000);
            stage.waits(serves, Cause.NETWORK, client, held.asked(stage, t + 50_000), t + 50_100).runs(serves, t + 52_000);
            other.answered(stage, t + 52_000);
        }
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" serves one connection at a time: for 400 ms",
                        "although a request has come over another one"));
    }

    @Test
    void whatAnotherThreadReadsDoesNotWaitForTheOneThatAnswersIt() {
        Stage stage = hosts();
        int holds = stage.thread(0, 1, "holds");
        int asks = stage.thread(0, 2, "asks");
        int serves = stage.thread(1, 3, "serves");
        int reads = stage.thread(1, 3, "reads");
        Connection held = new Connection(0, holds, serves, Timeline.Opener.SENDER);
        Connection other = new Connection(1, asks, serves, Timeline.Opener.SENDER);
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * (i + 1);
            held.exchange(stage, t);
            stage.runs(asks, t + 10_000);
            stage.waits(reads, Cause.NETWORK, asks, other.asked(stage, t + 10_000), t + 10_100).runs(reads, t + 11_000);
            held.exchange(stage, t + 50_000);
            stage.runs(serves, t + 52_000);
            other.answered(stage, t + 52_000);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void aRequestThatComesShortlyBeforeTheWaitEndsMayHaveEndedIt() {
        assertThat(server(10, 48_000).see(RULE).reason())
                .isEqualTo("threads wait for one client while requests of others wait for them in at most 1.91 % of the range");
        assertThat(server(10, 48_200).see(RULE).reason()).isEqualTo("no thread waits for one client while requests of others wait for it");
    }

    @Test
    void severalThatServeSoAreToldTogether() {
        assertThat(servers().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                "serves ×2 (B) serve one connection at a time: for 400 ms, 38.0 % of the range, at least one of them waits for what comes over it next, although a"
                        + " request has come over another one, which it answers later. These are 20 waits for holds ×2 (A). Without them the work would be at most 38.0 % shorter (an estimate)."));
    }

    @Test
    void aRequestWaitsSinceItArrivedOrSinceTheWaitBegan() {
        Analysis analysis = Analysis.of(server(10, 10_000).builder.build()).build();
        Timeline timeline = analysis.timeline();
        assertThat(analysis.get(HeldConnections.RESULT).threads()).containsOnlyKeys(SERVES).hasEntrySatisfying(SERVES, held -> {
            assertThat(held.since()).hasSize(10);
            held.since().forEach((segment, since) -> {
                assertThat(timeline.start(segment)).as("the wait began before").isLessThan(since);
                assertThat(since % (100_000 * Stage.US)).as("when the request arrived").isEqualTo(10_090 * Stage.US);
            });
        });
        long from = (300_000 + 20_000) * Stage.US;
        Analysis part = Analysis.of(timeline).question(Question.ALL.within(from, Long.MAX_VALUE)).build();
        assertThat(part.get(HeldConnections.RESULT).threads().get(SERVES)).isNotNull()
                .satisfies(
                        held -> {
                            assertThat(held.since()).as("only waits of the range").hasSize(8);
                            held.since().forEach((segment, since) -> assertThat(since).as("not before the range")
                                    .isBetween(from, timeline.end(SERVES, segment) - 1));
                        });
    }

    @Test
    void twoSuchRequestsAreTooFew() {
        assertThat(server(2, 10_000).see(RULE).findings()).isEmpty();
        assertThat(server(3, 10_000).see(RULE).findings()).hasSize(1);
    }

    @Test
    void whereItIsNotKnownWhoAsksNothingIsTold() {
        assertThat(server(10, 10_000, Server.SLEEPS, Timeline.Opener.UNKNOWN).see(RULE).findings()).isEmpty();
        assertThat(new Stage().see(RULE).reason())
                .isEqualTo("there is no packet of which the traces have both the sending and the arrival");
    }
}
