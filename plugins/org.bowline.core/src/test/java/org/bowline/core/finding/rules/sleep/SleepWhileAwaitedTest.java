/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class SleepWhileAwaitedTest {
    private static final SleepWhileAwaited RULE = new SleepWhileAwaited();

    /** A thread asks every 10 ms; the one that answers looks after so long whether there is something to do, and answers at the end. */
    public static Stage poller(long sleepMicros) {
        return poller(sleepMicros, 0);
    }

    /** The same, of whose sleeps it is known that the first ones are waits with a time limit. */
    public static Stage poller(long sleepMicros, int limited) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 1, "asks");
        int polls = stage.thread(host, 3, "polls");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(polls, Cause.TIMER, timer, i < limited ? Timeline.LIMITED : Timeline.NONE, t + sleepMicros).runs(polls, t + 9_000);
            stage.waits(asks, polls, t + 9_000);
            stage.runs(asks, t + 10_000);
            stage.waits(polls, asks, t + 10_000);
        }
        return stage;
    }

    /** A server that asks another host, waits for 5 ms until a timer ends that, and then answers. */
    public static Stage limited(Timeline.Opener who, int times) {
        return limited(who, times, Timeline.NONE);
    }

    /** @param link of its waits for timers */
    public static Stage limited(Timeline.Opener who, int times, int link) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 1, "asks");
        int limits = stage.thread(host, 3, "limits");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(limits, t + 100);
            if (i < times) {
                stage.builder.packetOpener(stage.builder.packet((t + 50) * Stage.US, (t + 500) * Stage.US, limits), who);
            }
            stage.waits(limits, Cause.TIMER, timer, link, t + 5_000).runs(limits, t + 9_000);
            stage.waits(asks, limits, t + 9_000);
            stage.runs(asks, t + 10_000);
            stage.waits(limits, asks, t + 10_000);
        }
        return stage;
    }

    /** Three servers, as in {@link #asksSleepers}, that ask another host before they sleep. */
    public static Stage limitedOnes() {
        return limitedOnes(Timeline.NONE);
    }

    /** @param link of their waits for timers */
    public static Stage limitedOnes(int link) {
        Stage stage = asksSleepers(link);
        for (int turn = 0; turn < 60; turn++) {
            stage.builder.packetOpener(
                    stage.builder.packet((8_000L * turn + 1_000) * Stage.US, (8_000L * turn + 1_500) * Stage.US, 1 + turn % 3),
                    Timeline.Opener.SENDER);
        }
        return stage;
    }

    @Test
    void whoAskedBeforeItSleepsPerhapsWaitsForAnAnswer() {
        String perhaps = "asked somebody over the network";
        assertThat(limited(Timeline.Opener.SENDER, 25).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(
                finding.summary())
                .contains(
                        " Before 25 of 50 sleeps, 123 ms of 245 ms, it has asked somebody over the network: perhaps these are waits for an answer, with a time limit. Without"));
        assertThat(limited(Timeline.Opener.SENDER, 24).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain(perhaps));
        assertThat(limited(Timeline.Opener.RECEIVER, 50).see(RULE).findings()).as("it answers").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain(perhaps));
    }

    @Test
    void whoIsKnownToWaitWithATimeLimitDoesNotSleep() {
        assertThat(poller(5_000, 45).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                "polls (h:102) waits with a time limit that passes while others wait for it: for 250 ms, 50.0 % of the range, it waits for a timer while"
                        + " asks (h:101) waits for it. Hardly any of these are sleeps: they are waits with a time limit, as in poll, select, epoll_wait or for a socket, 5.00 ms at the median. What they"
                        + " are for does not come in that time, or a loop of events waits so for its next timer. Without these waits the work would be at most"
                        + " 50.0 % shorter (an estimate)."));
        assertThat(poller(5_000, 44).see(RULE).findings()).as("that is known of less than nine tenths of its sleeps").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("polls (h:102) sleeps while").doesNotContain("no sleeps"));
    }

    @Test
    void whoAskedBeforeAWaitWithATimeLimitPerhapsWaitsForAnAnswer() {
        assertThat(limited(Timeline.Opener.SENDER, 25, Timeline.LIMITED).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(
                        " Before 25 of 50 waits, 123 ms of 245 ms, it has asked somebody over the network: perhaps they are for an answer. Without these waits"));
    }

    /** Six clients that wait for one thread, which sleeps for 8 of 10 ms. */
    @Test
    void ofAPoolAllAreNamedThatWait() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int sleeps = stage.thread(host, 10, "sleeps");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 6; i++) {
            stage.thread(host, 20, "client-" + i);
        }
        for (int round = 0; round < 50; round++) {
            long t = 10_000L * round;
            stage.waits(sleeps, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(sleeps, t + 10_000);
            for (int client = sleeps + 1; client <= sleeps + 6; client++) {
                stage.waits(client, sleeps, t + 9_000).runs(client, t + 10_000);
            }
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).contains("it waits for a timer while client* ×6 (h) wait for it.");
            assertThat(finding.evidence()).as("a few examples").hasSize(4);
        });
    }

    @Test
    void ofSleepsThatReachBeyondTheRangeThePartInItCounts() {
        Analysis part = Analysis.of(limited(Timeline.Opener.SENDER, 50).builder.build())
                .question(Question.ALL.within(12_600 * Stage.US, 482_600 * Stage.US)).build();
        assertThat(Stage.see(RULE, part, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains(" Before 48 of 48 sleeps, 230 ms of 230 ms, it has asked somebody"));
    }

    /**
     * A server waits for its manager, which sleeps for 300 ms three times in 1 s, or in so many waits, and else for a moment now and then; before that it computes.
     */
    private static Stage managed(int waits, boolean ends) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int manager = stage.thread(host, 10, "manager");
        int server = stage.thread(host, 20, "server");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        stage.runs(manager, 100_000);
        for (int i = 0; i < 5; i++) {
            stage.runs(server, 10_000 * i + 9_000).waits(server, manager, 10_000 * i + 10_000);
        }
        stage.runs(server, 100_000);
        for (int i = 0; i < 3; i++) {
            stage.waits(manager, Cause.TIMER, timer, Timeline.NONE, 300_000 * i + 399_000).runs(manager, 300_000 * i + 400_000);
            if (3 - i <= waits) {
                stage.waits(server, manager, 300_000 * i + 399_500).runs(server, 300_000 * i + 400_000);
            }
        }
        if (!ends) {
            stage.runs(manager, 1_010_000);
        }
        return stage;
    }

    @Test
    void whoeverWaitsForALongTimeOnceWaitsForOrders() {
        assertThat(managed(3, false).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("it waits for a timer while server (h:102) waits for it"));
        assertThat(managed(2, false).see(RULE).findings()).as("in two waits").isEmpty();
        assertThat(managed(2, true).see(RULE).findings()).as("for its end").hasSize(1);
    }

    /** Threads take a lock in turn and sleep for 6 ms with it, then work for 4 ms without. */
    public static Stage sleepingHolders(int threads) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] all = new int[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = stage.thread(host, 1, "w-" + i);
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int turn = 0; turn < 20 * threads; turn++) {
            int holder = all[turn % threads];
            int before = all[(turn + threads - 1) % threads];
            long t = 6_000L * turn;
            if (t > stage.told(holder)) {
                stage.waits(holder, before, t);
            }
            stage.waits(holder, Cause.TIMER, timer, Timeline.NONE, t + 6_000).runs(holder, t + 10_000);
        }
        return stage;
    }

    @Test
    void aThreadThatPollsIsWhatTheOneThatAsksWaitsFor() {
        assertThat(poller(5_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary())
                    .isEqualTo("polls (h:102) sleeps while others wait for it: for 250 ms, 50.0 % of the range, it waits for a timer while"
                            + " asks (h:101) waits for it. Without these sleeps the work would be at most 50.0 % shorter (an estimate).");
            assertThat(finding.subject()).isEqualTo("h:polls");
            assertThat(finding.evidence()).first().isInstanceOfSatisfying(Evidence.Edge.class,
                    edge -> assertThat(edge.source()).isEqualTo(1));
            assertThat(finding.estimate()).isTrue();
        });
    }

    /** The one that polls has a request in a part of each period. */
    public static Analysis requests(long beginMicros, long endMicros) {
        List<NamedInterval> requests = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            requests.add(new NamedInterval("poll", "" + i, 0, 1, (t + beginMicros) * Stage.US, (t + endMicros) * Stage.US - 1));
        }
        return Analysis.of(poller(5_000).builder.build()).intervals(new MatchedIntervals(requests, List.of())).build();
    }

    /** Threads sleep in requests of their own, and wait for each other or not. */
    public static Analysis requestsOfAPool(boolean waits) {
        Stage stage = waits ? sleepingHolders(4) : new Stage();
        int host = waits ? 0 : stage.host("h");
        int timer = waits ? Timeline.NONE : stage.builder.resource(host, VertexKind.TIMER, "timer");
        List<NamedInterval> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int thread = waits ? i : stage.thread(host, 1, "w-" + i);
            for (int turn = i; turn < 80; turn += 4) {
                long t = 6_000L * turn;
                if (!waits) {
                    stage.runs(thread, t + 1).waits(thread, Cause.TIMER, timer, Timeline.NONE, t + 6_000).runs(thread, t + 6_010);
                }
                requests.add(new NamedInterval("get", i + "." + turn, 0, thread, (waits ? Math.max(0, t - 12_000) : t + 2) * Stage.US,
                        (t + 6_001) * Stage.US));
            }
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(requests, List.of())).build();
    }

    @Test
    void whoSleepsBetweenItsRequestsHasNothingToDoThen() {
        assertThat(Stage.see(RULE, requests(5_000, 10_000), RuleSettings.STANDARD).findings()).isEmpty();
        assertThat(Stage.see(RULE, requests(0, 10_000), RuleSettings.STANDARD).findings()).as("within a request").hasSize(1);
    }

    /** The one that asks is on the path of each request from the moment on at which it is woken: before, it has nothing to do. */
    @Test
    void whoSleepsInARequestKeepsThatOneWaitingAndNotWhomItAsksAfterwards() {
        assertThat(Stage.see(RULE, requests(0, 10_000), RuleSettings.STANDARD).findings()).singleElement().satisfies(finding -> assertThat(
                finding.summary())
                .isEqualTo(
                        "polls (h:102) sleeps in its requests: for 250 ms, 50.0 % of the range, it waits for a timer while a request waits for it."
                                + " Without these sleeps the work would be at most 50.0 % shorter (an estimate)."));
    }

    @Test
    void oneThatSleepsShortlyHoldsNobodyUpForLong() {
        assertThat(poller(1_999).see(RULE).findings()).isEmpty();
        assertThat(poller(1_999).see(RULE).reason())
                .isEqualTo("no thread, and no threads of one name, wait for timers in 20.0 % of the range while others wait for them");
    }

    @Test
    void threadsOfAPoolThatSleepWithALockAreToldTogether() {
        assertThat(sleepingHolders(4).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("w* ×4 (h) sleep while others wait for them: for ")
                .contains("at least one of them waits for a timer while another one of them waits for that one. Without these sleeps"));
    }

    /** One thread asks three of one name in turn; each sleeps for 6 ms before it answers. */
    public static Stage asksSleepers() {
        return asksSleepers(Timeline.NONE);
    }

    private static Stage asksSleepers(int link) {
        return asksSleepers(link, "asks");
    }

    /** Those who ask do so in turn. */
    public static Stage asksSleepers(int link, String... names) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] ask = Arrays.stream(names).mapToInt(name -> stage.thread(host, 1, name)).toArray();
        int[] all = new int[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = stage.thread(host, 3, "w-" + i);
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int turn = 0; turn < 60; turn++) {
            int asked = all[turn % 3];
            int asks = ask[turn % ask.length];
            long t = 8_000L * turn;
            stage.runs(asks, t + 1_000).waits(asked, asks, t + 1_000).waits(asked, Cause.TIMER, timer, link, t + 7_000);
            stage.runs(asked, t + 8_000).waits(asks, asked, t + 8_000);
        }
        return stage;
    }

    @Test
    void whoAloneWaitsForThreadsOfAPoolIsNamed() {
        assertThat(asksSleepers().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith(
                        "w* ×3 (h) sleep while others wait for them: for 360 ms, 75.0 % of the range, at least one of them waits for a timer while"
                                + " asks (h:101) waits for that one."));
    }

    /** A thread that wakes up every 100 ms and wakes another one, which works for so long then; a third one computes. */
    private static Stage clock(long worksMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int clock = stage.thread(host, 1, "clock");
        int idle = stage.thread(host, 1, "idle");
        int computes = stage.thread(host, 1, "computes");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 20; i++) {
            long t = 100_000L * i;
            stage.waits(clock, Cause.TIMER, timer, Timeline.NONE, t + 90_000).runs(clock, t + 90_100);
            stage.waits(idle, clock, t + 90_100).runs(idle, t + 90_100 + worksMicros);
            stage.waits(clock, idle, t + 100_000);
            stage.runs(computes, t + 100_000);
        }
        return stage;
    }

    /** A script that starts a process which sleeps for 90 ms, 20 times, and does next to nothing else; beside it one computes. */
    private static Stage script(boolean ofItsOwn, long computesMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int script = stage.thread(host, 1, "script");
        int computes = stage.thread(host, 5, "computes");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 20; i++) {
            long t = 100_000L * i;
            int sleep = stage.thread(host, 10 + i, "nap");
            stage.builder.parent(sleep, ofItsOwn ? script : computes);
            stage.from(sleep, t).waits(sleep, Cause.TIMER, timer, Timeline.NONE, t + 90_000).runs(sleep, t + 90_100);
            stage.waits(script, sleep, t + 99_900).runs(script, t + 100_000);
            stage.runs(computes, t + computesMicros).waits(computes, Cause.TIMER, timer, Timeline.NONE, t + 100_000);
        }
        return stage;
    }

    @Test
    void aScriptThatWaitsForTheSleepOfWhatItHasStartedIsHeldUpByIt() {
        assertThat(script(true, 40_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("nap ×20 (h) sleep while others wait for them: for 1.8"));
        assertThat(script(false, 40_000).see(RULE).findings()).as("others have started them").isEmpty();
        assertThat(script(true, 60_000).see(RULE).findings()).as("somebody else is at work in most of the time").isEmpty();
    }

    /** A script that waits once, for a process that looks 20 times whether there is something to do, 90 ms after the time before. */
    private static Stage looks(boolean ofItsOwn) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int script = stage.thread(host, 1, "script");
        int other = stage.thread(host, 5, "other");
        int looks = stage.thread(host, 10, "looks");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        stage.builder.parent(looks, ofItsOwn ? script : other);
        for (int i = 0; i < 20; i++) {
            stage.waits(looks, Cause.TIMER, timer, Timeline.NONE, 100_000L * i + 90_000).runs(looks, 100_000L * i + 100_000);
        }
        stage.waits(script, looks, 2_000_000).runs(script, 2_000_100);
        stage.runs(other, 100).waits(other, Cause.TIMER, timer, Timeline.NONE, 2_000_100);
        return stage;
    }

    @Test
    void aScriptThatWaitsOnceForAProcessThatLooksAgainAndAgainIsHeldUpByItsSleeps() {
        assertThat(looks(true).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith(
                        "looks (h:103) sleeps while others wait for it: for 1.80 s, 90.0 % of the range, it waits for a timer while script"));
        assertThat(looks(false).see(RULE).findings()).as("somebody else has started it").isEmpty();
    }

    @Test
    void whoDoesNextToNothingLosesNothingByWaiting() {
        assertThat(clock(100).see(RULE).findings()).isEmpty();
        assertThat(clock(1_000).see(RULE).findings()).as("it does some of the work").hasSize(1);
    }

    /** In every 20 ms one waits for a second one, which waits for a third one for 16 ms, with a limit of 5 ms, again and again, and does something for so long in between; it may wake somebody else then. */
    private static Stage limited(long betweenMicros, boolean wakes) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 1, "asks");
        int takes = stage.thread(host, 1, "takes");
        int holds = stage.thread(host, 1, "holds");
        int logs = stage.thread(host, 1, "logs");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 30; i++) {
            long t = 20_000L * i;
            for (int part = 1; part <= 3; part++) {
                stage.waits(takes, Cause.TIMER, timer, Timeline.NONE, t + 5_000L * part - betweenMicros);
                if (wakes) {
                    stage.waits(logs, takes, t + 5_000L * part - betweenMicros / 2).runs(logs, t + 5_000L * part - betweenMicros / 4);
                }
                stage.runs(takes, t + 5_000L * part);
            }
            stage.waits(takes, holds, t + 16_000).runs(takes, t + 20_000);
            stage.runs(holds, t + 16_000).waits(holds, takes, t + 20_000);
            stage.runs(asks, t + 1_000).waits(asks, takes, t + 20_000);
        }
        return stage;
    }

    @Test
    void whoWaitsForAThreadWithATimeLimitDoesNotSleep() {
        assertThat(limited(100, false).see(RULE).findings()).isEmpty();
        assertThat(limited(500, false).see(RULE).findings()).as("it works in between").hasSize(1);
        assertThat(limited(100, true).see(RULE).findings()).as("it has done what somebody waited for").hasSize(1);
    }

    /** A thread sleeps so many times in every 20 ms, and wakes another one at their end that waits for it; it may end with the last of these. */
    private static Stage watchdog(int sleeps, boolean ends) {
        return watchdog(sleeps, ends, 0);
    }

    /** The one that waits may have a request of another host to answer, from 50 µs before each wait until so long after its begin. */
    private static Stage watchdog(int sleeps, boolean ends, long answersMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int waits = stage.thread(host, 1, "waits");
        if (answersMicros != 0) {
            int client = stage.thread(stage.host("c"), 5, "client");
            for (int i = 0; i < 10; i++) {
                long t = 20_000L * i + 100;
                stage.runs(client, t - 50);
                packet(stage, t - 50, client, Timeline.Opener.SENDER);
                stage.waits(client, Cause.NETWORK, waits, packet(stage, t + answersMicros, waits, Timeline.Opener.RECEIVER),
                        t + answersMicros);
            }
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int watches = stage.thread(host, 3, "watches");
        for (int i = 0; i < 10; i++) {
            for (int sleep = 1; sleep <= sleeps; sleep++) {
                long end = 20_000L * i + 20_000L * sleep / sleeps;
                stage.waits(watches, Cause.TIMER, timer, Timeline.NONE, end - 10).runs(watches, end);
            }
            stage.runs(waits, 20_000L * i + 100).waits(waits, watches, 20_000L * (i + 1));
            if (ends && i < 9) {
                watches = stage.thread(host, 3, "watches");
                stage.from(watches, 20_000L * (i + 1));
            }
        }
        if (!ends) {
            stage.runs(watches, 205_000);
        }
        return stage;
    }

    @Test
    void ofManySleepsInOneWaitOnlyTheLastCountsUnlessTheWaitIsForTheThreadsEnd() {
        assertThat(watchdog(10, false).see(RULE).findings()).hasSize(1);
        assertThat(watchdog(11, false).see(RULE).findings()).isEmpty();
        assertThat(watchdog(11, true).see(RULE).findings()).hasSize(1);
    }

    private static int packet(Stage stage, long atMicros, int sender, Timeline.Opener opener) {
        int packet = stage.builder.packet((atMicros - 1) * Stage.US, atMicros * Stage.US, sender);
        stage.builder.packetOpener(packet, opener);
        stage.builder.packetConnection(packet, 0);
        return packet;
    }

    /** As a writer that readers starve: whenever one of them lets go of the lock, another one has it. */
    @Test
    void ofManySleepsInOneWaitAllCountWhereWhoWaitsHasARequestToAnswer() {
        assertThat(watchdog(12, false, 19_940).see(RULE).findings()).singleElement()
                .satisfies(
                        finding -> assertThat(finding.summary()).startsWith("watches (h:103) sleeps while others wait for it: for 198 ms"));
        assertThat(watchdog(12, false, -40).see(RULE).findings()).as("it has answered before it waits").isEmpty();
        assertThat(watchdog(12, false, 0).see(RULE).findings()).as("nobody has asked it").isEmpty();
    }

    @Test
    void whoSleepsWhileNobodyWaitsCostsNothing() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int sleeps = stage.thread(host, 10, "sleeps");
        int asks = stage.thread(host, 3, "asks");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(sleeps, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(sleeps, t + 10_000);
            stage.runs(asks, t + 8_000).waits(asks, sleeps, t + 10_000);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
        assertThat(stage.see(RULE).reason())
                .isEqualTo("no thread, and no threads of one name, wait for timers in 20.0 % of the range while others wait for them");
    }

    /** Two workers that take jobs in turn, and sleep for 6 of 8 ms of each; two callers, one for each. */
    private static Stage twoWorkers(String second, int jobs) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 2; i++) {
            int worker = stage.thread(host, 1, i == 0 ? "worker-0" : second);
            int caller = stage.thread(host, 3, "caller-" + i);
            for (int job = 0; job < jobs; job++) {
                long t = 20_000L * job + 10_000L * i;
                stage.runs(caller, t + 1_000);
                stage.waits(worker, caller, t + 1_000).waits(worker, Cause.TIMER, timer, Timeline.NONE, t + 7_000).runs(worker, t + 9_000);
                stage.waits(caller, worker, t + 9_000);
            }
        }
        return stage;
    }

    @Test
    void twoWorkersOfOneNameAreToldTogether() {
        assertThat(twoWorkers("worker-1", 20).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("worker-0 (h:101) and worker-1 (h:103) sleep while others wait for them: for 240 ms, 60.2 % of the range"));
        assertThat(twoWorkers("helper", 20).see(RULE).findings()).hasSize(2);
    }

    @Test
    void twoOfOneNameThatSleepTwiceEachAreNotTheSameSleeper() {
        assertThat(twoWorkers("worker-1", 3).see(RULE).findings()).hasSize(1);
        assertThat(twoWorkers("worker-1", 2).see(RULE).findings()).isEmpty();
    }

    /** A consumer waits 10 ms for a server to have something for it. The server wakes up twice for a timer of its own, and answers when a producer has given it something; or after another timer. */
    static Stage queue(boolean answersWhenAsked) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int consumer = stage.thread(host, 1, "takes");
        int server = stage.thread(host, 4, "queue");
        int producer = stage.thread(host, 3, "gives");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int piece = stage.builder.packet((t + 8_900) * Stage.US, (t + 9_000) * Stage.US, producer);
            stage.builder.packetOpener(piece, Timeline.Opener.SENDER);
            stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 4_000).runs(server, t + 4_100);
            stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(server, t + 8_100);
            if (answersWhenAsked) {
                stage.waits(server, Cause.NETWORK, producer, piece, t + 9_000);
            } else {
                stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 9_000);
            }
            stage.runs(server, t + 9_500).waits(consumer, server, t + 9_500).runs(consumer, t + 10_000);
            stage.waits(server, consumer, t + 10_000);
            stage.runs(producer, t + 10_000);
        }
        return stage;
    }

    @Test
    void whoWaitsForWhatOthersHaveToAskAServerFirstDoesNotWaitForTheServersTimer() {
        assertThat(queue(true).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoWaitsForAServerThatLooksAfterATimerDoes() {
        assertThat(queue(false).see(RULE).findings()).singleElement()
                .satisfies(
                        finding -> assertThat(finding.summary()).startsWith("queue (h:102) sleeps while others wait for it: for 440 ms"));
    }

    /**
     * A client of a database locks a row, sleeps for 6 ms, commits, and sleeps for 3 ms. A backend waits for each of its statements; another one, that has a request of another client, wants the row while it is locked.
     */
    static Stage transactions() {
        Stage stage = new Stage();
        int there = stage.host("B");
        int here = stage.host("A");
        int backend = stage.thread(there, 11, "backend-0");
        int other = stage.thread(there, 11, "backend-1");
        int client = stage.thread(here, 21, "client-0");
        int second = stage.thread(here, 22, "client-1");
        int timer = stage.builder.resource(here, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int commit = stage.packet(0, client, Timeline.Opener.SENDER, t + 6_100, t + 6_200);
            int lock = stage.packet(0, client, Timeline.Opener.SENDER, t + 9_600, t + 9_700);
            int wish = stage.packet(1, second, Timeline.Opener.SENDER, t + 100, t + 200);
            stage.waits(client, Cause.TIMER, timer, Timeline.NONE, t + 6_000).runs(client, t + 6_500);
            stage.waits(client, Cause.TIMER, timer, Timeline.NONE, t + 9_500).runs(client, t + 10_000);
            stage.waits(backend, Cause.NETWORK, client, commit, t + 6_200).runs(backend, t + 6_500);
            stage.waits(backend, Cause.NETWORK, client, lock, t + 9_700).runs(backend, t + 10_000);
            stage.waits(other, Cause.NETWORK, second, wish, t + 200).runs(other, t + 1_000);
            stage.waits(other, backend, t + 6_400).runs(other, t + 7_000);
            int done = stage.packet(1, other, Timeline.Opener.RECEIVER, t + 6_900, t + 7_000);
            stage.waits(second, Cause.NETWORK, other, done, t + 7_000).runs(second, t + 10_000);
            stage.waits(other, second, t + 10_000);
        }
        return stage;
    }

    @Test
    void whoSleepsBetweenTransactionsKeepsNobodyWaiting() {
        assertThat(transactions().see(RULE).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary())
                        .startsWith("client-0 (A:103) sleeps while others wait for it: for 300 ms, 60.0 %"));
    }
}
