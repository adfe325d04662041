/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.network.UnansweredTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class OwnPaceTest {
    private static final OwnPace RULE = new OwnPace();
    private static final int REQUESTS = 20;

    /** What else there is on the host of the server. */
    private enum Beside {
        NOTHING,
        /** A thread that works all the time. */
        WORK,
        /** Two threads that wait for each other all the time. */
        WAITS,
        /** A thread of which events were lost. */
        LOST,
        /** A thread of which there is no event. */
        SILENT,
        /** A thread that sleeps for 5 ms again and again, and does nothing that anybody notices. */
        CLOCK
    }

    /** A client that sleeps for so long, works for 1 ms, and asks a server, which answers 1 ms later, for each of 20 requests of 10 ms. */
    public static Stage client(long sleepMicros) {
        return client(sleepMicros, Beside.NOTHING);
    }

    private static Stage client(long sleepMicros, Beside beside) {
        return client(sleepMicros, beside, 0);
    }

    /** The same, of whose sleeps it is known that the first ones are waits with a time limit. */
    public static Stage client(long sleepMicros, int limited) {
        return client(sleepMicros, Beside.NOTHING, limited);
    }

    private static Stage client(long sleepMicros, Beside beside, int limited) {
        Stage stage = new Stage();
        int thinks = stage.thread(stage.host("A"), 1, "thinks");
        int serves = stage.thread(stage.host("B"), 1, "serves");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        int timerOfServer = stage.builder.resource(1, VertexKind.TIMER, "timer");
        int one = stage.thread(1, 5, "one");
        int two = stage.thread(1, 6, "two");
        for (int i = 0; i < REQUESTS; i++) {
            long t = 10_000L * i;
            stage.waits(thinks, Cause.TIMER, timer, i < limited ? Timeline.LIMITED : Timeline.NONE, t + sleepMicros)
                    .runs(thinks, t + 9_000);
            int question = stage.builder.packet((t + 8_900) * Stage.US, (t + 9_000) * Stage.US, thinks);
            stage.builder.packetOpener(question, Timeline.Opener.SENDER);
            stage.waits(serves, Cause.NETWORK, thinks, question, t + 9_000).runs(serves, t + 9_800);
            int answer = stage.builder.packet((t + 9_700) * Stage.US, (t + 10_000) * Stage.US, serves);
            stage.builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            stage.waits(thinks, Cause.NETWORK, serves, answer, t + 10_000);
            switch (beside) {
                case WORK -> stage.runs(one, t + 10_000);
                case WAITS -> stage.waits(one, two, t + 5_000).runs(one, t + 5_010).waits(one, two, t + 10_000).runs(two, t + 5_000)
                        .waits(two, one, t + 5_010).runs(two, t + 10_000);
                case CLOCK -> stage.waits(one, Cause.TIMER, timerOfServer, Timeline.NONE, t + 5_000).runs(one, t + 5_010)
                        .waits(one, Cause.TIMER, timerOfServer, Timeline.NONE, t + 10_000);
                case LOST -> stage.runs(one, t + 10).is(one, ThreadState.UNKNOWN, t + 10_000);
                case SILENT -> stage.is(one, ThreadState.UNKNOWN, t + 10_000);
                case NOTHING -> {
                    // it is alone
                }
            }
        }
        return stage;
    }

    @Test
    void aClientThatPausesBeforeEachRequestSetsThePace() {
        RuleOutcome outcome = client(8_000).see(RULE);
        assertThat(outcome.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .isEqualTo("thinks (A:101) sleeps 20 times; for 160 ms of that, 80.0 % of the range, nobody works and nobody waits for"
                            + " anything but timers and new work. If these are sleeps, and not waits for what does not come within a time limit, the pace is"
                            + " its own: making everything else faster makes the work at most 20.0 % shorter (an estimate).");
            assertThat(finding.subject()).isEqualTo("A:thinks");
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.evidence()).first().isInstanceOfSatisfying(Evidence.Edge.class,
                    edge -> assertThat(edge.source()).isZero());
        });
    }

    @Test
    void whoWaitsEachTimeUntilATimeLimitPassesIsNotSaidToSleep() {
        assertThat(client(8_000, REQUESTS).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                        "thinks (A:101) waits 20 times with a time limit that passes; for 160 ms of that, 80.0 % of the range, nobody works and nobody waits for"
                                + " anything but timers and new work. Hardly any of these are sleeps: they are waits with a time limit, as in poll, select, epoll_wait or for a socket, 8.00 ms at the median."
                                + " What they are for does not come in that time, or a loop of events waits so for its next timer. Making everything else faster makes"
                                + " the work at most 20.0 % shorter (an estimate)."));
        assertThat(client(8_000, REQUESTS / 2).see(RULE).findings()).as("half of them may be sleeps").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("sleeps 20 times; for 160 ms", "If these are sleeps"));
    }

    @Test
    void whereItPausesForLessThanHalfOfTheRangeOtherThingsAreWorthMore() {
        assertThat(client(4_900).see(RULE).findings()).isEmpty();
        assertThat(client(4_900).see(RULE).reason()).isEqualTo(
                "no thread sleeps in 50.0 % of the range and does something after each sleep, while nobody has anything to do");
    }

    /** A thread that works for so long after each sleep of 8 ms, and then waits for a moment for a lock, which gives it something to wait for again and again. */
    private static Stage alone(long workMicros) {
        Stage stage = new Stage();
        int ticks = stage.thread(stage.host("A"), 1, "ticks");
        int other = stage.thread(0, 1, "other");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < REQUESTS; i++) {
            long t = 10_000L * i;
            stage.waits(ticks, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(ticks, t + 8_000 + workMicros);
            stage.waits(other, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, t + 9_800).runs(other, t + 9_900);
            stage.waits(ticks, other, t + 9_900).runs(ticks, t + 10_000);
        }
        return stage;
    }

    @Test
    void whoOnlyLooksAtAClockDoesNothingAfterItsSleep() {
        assertThat(alone(400).see(RULE).findings()).isEmpty();
        assertThat(alone(401).see(RULE).findings()).as("it computes").hasSize(1);
    }

    @Test
    void whereOthersWorkOrWaitForEachOtherThePauseIsNotAll() {
        assertThat(client(8_000, Beside.WORK).see(RULE).findings()).isEmpty();
        assertThat(client(8_000, Beside.WAITS).see(RULE).findings()).isEmpty();
        assertThat(client(8_000, Beside.CLOCK).see(RULE).findings()).as("a clock beside it").hasSize(1);
    }

    @Test
    void whoSleepsUntilItAsksAgainAsNoAnswerCameDoesNotSleepOfItsOwnAccord() {
        assertThat(UnansweredTest.asker(2).see(RULE).findings()).isEmpty();
    }

    @Test
    void whereEventsOfOthersWereLostTheseMayHaveWorked() {
        assertThat(client(8_000, Beside.LOST).see(RULE).findings()).isEmpty();
        assertThat(client(8_000, Beside.SILENT).see(RULE).findings()).as("it has had no event").hasSize(1);
    }

    /** The client of the first test, with a host of the server that was recorded for so long. */
    private static Stage serverRecordedFor(long micros) {
        Stage stage = client(8_000);
        stage.builder.recording(0, 0, 200_000 * Stage.US);
        stage.builder.recording(1, 0, micros * Stage.US);
        return stage;
    }

    @Test
    void whileTheOtherHostIsNotRecordedItsThreadsMayHaveWorked() {
        assertThat(serverRecordedFor(110_000).see(RULE).findings()).isEmpty();
        assertThat(serverRecordedFor(140_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("for 112 ms of that, 56.0 % of the range, nobody works"));
    }

    @Test
    void thatNobodyWorksRestsOnWhatIsKnownOfAllHosts() {
        Caveat lost = Caveat.of(Caveat.Severity.WARNING, "B", "lost-events", 3, "3 events were lost");
        Analysis analysis = Analysis.of(client(8_000).builder.build()).caveats(List.of(lost)).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.caveats()).containsExactly(lost));
    }

    /** So many clients that sleep at the same time. */
    public static Stage clients(int count) {
        return clients(count, Timeline.NONE);
    }

    /** @param link of their waits for timers */
    public static Stage clients(int count, int link) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int serves = stage.thread(stage.host("B"), 1, "serves");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        int[] clients = new int[count];
        for (int i = 0; i < count; i++) {
            clients[i] = stage.thread(host, 10 + i, "c" + (char) ('a' + i));
        }
        for (int i = 0; i < REQUESTS; i++) {
            long t = 10_000L * i;
            for (int client : clients) {
                stage.waits(client, Cause.TIMER, timer, link, t + 8_000).runs(client, t + 9_000);
                int question = stage.builder.packet((t + 8_900) * Stage.US, (t + 9_000) * Stage.US, client);
                stage.builder.packetOpener(question, Timeline.Opener.SENDER);
                if (client == clients[0]) {
                    stage.waits(serves, Cause.NETWORK, client, question, t + 9_000).runs(serves, t + 9_800);
                }
                int answer = stage.builder.packet((t + 9_700) * Stage.US, (t + 10_000) * Stage.US, serves);
                stage.builder.packetOpener(answer, Timeline.Opener.RECEIVER);
                stage.waits(client, Cause.NETWORK, serves, answer, t + 10_000);
            }
        }
        return stage;
    }

    @Test
    void severalThatSleepTogetherAreToldTogether() {
        assertThat(clients(2).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith(
                        "ca (A:102) and cb (A:103) sleep, up to 20 times each; for up to 160 ms of that, 80.0 % of the range, nobody works")
                .contains("the pace is their own: making everything else faster "));
    }
}
