/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.ThresholdsTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class ComputingTest {
    private static final Computing RULE = new Computing();

    /** In a second: threads that run, or want to, for so many milliseconds each, half and half, and then sleep. */
    public static Stage threads(int count, int atWorkMillis) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < count; i++) {
            int thread = stage.thread(host, 10, "spin-" + i);
            stage.runs(thread, 500L * atWorkMillis).is(thread, ThreadState.PREEMPTED, 1_000L * atWorkMillis);
            stage.waits(thread, Cause.TIMER, timer, Timeline.NONE, 1_000_000);
        }
        return stage;
    }

    /** The same, while a client asks a server so many times. */
    public static Stage besideAServer(int times) {
        Stage stage = threads(3, 900);
        int client = stage.thread(0, 20, "client");
        int server = stage.thread(0, 21, "server");
        for (int i = 0; i < times; i++) {
            stage.runs(client, 2_000L * i + 1_000).waits(server, client, 2_000L * i + 1_000);
            stage.runs(server, 2_000L * i + 2_000).waits(client, server, 2_000L * i + 2_000);
        }
        return stage;
    }

    @Test
    void threadsThatRunOrWantToAllTheTimeAreWhatBoundsTheWorkWhereNobodyWaits() {
        assertThat(threads(3, 900).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:spin-0");
            assertThat(finding.summary())
                    .startsWith("spin* ×3 (h) compute: they run in 45.0 % of the range and want a processor in 45.0 %");
        });
        assertThat(threads(3, 890).see(RULE).findings().get(0).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void oneOfThemThatEndsBeforeTheOthersIsOneOfThem() {
        Stage stage = threads(2, 950);
        stage.runs(stage.thread(0, 10, "spin-2"), 600_000);
        assertThat(stage.see(RULE).findings().get(0).summary()).startsWith("spin* ×3 (h) compute: they run in 51.7 % of the range");
        Stage shorter = threads(2, 950);
        shorter.runs(shorter.thread(0, 10, "spin-2"), 400_000);
        assertThat(shorter.see(RULE).findings().get(0).summary()).startsWith("spin-0 (h:101) and spin-1 (h:102) compute");
    }

    /** The same, while events are missing of another host. */
    public static Stage besideLosses() {
        Stage stage = threads(3, 900);
        stage.host("clients");
        stage.builder.caveat(new Caveat(Caveat.Severity.WARNING, "clients", "lost-events", -1, 0, 1_000_000_000, "Some are missing."));
        return stage;
    }

    /** That nobody waits says nothing of a host of which events are missing. */
    @Test
    void itPointsAtHostsWhoseWaitsMayBeMissing() {
        Stage stage = threads(3, 900);
        stage.host("clients");
        assertThat(stage.see(RULE).findings().get(0).evidence()).noneMatch(Evidence.OfHost.class::isInstance);
        assertThat(besideLosses().see(RULE).findings().get(0).evidence()).contains(new Evidence.OfHost(1, "waits that are not recorded"));
    }

    /** The same, where of the other host's only processor it is known for so long what ran there, and events are missing in that time. */
    private static boolean pointsAtLosses(long knownMillis, long fromNanos, long toNanos) {
        Stage stage = threads(3, 900);
        int clients = stage.host("clients");
        stage.runs(stage.thread(clients, 20, "client"), 1_000 * knownMillis);
        stage.builder.caveat(new Caveat(Caveat.Severity.WARNING, "clients", "lost-events", -1, fromNanos, toNanos, "Some are missing."));
        return stage.see(RULE).findings().get(0).evidence().contains(new Evidence.OfHost(clients, "waits that are not recorded"));
    }

    @Test
    void lossesThatAreSmallOrOutsideOfTheRangeDoNotMatter() {
        assertThat(pointsAtLosses(890, 0, 1_000_000_000)).isTrue();
        assertThat(pointsAtLosses(910, 0, 1_000_000_000)).as("less than a tenth").isFalse();
        assertThat(pointsAtLosses(890, 1_000_000_000, 2_000_000_000)).as("after the range").isFalse();
    }

    @Test
    void whereThreadsWaitForEachOtherAgainAndAgainTheKnotTellsMore() {
        assertThat(besideAServer(3).see(RULE).findings()).isEmpty();
        assertThat(besideAServer(1).see(RULE).findings()).hasSize(1);
    }

    /** A source hands a relay something every 10 ms, which the relay hands on after 2 ms of work; the sink works for so long on each, and waits for the next if it has time. */
    public static Stage pipeline(long workMicros, boolean answers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int source = stage.thread(host, 10, "source");
        int relay = stage.thread(host, 11, "relay");
        int sink = stage.thread(host, 12, "sink");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(source, Cause.TIMER, timer, Timeline.NONE, t + 1_000).runs(source, t + 1_100);
            stage.waits(relay, source, t + 1_100).runs(relay, t + 3_100);
            if (answers) {
                stage.waits(source, sink, t + 10_000).waits(relay, sink, t + 10_000);
            } else {
                stage.waits(source, Cause.TIMER, timer, Timeline.NONE, t + 10_000).waits(relay, Cause.TIMER, timer, Timeline.NONE,
                        t + 10_000);
            }
            stage.runs(sink, t + workMicros - 9_000).waits(sink, relay, t + 3_100).runs(sink, t + 10_000);
        }
        return stage;
    }

    @Test
    void whoIsAtTheEndOfAChainAndHardlyEverWaitsBoundsTheWork() {
        assertThat(pipeline(11_000, false).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo("sink (h:103) bounds the work: it runs in 89.0 % of the range and wants a processor in"
                    + " 0.00 %. It waits for others only now and then, and nobody waits for it: what it does on the processors is what takes the time.");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:sink");
        });
        assertThat(pipeline(9_900, false).see(RULE).findings()).as("it has time").isEmpty();
        assertThat(pipeline(11_000, true).see(RULE).findings()).as("others wait for it").isEmpty();
    }

    @Test
    void whoWaitsForMuchOfTheTimeDoesNotOnlyCompute() {
        assertThat(threads(3, 590).see(RULE).findings()).isEmpty();
    }

    @Test
    void whatThoseThatComputeWaitForInTheRestIsToldIfItIsATenth() {
        assertThat(threads(1, 650).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary()).startsWith("spin-0 (h:101) computes: it runs in 32.5 % of the range")
                    .endsWith("(perf record -g). It waits for timers in 35.0 % of the range.");
        });
        assertThat(threads(1, 901).see(RULE).findings().get(0).summary()).endsWith("(perf record -g).");
        assertThat(threads(2, 650).see(RULE).findings().get(0).summary())
                .endsWith(" They wait for timers in 35.0 % of the range, on average.");
    }

    @Test
    void whoComputesForLessDoesNotHideWhoDoesNothingElse() {
        Stage stage = threads(1, 950);
        for (int i = 1; i < 4; i++) {
            int other = stage.thread(0, 10, "spin-" + i);
            stage.runs(other, 650_000).waits(other, Cause.TIMER, stage.builder.resource(0, VertexKind.TIMER, "timer"), Timeline.NONE,
                    1_000_000);
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).startsWith("spin-0 (h:101) computes: it runs in 47.5 %")
                    .contains(" What bounds the work is what it does on");
        });
    }

    @Test
    void nothingIsSaidOfThreadsThatLiveForLessThanHalf() {
        Stage stage = threads(1, 50);
        stage.runs(stage.thread(0, 10, "short"), 350_000);
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        assertThat(RULE.evaluate(analysis, ThresholdsTest.with(RULE, "min-share", 0.3)).findings()).isEmpty();
    }

    @Test
    void whoIsAtTheEndOfAChainAndWaitsForAFifthOfTheTimeMayBeHeldUpByOthers() {
        assertThat(pipeline(10_150, false).see(RULE).findings()).as("80.5 %").hasSize(1);
        assertThat(pipeline(10_050, false).see(RULE).findings()).as("79.5 %").isEmpty();
    }
}
