/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

public class UnansweredTest {
    private static final Unanswered RULE = new Unanswered();
    private static final int REQUESTS = 40;

    /** What the asker does when a timer has ended its wait. */
    public enum Then {
        /** It asks again. */
        ASKS,
        /** It waits on for the answer, as an event loop with a timer of its own. */
        WAITS_ON
    }

    /** A client of which every so many-th request of 10 ms is not answered, and takes 40 ms. */
    public static Stage asker(int every) {
        return asker(every, Then.ASKS, Timeline.Opener.SENDER);
    }

    public static Stage asker(int every, Then then, Timeline.Opener opener) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        return asks(stage, client, server, stage.builder.resource(0, VertexKind.TIMER, "timer"), every, then, opener);
    }

    /** Clients of one name, each with a thread of the server; of the first every fourth request is not answered, of the others every eighth. */
    public static Stage askers(int threads) {
        Stage stage = new Stage();
        stage.host("A");
        stage.host("B");
        int[] ends = new int[2 * threads];
        for (int i = 0; i < threads; i++) {
            ends[2 * i] = stage.thread(0, 1, "asks-" + i);
            ends[2 * i + 1] = stage.thread(1, 1, "tells-" + i);
        }
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < threads; i++) {
            asks(stage, ends[2 * i], ends[2 * i + 1], timer, i == 0 ? 4 : 8, Then.ASKS, Timeline.Opener.SENDER);
        }
        return stage;
    }

    private static Stage asks(Stage stage, int client, int server, int timer, int every, Then then, Timeline.Opener opener) {
        long time = 0;
        for (int i = 1; i <= REQUESTS; i++) {
            long asked = time + 1_000;
            stage.runs(client, asked + 100);
            int question = stage.builder.packet(asked * Stage.US, (asked + 500) * Stage.US, client);
            stage.builder.packetOpener(question, opener);
            stage.waits(server, Cause.NETWORK, client, question, asked + 500).runs(server, asked + 1_000);
            if (i % every == 0) {
                time += 40_000;
                stage.waits(client, Cause.TIMER, timer, Timeline.NONE, time);
                if (then == Then.ASKS) {
                    continue;
                }
                stage.runs(client, time + 100);
            }
            time = stage.told(client) + 9_000;
            int answer = stage.builder.packet((time - 500) * Stage.US, time * Stage.US, server);
            stage.builder.packetOpener(answer, opener == Timeline.Opener.SENDER ? Timeline.Opener.RECEIVER : Timeline.Opener.SENDER);
            stage.waits(client, Cause.NETWORK, server, answer, time);
        }
        return stage;
    }

    /** Three in vain, and then a long pause. */
    public static Stage seldom() {
        Stage stage = asker(13);
        stage.runs(0, 1_250_000);
        return stage;
    }

    /** A client that asks, gets an answer, sends something else that may be empty, as the end of a connection is, and pauses for 20 ms. */
    private static Stage pauses(boolean empty) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < 20; i++) {
            long t = 30_000L * i;
            stage.runs(client, t + 1_000);
            int question = stage.builder.packet((t + 900) * Stage.US, (t + 1_500) * Stage.US, client);
            stage.builder.packetOpener(question, Timeline.Opener.SENDER);
            stage.waits(server, Cause.NETWORK, client, question, t + 1_500).runs(server, t + 2_000);
            int answer = stage.builder.packet((t + 2_000) * Stage.US, (t + 3_000) * Stage.US, server);
            stage.builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            stage.waits(client, Cause.NETWORK, server, answer, t + 3_000).runs(client, t + 10_000);
            int more = stage.builder.packet((t + 4_000) * Stage.US, (t + 5_000) * Stage.US, client);
            stage.builder.packetOpener(more, Timeline.Opener.SENDER);
            if (empty) {
                stage.builder.packetIsEmpty(more);
            }
            stage.waits(client, Cause.TIMER, timer, Timeline.NONE, t + 30_000);
        }
        return stage;
    }

    /** A client that asks 24 times and waits for each answer for 9 ms, but for every fourth, which is there before it looks; then it pauses for 40 ms. Its server may answer another thread, too. */
    private static Stage quickAnswers(boolean another) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        long time = 0;
        for (int i = 1; i <= 24; i++) {
            stage.runs(client, time + 1_000);
            int question = stage.builder.packet((time + 900) * Stage.US, (time + 1_200) * Stage.US, client);
            stage.builder.packetOpener(question, Timeline.Opener.SENDER);
            stage.waits(server, Cause.NETWORK, client, question, time + 1_200).runs(server, time + 1_300);
            long back = i % 4 == 0 ? time + 1_500 : time + 10_000;
            int answer = stage.builder.packet((back - 200) * Stage.US, back * Stage.US, server);
            stage.builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            if (i % 4 == 0) {
                stage.runs(client, time + 2_000).waits(client, Cause.TIMER, timer, Timeline.NONE, time + 42_000);
            } else {
                stage.waits(client, Cause.NETWORK, server, answer, back);
            }
            time = stage.told(client);
        }
        if (another) {
            int other = stage.thread(0, 2, "other");
            int answer = stage.builder.packet(time * Stage.US, (time + 100) * Stage.US, server);
            stage.builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            stage.waits(other, Cause.NETWORK, server, answer, time + 100);
        }
        return stage;
    }

    @Test
    void whoPausesWhenItsAnswerIsThereIsNotWithoutOne() {
        assertThat(quickAnswers(false).see(RULE).findings()).isEmpty();
        assertThat(quickAnswers(true).see(RULE).findings()).as("whose answer that is nobody knows").hasSize(1);
    }

    @Test
    void whoEndsAConnectionBeforeItPausesAsksNothing() {
        assertThat(pauses(true).see(RULE).findings()).isEmpty();
        assertThat(pauses(false).see(RULE).findings()).as("it may have asked something else").hasSize(1);
    }

    @Test
    void requestsAfterWhichATimerWakesWhoAskedAreUnanswered() {
        assertThat(asker(4).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).startsWith(
                    "asks (A:101) asks and gets no answer in time: 9 times it sends something, waits until a timer wakes it, and sends again; that takes 350 ms, ")
                    .contains("38.9 ms at the median. 30 times an answer ends such a wait. What it asks, or the answer, is lost or late.");
            assertThat(finding.subject()).isEqualTo("A:asks");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void threadsOfAPoolAreToldTogetherWithTheLongestOfTheirWaits() {
        assertThat(askers(3).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:asks-0");
            assertThat(finding.summary()).isEqualTo(
                    "asks* ×3 (A) ask and get no answer in time: up to 9 times each they send something, wait until a timer wakes them, and send again; that takes up to 350 ms of each,"
                            + " 49.8 % of the range, 38.9 ms at the median. 100 times an answer ends such a wait. What they ask, or the answer, is lost or late."
                            + " Without these waits the work would be at most 49.8 % shorter (an estimate).");
            assertThat(finding.evidence()).hasSize(3);
        });
        assertThat(askers(2).see(RULE).findings()).as("two are no pool").hasSize(2);
    }

    @Test
    void whoWaitsOnAfterATimerGetsItsAnswer() {
        assertThat(asker(4, Then.WAITS_ON, Timeline.Opener.SENDER).see(RULE).findings()).isEmpty();
        assertThat(asker(4, Then.WAITS_ON, Timeline.Opener.SENDER).see(RULE).reason())
                .isEqualTo("no thread asks over the network again and again without an answer");
    }

    @Test
    void aServerThatHasAnsweredAndWaitsForATimerLacksNothing() {
        assertThat(asker(4, Then.ASKS, Timeline.Opener.RECEIVER).see(RULE).findings()).isEmpty();
    }

    /** A client that nobody listens to, or whose packets wake a thread now and then. */
    public static Stage unheard(int wakesEvery) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "mute");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 1; i <= 5; i++) {
            long asked = 100_000L * (i - 1) + 1_000;
            stage.runs(client, asked + 100);
            int question = stage.builder.packet(asked * Stage.US, (asked + 500) * Stage.US, client);
            stage.builder.packetOpener(question, Timeline.Opener.SENDER);
            if (i % wakesEvery == 0) {
                stage.waits(server, Cause.NETWORK, client, question, asked + 500).runs(server, asked + 600);
            }
            stage.waits(client, Cause.TIMER, timer, Timeline.NONE, 100_000L * i);
        }
        return stage.runs(client, 501_000);
    }

    @Test
    void whoAsksAndWakesNobodyIsNotHeard() {
        assertThat(unheard(9).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).startsWith(
                    "asks (A:101) asks and gets no answer in time: 4 times it sends something, waits until a timer wakes it, and sends again;")
                    .contains("98.9 ms at the median. No answer ends such a wait, and what it sends wakes no thread of the other side");
        });
    }

    @Test
    void whoWakesAThreadThatSaysNothingMayOnlyTell() {
        assertThat(unheard(2).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoSendsAndPausesMoreOftenThanItIsAnsweredTellsAndDoesNotAsk() {
        assertThat(asker(1).see(RULE).findings()).isEmpty();
    }

    @Test
    void onceOrTwiceIsNoMatter() {
        assertThat(asker(19).see(RULE).findings()).isEmpty();
    }

    /** Threads that compute for 1 ms and then wait for 9 ms for a packet; every so many rounds it takes 99 ms more, and the kernel sends again what they sent. */
    public static Stage resender(int threads, int every, boolean opens) {
        return resender(threads, every, opens, ResentFate.UNKNOWN);
    }

    /** The same, where it is known what became of what was sent before: one of some fates after the other. */
    public static Stage resender(int threads, int every, boolean opens, ResentFate... fates) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int network = stage.builder.resource(host, VertexKind.NETWORK, "10.0.0.2");
        for (int t = 0; t < threads; t++) {
            int thread = stage.thread(host, 10, "dials-" + t);
            long time = 0;
            for (int i = 1; i <= REQUESTS; i++) {
                stage.runs(thread, time + 1_000);
                long again = i % every == 0 ? 99_000 : 0;
                if (again > 0) {
                    stage.builder.resent(thread, (time + 1_000) * Stage.US, (time + 100_000) * Stage.US, opens,
                            fates[i / every % fates.length]);
                }
                time += 10_000 + again;
                stage.waits(thread, Cause.NETWORK, network, Timeline.NONE, time);
            }
        }
        return stage;
    }

    @Test
    void whoseRequestForAConnectionTheKernelSendsAgainWaitsForAnAnswer() {
        assertThat(resender(1, 10, true).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:dials-0");
            assertThat(finding.summary())
                    .isEqualTo("dials-0 (A:101) asks for connections and gets no answer in time: 4 times the kernel sends it again, 99.0 ms"
                            + " after the time before at the median; it waits so for 396 ms, 49.7 % of the range. What asks, or the answer, is lost, or the other side"
                            + " has no room for it: the queue of its listening socket is full. Without these waits the work would be at most 49.7 % shorter (an estimate).");
        });
        assertThat(resender(1, 19, true).see(RULE).findings()).as("twice").isEmpty();
    }

    @Test
    void whatIsSentAgainWhileItsThreadWorksOnCostsNothing() {
        Stage stage = new Stage();
        int thread = stage.thread(stage.host("A"), 10, "works");
        stage.runs(thread, 1_000_000);
        for (int i = 0; i < 5; i++) {
            stage.builder.resent(thread, 200_000L * i * Stage.US, (200_000L * i + 150_000) * Stage.US, false, ResentFate.UNKNOWN);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
        assertThat(stage.see(RULE).reason()).isEqualTo("no thread asks over the network again and again without an answer");
    }

    /** What a client does whose server answers every other request after 100 ms: it waits for 40 ms. */
    public enum Again {
        /** It asks over another connection. */
        ANEW,
        /** It asks the next thing over the same connection before the answer has come. */
        OVER_THE_SAME,
        /** It asks over another connection; the answer that comes then was given before, and lost, and is sent again. */
        RESENT,
        /** It asks over another connection, and another thread of it reads the answer. */
        READ_BY_ANOTHER
    }

    /** A client that waits for 40 ms for an answer; every so many-th comes after 100 ms, in which the server sleeps for 90 ms, and then it gives up. */
    public static Stage late(int lateEvery, Again again) {
        return late(lateEvery, again, 12);
    }

    /** The same, where only the first of three late answers comes at all. */
    public static Stage lateAndLost() {
        return late(3, Again.ANEW, 3);
    }

    private static Stage late(int lateEvery, Again again, int lastAnswered) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int there = stage.host("B");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        int sleeping = stage.builder.resource(there, VertexKind.TIMER, "timer");
        int[] servers = {stage.thread(there, 1, "tells"), stage.thread(there, 1, "tells"), stage.thread(there, 1, "tells"),
            stage.thread(there, 1, "tells")};
        int reader = stage.thread(0, 1, "reads");
        long time = 0;
        for (int i = 1; i <= 12; i++) {
            boolean isLate = i % lateEvery == 0;
            int server = servers[isLate ? i / lateEvery % 3 : 3];
            int connection = again == Again.OVER_THE_SAME ? 1 : i;
            stage.runs(client, time + 1_000);
            int question = stage.packet(connection, client, Timeline.Opener.SENDER, time + 1_000, time + 2_000);
            stage.waits(server, Cause.NETWORK, client, question, time + 2_000);
            stage.runs(server, time + 6_000);
            long answered = time + 12_000;
            if (isLate) {
                stage.waits(server, Cause.TIMER, sleeping, Timeline.NONE, time + 96_000);
                answered = time + 102_000;
            }
            stage.runs(server, answered);
            if (isLate && again == Again.RESENT) {
                stage.builder.resent(server, (answered - 90_000) * Stage.US, answered * Stage.US, false, ResentFate.LOST);
            }
            int answer = isLate && i > lastAnswered ? Timeline.NONE
                    : stage.packet(connection, server, Timeline.Opener.RECEIVER, answered, answered + 1_000);
            if (isLate && again == Again.READ_BY_ANOTHER) {
                stage.waits(reader, Cause.NETWORK, server, answer, answered + 1_000).runs(reader, answered + 1_100);
            }
            if (isLate) {
                time += 41_000;
                stage.waits(client, Cause.TIMER, timer, Timeline.NONE, time);
            } else {
                time = answered + 1_000;
                stage.waits(client, Cause.NETWORK, server, answer, time);
            }
        }
        return stage.runs(client, time + 1_000);
    }

    @Test
    void anAnswerThatWasLostAndIsSentAgainMayHaveBeenInTime() {
        assertThat(late(3, Again.RESENT).see(RULE).findings()).filteredOn(finding -> finding.summary().contains("asks and gets no answer"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("3 times what it asks reaches tells ×3 (B), and no answer comes in time.").doesNotContain("later"));
    }

    @Test
    void whoSendsAtItsOwnPaceWhileAnotherThreadReadsTheAnswersAsksNotInVain() {
        assertThat(late(1, Again.READ_BY_ANOTHER).see(RULE).findings()).isEmpty();
        assertThat(late(1, Again.ANEW).see(RULE).findings()).hasSize(1);
    }

    @Test
    void answersThatComeLaterAreToldWithWhatWasDoneUntilThen() {
        assertThat(late(3, Again.ANEW).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(": 3 times it sends something, waits until a timer wakes it, and sends again;",
                        " 8 times an answer ends such a wait. 3 answers come later, 62.0 ms after the timer at the median."
                                + " From the request to the answer the one of tells ×3 (B) that gives it waits for timers for 90.0 % of that time and is at work for 10.0 %."
                                + " Without these waits"));
    }

    @Test
    void whoIsNeverAnsweredInTimeAsksAllTheSame() {
        assertThat(late(1, Again.ANEW).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("No answer ends such a wait. 11 answers come later, 62.0 ms after the timer at the median."
                        + " From the request to the answer the one of tells ×3 (B) that gives it waits for timers for "));
    }

    @Test
    void whichOfTwoIsAnsweredOverAConnectionIsNotKnown() {
        assertThat(late(3, Again.OVER_THE_SAME).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("1 time what it asks reaches tells (B:103), ", "What else it asks, or the answer, is lost or late.")
                .doesNotContain("later"));
        assertThat(late(1, Again.OVER_THE_SAME).see(RULE).findings()).as("it may only tell").isEmpty();
    }

    /** A client that asks every 250 ms; every other answer is lost, and its host's kernel sends it again after 200 ms, or loses that, too, and sends it again after 240. */
    public static Stage lostAnswers(boolean twice) {
        return lostAnswers(twice, false);
    }

    /** @param twin whether each answer also wakes another thread of the client */
    private static Stage lostAnswers(boolean twice, boolean twin) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        int other = twin ? stage.thread(0, 1, "asks") : Timeline.NONE;
        for (int i = 0; i < 20; i++) {
            long t = 250_000L * i;
            stage.runs(client, t + 1_000);
            int question = stage.packet(0, client, Timeline.Opener.SENDER, t + 1_000, t + 1_500);
            stage.waits(server, Cause.NETWORK, client, question, t + 1_500).runs(server, t + 2_000);
            long sent = t + 2_000;
            if (i % 2 == 1) {
                stage.builder.resent(server, sent * Stage.US, (sent + 200_000) * Stage.US, false, ResentFate.LOST);
                if (twice) {
                    stage.builder.resent(server, (sent + 200_000) * Stage.US, (sent + 240_000) * Stage.US, false, ResentFate.LOST);
                }
                sent += twice ? 240_000 : 200_000;
            }
            int answer = stage.packet(0, server, Timeline.Opener.RECEIVER, sent, sent + 1_000);
            stage.waits(client, Cause.NETWORK, server, answer, sent + 1_000).runs(client, t + 250_000);
            if (twin) {
                stage.runs(other, t + 1_000).waits(other, Cause.NETWORK, server, answer, sent + 1_000).runs(other, t + 250_000);
            }
        }
        return stage;
    }

    /** As with answers that are lost once, or have another fate; the client's kernel sends what it asked again, too, shortly before the answer. */
    public static Stage askedAgain(ResentFate ofAnswers, ResentFate ofQuestions) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        for (int i = 0; i < 20; i++) {
            long t = 250_000L * i;
            stage.runs(client, t + 1_000);
            int question = stage.packet(0, client, Timeline.Opener.SENDER, t + 1_000, t + 1_500);
            stage.waits(server, Cause.NETWORK, client, question, t + 1_500).runs(server, t + 2_000);
            stage.builder.resent(client, (t + 1_000) * Stage.US, (t + 201_500) * Stage.US, false, ofQuestions);
            stage.builder.resent(server, (t + 2_000) * Stage.US, (t + 202_000) * Stage.US, false, ofAnswers);
            int answer = stage.packet(0, server, Timeline.Opener.RECEIVER, t + 202_000, t + 203_000);
            stage.waits(client, Cause.NETWORK, server, answer, t + 203_000).runs(client, t + 250_000);
        }
        return stage;
    }

    @Test
    void aQuestionWhoseAcknowledgementIsLostWithTheAnswerIsToldWithTheAnswer() {
        assertThat(askedAgain(ResentFate.LOST, ResentFate.ARRIVED).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("asks (A:101) waits for answers of tells (B:102)").contains(
                        " 20 times it is lost on its way. Meanwhile what it asked is sent again, too, 20 times: it had arrived, and what acknowledges it is lost with the answer, or late. Without these waits"));
    }

    @Test
    void aQuestionThatIsLostItselfOrWhoseAnswerArrivesIsToldForItself() {
        assertThat(askedAgain(ResentFate.LOST, ResentFate.LOST).see(RULE).findings()).hasSize(2)
                .noneMatch(finding -> finding.summary().contains("Meanwhile"));
        assertThat(askedAgain(ResentFate.ARRIVED, ResentFate.ARRIVED).see(RULE).findings()).hasSize(2)
                .noneMatch(finding -> finding.summary().contains("Meanwhile"));
    }

    @Test
    void whoWaitsForAnAnswerThatHasToBeSentAgainIsToldAndNotWhoSendsIt() {
        assertThat(lostAnswers(false).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("A:asks");
            assertThat(finding.summary()).isEqualTo(
                    "asks (A:101) waits for answers of tells (B:102) that the kernel there sends again, as they were not acknowledged in time: 10 times, 200 ms"
                            + " after it sent them before, at the median; it waits so for 2.01 s, 40.2 % of the range. 10 times it is lost on its way."
                            + " Without these waits the work would be at most 40.2 % shorter (an estimate).");
        });
    }

    @Test
    void anAnswerThatWakesTwoIsSentAgainOnce() {
        assertThat(lostAnswers(false, true).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("asks ×2 (A) wait for answers of tells (B:102)").contains(": 10 times, ", "10 times it is lost on its way."));
    }

    @Test
    void anAnswerThatIsLostTwiceIsWaitedForSinceItWasSentForTheFirstTime() {
        assertThat(lostAnswers(true).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(
                        ": 20 times, 120 ms after it sent them before, at the median; it waits so for 2.41 s,",
                        "20 times it is lost on its way."));
    }

    @Test
    void whoSendsIsToldWhereNobodyWaitsForTheAnswersOftenEnough() {
        Analysis analysis = Analysis.of(lostAnswers(false).builder.build()).build();
        assertThat(SentAgain.of(analysis, 10, 0.4)).hasSize(1);
        assertThat(SentAgain.of(analysis, 11, 0.4)).extracting(SentAgain::times).as("the server has ended by the last one")
                .containsExactly(10, 9);
        assertThat(SentAgain.of(analysis, 10, 0.41)).hasSize(2);
    }
}
