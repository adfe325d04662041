/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

public class HangingRequestsTest {
    private static final HangingRequests RULE = new HangingRequests();
    /** Each is answered after 4 ms. */
    private static final int ANSWERED = 20;
    /** The connection to the one behind, whose number is below that of the packets. */
    private static final int DEEPER = 9;
    /** When the recording ends. */
    private static final long END = 1_000_000;

    /** What a server does with the last request. */
    public enum Server {
        /** It waits for something that does not come. */
        WAITS,
        /** It computes. */
        COMPUTES,
        /** It waits again and again. */
        GOES_ON,
        /** It wants a processor for half of the time. */
        WANTS,
        /** It asks another one, which waits. */
        ASKS,
        /** It exits soon. */
        EXITS,
        /** Every second one waits, the others compute. */
        MIXED,
        /** It sleeps for a long time. */
        SLEEPS,
        /** It answers, and the answer is lost again and again. */
        ANSWERS,
        /** It got it while it computed, so that the packet did not wake it; and then it waits. */
        BUSY
    }

    /** How a client's last wait ends. */
    public enum Client {
        /** With the recording. */
        OPEN,
        /** Somebody kills it. */
        KILLED,
        /** An answer comes. */
        ANSWERED,
        /** A timer ends it. */
        GIVES_UP,
        /** It has ended the connection before. */
        CLOSED,
        /** The other side ends the connection. */
        SERVER_CLOSES,
        /** It goes on after a part of the time. */
        GOES_ON,
        /** The recording ends, and what it sent was lost again and again. */
        LOST
    }

    public static Stage hangs(int clients, Client client, Server server) {
        return hangs(clients, clients, client, server, ANSWERED);
    }

    /** Clients, each with a connection and a server of its own, of which so many get no answer to the last request. */
    public static Stage hangs(int clients, int hanging, Client ends, Server does, int answered) {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        stage.host("C");
        int waker = stage.thread(0, 90, "sh");
        int other = stage.thread(1, 91, "other");
        int[] ask = new int[clients];
        int[] answer = new int[clients];
        for (int i = 0; i < clients; i++) {
            ask[i] = stage.thread(0, 11, "ask-" + i);
            answer[i] = stage.thread(1, 12, "srv-" + i);
        }
        int[] deep = new int[clients];
        for (int i = 0; i < clients; i++) {
            deep[i] = stage.thread(2, 13, "deep-" + i);
        }
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        stage.runs(waker, END).runs(other, END);
        for (int i = 0; i < clients; i++) {
            for (int n = 0; n < answered; n++) {
                long t = 5_000L * n;
                stage.runs(ask[i], t + 1_000);
                asked(stage, i, ask[i], answer[i], t + 900, does == Server.BUSY);
                stage.runs(answer[i], t + 4_500);
                int packet = stage.packet(i, answer[i], Timeline.Opener.RECEIVER, t + 4_400, t + 5_000);
                stage.waits(ask[i], Cause.NETWORK, answer[i], packet, t + 5_000);
            }
            long t = 5_000L * answered;
            stage.runs(ask[i], t + 1_000);
            if (i >= hanging) {
                stage.runs(ask[i], END);
                stage.waits(answer[i], Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
                continue;
            }
            if (ends != Client.LOST) {
                asked(stage, i, ask[i], answer[i], t + 900, does == Server.BUSY);
            }
            Server its = does != Server.MIXED ? does : i % 2 == 0 ? Server.COMPUTES : Server.WAITS;
            server(stage, answer[i], deep[i], DEEPER + i, other, timer, its, t);
            client(stage, i, ask[i], answer[i], waker, timer, ends, t);
        }
        return stage;
    }

    private static void asked(Stage stage, int connection, int client, int server, long sent, boolean busy) {
        int packet = stage.packet(connection, client, Timeline.Opener.SENDER, sent, sent + 500);
        if (busy) {
            stage.runs(server, sent + 500);
        } else {
            stage.waits(server, Cause.NETWORK, client, packet, sent + 500);
        }
    }

    private static void server(Stage stage, int server, int deep, int connection, int other, int timer, Server does, long t) {
        stage.runs(server, t + 3_000);
        switch (does) {
            case WAITS, BUSY, MIXED -> stage.waits(server, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            case ANSWERS -> {
                stage.builder.resent(server, (t + 2_000) * Stage.US, (t + 202_000) * Stage.US, false, ResentFate.UNKNOWN);
                stage.builder.resent(server, (t + 202_000) * Stage.US, (t + 602_000) * Stage.US, false, ResentFate.UNKNOWN);
                stage.waits(server, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            }
            case EXITS -> {
                // it has run already, and does nothing more
            }
            case COMPUTES -> stage.runs(server, END);
            case WANTS -> {
                for (long at = t + 10_000; at <= END; at += 10_000) {
                    stage.is(server, ThreadState.PREEMPTED, at - 5_000).runs(server, at);
                }
            }
            case SLEEPS -> stage.waits(server, Cause.TIMER, timer, Timeline.NONE, END - 100_000).waits(server, Cause.TIMER, timer,
                    Timeline.NONE, END);
            case GOES_ON -> {
                for (long at = t + 10_000; at <= END; at += 10_000) {
                    stage.waits(server, other, at - 1_000).runs(server, at);
                }
            }
            case ASKS -> {
                for (int n = 0; n < 4; n++) {
                    int packet = stage.packet(connection, server, Timeline.Opener.SENDER, t + 2_000 + 10L * n, t + 2_500 + 10L * n);
                    stage.waits(deep, Cause.NETWORK, server, packet, t + 2_500 + 10L * n).runs(deep, t + 2_505 + 10L * n);
                    if (n < 3) {
                        stage.packet(connection, deep, Timeline.Opener.RECEIVER, t + 2_504 + 10L * n, t + 2_506 + 10L * n);
                    }
                }
                stage.waits(deep, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
                stage.waits(server, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            }
        }
    }

    private static void client(Stage stage, int connection, int client, int server, int waker, int timer, Client ends, long t) {
        switch (ends) {
            case OPEN -> stage.waits(client, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            case KILLED -> stage.waits(client, waker, END - 100_000).runs(client, END - 99_000);
            case ANSWERED -> stage.waits(client, Cause.NETWORK, server,
                    stage.packet(connection, server, Timeline.Opener.RECEIVER, END - 1_000, END - 500), END - 500).runs(client, END);
            case GIVES_UP -> stage.waits(client, Cause.TIMER, timer, Timeline.NONE, END - 500).runs(client, END);
            case CLOSED -> {
                int end = stage.packet(connection, client, Timeline.Opener.SENDER, t + 950, t + 1_450);
                stage.builder.packetIsEmpty(end);
                stage.waits(client, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            }
            case SERVER_CLOSES -> {
                int end = stage.packet(connection, server, Timeline.Opener.RECEIVER, END - 1_000, END - 500);
                stage.builder.packetIsEmpty(end);
                stage.waits(client, Cause.NETWORK, server, end, END - 500).runs(client, END);
            }
            case LOST -> {
                stage.builder.resent(client, (t + 900) * Stage.US, (t + 201_000) * Stage.US, false, ResentFate.UNKNOWN);
                stage.builder.resent(client, (t + 201_000) * Stage.US, (t + 601_000) * Stage.US, false, ResentFate.UNKNOWN);
                stage.waits(client, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            }
            case GOES_ON -> stage.waits(client, waker, END / 2).runs(client, END);
        }
    }

    @Test
    void whoGetsNoAnswerUntilTheRecordingEndsIsToldWithWhoGotTheRequest() {
        Analysis analysis = Analysis.of(hangs(4, Client.OPEN, Server.WAITS).builder.build()).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:ask-0");
            assertThat(finding.evidence()).startsWith(new Evidence.Vertex(3, 898_600_000, "got a request that is not answered"))
                    .contains(new Evidence.Vertex(2, 899_100_000, "waits for an answer"));
            assertThat(NextStep.kind(analysis, finding)).isEqualTo(NextStep.Kind.PATH);
            assertThat(RULE.next(analysis, finding).options()).startsWith("--thread", "B:104", "--from");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN", "KILLED", "SERVER_CLOSES", "LOST"})
    void itDoesNotMatterHowTheWaitEndsIfNoDataComes(Client ends) {
        assertThat(hangs(2, ends, Server.WAITS).see(RULE).findings()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"ANSWERED", "GIVES_UP", "CLOSED", "GOES_ON"})
    void whoIsAnsweredGivesUpHasClosedOrGoesOnDoesNotHang(Client ends) {
        assertThat(hangs(2, ends, Server.WAITS).see(RULE).findings()).isEmpty();
    }

    @Test
    void ofAFewOfManyItIsAWarning() {
        assertThat(hangs(5, 2, Client.OPEN, Server.WAITS, ANSWERED).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
        assertThat(hangs(5, 3, Client.OPEN, Server.WAITS, ANSWERED).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void twoAnswersDoNotTellWhatIsUsual() {
        assertThat(hangs(1, 1, Client.OPEN, Server.WAITS, 2).see(RULE).findings()).isEmpty();
        assertThat(hangs(1, 1, Client.OPEN, Server.WAITS, 3).see(RULE).findings()).hasSize(1);
    }

    /** The recording ends so long after the last request was sent, in microseconds; those before took 3.5 ms. */
    private static Stage stops(long after) {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        int ask = stage.thread(0, 11, "ask");
        int answer = stage.thread(1, 12, "srv");
        for (int n = 0; n < 4; n++) {
            long t = 5_000L * n;
            stage.runs(ask, t + 1_000);
            asked(stage, 0, ask, answer, t + 900, false);
            stage.runs(answer, t + 4_500);
            stage.waits(ask, Cause.NETWORK, answer, stage.packet(0, answer, Timeline.Opener.RECEIVER, t + 4_400, t + 5_000), t + 5_000);
        }
        stage.runs(ask, 21_000);
        asked(stage, 0, ask, answer, 20_900, false);
        stage.waits(ask, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 20_900 + after);
        return stage.runs(answer, 20_900 + after);
    }

    @Test
    void aRequestThatIsInFlightWhenTheRecordingStopsDoesNotHang() {
        assertThat(stops(10_000).see(RULE).findings()).as("a third of the recording, but not three times as long as others").isEmpty();
        assertThat(stops(11_000).see(RULE).findings()).hasSize(1);
    }

    @Test
    void theRangeOfTheWorkDoesNotHideIt() {
        Timeline timeline = hangs(4, Client.OPEN, Server.WAITS).builder.build();
        Analysis analysis = Analysis.of(timeline).question(Question.WORK).build();
        assertThat(analysis.toNanos()).isLessThan(110_000_000);
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).endsWith(" What other findings tell is of the time before."));
        Analysis after = Analysis.of(timeline).question(Question.ALL.within(500_000_000, 1_000_000_000)).build();
        assertThat(Stage.see(RULE, after, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("time before"));
    }

    @Test
    void whoHangsFromTheBeginningIsToldThoughItIsNoPartOfTheWork() {
        Stage stage = hangs(4, Client.OPEN, Server.WAITS);
        int ask = stage.thread(0, 11, "ask-9");
        stage.runs(ask, 1_000);
        stage.packet(DEEPER, ask, Timeline.Opener.SENDER, 900, 1_400);
        stage.waits(ask, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.WORK).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith("ask* ×5 (A) ask and get no answer: they wait until the recording ends, for up to 999 ms,"));
    }

    /** The same clients, and threads of another name which the server's program answers, too; they have nothing more to ask. */
    static Stage besideOthers(int clients) {
        Stage stage = hangs(clients, Client.OPEN, Server.WAITS);
        int ask = stage.thread(0, 14, "web");
        int answer = stage.thread(1, 12, "srv-9");
        for (int n = 0; n < 4; n++) {
            long t = 5_000L * n;
            stage.runs(ask, t + 1_000);
            asked(stage, DEEPER, ask, answer, t + 900, false);
            stage.runs(answer, t + 4_500);
            stage.waits(ask, Cause.NETWORK, answer, stage.packet(DEEPER, answer, Timeline.Opener.RECEIVER, t + 4_400, t + 5_000),
                    t + 5_000);
        }
        stage.runs(ask, END);
        return stage;
    }

    @Test
    void whoMayAskABrokerForWorkIsNoMoreThanGoodToKnow() {
        assertThat(besideOthers(4).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
    }

    /** A client that is answered 20 times over one connection, and writes a line each time over another one, or acknowledges each answer before it does something else. */
    private static Stage tells(boolean overAnother) {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        int ask = stage.thread(0, 11, "ask");
        int answer = stage.thread(1, 12, "srv");
        int log = stage.thread(1, 13, "log");
        int waker = stage.thread(0, 14, "other");
        stage.runs(waker, END);
        for (int n = 0; n < ANSWERED; n++) {
            long t = 10_000L * n;
            stage.runs(ask, t + 1_000);
            asked(stage, 0, ask, answer, t + 900, false);
            stage.runs(answer, t + 1_500);
            stage.waits(ask, Cause.NETWORK, answer, stage.packet(0, answer, Timeline.Opener.RECEIVER, t + 1_500, t + 2_000), t + 2_000)
                    .runs(ask, t + 2_100);
            asked(stage, overAnother ? 1 : 0, ask, overAnother ? log : answer, t + 2_050, false);
            stage.runs(overAnother ? log : answer, t + 2_600);
            stage.waits(ask, waker, t + 10_000);
        }
        stage.waits(ask, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
        stage.waits(answer, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
        return stage;
    }

    @Test
    void whatWantsNoAnswerIsNoQuestion() {
        assertThat(tells(true).see(RULE).findings()).as("lines of a log").isEmpty();
        assertThat(tells(false).see(RULE).findings()).as("acknowledgements of a protocol").isEmpty();
    }

    @Test
    void whatIsSentAgainOnceOrArrivedIsNotLost() {
        Stage stage = hangs(1, Client.LOST, Server.WAITS);
        stage.builder.resent(2, 801_000 * Stage.US, 811_000 * Stage.US, false, ResentFate.ARRIVED);
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void whoAnswersOthersMayHaveSentItsLastAnswer() {
        assertThat(hangs(1, Client.LOST, Server.WAITS).see(RULE).findings()).hasSize(1);
        Stage stage = hangs(1, Client.LOST, Server.WAITS);
        int web = stage.thread(0, 14, "web");
        stage.packet(DEEPER, web, Timeline.Opener.SENDER, 100, 150);
        stage.packet(DEEPER, 2, Timeline.Opener.RECEIVER, 200, 250);
        assertThat(stage.runs(web, END).see(RULE).findings()).isEmpty();
    }

    @Test
    void anAnswerToAnotherOneThatIsSentAgainAndArrivesIsNoLostAnswer() {
        Stage stage = hangs(1, Client.OPEN, Server.WAITS);
        stage.builder.resent(3, 200_000 * Stage.US, 400_000 * Stage.US, false, ResentFate.ARRIVED);
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).endsWith("nobody wakes it."));
    }

    @Test
    void aServerThatHadExitedDidNotGetIt() {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        int ask = stage.thread(0, 11, "ask");
        int answer = stage.thread(1, 12, "srv");
        stage.runs(stage.thread(1, 13, "other"), END);
        for (int n = 0; n < 4; n++) {
            long t = 5_000L * n;
            stage.runs(ask, t + 1_000);
            asked(stage, 0, ask, answer, t + 900, false);
            stage.runs(answer, t + 4_500);
            stage.waits(ask, Cause.NETWORK, answer, stage.packet(0, answer, Timeline.Opener.RECEIVER, t + 4_400, t + 5_000), t + 5_000);
        }
        stage.runs(ask, 21_000);
        stage.packet(0, ask, Timeline.Opener.SENDER, 20_900, 21_400);
        stage.waits(ask, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("srv"));
    }
}
