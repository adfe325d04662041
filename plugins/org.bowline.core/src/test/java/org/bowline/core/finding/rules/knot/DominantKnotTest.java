/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.heaviest.HeaviestWait;
import org.bowline.core.finding.rules.processor.CrowdedOutTest;
import org.bowline.core.finding.rules.serial.LoadImbalanceTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

public class DominantKnotTest {
    private static final DominantKnot RULE = new DominantKnot();

    /** The wPerf paper's example: A waits for B, B writes to the disk; periods of 10 ms and a pause after each. */
    public static Stage pipeline(long pauseMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int a = stage.thread(host, 1, "A");
        int b = stage.thread(host, 1, "B");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 100; i++) {
            long t = (10_000 + pauseMicros) * i;
            stage.runs(a, t + 2_000).waits(a, b, t + 10_000).runs(b, t + 5_000);
            int request = stage.builder.request(disk, b, (t + 5_000) * Stage.US, (t + 5_000) * Stage.US, (t + 10_000) * Stage.US);
            stage.builder.writes(request);
            stage.waits(b, Cause.DISK, disk, request, t + 10_000);
            if (pauseMicros > 0) {
                stage.waits(a, Cause.TIMER, timer, Timeline.NONE, t + 10_000 + pauseMicros);
                stage.waits(b, Cause.TIMER, timer, Timeline.NONE, t + 10_000 + pauseMicros);
            }
        }
        return stage;
    }

    @Test
    void theKnotOfThePapersExampleDominates() {
        assertThat(pipeline(0).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("B (h:102) and disk vda (h)", "at work in 100 % of the range",
                    "The heaviest wait is that of B (h:102) for disk vda (h): 500 ms, 50.0 % of the range, in 100 waits",
                    "each of which holds up 2.0 threads on average. Without this wait the work would be at most 50.0 % shorter (an estimate).");
            assertThat(finding.subject()).isEqualTo("h:B, h:vda");
        });
    }

    /** A server makes a thread for each request; that waits for the one before, which has the lock, works for 1 ms and writes for 4 ms. Three clients. */
    static Stage threadForEachRequest(int requests) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int server = stage.thread(host, 1, "server");
        int[] clients = {stage.thread(host, 2, "client"), stage.thread(host, 2, "client"), stage.thread(host, 2, "client")};
        int before = Timeline.NONE;
        for (int i = 0; i < requests; i++) {
            int request = stage.thread(host, 1, "request");
            stage.builder.parent(request, server);
            long t = 5_000L * i;
            if (before == Timeline.NONE) {
                stage.builder.segment(request, 0, 10_000 * Stage.US, ThreadState.RUNNING, -1);
            } else {
                stage.builder.blocked(request, t * Stage.US, (t + 10_000) * Stage.US, Cause.THREAD, before, Timeline.NONE, -1);
            }
            t += 5_000;
            stage.builder.segment(request, (t + 5_000) * Stage.US, (t + 6_000) * Stage.US, ThreadState.RUNNING, -1);
            int write = stage.builder.request(disk, request, (t + 6_000) * Stage.US, (t + 6_000) * Stage.US, (t + 10_000) * Stage.US);
            stage.builder.writes(write);
            stage.builder.blocked(request, (t + 6_000) * Stage.US, (t + 10_000) * Stage.US, Cause.DISK, disk, write, -1);
            stage.builder.segment(request, (t + 10_000) * Stage.US, (t + 10_000) * Stage.US + 1, ThreadState.RUNNING, -1);
            stage.waits(clients[i % 3], request, t + 10_000);
            before = request;
        }
        stage.waits(server, Cause.TIMER, stage.builder.resource(host, VertexKind.TIMER, "timer"), Timeline.NONE,
                5_000L * requests + 10_000);
        stage.builder.recording(host, 0, (5_000L * requests + 11_000) * Stage.US);
        return stage;
    }

    /** A client waits for a front, which waits for a helper, which waits for a disk for so long; the helper works for the rest of 8 ms. */
    static Stage chain(long diskMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int client = stage.thread(host, 1, "client");
        int front = stage.thread(host, 3, "front");
        int helper = stage.thread(host, 4, "helper");
        for (int i = 0; i < 50; i++) {
            long t = 12_000L * i;
            stage.runs(client, t + 3_000).waits(front, client, t + 3_000).waits(helper, front, t + 3_500);
            stage.runs(front, t + 3_500).runs(helper, t + 11_500 - diskMicros);
            int write = stage.builder.request(disk, helper, (t + 11_500 - diskMicros) * Stage.US, (t + 11_500 - diskMicros) * Stage.US,
                    (t + 11_500) * Stage.US);
            stage.builder.writes(write);
            stage.waits(helper, Cause.DISK, disk, write, t + 11_500).waits(front, helper, t + 11_500);
            stage.runs(front, t + 12_000).waits(client, front, t + 12_000);
        }
        return stage;
    }

    /** A client waits for a front, which hands each request to a loop, which hands it on to a helper; that works for 6 ms, and then waits for the next one. */
    private static Stage helper() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int front = stage.thread(host, 3, "front");
        int loop = stage.thread(host, 4, "loop");
        int helper = stage.thread(host, 4, "helper");
        for (int i = 0; i < 50; i++) {
            long t = 12_000L * i;
            stage.runs(client, t + 3_000).waits(front, client, t + 3_000).runs(front, t + 3_500);
            stage.waits(loop, front, t + 3_500).runs(loop, t + 3_600).waits(helper, loop, t + 3_600).runs(helper, t + 9_600);
            stage.waits(front, helper, t + 9_600).runs(front, t + 12_000).waits(client, front, t + 12_000);
        }
        return stage;
    }

    @Test
    void aHelpersWaitUntilItIsAskedIsNotBehindThatForTheHelper() {
        assertThat(helper().see(RULE).findings()).first().satisfies(finding -> assertThat(finding.summary())
                .contains("The heaviest wait is that of front (h:102) for helper (h:104): 305 ms, 50.8 % of the range, in 50 waits")
                .doesNotContain("Behind it"));
    }

    @Test
    void whatAChainOfWaitsEndsAtIsToldBehindTheHeaviestOne() {
        assertThat(chain(4_000).see(RULE).findings()).first().satisfies(finding -> assertThat(finding.summary()).contains(
                "The heaviest wait is that of front (h:102) for helper (h:103): 400 ms, 66.7 % of the range, in 50 waits",
                " Behind it is that of helper (h:103) for disk vda (h): 200 ms, 33.3 % of the range, in 50 waits",
                " Without this wait the work would be at most 33.3 % shorter (an estimate)."));
    }

    @Test
    void whatIsASmallPartOfTheHeaviestWaitIsNotToldBehindIt() {
        assertThat(chain(1_900).see(RULE).findings()).first()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("The heaviest wait is that of front (h:102) for helper (h:103)").doesNotContain("Behind it"));
    }

    @Test
    void threadsOfOneRequestEachAreInAKnotTogetherAndWhatIsBehindTheirWaitsForEachOtherIsTold() {
        Analysis analysis = Analysis.of(threadForEachRequest(60).builder.build()).question(Question.WORK.within(0, 310_000 * Stage.US))
                .build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).first().satisfies(finding -> {
            assertThat(finding.summary()).contains("disk vda (h)",
                    "The heaviest wait is that of request ×60 (h) for each other: at least one of them waits so in ",
                    "Behind it is that for disk vda (h): at least one of them waits so in 77.4 % of the range, in 60 waits",
                    "Without these waits the work would be at most 77.4 % shorter (an estimate).");
            assertThat(finding.subject()).contains("h:request", "h:vda");
            assertThat(finding.evidence()).filteredOn(Evidence.Edge.class::isInstance).anySatisfy(edge -> assertThat(edge.note())
                    .startsWith("the heaviest of 60 edges of request ×60 (h) for disk vda (h), "));
        });
    }

    @Test
    void threadsOfFewRequestsAreToldOneByOne() {
        Analysis analysis = Analysis.of(threadForEachRequest(19).builder.build()).question(Question.WORK.within(0, 105_000 * Stage.US))
                .build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings())
                .noneSatisfy(finding -> assertThat(finding.summary()).contains("request ×19"));
    }

    /** A client asks a server, which asks another one that works most of the time; so that one waits for requests, and the server for both. */
    static Stage askedOverTheNetwork(Timeline.Opener opener, long workMicros) {
        return askedOverTheNetwork(opener, workMicros, 0);
    }

    /** The server wants a processor for so much of the time in which it is at work. */
    private static Stage askedOverTheNetwork(Timeline.Opener opener, long workMicros, long wantsMicros) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("s"), 1, "server");
        int store = stage.thread(stage.host("t"), 1, "store");
        long round = 10_000 + workMicros;
        for (int i = 0; i < 50; i++) {
            long t = round * i;
            int request = stage.builder.packet((t + 9_000) * Stage.US, (t + 10_000) * Stage.US, server);
            int answer = stage.builder.packet((t + round) * Stage.US, (t + round) * Stage.US, store);
            stage.builder.packetOpener(request, opener);
            if (wantsMicros > 0) {
                stage.is(server, ThreadState.RUNNABLE, t + wantsMicros);
            }
            stage.runs(server, t + 10_000).waits(server, Cause.NETWORK, store, answer, t + round);
            stage.waits(store, Cause.NETWORK, server, request, t + 10_000).runs(store, t + round);
        }
        return stage;
    }

    @Test
    void theHeaviestWaitIsNotThatOfAServerForRequests() {
        assertThat(askedOverTheNetwork(Timeline.Opener.SENDER, 5_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains(
                                "The heaviest wait is that of server (s:101) for store (t:102): 250 ms, 33.3 % of the range, in 50 waits"));
        assertThat(askedOverTheNetwork(Timeline.Opener.UNKNOWN, 5_000).see(RULE).findings()).as("if nobody knows who asks").singleElement()
                .satisfies(
                        finding -> assertThat(finding.summary()).contains("The heaviest wait is that of store (t:102) for server (s:101)"));
    }

    @Test
    void aKnotOnFullProcessorsIsRatedByWhatIsWonAlsoWhereThatIsMoreThanLittle() {
        assertThat(KnotSentencesTest.fullProcessors(5, 1_000, 400).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).endsWith(
                    " Without this wait the work would be at most 10.0 % shorter, since the processors of h would have as much to do as now (an estimate).");
            assertThat(finding.score()).isCloseTo(0.1, within(1e-9));
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        });
        assertThat(KnotSentencesTest.fullProcessors(5, 1_000, 1_000).see(RULE).findings()).as("busy for 90 % of the time").singleElement()
                .satisfies(finding -> {
                    assertThat(finding.summary())
                            .endsWith("10.0 % shorter, since the processors of h would have as much to do as now (an estimate).");
                    assertThat(finding.score()).isEqualTo(1);
                    assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
                });
    }

    @Test
    void aKnotWithoutWhoseWaitsTheProcessorsHaveAsMuchToDoIsNoMoreThanAWarning() {
        assertThat(KnotSentencesTest.fullProcessors(5).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
        assertThat(KnotSentencesTest.fullProcessors(4).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void whereTheOneThatAsksIsAtWorkItIsTheWaitForItsRequests() {
        assertThat(askedOverTheNetwork(Timeline.Opener.SENDER, 1_000, 2_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("The heaviest wait is that of store (t:102) for server (s:101): 500 ms, 90.9 % of the range")
                        .endsWith(
                                "Without this wait the work would be at most 90.9 % shorter, or 27.3 % with as much to do for server (s:101) as now (an estimate)."));
        assertThat(askedOverTheNetwork(Timeline.Opener.SENDER, 1_000).see(RULE).findings())
                .as("hardly anything is won by waiting less for it").singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .endsWith(
                                "Without this wait the work would be at most 90.9 % shorter, or 9.09 % with as much to do for server (s:101) as now (an estimate)."));
    }

    /** It sleeps for 6 of the 10 ms before it asks again. */
    @Test
    void whereTheOneThatAsksSleepsItIsWhatItWaitsForItself() {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("s"), 1, "server");
        int store = stage.thread(stage.host("t"), 1, "store");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 11_000L * i;
            int request = stage.builder.packet((t + 9_000) * Stage.US, (t + 10_000) * Stage.US, server);
            int answer = stage.builder.packet((t + 11_000) * Stage.US, (t + 11_000) * Stage.US, store);
            stage.builder.packetOpener(request, Timeline.Opener.SENDER);
            stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 6_000).runs(server, t + 10_000)
                    .waits(server, Cause.NETWORK, store, answer, t + 11_000);
            stage.waits(store, Cause.NETWORK, server, request, t + 10_000).runs(store, t + 11_000);
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("The heaviest wait is that of server (s:101) for store (t:102): 50.0 ms, 9.09 % of the range"));
    }

    /** A client and a server on another host work for 1 ms each, and what they send needs so long each way. */
    static Stage far(long wayMicros) {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("c"), 1, "client");
        int server = stage.thread(stage.host("s"), 1, "server");
        for (int i = 0; i < 50; i++) {
            long t = (2_000 + 2 * wayMicros) * i;
            int request = stage.builder.packet((t + 1_000) * Stage.US, (t + 1_000 + wayMicros) * Stage.US, client);
            int answer = stage.builder.packet((t + 2_000 + wayMicros) * Stage.US, (t + 2_000 + 2 * wayMicros) * Stage.US, server);
            stage.runs(client, t + 1_000).waits(client, Cause.NETWORK, server, answer, t + 2_000 + 2 * wayMicros);
            stage.waits(server, Cause.NETWORK, client, request, t + 1_000 + wayMicros).runs(server, t + 2_000 + wayMicros);
        }
        return stage;
    }

    @Test
    void theNetworkIsAMemberWhereWhatTheOthersSendIsOnItsWayForANoticeablePart() {
        assertThat(far(9_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains(", and the network between c and s, bound the work: they wait only for each other,"
                    + " and at least one of them is at work in 10.0 % of the range. In 90.0 % of the range none of them is at work, and what they sent to each other is on its way between c and s. The heaviest");
            assertThat(finding.estimate()).isTrue();
        });
        assertThat(far(200).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).contains(
                " bound the work: they wait only for each other, and at least one of them is at work in 83.3 % of the range. In 16.7 % of the range none of them is at work,")
                .doesNotContain("and the network between"));
        assertThat(far(100).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(" is at work in 90.9 % of the range. The heaviest").doesNotContain("on its way"));
    }

    @Test
    void aKnotThatSleepsMostOfTheTimeDoesNot() {
        assertThat(pipeline(30_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void whereWakersAreAGuessNothingIsSaid() {
        Analysis context = Analysis.of(pipeline(0).builder.build())
                .recorded(List.of(new Recorded(true, false, EnumSet.of(Sort.SWITCHES, Sort.WAKINGS)))).build();
        RuleOutcome outcome = Stage.see(RULE, context, RuleSettings.STANDARD);
        assertThat(outcome.applicable()).isFalse();
        assertThat(outcome.reason()).contains("no interrupts");
    }

    @Test
    void aLargeKnotIsNamedByItsHeaviestMembers() {
        assertThat(ring("ra", "rb", "rc", "rd", "re", "rf", "rg").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" and 2 more bound the work: they wait only for each other"));
    }

    @Test
    void threadsOfAPoolAreOneName() {
        assertThat(ring("w", "w", "client").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("w ×2 (h)").contains("client (h:103)")
                        .doesNotContain("w (h:101),"));
        assertThat(ring("w-1", "w-2", "w-3").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("w* ×3 (h) bound the work"));
        assertThat(ring("step1", "step2").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("step1 (h:101)", "step2 (h:102)", " bound the work"));
    }

    /** Workers that write in turn, under a lock for which all others wait. */
    static Stage writersInTurn(int workers, String name) {
        return writersInTurn(workers, name, 10_000);
    }

    /** Those that it is not the turn of wait for so many of 10 ms, and work for the rest. */
    static Stage writersInTurn(int workers, String name, long waitMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[workers];
        for (int i = 0; i < workers; i++) {
            threads[i] = stage.thread(host, 1, name + "-" + i);
        }
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int turn = 0; turn < 30 * workers; turn++) {
            int worker = threads[turn % workers];
            long t = 10_000L * turn;
            stage.runs(worker, t + 2_000);
            int request = stage.builder.request(disk, worker, (t + 2_000) * Stage.US, (t + 2_000) * Stage.US, (t + 10_000) * Stage.US);
            stage.builder.writes(request);
            stage.waits(worker, Cause.DISK, disk, request, t + 10_000);
            for (int other = 1; other < workers; other++) {
                int waits = threads[(turn + other) % workers];
                stage.waits(waits, worker, t + waitMicros);
                if (waitMicros < 10_000) {
                    stage.runs(waits, t + 10_000);
                }
            }
        }
        return stage;
    }

    @Test
    void ofAPoolTheWaitsOfAllForADiskAreTold() {
        assertThat(writersInTurn(3, "w").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains(
                                "The heaviest wait is that of w* ×3 (h) for disk vda (h): at least one of them waits so in 80.0 % of the range,"
                                        + " in 90 waits, each of which holds up ",
                                "Without these waits the work would be at most 80.0 % shorter (an estimate)."));
        assertThat(writersInTurn(2, "w").see(RULE).findings()).as("two threads may be two things").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("for disk vda (h): 240 ms, 40.0 % of the range, in 30 waits"));
    }

    /** Three threads work in turn for 10 ms; the others wait, but for the third in most turns of the second. */
    private static Stage mostlyInTurn() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = {stage.thread(host, 1, "w-0"), stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2")};
        for (int turn = 0; turn < 30; turn++) {
            int worker = threads[turn % 3];
            for (int other : threads) {
                boolean waits = other != worker && (worker != threads[1] || other != threads[2] || turn > 24);
                if (waits) {
                    stage.waits(other, worker, 10_000L * (turn + 1));
                } else {
                    stage.runs(other, 10_000L * (turn + 1));
                }
            }
        }
        return stage;
    }

    @Test
    void ofThreadsThatWaitForEachOtherAlsoTheWaitsAreToldThatAreTooLightForTheKnot() {
        assertThat(mostlyInTurn().see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(
                        "The heaviest wait is that of w* ×3 (h) for each other: at least one of them waits so in 100 % of the range, in 52 waits"));
    }

    /** Three threads take a lock by turns, 10 ms each; for 8 ms of that, whoever has it asks a server of its own, as many of them as there are servers do. */
    static Stage askedInTurn(int servers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] workers = {stage.thread(host, 1, "w-0"), stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2")};
        int[] asked = new int[servers];
        for (int i = 0; i < servers; i++) {
            asked[i] = stage.thread(host, 2, "s-" + i);
        }
        for (int turn = 0; turn < 60; turn++) {
            long begin = 10_000L * turn;
            int k = turn % workers.length;
            if (k < servers) {
                stage.runs(workers[k], begin + 1_000).waits(workers[k], asked[k], begin + 9_000);
                stage.waits(asked[k], workers[k], begin + 1_000).runs(asked[k], begin + 9_000);
            }
            stage.runs(workers[k], begin + 10_000);
            stage.waits(workers[(k + 1) % workers.length], workers[k], begin + 10_000);
        }
        return stage;
    }

    @Test
    void whatIsBehindTheWaitsOfEqualThreadsMayBeOneOfAPoolForEach() {
        assertThat(askedInTurn(3).see(RULE).findings().get(0).summary()).contains(
                " Behind it is that for s* ×3 (h): at least one of them waits so in 80.0 % of the range, in 60 waits",
                " Meanwhile the one of s* ×3 (h) that is waited for is at work for 100 % of that time.");
        assertThat(askedInTurn(1).see(RULE).findings().get(0).summary())
                .contains(" Behind it is that of w-0 (h:101) for s-0 (h:104): it waits so in 26.7 % of the range, in 20 waits");
    }

    @Test
    void howMuchTheMembersWaitForEachOtherAndForWhatElseIsTold() {
        assertThat(pipeline(5_000).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(
                        "they wait for each other in 50.0 % of their waiting time, for timers in 50.0 %, and at least one of them is at work in")
                .doesNotContain("only"));
        assertThat(pipeline(0).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("they wait only for each other").doesNotContain("timers"));
    }

    @Test
    void ofEqualGroupsOneIsToldAndHowManyThereAre() {
        Stage two = new Stage();
        int host = two.host("h");
        ring(two, host, "client", "server");
        ring(two, host, "client", "server");
        assertThat(two.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(" (h:10", ", one of 2 equal groups, bound the work").doesNotContain("the same as some"));
        Stage different = new Stage();
        ring(different, different.host("h"), "client", "server");
        ring(different, 0, "reader", "writer");
        assertThat(different.see(RULE).findings()).hasSize(2)
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("equal groups"));
    }

    /** Two pairs of threads of one name; each thread may wait so often for one of the other pair. */
    public static Stage pairs(int across) {
        Stage stage = new Stage();
        int host = stage.host("h");
        ring(stage, host, "w", "w");
        ring(stage, host, "w", "w");
        for (int i = 0; i < across; i++) {
            for (int thread = 0; thread < 4; thread++) {
                stage.waits(thread, (thread + 2) % 4, stage.told(thread) + 100).runs(thread, stage.told(thread) + 1);
            }
        }
        return stage;
    }

    @Test
    void threadsOfOnePoolThatWaitForEachOtherAreNoEqualGroups() {
        assertThat(pairs(2).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(", one of 2 equal groups, bound the work"));
        assertThat(pairs(3).see(RULE).findings()).isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("equal groups"));
    }

    @Test
    void threadsThatMeetAtABarrierAreToldAsThoseWhoMeet() {
        assertThat(LoadImbalanceTest.changing(40, 6).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary())
                    .startsWith("4 threads omp* (h) meet at a barrier and bound the work: omp-0 (h:101) is last in ")
                    .contains(" of 39 phases, and waiting for the last one takes 60.0 % of their time. The heaviest wait is that of omp-")
                    .doesNotContain("equal groups");
            assertThat(finding.subject()).isEqualTo("h:omp*");
        });
        assertThat(ring("omp-0", "omp-1", "omp-2", "omp-3").see(RULE).findings()).as("they wake each other singly").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("meet at a barrier"));
    }

    @Test
    void whereGroupsAreNotEqualThreadsThatDoTheSameAreCounted() {
        Stage stage = new Stage();
        int host = stage.host("h");
        ring(stage, host, "w", "w", "boss");
        ring(stage, host, "w", "boss2");
        assertThat(stage.see(RULE).findings()).anySatisfy(
                finding -> assertThat(finding.summary()).doesNotContain("equal groups"));
    }

    /** Each waits for the one before it, which works. */

    /** A thread writes a log all the time; another one, which does the work, needs what is written for 8 ms of every so many times 10 ms. */
    public static Stage log(int every) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int works = stage.thread(host, 1, "works");
        int log = stage.thread(host, 1, "log");
        for (int i = 0; i < 60; i++) {
            long t = 10_000L * i;
            int write = stage.builder.request(disk, log, (t + 1_000) * Stage.US, (t + 1_000) * Stage.US, (t + 9_500) * Stage.US);
            stage.builder.writes(write);
            stage.runs(log, t + 1_000).waits(log, Cause.DISK, disk, write, t + 9_500).runs(log, t + 10_000);
            stage.runs(works, t + 2_000);
            if (i % every == 0) {
                stage.waits(works, log, t + 10_000);
            } else {
                stage.runs(works, t + 10_000);
            }
        }
        return stage;
    }

    @Test
    void whoWritesForOthersHoldsThemUpOnlyWhileTheyWaitForIt() {
        assertThat(log(3).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary()).startsWith("log (h:102) and disk vda (h) hold up others for 26.7 % of the range: they wait")
                    .endsWith(" Without this wait the work would be at most 26.7 % shorter (an estimate).");
        });
        assertThat(log(10).see(RULE).findings()).as("hardly anybody waits for it: what it writes is for others").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("log (h:102) and disk vda (h) bound the work: "));
        assertThat(log(1).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("log (h:102) and disk vda (h) bound the work: "));
    }

    /** Four threads have a lock in turn, and whoever has it asks a helper, which works for 3 ms of 5; or they ask side by side. */
    static Stage askedWithALock(boolean inTurn) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < 4; i++) {
            stage.thread(host, 1, "w-" + i);
        }
        int helper = stage.thread(host, 2, "helper");
        for (int turn = 0; turn < 80; turn++) {
            long t = 5_000L * turn;
            for (int i = 0; i < 4; i++) {
                boolean holds = !inTurn || i == turn % 4;
                if (holds && t > stage.told(i)) {
                    stage.waits(i, (i + 3) % 4, t);
                }
                if (holds) {
                    stage.runs(i, t + 1_000).waits(i, helper, t + 4_000).runs(i, t + 5_000);
                }
            }
            stage.waits(helper, turn % 4, t + 1_000).runs(helper, t + 4_000).waits(helper, turn % 4, t + 5_000);
        }
        return stage;
    }

    /** What is told of the wait of the first of them for the helper, were all that they wait for a knot. */
    private static String waitForHelper(Stage stage) {
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        WaitForGraph graph = analysis.graph();
        Knot any = Analysis.of(pipeline(0).builder.build()).build().get(Workers.KNOTS).found().get(0).knot();
        return HeaviestWait.tell(analysis, any.with(new int[] {0, 1, 2, 3, 4}, IntStream.range(0, graph.edgeCount()).toArray()),
                graph.edge(0, 4), 1, false).text();
    }

    @Test
    void whatThreadsOfAPoolWaitForInTurnIsToldOfAllOfThem() {
        assertThat(waitForHelper(askedWithALock(true))).startsWith(
                "The heaviest wait is that of w* ×4 (h) for helper (h:105): at least one of them waits so in 60.0 % of the range, in 80 waits");
        assertThat(waitForHelper(askedWithALock(false)))
                .startsWith("The heaviest wait is that of w-0 (h:101) for helper (h:105): 240 ms, 60.0 % of the range, in 80 waits");
    }

    public static Stage ring(String... names) {
        Stage stage = new Stage();
        return ring(stage, stage.host("h"), names);
    }

    public static Stage ring(Stage stage, int host, String... names) {
        int[] ring = new int[names.length];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = stage.thread(host, 1, names[i]);
        }
        for (int i = 0; i < 100; i++) {
            int holder = i % ring.length;
            stage.runs(ring[holder], 1_000L * (i + 1));
            stage.waits(ring[(holder + 1) % ring.length], ring[holder], 1_000L * (i + 1));
        }
        return stage;
    }

    @Test
    void aKnotAcrossHostsIsAGuessIfOneOfThemDoesNotTellWakers() {
        Stage stage = new Stage();
        int a = stage.thread(stage.host("a"), 1, "client");
        int b = stage.thread(stage.host("b"), 1, "server");
        for (int i = 0; i < 50; i++) {
            stage.runs(a, 2_000L * i + 1_000).waits(a, b, 2_000L * (i + 1));
            stage.waits(b, a, 2_000L * i + 1_000).runs(b, 2_000L * (i + 1));
        }
        AnalysisBuilder context = Analysis.of(stage.builder.build());
        Recorded guess = new Recorded(true, false, EnumSet.of(Sort.SWITCHES, Sort.WAKINGS));
        assertThat(Stage.see(RULE, context.recorded(List.of(Stage.ALL, Stage.ALL)).build(), RuleSettings.STANDARD).findings()).hasSize(1);
        assertThat(Stage.see(RULE, context.recorded(List.of(Stage.ALL, guess)).build(), RuleSettings.STANDARD).findings()).isEmpty();
        assertThat(Stage.see(RULE, context.recorded(List.of(guess, Stage.ALL)).build(), RuleSettings.STANDARD).findings()).isEmpty();
    }

    @Test
    void forHowMuchOfTheHeaviestWaitTheOtherThreadHasNoProcessorIsToldWhereThatIsANoticeablePart() {
        assertThat(CrowdedOutTest.server(false).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(
                        "Meanwhile server (h:11) is at work for 55.6 % of that time and wants a processor for 44.4 %. Without this wait the work would be at most 90.0 % shorter, or 50.0 % with as much to do for server (h:11) as now"));
        assertThat(CrowdedOutTest.server(895).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("The heaviest wait is that of client")
                        .doesNotContain("wants a processor for"));
    }

    @Test
    void whoMakesThreadsOfItsOwnNameIsNoneOfThem() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int parent = stage.thread(host, 1, "main");
        for (int i = 0; i < 60; i++) {
            int child = stage.thread(host, 10 + i, "main");
            stage.builder.parent(child, parent);
            long t = 5_000L * i;
            stage.runs(parent, t + 2_000);
            stage.builder.segment(child, (t + 2_000) * Stage.US, (t + 5_000) * Stage.US, ThreadState.RUNNING, 1);
            stage.waits(parent, child, t + 5_000);
        }
        stage.builder.recording(host, 0, 301_000 * Stage.US);
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.WORK.within(0, 300_000 * Stage.US)).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("main ×2"));
    }

    /** A client waits 8 of 10 ms for a lock that a worker takes four times in a row, for 2 ms each; for 3 ms of that it has no processor. */
    @Test
    void ofAWaitInSeveralPartsWhatTheOtherThreadLacksCountsOnce() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 10, "client");
        int worker = stage.thread(host, 10, "worker");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(client, t + 1_000).waits(client, worker, t + 9_000).runs(client, t + 10_000);
            stage.runs(worker, t + 2_000).is(worker, ThreadState.PREEMPTED, t + 5_000).runs(worker, t + 9_000)
                    .waits(worker, client, t + 10_000);
            stage.builder.locks().add((t + 1_000) * Stage.US, client, LockEvents.Kind.REQUEST, 10, 0x1000);
            for (int hold = 0; hold < 4; hold++) {
                long from = (t + 1_000 + 2_000L * hold) * Stage.US;
                stage.builder.locks().add(from, worker, LockEvents.Kind.REQUEST, 10, 0x1000)
                        .add(from, worker, LockEvents.Kind.ACQUIRED, 10, 0x1000)
                        .add(from + 2_000 * Stage.US, worker, LockEvents.Kind.RELEASED, 10, 0x1000);
            }
            stage.builder.locks().add((t + 9_000) * Stage.US, client, LockEvents.Kind.ACQUIRED, 10, 0x1000)
                    .add((t + 9_500) * Stage.US, client, LockEvents.Kind.RELEASED, 10, 0x1000);
        }
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.WORK.within(0, 500_000 * Stage.US)).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(
                        finding -> assertThat(finding.summary()).contains("client (h:101) for worker (h:102): 400 ms, 80.0 % of the range",
                                "Meanwhile worker (h:102) is at work for 62.5 % of that time and wants a processor for 37.5 %."));
    }
}
