/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;

public class TracerCostTest {
    private static final TracerCost RULE = new TracerCost();

    /** A daemon and a program on two processors, for 100 ms. */
    public static Stage stage(String daemon, long runsMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int consumer = stage.thread(host, 101, daemon);
        int program = stage.thread(host, 102, "program");
        stage.runs(consumer, runsMicros).is(consumer, ThreadState.RUNNABLE, 100_000);
        stage.runs(program, 100_000);
        return stage;
    }

    @Test
    void aDaemonThatTakesAnEighthOfTheProcessorsCosts() {
        assertThat(stage("lttng-consumerd", 25_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .isEqualTo(
                            "The tracer's own threads run for 12.5 % of the time of 2 processors of h, 25.0 ms in all, which the work cannot use.");
        });
    }

    @Test
    void oneThatTakesLittleAndAProgramThatTakesMuchDoNot() {
        RuleOutcome quiet = stage("lttng-consumerd", 9_000).see(RULE);
        assertThat(quiet.findings()).isEmpty();
        assertThat(quiet.reason()).contains("4.50 %");
        assertThat(stage("consumer", 90_000).see(RULE).findings()).isEmpty();
    }

    /** A disk that serves a daemon for so long, and then a program. */
    public static Stage disk(long micros) {
        Stage stage = stage("lttng-relayd", 1_000);
        int disk = stage.builder.resource(0, VertexKind.DISK, "vda");
        stage.builder.request(disk, 0, 0, 0, micros * Stage.US);
        stage.builder.request(disk, 1, 0, 50_000 * Stage.US, 90_000 * Stage.US);
        return stage;
    }

    @Test
    void aDiskThatServesTheTracerCostsAndOneThatServesAlmostOnlyTheWorkDoesNot() {
        assertThat(disk(11_000).see(RULE).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary())
                        .isEqualTo("The tracer's requests keep disk vda (h) busy for 11.0 % of the range."));
        assertThat(disk(9_000).see(RULE).findings()).isEmpty();
    }
}
