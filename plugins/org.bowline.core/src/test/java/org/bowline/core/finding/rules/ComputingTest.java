/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class ComputingTest {
    private static final Computing RULE = new Computing();

    /** In a second: threads that run, or want to, for so many milliseconds each, half and half, and then sleep. */
    static Stage threads(int count, int atWorkMillis) {
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
    static Stage besideAServer(int times) {
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

    @Test
    void whereThreadsWaitForEachOtherAgainAndAgainTheKnotTellsMore() {
        assertThat(besideAServer(3).see(RULE).findings()).isEmpty();
        assertThat(besideAServer(1).see(RULE).findings()).hasSize(1);
    }

    @Test
    void whoWaitsForAFifthOfTheTimeDoesNotOnlyCompute() {
        assertThat(threads(3, 790).see(RULE).findings()).isEmpty();
    }
}
