/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class ToldSinkTest {
    private static final DominantKnot RULE = new DominantKnot();

    /** A thread waits 9 of 10 ms for one that works all the time. */
    public static Stage asked() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int a = stage.thread(host, 1, "asks");
        int b = stage.thread(host, 2, "works");
        for (int i = 0; i < 50; i++) {
            stage.runs(a, 10_000L * i + 1_000).waits(a, b, 10_000L * (i + 1));
        }
        stage.runs(b, 500_000);
        return stage;
    }

    /** Some of one name, and a thread that waits for each; perhaps one of another name. */
    public static Stage several(int count, boolean other) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int k = 0; k < count + (other ? 1 : 0); k++) {
            int a = stage.thread(host, 1, "asks-" + k);
            int b = stage.thread(host, 10 + k, k < count ? "works" : "other");
            for (int i = 0; i < 50; i++) {
                stage.runs(a, 10_000L * i + 1_000).waits(a, b, 10_000L * (i + 1));
            }
            stage.runs(b, 500_000);
        }
        return stage;
    }

    @Test
    void ofSeveralSinksOfOneNameOneIsToldWithTheOthers() {
        assertThat(several(2, true).see(RULE).findings()).extracting(finding -> finding.summary()).containsExactlyInAnyOrder(
                "works (h:102) bounds the work: it is at work in 100 % of the range and waits for nobody, while on average 0.9 threads wait for it. So does works (h:104), at work in 100 %.",
                "other (h:106) bounds the work: it is at work in 100 % of the range and waits for nobody, while on average 0.9 threads wait for it.");
        assertThat(several(5, false).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).endsWith(" So do works ×4 (h), at work in 100 %."));
    }

    /**
     * Two of one name, told as one, and a thread that waits for each.
     *
     * @param sleeps for how many of each 10,000 µs each of them sleeps, one at their begin, the other one at their end
     * @param wants for how many they want a processor before the latter
     * @param waits for how many the first one waits for another thread after its sleep
     */
    static Analysis asOne(int sleeps, int wants, int waits) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] asks = {stage.thread(host, 1, "asks-0"), stage.thread(host, 2, "asks-1")};
        int[] works = {stage.thread(host, 11, "works"), stage.thread(host, 12, "works")};
        int keeps = stage.thread(host, 13, "keeps");
        for (int i = 0; i < 50; i++) {
            long begin = 10_000L * i;
            long end = begin + 10_000;
            if (sleeps > 0) {
                stage.waits(works[0], Cause.TIMER, timer, Timeline.NONE, begin + sleeps);
            }
            if (waits > 0) {
                stage.runs(keeps, begin + sleeps + waits).waits(works[0], keeps, begin + sleeps + waits).waits(keeps, Cause.TIMER, timer,
                        Timeline.NONE, end);
            }
            for (int k = 0; k < 2; k++) {
                stage.runs(asks[k], begin + 1_000).waits(asks[k], works[k], end);
                stage.runs(works[k], end - 5_000 - wants);
                stage.is(works[k], ThreadState.RUNNABLE, end - 5_000);
                stage.runs(works[k], k == 0 ? end : end - sleeps);
            }
            if (sleeps > 0) {
                stage.waits(works[1], Cause.TIMER, timer, Timeline.NONE, end);
            }
        }
        stage.runs(keeps, 500_000);
        return Analysis.of(stage.builder.build()).question(Question.ALL.with(Merging.MERGE_THREADS, List.of("works"))).build();
    }

    @Test
    void ofSeveralThatAreToldAsOneItIsSaidWhatAtLeastOneDoes() {
        assertThat(told(asOne(3_000, 1_500, 0)))
                .isEqualTo("works ×2 (h) bound the work: at least one of them is at work in 85.0 % of the range, in another"
                        + " 15.0 % at least one of them wants a processor and none has one, and at least one waits for timers in 60.0 %; they wait for nobody else, while on average 1.8 threads wait for them.");
        assertThat(told(asOne(0, 0, 0))).isEqualTo(
                "works ×2 (h) bound the work: at least one of them is at work in 100 % of the range, and they wait for nobody, while on average 1.8 threads wait for them.");
        assertThat(told(asOne(2_000, 0, 2_000))).startsWith("works ×2 (h)")
                .contains("at least one waits for timers in 40.0 % and for others in 20.0 %, while on average");
    }

    private static String told(Analysis analysis) {
        return Stage.see(RULE, analysis, RuleSettings.STANDARD).findings().get(0).summary();
    }

    /** On each of some hosts a part of one program that works, and so many that wait for it. */
    static Stage onHosts(int... waiting) {
        return onHosts(new int[] {400_000, 400_000, 400_000}, waiting);
    }

    /** Each for so long of 500 ms. */
    private static Stage onHosts(int[] works, int... waiting) {
        return wanting(0, works, waiting);
    }

    /** One thread that waits for another one shortly, and one that waits for it. */
    static Stage helpedShortly() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int part = stage.thread(host, 1, "rank");
        int helper = stage.thread(host, 1, "helps");
        int asks = stage.thread(host, 2, "asks");
        stage.runs(part, 390_000).runs(helper, 400_000).waits(part, helper, 400_000);
        stage.waits(part, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 500_000);
        stage.waits(helper, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 500_000);
        for (int i = 0; i < 50; i++) {
            stage.runs(asks, 10_000L * i + 1_000).waits(asks, part, 10_000L * (i + 1));
        }
        return stage;
    }

    /** The last so many of these µs it has no processor. */
    static Stage wanting(int wants, int[] works, int... waiting) {
        Stage stage = new Stage();
        int hosts = 0;
        for (int count : waiting) {
            int host = stage.host("h" + (char) ('1' + hosts++));
            int part = stage.thread(host, 1, "rank");
            stage.runs(part, works[host] - wants);
            if (wants > 0) {
                stage.is(part, ThreadState.RUNNABLE, works[host]);
            }
            stage.waits(part, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 500_000);
            for (int k = 0; k < count; k++) {
                int a = stage.thread(host, 2, "asks");
                for (int i = 0; i < 50; i++) {
                    stage.runs(a, 10_000L * i + 1_000).waits(a, part, 10_000L * (i + 1));
                }
            }
        }
        return stage;
    }

    @Test
    void ofThePartsOfAProgramOnSeveralHostsTheOneThatMostWaitForIsTold() {
        assertThat(onHosts(1, 3, 2).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).startsWith(
                "rank (h2:103) bounds the work: it is at work in 80.0 % of the range").endsWith(
                        "while on average 2.7 threads wait for it. So do rank (h3:107) and rank (h1:101), at work in 80.0 %."));
    }

    /** Twelve clients of another host wait for a server, and then for a timer; it waits for so long of each 10 ms until one of them, another one each time, asks again. */
    private static Stage asks(long micros) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int[] clients = new int[12];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = stage.thread(host, i + 3, "A");
        }
        int server = stage.thread(stage.host("B"), 3, "B");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 48; i++) {
            long t = 10_000L * i;
            for (int k = 0; k < clients.length; k++) {
                stage.waits(clients[k], Cause.TIMER, timer, Timeline.NONE, t + micros);
                int request = stage.packet(k, clients[k], Timeline.Opener.SENDER, t + micros - 10, t + micros);
                if (k == i % clients.length) {
                    stage.waits(server, Cause.NETWORK, clients[k], request, t + micros).runs(server, t + 10_000);
                }
            }
            for (int k = 0; k < clients.length; k++) {
                int answer = stage.packet(k, server, Timeline.Opener.RECEIVER, t + 9_990, t + 10_000);
                stage.waits(clients[k], Cause.NETWORK, server, answer, t + 10_000);
            }
        }
        return stage;
    }

    @Test
    void whoIsSeldomEnoughAtWorkAndHasNothingToDoMeanwhileBoundsNothing() {
        Analysis idle = Analysis.of(asks(1_000).builder.build()).build();
        assertThat(SinkWaits.of(idle, 12).idles(0.79)).isTrue();
        assertThat(SinkWaits.of(idle, 12).words(false)).isEqualTo(" and waits for new work in 10.0 % and for nobody else");
        assertThat(SinkWaits.of(idle, 12).idles(0.8)).as("it is nearly always at work").isFalse();
        assertThat(SinkWaits.of(Analysis.of(asks(990).builder.build()).build(), 12).idles(0.79)).as("for less than a tenth").isFalse();
        assertThat(SinkWaits.of(idle, 0).idles(0.79)).as("a client waits for its answer").isFalse();
    }

    @Test
    void theyAreAsBadAsTheWorstOfThemAndWhoIsMoreAtWorkIsToldByItself() {
        assertThat(onHosts(new int[] {380_000, 420_000}, 3, 1).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).startsWith("rank (h1:101) bounds the work: it is at work in 76.0 % of the range")
                    .endsWith(" So does rank (h2:105), at work in 84.0 %.");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        });
        assertThat(onHosts(new int[] {310_000, 490_000}, 5, 2).see(RULE).findings()).extracting(finding -> finding.severity())
                .containsExactlyInAnyOrder(Severity.WARNING, Severity.CRITICAL);
    }

    @Test
    void forHowLongTheOthersAreAtWorkIsWithoutTheTimeInWhichTheyOnlyWantAProcessor() {
        assertThat(wanting(100_000, new int[] {400_000, 440_000}, 3, 1).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith(
                                "rank (h1:101) bounds the work: it is at work in 60.0 % of the range, in another 20.0 % it wants a processor")
                        .endsWith(" So does rank (h2:105), at work in 68.0 %."));
    }

    @Test
    void aThreadThatWorksAllTheTimeWhileOthersWaitForItIsASinkThatDominates() {
        assertThat(asked().see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .isEqualTo("works (h:102) bounds the work: it is at work in 100 % of the range and waits for"
                                + " nobody, while on average 0.9 threads wait for it."));
    }

    @Test
    void aThreadThatOthersWaitForAndThatHasNoProcessorBoundsTheWorkForWhatItRunsOnly() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int a = stage.thread(host, 1, "asks");
        int b = stage.thread(host, 2, "works");
        for (int i = 0; i < 50; i++) {
            stage.runs(a, 10_000L * i + 1_000).waits(a, b, 10_000L * (i + 1));
            stage.runs(b, 10_000L * i + 2_500).is(b, ThreadState.PREEMPTED, 10_000L * (i + 1));
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.score()).isEqualTo(0.25);
            assertThat(finding.summary()).contains(
                    "it is at work in 25.0 % of the range, in another 75.0 % it wants a processor and has none, and waits for nobody");
        });
    }
}
