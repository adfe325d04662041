/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaitedTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Who got requests that are not answered in time. */
public class ReachedInVainTest {
    private static final Unanswered RULE = new Unanswered();
    private static final int REQUESTS = 24;

    /** What becomes of every other request, for which a client waits for 100 ms. */
    public enum Server {
        /** It wakes a thread, which waits from then on. */
        HANGS,
        /** The thread that it wakes sleeps until after the timer. */
        SLEEPS,
        /** A thread that accepts the connection gives it to another one, of which nothing is known, and waits for the next one. */
        HANDS_ON,
        /** The thread that answers over the same connection computes at that time: it wakes nobody. */
        COMPUTES,
        /** It wakes nobody, and nobody ever answers over its connection. */
        DEAF,
        /** A timer of the client's own ends its wait, and it waits on until the answer comes. */
        SLOW
    }

    /** A client that asks one server, which answers after 5 ms, and another one, in turn; in turn with a user of its own, if that is wanted. */
    public static Stage client(Server what, boolean awaited) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 11, "asks");
        int good = stage.thread(stage.host("B"), 11, "good");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        int there = stage.host("C");
        int sleeping = stage.builder.resource(there, VertexKind.TIMER, "timer");
        int accepts = stage.thread(there, 12, "bad");
        int user = stage.thread(0, 13, "user");
        for (int i = 0; i < REQUESTS; i++) {
            long t = stage.told(client);
            if (i % 2 == 0) {
                answered(stage, client, good, t);
            } else {
                inVain(stage, client, what == Server.HANGS || what == Server.SLEEPS ? stage.thread(there, 12, "bad", t) : accepts,
                        what, i, timer, sleeping);
            }
            stage.runs(client, stage.told(client) + 500);
            if (awaited && i % 2 == 0) {
                stage.waits(user, client, stage.told(client)).runs(user, stage.told(client) + 50_000);
                stage.waits(client, user, stage.told(user));
            }
        }
        return stage;
    }

    private static void answered(Stage stage, int client, int good, long t) {
        stage.runs(client, t + 1_000);
        int question = stage.packet(0, client, Timeline.Opener.SENDER, t + 900, t + 1_500);
        stage.waits(good, Cause.NETWORK, client, question, t + 1_500).runs(good, t + 6_500);
        int answer = stage.packet(0, good, Timeline.Opener.RECEIVER, t + 6_500, t + 7_000);
        stage.waits(client, Cause.NETWORK, good, answer, t + 7_000);
    }

    private static void inVain(Stage stage, int client, int bad, Server what, int i, int timer, int sleeping) {
        long t = stage.told(client);
        int connection = what == Server.COMPUTES ? 1 : 1 + i;
        stage.runs(client, t + 1_000);
        int opens = what == Server.HANDS_ON ? stage.packet(connection, client, Timeline.Opener.SENDER, t + 300, t + 500) : Timeline.NONE;
        if (opens != Timeline.NONE) {
            stage.builder.packetConnects(opens);
            stage.waits(bad, Cause.NETWORK, client, opens, t + 500).runs(bad, t + 600);
        }
        int question = stage.packet(connection, client, Timeline.Opener.SENDER, t + 900, t + 1_500);
        switch (what) {
            case HANGS -> stage.waits(bad, Cause.NETWORK, client, question, t + 1_500).runs(bad, t + 2_500)
                    .waits(bad, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, t + 200_000);
            case SLEEPS -> stage.waits(bad, Cause.NETWORK, client, question, t + 1_500).runs(bad, t + 2_500)
                    .waits(bad, Cause.TIMER, sleeping, Timeline.NONE, t + 200_000);
            case COMPUTES -> computes(stage, bad, connection, t);
            default -> {
                // nobody is woken by it
            }
        }
        stage.waits(client, Cause.TIMER, timer, Timeline.NONE, t + 101_000);
        if (what == Server.SLOW) {
            int answer = stage.packet(connection, bad, Timeline.Opener.RECEIVER, t + 110_000, t + 111_000);
            stage.is(bad, ThreadState.RUNNING, t + 110_100);
            stage.runs(client, t + 101_100).waits(client, Cause.NETWORK, bad, answer, t + 111_000);
        }
    }

    /** The server has answered over the connection before, and computes from then on. */
    private static void computes(Stage stage, int bad, int connection, long t) {
        if (stage.told(bad) == 0) {
            stage.packet(connection, bad, Timeline.Opener.RECEIVER, t + 100, t + 200);
        }
        stage.runs(bad, t + 110_000);
    }

    private static Finding finding(Server what) {
        return client(what, false).see(RULE).findings().get(0);
    }

    @Test
    void whoGetsARequestAndHangsIsNamedWhereItsClientWaitsUntilATimer() {
        assertThat(finding(Server.HANGS).summary()).contains("11 times what it asks reaches bad ×11 (C), and no answer comes in time."
                + " From the request to the timer the one of bad ×11 (C) that got it waits for 99.0 % of that time, and it is not known whom for. Without these waits")
                .doesNotContain("lost");
        assertThat(finding(Server.HANGS).evidence()).filteredOn(one -> one.note().equals("got what is not answered in time")).hasSize(4)
                .first().isInstanceOfSatisfying(Evidence.Vertex.class, one -> assertThat(one.vertex()).isEqualTo(4));
    }

    @Test
    void whatWhoGotItDoesMeanwhileIsTold() {
        assertThat(finding(Server.SLEEPS).summary())
                .contains("that got it waits for timers for 99.0 % of that time. Without these waits");
        assertThat(finding(Server.COMPUTES).summary()).contains(
                "11 times what it asks reaches bad (C:103), and no answer comes in time. From the request to the timer bad (C:103) is at work for 100 % of that time. Without these waits");
    }

    @Test
    void whoAcceptsConnectionsIsNamedAndNotWhatItDoesMeanwhile() {
        assertThat(finding(Server.HANDS_ON).summary())
                .contains("11 times what it asks reaches bad (C:103), and no answer comes in time. Without these waits");
    }

    @Test
    void whatWakesNobodyAndIsNeverAnsweredMayBeLost() {
        assertThat(finding(Server.DEAF).summary()).contains("What it asks, or the answer, is lost or late.").doesNotContain("reaches");
    }

    @Test
    void whoWaitsOnAfterATimerOfItsOwnAsksNobodyInVain() {
        assertThat(client(Server.SLOW, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void thatNoAnswerComesIsToldBeforeTheSleepThatItMakes() {
        Analysis analysis = Analysis.of(client(Server.HANGS, true).builder.build()).build();
        assertThat(analysis.get(RuleSet.of(List.of(new SleepWhileAwaited(), RULE))).findings()).extracting(Finding::rule)
                .containsExactly("unanswered", "sleep-while-awaited");
        assertThat(SleepWhileAwaitedTest.poller(5_000).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.awaited()).as("it has asked nobody").isNull());
    }
}
