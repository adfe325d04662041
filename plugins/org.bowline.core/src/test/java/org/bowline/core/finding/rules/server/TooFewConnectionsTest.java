/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

public class TooFewConnectionsTest {
    private static final TooFewConnections RULE = new TooFewConnections();
    private static final int ROUND = 10_000;
    private static final int CLIENT = 0;
    private static final int APP = 1;
    /** Between two questions over the same connection. */
    private static final int BETWEEN = 280;

    /** What differs from an event loop that asks over two connections, one question at a time over each. */
    public enum How {
        /** Nothing. */
        FEW,
        /** The first piece of each answer comes in half of the time. */
        PIECES,
        /** For half of the time a connection has no question, and the loop waits for a timer. */
        FREE(200),
        /** The same, and before each next question the database tells something of its own. */
        PUSHED(200),
        /** For half of the time a connection has no question, as the loop is at work. */
        AT_WORK(200),
        /** The next question is sent before the answer has come. */
        EARLY,
        /** Each question has two parts. */
        PARTS,
        /** Each question is sent again, as nobody has acknowledged it. */
        AGAIN,
        /** A thread for each connection asks, and waits for the answer before it does anything else. */
        THREADS,
        /** One thread answers both, one after the other. */
        ONE_ANSWERS,
        /** What is open waits for another server. */
        ELSEWHERE;

        /** So much later than over the first connection something is asked over the second. */
        private final long apart;

        How() {
            this(5_000);
        }

        How(long apart) {
            this.apart = apart;
        }
    }

    private static int packet(Stage stage, int sender, long sent, int connection, Timeline.Opener who) {
        return stage.packet(connection, sender, who, sent, sent + 20);
    }

    /** A client asks over so many connections again as soon as it has an answer; the loop asks a database over two, which answers after 9.7 of 10 ms. */
    public static Stage app(int requests, int rounds, How how) {
        Stage stage = new Stage();
        int here = stage.host("A");
        int host = stage.host("B");
        int there = stage.host("C");
        stage.thread(here, 11, "client");
        stage.thread(host, 12, "app");
        int[] db = {stage.thread(there, 13, "db"), stage.thread(there, 14, how == How.ONE_ANSWERS ? "other" : "db")};
        int second = stage.thread(host, 12, "app");
        int far = stage.thread(there, 15, "far");
        int[] timers = {stage.builder.resource(host, VertexKind.TIMER, "timer"), stage.builder.resource(there, VertexKind.TIMER, "timer")};
        Deque<Integer> open = new ArrayDeque<>();
        stage.runs(CLIENT, 50);
        for (int i = 0; i < requests; i++) {
            packet(stage, CLIENT, i, i, Timeline.Opener.SENDER);
            open.add(i);
            if (how == How.ELSEWHERE && i >= 2) {
                packet(stage, APP, 60 + i, 200 + i, Timeline.Opener.SENDER);
                packet(stage, far, (long) ROUND * rounds - 100, 200 + i, Timeline.Opener.RECEIVER);
                packet(stage, APP, (long) ROUND * rounds - 50, i, Timeline.Opener.RECEIVER);
                open.remove(i);
            }
        }
        stage.runs(far, (long) ROUND * rounds);
        int[] app = {APP, how == How.THREADS ? second : APP};
        int[] asked = new int[2];
        for (int k = 0; k < 2; k++) {
            long begin = how.apart * k + 100;
            stage.waits(app[k], Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, begin - 20).runs(app[k], begin + 10);
            asked[k] = packet(stage, app[k], begin, 100 + k, Timeline.Opener.SENDER);
        }
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 2; k++) {
                long begin = (long) ROUND * round + how.apart * k + 100;
                asked[k] = question(stage, begin, new int[] {app[k], db[how == How.ONE_ANSWERS ? 0 : k], asked[k], 100 + k}, timers, open,
                        how);
            }
        }
        return stage;
    }

    /** A question from when it is sent until the next one is; the number of the next one's packet. */
    private static int question(Stage stage, long begin, int[] who, int[] timers, Deque<Integer> open, How how) {
        int app = who[0];
        int db = who[1];
        long answered = begin + (how == How.FREE || how == How.PUSHED || how == How.AT_WORK ? ROUND / 2 : ROUND) - BETWEEN - 20;
        if (how == How.PARTS || how == How.AGAIN) {
            packet(stage, app, begin + 1_500, who[3], Timeline.Opener.SENDER);
        }
        if (how == How.AGAIN) {
            stage.builder.resent(app, begin * Stage.US, (begin + 1_500) * Stage.US, false, ResentFate.ARRIVED);
        }
        if (how != How.ONE_ANSWERS) {
            stage.waits(db, Cause.NETWORK, app, who[2], begin + 25).runs(db, begin + 500).waits(db, Cause.TIMER, timers[1], Timeline.NONE,
                    how == How.PIECES ? begin + ROUND / 2 - 100 : answered - 100);
        }
        if (how == How.PIECES) {
            packet(stage, db, begin + ROUND / 2, who[3], Timeline.Opener.RECEIVER);
        }
        stage.runs(db, answered);
        int answer = packet(stage, db, answered, who[3], Timeline.Opener.RECEIVER);
        int connection = open.remove();
        stage.waits(app, Cause.NETWORK, db, answer, answered + 25).runs(app, answered + 60);
        int told = packet(stage, app, answered + 50, connection, Timeline.Opener.RECEIVER);
        stage.waits(CLIENT, Cause.NETWORK, app, told, answered + 75).runs(CLIENT, answered + 90);
        packet(stage, CLIENT, answered + 80, connection, Timeline.Opener.SENDER);
        open.add(connection);
        long next = begin + ROUND;
        boolean first = who[3] == 100;
        if (how == How.PUSHED) {
            stage.waits(db, Cause.TIMER, timers[1], Timeline.NONE, next - how.apart - 60).runs(db, next - how.apart - 40);
            packet(stage, db, next - how.apart - 50, who[3], Timeline.Opener.RECEIVER);
        }
        if ((how == How.FREE || how == How.PUSHED) && !first) {
            stage.waits(app, Cause.TIMER, timers[0], Timeline.NONE, next - how.apart - 20);
        }
        if (how.apart > 1_000 || !first) {
            stage.runs(app, next + 10);
        }
        return packet(stage, app, how == How.EARLY ? answered + 10 : next, who[3], Timeline.Opener.SENDER);
    }

    /** How threads come to ask over two connections. */
    public enum Handed {
        /** Who has an answer wakes the one that has waited longest, which asks over the same connection. */
        ON,
        /** The same, but each asks over a connection of its own. */
        NOT,
        /** They sleep until it is their turn. */
        BY_TIME,
        /** Who has an answer, after 5.7 ms, works with it for 4 ms before it wakes the next one. */
        LATE(4_300),
        /** The same, but they sleep until it is their turn. */
        LATE_BY_TIME(4_300),
        /** Who has an answer wakes the next one at once, and this works for 4 ms before it asks. */
        EARLY(4_300),
        /** The same, but it wants a processor for most of that time. */
        CROWDED(4_300);

        /** So long before the next question over the same connection the answer comes. */
        private final long before;

        Handed() {
            this(300);
        }

        Handed(long before) {
            this.before = before;
        }
    }

    /** So many threads ask a database, of which two may at a time; it answers after 9.7 of 10 ms. */
    public static Stage pool(int threads, Handed how) {
        Stage stage = new Stage();
        int host = stage.host("B");
        int there = stage.host("C");
        int[] db = {stage.thread(there, 13, "db"), stage.thread(there, 14, "db")};
        int[] timers = {stage.builder.resource(host, VertexKind.TIMER, "timer"), stage.builder.resource(there, VertexKind.TIMER, "timer")};
        Deque<Integer> waiting = new ArrayDeque<>();
        for (int i = 0; i < threads; i++) {
            waiting.add(stage.thread(host, 12, "web-" + i));
        }
        int[] asks = new int[2];
        int[] asked = new int[2];
        for (int round = 0; round < 40; round++) {
            for (int k = 0; k < 2; k++) {
                long begin = (long) ROUND * round + 5_000L * k + 100;
                int next = waiting.remove();
                if (round == 0) {
                    stage.waits(next, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, begin - 20);
                } else {
                    long answered = begin - how.before;
                    long woken = how == Handed.LATE || how == Handed.LATE_BY_TIME ? begin - 250 : answered + 50;
                    stage.waits(db[k], Cause.NETWORK, asks[k], asked[k], begin - ROUND + 25).runs(db[k], begin - ROUND + 500)
                            .waits(db[k], Cause.TIMER, timers[1], Timeline.NONE, answered - 100).runs(db[k], answered);
                    int answer = packet(stage, db[k], answered, how == Handed.NOT ? 100 + asks[k] : 100 + k, Timeline.Opener.RECEIVER);
                    stage.waits(asks[k], Cause.NETWORK, db[k], answer, answered + 25).runs(asks[k], woken + 10);
                    waiting.add(asks[k]);
                    boolean byTime = how == Handed.BY_TIME || how == Handed.LATE_BY_TIME;
                    if (next != asks[k] && !byTime) {
                        stage.waits(next, asks[k], woken);
                    } else if (next != asks[k]) {
                        stage.waits(next, Cause.TIMER, timers[0], Timeline.NONE, woken);
                    }
                }
                if (how == Handed.CROWDED && round > 0) {
                    stage.is(next, ThreadState.RUNNABLE, begin - 200);
                }
                stage.runs(next, begin + 10);
                asked[k] = packet(stage, next, begin, how == Handed.NOT ? 100 + next : 100 + k, Timeline.Opener.SENDER);
                asks[k] = next;
            }
        }
        return stage;
    }

    @Test
    void threadsThatWaitForAConnectionOfAPoolAreTold() {
        assertThat(pool(6, Handed.ON).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "Questions of web* ×6 (B) for db ×2 (C) go over 2 connections at a time and no more: a connection has one for 96.0 % of the time, and for 2.45 % one is free while nobody who asks is at work."
                            + " Meanwhile 3.6 of those who ask wait for each other, on average, while the connection that each of them uses next has a question of another one.");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B:web-0 to C:db");
        });
    }

    @Test
    void threadsThatHaveAConnectionEachOrDoNotWaitForEachOtherHaveEnough() {
        assertThat(pool(6, Handed.NOT).see(RULE).findings()).isEmpty();
        assertThat(pool(6, Handed.BY_TIME).see(RULE).findings()).isEmpty();
        assertThat(pool(3, Handed.ON).see(RULE).findings()).as("half a thread a connection waits, or less").isEmpty();
    }

    /** Three threads answer a client each; whoever has a lock asks a database with it, which answers after 9.7 of 10 ms: over a connection of its own, or one that all have. */
    public static Stage locked(boolean own) {
        Stage stage = new Stage();
        int here = stage.host("A");
        int host = stage.host("B");
        int there = stage.host("C");
        stage.thread(here, 11, "client");
        int[] app = {stage.thread(host, 12, "app"), stage.thread(host, 12, "app"), stage.thread(host, 12, "app")};
        int[] db = {stage.thread(there, 13, "db"), stage.thread(there, 14, "db"), stage.thread(there, 15, "db")};
        int timer = stage.builder.resource(there, VertexKind.TIMER, "timer");
        stage.runs(CLIENT, 50);
        for (int i = 0; i < app.length; i++) {
            packet(stage, CLIENT, i, i, Timeline.Opener.SENDER);
        }
        stage.waits(app[0], Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 80);
        for (int round = 0; round < 40; round++) {
            long begin = (long) ROUND * round + 100;
            long answered = begin + ROUND - 300;
            int k = round % app.length;
            int server = own ? db[k] : db[0];
            int connection = own ? 100 + k : 100;
            stage.runs(app[k], begin + 10);
            int asked = packet(stage, app[k], begin, connection, Timeline.Opener.SENDER);
            stage.waits(server, Cause.NETWORK, app[k], asked, begin + 25).runs(server, begin + 500)
                    .waits(server, Cause.TIMER, timer, Timeline.NONE, answered - 100).runs(server, answered);
            int answer = packet(stage, server, answered, connection, Timeline.Opener.RECEIVER);
            stage.waits(app[k], Cause.NETWORK, server, answer, answered + 25).runs(app[k], answered + 60);
            int told = packet(stage, app[k], answered + 50, k, Timeline.Opener.RECEIVER);
            stage.waits(CLIENT, Cause.NETWORK, app[k], told, answered + 75).runs(CLIENT, answered + 90);
            packet(stage, CLIENT, answered + 80, k, Timeline.Opener.SENDER);
            stage.waits(app[(k + 1) % app.length], app[k], answered + 55);
        }
        return stage;
    }

    @Test
    void whoHasAConnectionOfItsOwnAndWaitsForALockInWhichOthersAskDoesNotWaitForAConnection() {
        assertThat(locked(true).see(RULE).findings()).isEmpty();
        assertThat(locked(false).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("Questions of app ×3 (B) for db (C:105) go over 1 connection at a time and no more"));
    }

    @Test
    void aConnectionIsInUseUntilWhoHasItsAnswerHandsItOnAndTheNextOneAsks() {
        for (Handed how : List.of(Handed.LATE, Handed.CROWDED)) {
            assertThat(pool(6, how).see(RULE).findings()).as(how.name()).singleElement()
                    .satisfies(finding -> assertThat(finding.summary()).contains(
                            "no more: a connection has one for 57.1 % of the time. For another 41.6 % it is with whoever got the last answer, or with the next one to ask, who has waited for that. For 1.46 % one is free while nobody who asks is at work. Meanwhile "));
        }
        assertThat(pool(6, Handed.LATE_BY_TIME).see(RULE).findings()).as("nobody waits for it").isEmpty();
        assertThat(pool(6, Handed.EARLY).see(RULE).findings()).as("they may wait for a lock, in which they work and then ask").isEmpty();
    }

    @Test
    void requestsThatWaitForAConnectionAreTold() {
        assertThat(app(6, 40, How.FEW).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "Questions of app (B:102) for db ×2 (C) go over 2 connections at a time and no more: a connection has one for 96.1 % of the time, and for 2.49 % one is free while nobody who asks is at work."
                            + " Meanwhile 5.8 requests of others are open there, on average, so up to 3.8 of them wait until a connection is free, as far as they wait for nothing else there.");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B:app to C:db");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void aConnectionIsInUseUntilAllOfTheAnswerHasCome() {
        assertThat(app(6, 40, How.PIECES).see(RULE).findings().get(0).summary())
                .isEqualTo(app(6, 40, How.FEW).see(RULE).findings().get(0).summary());
    }

    @Test
    void aQuestionThatIsSentAgainIsOne() {
        assertThat(app(6, 40, How.AGAIN).see(RULE).findings().get(0).summary())
                .isEqualTo(app(6, 40, How.FEW).see(RULE).findings().get(0).summary());
    }

    @Test
    void asManyRequestsAsConnectionsDoNotWait() {
        assertThat(app(2, 40, How.FEW).see(RULE).findings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"FEW", "PIECES", "AGAIN"})
    void whereConnectionsAreFreeOrSomethingElseMayBeTooFewNothingIsTold(How how) {
        assertThat(app(6, 40, how).see(RULE).findings()).isEmpty();
    }

    @Test
    void whatIsAskedElsewhereIsNotWaitedForHere() {
        assertThat(app(6, 40, How.ELSEWHERE).see(RULE).reason()).isEqualTo(
                "no program has more requests open than it may ask another one at a time, and all of its connections in use; the most that are open is 2.0 for 2 connections from app (B:102)");
    }

    @Test
    void howeverQuickTheProgramIsItsConnectionsNeedAsLong() {
        assertThat(left(How.FEW, CLIENT, APP)).isCloseTo(0.05, within(0.01));
        assertThat(left(How.FEW, APP, 2)).as("that would make answers quicker").isEqualTo(1);
        assertThat(left(How.FREE, CLIENT, APP)).isEqualTo(1);
    }

    /** What differs from an event loop that makes a connection for each question, one at a time. */
    public enum Own {
        /** Nothing. */
        ONE,
        /** It takes no request while it has a question. */
        BLOCKS,
        /** Connections stay open for two more questions. */
        OPEN
    }

    /** Six clients ask again as soon as they have an answer. A proxy makes a connection for each question, which takes 1 of 10 ms; the answer comes after 7.1, and the connection ends after 9.5. */
    public static Stage proxy(Own own) {
        Stage stage = new Stage();
        int here = stage.host("A");
        int host = stage.host("B");
        int there = stage.host("C");
        stage.thread(here, 11, "client");
        stage.thread(host, 12, "proxy");
        int db = stage.thread(there, 13, "db");
        int timer = stage.builder.resource(there, VertexKind.TIMER, "timer");
        stage.runs(CLIENT, 50);
        for (int i = 0; i < 6; i++) {
            packet(stage, CLIENT, i, i, Timeline.Opener.SENDER);
        }
        stage.waits(APP, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 90);
        for (int round = 0; round < 40; round++) {
            long begin = (long) ROUND * round + 100;
            int connection = 100 + round;
            stage.runs(APP, begin + 10);
            stage.builder.packetConnects(packet(stage, APP, begin, connection, Timeline.Opener.SENDER));
            int granted = packet(stage, db, begin + 970, connection, Timeline.Opener.RECEIVER);
            stage.builder.packetConnects(granted);
            stage.waits(APP, Cause.NETWORK, db, granted, begin + 1_000).runs(APP, begin + 1_010);
            int asked = packet(stage, APP, begin + 1_005, connection, Timeline.Opener.SENDER);
            stage.waits(db, Cause.NETWORK, APP, asked, begin + 1_030).runs(db, begin + 1_500);
            stage.waits(db, Cause.TIMER, timer, Timeline.NONE, begin + 7_000).runs(db, begin + 7_100);
            int answer = packet(stage, db, begin + 7_100, connection, Timeline.Opener.RECEIVER);
            stage.waits(APP, Cause.NETWORK, db, answer, begin + 7_125).runs(APP, begin + 7_160);
            int told = packet(stage, APP, begin + 7_150, round % 6, Timeline.Opener.RECEIVER);
            stage.waits(CLIENT, Cause.NETWORK, APP, told, begin + 7_175).runs(CLIENT, begin + 7_190);
            int next = packet(stage, CLIENT, begin + 7_180, round % 6, Timeline.Opener.SENDER);
            if (own != Own.BLOCKS) {
                stage.waits(APP, Cause.NETWORK, CLIENT, next, begin + 7_205).runs(APP, begin + 7_220);
            }
            int ended = packet(stage, db, begin + (own == Own.OPEN ? 29_500 : 9_500), connection, Timeline.Opener.RECEIVER);
            stage.builder.packetIsEmpty(ended);
            stage.waits(APP, Cause.TIMER, timer, Timeline.NONE, begin + ROUND - 10);
        }
        return stage;
    }

    @Test
    void anEventLoopThatMakesOneConnectionAtATimeIsToldWithTheTimeThatMakingAndEndingItTakes() {
        assertThat(proxy(Own.ONE).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                "Questions of proxy (B:102) for db (C:103) go over 1 connection at a time and no more: each has its own, and one is in use, from its first packet to its last, for 95.3 % of the time, and for 4.63 % one is free while nobody who asks is at work."
                        + " Meanwhile 5.6 requests of others are open there, on average, so up to 4.6 of them wait until a connection is free, as far as they wait for nothing else there."));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ONE")
    void aThreadThatDoesOneThingAtATimeAndConnectionsThatStayOpenAreNotTold(Own own) {
        assertThat(proxy(own).see(RULE).findings()).isEmpty();
    }

    /** What differs from an event loop that keeps each of two connections for a client that sleeps between two questions, while others wait for it. */
    public enum Kept {
        /** Nothing. */
        SLEEPS,
        /** The client computes. */
        WORKS,
        /** It waits for another program. */
        WAITS,
        /** It is not recorded. */
        UNSEEN,
        /** The loop waits for a processor for 0.7 ms when an answer has come. */
        CROWDED,
        /** It is at work for so long. */
        BUSY,
        /** Another connection is free for each of the others: they do not wait. */
        ENOUGH,
        /** Each of the others has a connection of its own. */
        OWN,
        /** What the others ask is passed on when it is time to. */
        BY_TIME,
        /** Who asks anew is served before those who wait. */
        OVERTAKES
    }

    /**
     * Over each of two connections, by turns 10 ms apart, something is asked for a slow client, then for two of four quick ones that have waited, and for the slow one again, for 1 ms each; 16 ms later that one asks on.
     */
    public static Stage keeps(int turns, Kept how) {
        Stage stage = new Stage();
        int here = stage.host("A");
        int host = stage.host("B");
        int there = stage.host("C");
        stage.thread(here, 11, "quick");
        stage.thread(host, 12, "pooler");
        int[] db = {stage.thread(there, 13, "db"), stage.thread(there, 14, "db")};
        int[] slow = {stage.thread(here, 15, "slow"), stage.thread(here, 16, "slow")};
        int other = stage.thread(here, 17, "other");
        int spare = stage.thread(there, 18, "db");
        int timer = stage.builder.resource(here, VertexKind.TIMER, "timer");
        int timerThere = stage.builder.resource(host, VertexKind.TIMER, "timer");
        Deque<Integer> waiting = new ArrayDeque<>();
        stage.runs(CLIENT, 50);
        for (int i = 0; i < 4 && how != Kept.ENOUGH; i++) {
            packet(stage, CLIENT, i, 20 + i, Timeline.Opener.SENDER);
            waiting.add(20 + i);
        }
        stage.waits(APP, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 60).runs(APP, 90);
        for (int turn = 0; turn < turns; turn++) {
            int k = turn % 2;
            long at = 10_000L * (turn + 1);
            int client = slow[k];
            switch (how) {
                case WORKS -> stage.runs(client, at + 10);
                case WAITS -> stage.waits(client, other, at - 10).runs(client, at + 10);
                default -> stage.waits(client, Cause.TIMER, timer, Timeline.NONE, at - 10).runs(client, at + 10);
            }
            int asker = how == Kept.UNSEEN ? Timeline.NONE : client;
            int asked = packet(stage, asker, at, 10 + k, Timeline.Opener.SENDER);
            stage.waits(APP, Cause.NETWORK, asker, asked, at + 25).runs(APP, at + 35);
            int question = packet(stage, APP, at + 30, 100 + k, Timeline.Opener.SENDER);
            int forWhom = 10 + k;
            int over = 100 + k;
            int answers = db[k];
            for (int step = 0; step < 4; step++) {
                long answered = at + 1_000L * (step + 1);
                long early = how == Kept.CROWDED || how == Kept.BUSY ? 700 : 0;
                stage.waits(answers, Cause.NETWORK, APP, question, answered - 900).runs(answers, answered - early + 5);
                int answer = packet(stage, answers, answered - early, over, Timeline.Opener.RECEIVER);
                stage.waits(APP, Cause.NETWORK, answers, answer, answered - early + 25);
                if (how == Kept.CROWDED) {
                    stage.is(APP, ThreadState.RUNNABLE, answered + 25);
                }
                stage.runs(APP, answered + 45);
                int told = packet(stage, APP, answered + 30, forWhom, Timeline.Opener.RECEIVER);
                if (step == 3) {
                    stage.waits(client, Cause.NETWORK, APP, told, answered + 55).runs(client, answered + 60);
                    break;
                }
                int who = forWhom == 10 + k ? client : forWhom == 30 ? other : CLIENT;
                int next = waiting.isEmpty() || step == 2 ? 10 + k : waiting.remove();
                boolean isNew = how == Kept.ENOUGH || how == Kept.OVERTAKES && step == 1;
                if (how == Kept.OVERTAKES && step == 1) {
                    waiting.addFirst(next);
                    next = 30;
                } else if (how == Kept.ENOUGH) {
                    next = step < 2 ? 20 + step : 10 + k;
                }
                over = how == Kept.OWN && next >= 20 ? 200 + next : how == Kept.ENOUGH && next >= 20 ? 102 : 100 + k;
                answers = over == 102 ? spare : db[k];
                if (!isNew && how != Kept.BY_TIME) {
                    question = packet(stage, APP, answered + 40, over, Timeline.Opener.SENDER);
                }
                stage.waits(who, Cause.NETWORK, APP, told, answered + 55).runs(who, answered + 70);
                if (how != Kept.ENOUGH && who != other) {
                    int again = packet(stage, how == Kept.UNSEEN && who == client ? Timeline.NONE : who, answered + 60, forWhom,
                            Timeline.Opener.SENDER);
                    stage.waits(APP, Cause.NETWORK, who, again, answered + 85).runs(APP, answered + 95);
                    if (who == CLIENT) {
                        waiting.add(forWhom);
                    }
                }
                if (how == Kept.BY_TIME) {
                    stage.waits(APP, Cause.TIMER, timerThere, Timeline.NONE, answered + 95).runs(APP, answered + 105);
                    question = packet(stage, APP, answered + 100, over, Timeline.Opener.SENDER);
                }
                if (isNew) {
                    int asks = next == 30 ? other : next >= 20 ? CLIENT : client;
                    stage.waits(asks, Cause.TIMER, timer, Timeline.NONE, answered + 95).runs(asks, answered + 105);
                    int anew = packet(stage, asks, answered + 100, next, Timeline.Opener.SENDER);
                    stage.waits(APP, Cause.NETWORK, asks, anew, answered + 125).runs(APP, answered + 135);
                    question = packet(stage, APP, answered + 130, over, Timeline.Opener.SENDER);
                }
                forWhom = next;
            }
        }
        return stage;
    }

    @Test
    void aConnectionIsInUseWhileItIsKeptForAClientAndOthersWaitForIt() {
        assertThat(keeps(60, Kept.SLEEPS).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "Questions of pooler (B:102) for db ×2 (C) go over 2 connections at a time and no more: a connection has one for 19.8 % of the time. For another 78.1 % it has none, but is kept for slow ×2 (A), asleep for 99.9 % of that time, while others wait for it."
                            + " For 3.16 % one is free while a request waits and nobody who asks is at work. Meanwhile 4.3 requests of others are open there, on average, so up to 3.9 of them wait until a connection is free, as far as they wait for nothing else there."
                            + " If none were kept so, the work would be at most 76.8 % shorter (an estimate).");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.won()).isCloseTo(0.75, within(0.05));
        });
    }

    @ParameterizedTest
    @CsvSource({"WORKS, ', at work for 100 % of that time, while'",
        "WAITS, 'is kept for slow ×2 (A), mostly waiting for something else, while others wait for it. '",
        "UNSEEN, ' it has none, but is kept for a client, while others wait for it. '"})
    void whatAClientDoesWhileAConnectionIsKeptForItIsTold(Kept how, String does) {
        assertThat(keeps(60, how).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(does));
    }

    @Test
    void whatALoopNeedsToPassThingsOnCountsIfItIsHardlyAtWorkMeanwhile() {
        String passing = " those who ask hand it on, or pass on what has come. For another ";
        assertThat(keeps(60, Kept.CROWDED).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(passing));
        assertThat(keeps(60, Kept.BUSY).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain(passing).contains(" is kept for "));
    }

    @ParameterizedTest
    @EnumSource(names = {"ENOUGH", "OWN", "BY_TIME", "OVERTAKES"})
    void aConnectionIsNotKeptWhereNobodyWaitsForItOrForSomethingElse(Kept how) {
        assertThat(keeps(60, how).see(RULE).findings()).isEmpty();
        assertThat(keeps(10, Kept.SLEEPS).see(RULE).findings()).as("by chance").isEmpty();
    }

    /** Servers that sleep for half of the time are asked over two connections by an event loop that has six requests open, or two. */
    @Test
    void whoAsksSleepersForFewerThingsAtATimeThanItHasRequestsOpenIsTold() {
        String asks = " app (B:102) has 5.8 requests open meanwhile, on average, and asks them for 2 things at a time. Without";
        assertThat(app(6, 40, How.FREE).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("db ×2 (C) sleep").contains(asks));
        assertThat(app(2, 40, How.FREE).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("requests open"));
        assertThat(app(6, 40, How.FEW).see(new SleepWhileAwaited()).findings()).as("too few connections are told").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("requests open"));
    }

    private static double left(How how, int source, int target) {
        Analysis analysis = Analysis.of(app(6, 40, how).builder.build()).build();
        return LeftOver.share(analysis, analysis.graph().edge(source, target));
    }
}
