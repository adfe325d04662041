/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.hang.HangingRequestsTest.Client;
import org.bowline.core.finding.rules.hang.HangingRequestsTest.Server;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

public class OverdueRequestsTest {
    private static final OverdueRequests RULE = new OverdueRequests();
    private static final int ANSWERED = 20;
    private static final long END = 1_000_000;

    /** Which thread tells of the requests of a client and its server. */
    enum Teller {
        /** The one who asks. */
        CLIENT,
        /** The one who answers. */
        SERVER,
        /** Nobody whom the kernel's trace knows. */
        UNKNOWN
    }

    /** Servers that tell of their requests, of which so many do not end the last one. */
    static AnalysisBuilder served(int servers, int hanging, Server does) {
        return told(servers, hanging, does, Teller.SERVER, i -> "get", List.of());
    }

    static AnalysisBuilder labelled(int servers, IntFunction<String> label) {
        return told(servers, servers, Server.WAITS, Teller.SERVER, label, List.of());
    }

    /** Servers of a program that exits before it ends some requests, beside another program that ends such requests later. */
    static Analysis exitsAlone(int servers) {
        return told(servers, servers, Server.EXITS, Teller.SERVER, i -> "get", List.of(interval("get", "p", 1, 899_000, 902_000))).build();
    }

    /** Two servers that do not end the last request, one of them two. */
    static AnalysisBuilder two() {
        Analysis analysis = served(2, 2, Server.MIXED).build();
        List<NamedInterval> open = new ArrayList<>(analysis.matched().unfinished());
        open.add(interval("get", "0.more", server(0), 5_000L * ANSWERED + 1_300, END));
        return Analysis.of(analysis.timeline()).intervals(new MatchedIntervals(analysis.matched().intervals(), open, List.of()));
    }

    /** A server that does not end one request, and ends others after it. */
    static AnalysisBuilder goingOn(int servers) {
        List<NamedInterval> more = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            for (int n = 0; n < 100; n++) {
                more.add(interval("get", "m" + i + '.' + n, server(i), 200_000 + 8_000L * n, 203_000 + 8_000L * n));
            }
        }
        return told(servers, servers, Server.COMPUTES, Teller.SERVER, i -> "get", more);
    }

    static AnalysisBuilder told(int servers, int hanging, Server does, Teller teller, IntFunction<String> label, List<NamedInterval> more) {
        Stage stage = HangingRequestsTest.hangs(servers, hanging, Client.OPEN, does, ANSWERED);
        List<NamedInterval> ended = new ArrayList<>(more);
        List<NamedInterval> open = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            int thread = switch (teller) {
                case CLIENT -> server(i) - 1;
                case SERVER -> server(i);
                case UNKNOWN -> Timeline.NONE;
            };
            for (int n = 0; n < ANSWERED; n++) {
                ended.add(interval(label.apply(i), i + "." + n, thread, 5_000L * n + 1_400, 5_000L * n + 4_400));
            }
            if (i < hanging) {
                open.add(interval(label.apply(i), i + ".last", thread, 5_000L * ANSWERED + 1_400, END));
            }
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(ended, open, List.of()));
    }

    /** The thread that answers a client. */
    private static int server(int i) {
        return 3 + 2 * i;
    }

    private static NamedInterval interval(String label, String key, int thread, long from, long to) {
        return new NamedInterval(label, key, 0, thread, from * Stage.US, to * Stage.US);
    }

    /** One request of so many microseconds after 60 of 3 ms, and then nothing until the end, at 1 s, but for some that begin at 0.1 s and take so many microseconds. */
    public static Analysis open(long micros, int... ended) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("h"), 11, "srv");
        stage.runs(server, END);
        List<NamedInterval> all = new ArrayList<>();
        for (int n = 0; n < 3 * ANSWERED; n++) {
            all.add(interval("get", "" + n, server, 5_000L * n, 5_000L * n + 3_000));
        }
        for (int one : ended) {
            all.add(interval("get", "e" + one, server, 100_000, 100_000 + one));
        }
        return Analysis.of(stage.builder.build())
                .intervals(new MatchedIntervals(all, List.of(interval("get", "last", server, END - micros, END)), List.of())).build();
    }

    /** Three workers of which the first ends 20 requests, and the others, one in every 10 ms, so many, if their program has not exited; another program goes on. */
    static Analysis exits(int most) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.runs(stage.thread(host, 12, "other"), END);
        List<NamedInterval> ended = new ArrayList<>();
        List<NamedInterval> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int worker = stage.thread(host, 11, "w" + i);
            int last = i == 0 ? ANSWERED : most;
            for (int n = 0; n < last; n++) {
                stage.runs(worker, 10_000L * n + 1_000).waits(worker, 0, 10_000L * n + 8_000);
                ended.add(interval("get", i + "." + n, worker, 10_000L * n, 10_000L * n + 8_000));
            }
            stage.runs(worker, 10_000L * last + 1_000).waits(worker, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 800_000);
            stage.runs(worker, 801_000);
            open.add(interval("get", i + ".last", worker, 10_000L * last + 500, END));
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(ended, open, List.of())).build();
    }

    @Test
    void whatIsUnderWayWhenItsProgramExitsDoesNotHang() {
        assertThat(see(exits(79))).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).isEqualTo("1 request does not end, 1 of"
                        + " 181 (get). It lasted for 601 ms or more; 95 % of the 178 that ended took at most 8.00 ms. w0 (h:102) began it and waits"
                        + " until the end: nobody wakes it."));
    }

    /** Requests that began at least 0.7 s after the first of another label, of which none of their label ended; the recording goes on, and so do others. */
    static Analysis never(String... labels) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("h"), 11, "srv");
        stage.runs(server, END);
        List<NamedInterval> ended = new ArrayList<>();
        List<NamedInterval> open = new ArrayList<>();
        for (int n = 0; n < ANSWERED; n++) {
            ended.add(interval("put", "p" + n, server, 50_000L * n, 50_000L * n + 3_000));
        }
        for (int n = 0; n < labels.length; n++) {
            open.add(interval(labels[n], "g" + n, server, END - 300_000 + 1_000L * n, END));
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(ended, open, List.of())).build();
    }

    /** One request that does not end, 0.7 s after so many of its label that ended. */
    static Analysis few(int more) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("h"), 11, "srv");
        stage.runs(server, END);
        List<NamedInterval> ended = new ArrayList<>();
        for (int n = 0; n < more; n++) {
            ended.add(interval("get", "" + n, server, 5_000L * n, 5_000L * n + 3_000));
        }
        return Analysis.of(stage.builder.build())
                .intervals(new MatchedIntervals(ended, List.of(interval("get", "last", server, 700_000, END)), List.of())).build();
    }

    private static List<Finding> see(Analysis analysis) {
        return Stage.see(RULE, analysis, RuleSettings.STANDARD).findings();
    }

    @Test
    void aRequestThatDoesNotEndIsToldWithWhatItsThreadDoes() {
        Analysis analysis = served(1, 1, Server.WAITS).build();
        assertThat(see(analysis)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("get");
            assertThat(finding.summary())
                    .isEqualTo("1 request does not end, 1 of 21 (get). It lasted for 899 ms or more; 95 % of the 20 that"
                            + " ended took at most 3.00 ms. No request has ended in the last 901 ms. srv-0 (B:104) began it and waits until the end:"
                            + " nobody wakes it.");
            assertThat(finding.evidence()).contains(new Evidence.Vertex(server(0), 898_600_000, "began a request that does not end"),
                    new Evidence.Range(101_400_000, END * Stage.US, "the oldest of them"));
            assertThat(RULE.next(analysis, finding).options()).startsWith("--thread", "B:104", "--from");
        });
    }

    @Test
    void withoutTheThreadThatBeganItTheRequestsAreShown() {
        Analysis analysis = told(1, 1, Server.WAITS, Teller.UNKNOWN, i -> "get", List.of()).build();
        assertThat(see(analysis)).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).endsWith("in the last 901 ms.");
            assertThat(RULE.next(analysis, finding).command()).isEqualTo("requests");
        });
    }

    @Test
    void whereOthersEndUntilTheLastItIsAWarning() {
        assertThat(see(goingOn(1).build())).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void aRequestInFlightIsNotOverdue() {
        assertThat(see(open(99_000))).as("a tenth of the time is more").isEmpty();
        assertThat(see(open(101_000))).hasSize(1);
    }

    @Test
    void aRequestThatLastsNoLongerThanOneThatEndedIsOnlySlow() {
        assertThat(see(open(300_000, 300_000))).isEmpty();
        assertThat(see(open(300_001, 300_000))).hasSize(1);
    }

    @Test
    void aMillionRequestsThatDoNotEndTakeNoLongerThanTheirNumber() {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("h"), 11, "srv");
        stage.runs(server, END);
        List<NamedInterval> all = new ArrayList<>();
        for (int n = 0; n < 1_000_000; n++) {
            all.add(new NamedInterval("l" + n % 1_000, "" + n, 0, server, n, END * Stage.US));
        }
        assertThat(see(Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(List.of(), all, List.of())).build()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith(
                        "1000000 requests do not end, 1000 of 1000 (l0), 1000 of 1000 (l1), 1000 of 1000 (l10) and those of 997 more labels."));
    }

    @Test
    void theRangeOfTheWorkDoesNotHideIt() {
        Analysis analysis = served(4, 4, Server.WAITS).question(Question.WORK).build();
        assertThat(see(analysis)).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).endsWith("What other findings tell is of the time before."));
    }

    @Test
    void whatMayLastAsLongAsItsProgramIsNoMoreThanGoodToKnow() {
        assertThat(see(few(2))).singleElement().satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
        assertThat(see(few(3))).singleElement().satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
        assertThat(see(few(0))).as("nothing ever ended").singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void ofSomeLabelsNobodySaysThatTheProgramStandsStill() {
        assertThat(see(served(1, 1, Server.WAITS).question(Question.ALL.with(IntervalLabels.LABEL, List.of("get"))).build()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.summary()).doesNotContain("No request has ended");
                });
    }

    /** Workers that are killed while they wait, beside a program that goes on. */
    static Analysis killed(int workers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int other = stage.thread(host, 12, "other");
        stage.runs(other, END);
        List<NamedInterval> ended = new ArrayList<>();
        for (int n = 0; n < 99; n++) {
            ended.add(interval("get", "o" + n, other, 10_000L * n, 10_000L * n + 3_000));
        }
        List<NamedInterval> open = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int worker = stage.thread(host, 11, "worker" + i);
            stage.runs(worker, 200_000).waits(worker, other, 600_000).runs(worker, 600_100);
            open.add(interval("get", "w" + i, worker, 200_000, END));
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(ended, open, List.of())).build();
    }

    @Test
    void aWorkerThatIsKilledInItsWaitDoesNotWaitForEver() {
        assertThat(see(killed(1))).singleElement().satisfies(
                finding -> assertThat(finding.summary()).endsWith("worker0 (h:102) began it and waits until it exits, 400 ms later."));
    }

    @Test
    void whoEndsPartsOfItsRequestAndThenHangsDoesNotGoOn() {
        Stage stage = HangingRequestsTest.hangs(1, 1, Client.OPEN, Server.WAITS, ANSWERED);
        List<NamedInterval> ended = new ArrayList<>();
        for (int n = 0; n < ANSWERED; n++) {
            ended.add(interval("get", "" + n, server(0), 5_000L * n + 1_400, 5_000L * n + 4_400));
        }
        ended.add(interval("query", "q", server(0), 101_500, 102_000));
        assertThat(see(Analysis.of(stage.builder.build())
                .intervals(new MatchedIntervals(ended, List.of(interval("get", "last", server(0), 101_400, END)), List.of())).build()))
                .singleElement().satisfies(finding -> assertThat(finding.summary())
                        .endsWith("srv-0 (B:104) began it and waits until the end: nobody wakes it."));
    }

    @Test
    void aClientThatIsStoppedWithRequestsUnderWayDoesNotHangThoughItsServerLives() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 11, "client");
        int server = stage.thread(host, 12, "server");
        List<NamedInterval> ended = new ArrayList<>();
        for (int n = 0; n < 50; n++) {
            stage.runs(client, 10_000L * n + 1_000).waits(client, server, 10_000L * n + 9_000);
            ended.add(interval("ask", "a" + n, client, 10_000L * n, 10_000L * n + 9_000));
            ended.add(interval("serve", "s" + n, server, 10_000L * n + 1_000, 10_000L * n + 8_000));
        }
        stage.runs(client, 501_000).waits(client, server, 502_000).runs(client, 502_100);
        stage.waits(server, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
        assertThat(see(Analysis.of(stage.builder.build())
                .intervals(new MatchedIntervals(ended, List.of(interval("ask", "last", client, 500_000, END)), List.of())).build()))
                .isEmpty();
    }

    @Test
    void threadsOfAProgramThatExitOneSoonAfterAnotherExitTogether() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int worker = stage.thread(host, 11, "worker");
        int sibling = stage.thread(host, 11, "sibling");
        int other = stage.thread(host, 12, "other");
        List<NamedInterval> ended = new ArrayList<>();
        for (int n = 0; n < ANSWERED; n++) {
            ended.add(interval("get", "" + n, worker, 10_000L * n, 10_000L * n + 3_000));
        }
        stage.runs(worker, 200_000).waits(worker, other, 600_000).runs(worker, 600_100).runs(sibling, 620_000).runs(other, END);
        assertThat(see(Analysis.of(stage.builder.build())
                .intervals(new MatchedIntervals(ended, List.of(interval("get", "last", worker, 200_000, END)), List.of())).build()))
                .singleElement().satisfies(finding -> assertThat(finding.summary()).contains("It lasted for 400 ms or more;",
                        "in the last 407 ms before the programs exit. worker (h:101) began it and waits until the end: nobody wakes it."));
    }

    @Test
    void aRangeToTheEndOfTheRecordingIsLookedAt() {
        assertThat(see(served(1, 1, Server.WAITS).question(Question.ALL.within(0, END * Stage.US)).build())).hasSize(1);
        assertThat(see(served(1, 1, Server.WAITS).question(Question.ALL.within(0, END * Stage.US - 1)).build())).isEmpty();
    }
}
