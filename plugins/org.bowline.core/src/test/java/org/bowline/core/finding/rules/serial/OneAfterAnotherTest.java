/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class OneAfterAnotherTest {
    private static final OneAfterAnother RULE = new OneAfterAnother();

    /** A script starts so many commands, each of which computes for 20 ms and sleeps for so many of these, and works for 5 ms after each. */
    public static Stage script(int commands, int sleepMillis) {
        Stage stage = new Stage();
        int host = stage.host("h");
        add(stage, host, commands, sleepMillis, 5);
        return stage;
    }

    /** After each command of 20 ms the script works for so long itself. */
    static Stage working(int ownMillis) {
        Stage stage = new Stage();
        add(stage, stage.host("h"), 40, 0, ownMillis);
        return stage;
    }

    private static void add(Stage stage, int host, int commands, int sleepMillis, int ownMillis) {
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int script = stage.thread(host, 10 + stage.count(), "script");
        for (int i = 0; i < commands; i++) {
            long t = (20_000L + 1_000L * ownMillis) * i;
            int command = stage.thread(host, 10 + stage.count(), "cmd");
            stage.builder.parent(command, script);
            stage.from(command, t);
            if (sleepMillis > 0) {
                stage.waits(command, Cause.TIMER, timer, Timeline.NONE, t + 1_000L * sleepMillis);
            }
            stage.runs(command, t + 20_000);
            stage.waits(script, command, t + 20_000).runs(script, t + 20_000 + 1_000L * ownMillis);
        }
    }

    /** Two commands at a time, of which the script waits for the second. */
    static Stage pairs(int pairs) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int script = stage.thread(host, 10, "script");
        for (int i = 0; i < pairs; i++) {
            long t = 25_000L * i;
            for (int k = 0; k < 2; k++) {
                int command = stage.thread(host, 10 + stage.count(), "cmd");
                stage.builder.parent(command, script);
                stage.from(command, t).runs(command, t + 20_000);
                if (k == 1) {
                    stage.waits(script, command, t + 20_000).runs(script, t + 25_000);
                }
            }
        }
        return stage;
    }

    @Test
    void aScriptThatRunsOneCommandAfterAnotherIsToldWithWhatTheProcessorsCouldDo() {
        assertThat(script(40, 0).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:script");
            assertThat(finding.summary())
                    .isEqualTo("script (h:101) runs 40 commands one after another and waits for them: for 800 ms, 80.0 % of"
                            + " the range, in 40 waits. On average 1.0 thread runs, or wants to, on h, which has 4 processors: if these shared that, the work"
                            + " would be at most 75.0 % shorter (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void theWorkCannotBecomeShorterByMoreThanTheWaitsForCommands() {
        assertThat(working(15).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).contains(
                ", 57.1 % of the range, in 40 waits. On average 1.0 thread runs, or wants to, on h, which has 4 processors. Without these waits the work would be at most 57.1 % shorter (an estimate)."));
    }

    @Test
    void commandsThatRunBesideEachOtherOrSleepAreNotToldOfNorAreFew() {
        assertThat(pairs(40).see(RULE).findings()).as("two at a time").isEmpty();
        assertThat(script(40, 10).see(RULE).findings()).as("they sleep for half of their time").hasSize(1);
        assertThat(script(40, 11).see(RULE).findings()).as("they mostly sleep").isEmpty();
        assertThat(script(9, 0).see(RULE).findings()).as("they live for a ninth of the range").isEmpty();
        assertThat(pairs(40).see(RULE).reason())
                .isEqualTo("no thread starts 10 short-lived processes one after another and waits for them in"
                        + " 50.0 % of the range, while processors have nothing to do");
    }

    /** Forty commands that sleep for 15 of 20 ms, and a server that the script or somebody else has started, which is always at work. */
    private static Stage withServer(boolean ofScript) {
        Stage stage = script(40, 15);
        int server = stage.thread(0, 2_000, "server");
        if (ofScript) {
            stage.builder.parent(server, 0);
        }
        return stage.runs(server, 1_000_000);
    }

    @Test
    void whatAServerDoesThatTheScriptHasStartedIsNotTheWorkOfItsCommands() {
        assertThat(withServer(false).see(RULE).findings()).isEmpty();
        assertThat(withServer(true).see(RULE).findings()).isEmpty();
    }

    @Test
    void twoScriptsRunTheirCommandsBesideEachOther() {
        Stage stage = script(40, 0);
        add(stage, 0, 40, 0, 5);
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void ofAScriptThatIsACommandOfAnotherTheOuterOneIsTold() {
        Stage nested = new Stage();
        int host = nested.host("h");
        int outer = nested.thread(host, 10, "outer");
        for (int part = 0; part < 20; part++) {
            int inner = nested.thread(host, 20 + part, "inner");
            nested.builder.parent(inner, outer);
            nested.from(inner, 50_000L * part);
            for (int i = 0; i < 2; i++) {
                long t = 50_000L * part + 20_000L * i;
                int command = nested.thread(host, 100 + nested.count(), "cmd");
                nested.builder.parent(command, inner);
                nested.from(command, t).runs(command, t + 20_000);
                nested.waits(inner, command, t + 20_000);
            }
            nested.runs(inner, 50_000L * part + 40_001);
            nested.waits(outer, inner, 50_000L * part + 40_001).runs(outer, 50_000L * (part + 1));
        }
        assertThat(nested.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("outer (h:101) runs 20 commands one after another"));
    }

    /** A server starts forty scripts, one after another or two at a time, each of which starts so many commands of 6 ms, one after another. */
    static Stage scripts(int commands, boolean beside) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int server = stage.thread(host, 11, "httpd");
        for (int i = 0; i < 40; i++) {
            long t = (6_000L * commands + 1_000) * (beside ? i / 2 : i);
            int script = stage.thread(host, 100 + stage.count(), "cgi");
            stage.builder.parent(script, server);
            stage.from(script, t);
            for (int k = 0; k < commands; k++) {
                int command = stage.thread(host, 100 + stage.count(), "sed");
                stage.builder.parent(command, script);
                stage.from(command, t + 6_000L * k).runs(command, t + 6_000L * (k + 1));
                stage.waits(script, command, t + 6_000L * (k + 1));
            }
            stage.runs(script, t + 6_000L * commands + 1_000);
        }
        return stage.waits(server, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, (6_000L * commands + 1_000) * (beside ? 20 : 40));
    }

    @Test
    void scriptsThatAServerRunsForItsRequestsAreToldTogether() {
        assertThat(scripts(3, false).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("h:cgi");
            assertThat(finding.summary())
                    .isEqualTo("cgi ×40 (h) run 120 commands one after another and wait for them: for 720 ms, 94.7 % of"
                            + " the range, in 120 waits. On average 1.0 thread runs, or wants to, on h, which has 4 processors: if these shared that, the work"
                            + " would be at most 75.0 % shorter (an estimate).");
        });
    }

    @Test
    void scriptsThatRunBesideEachOtherAndThoseOfOneCommandAreNotTold() {
        assertThat(scripts(3, true).see(RULE).findings()).as("two at a time").isEmpty();
        assertThat(scripts(2, false).see(RULE).findings()).hasSize(1);
        assertThat(scripts(1, false).see(RULE).findings()).as("the server has started each by itself").isEmpty();
    }

    @Test
    void whoIsBelowAScriptThatIsToldIsOfItsCommands() {
        Analysis analysis = Analysis.of(scripts(3, false).builder.build()).build();
        assertThat(OneAfterAnother.tells(analysis, new int[] {2, 3, 4})).isTrue();
        assertThat(OneAfterAnother.tells(analysis, new int[] {1, 2})).as("the first is the script").isFalse();
        assertThat(OneAfterAnother.tells(Analysis.of(scripts(3, true).builder.build()).build(), new int[] {2, 3, 4})).isFalse();
    }
}
