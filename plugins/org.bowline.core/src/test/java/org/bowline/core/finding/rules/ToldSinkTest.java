/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.ThreadState;

class ToldSinkTest {
    private static final DominantKnot RULE = new DominantKnot();

    /** A thread waits 9 of 10 ms for one that works all the time. */
    static Stage asked() {
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
