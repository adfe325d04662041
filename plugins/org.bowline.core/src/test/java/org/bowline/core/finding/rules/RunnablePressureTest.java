/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.ThreadState;

class RunnablePressureTest {
    /** Threads that take turns on one processor. */
    private static RuleOutcome turns(int threads) {
        Stage turns = new Stage();
        int other = turns.host("h");
        turns.builder.thread(other, 0, 0, "swapper/0");
        int[] all = new int[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = turns.builder.thread(other, 10 + i, 1, "t-" + i);
        }
        turns.builder.segment(0, 0, 400_000 * Stage.US, ThreadState.RUNNABLE, 0);
        for (int i = 0; i < 400; i++) {
            for (int t = 0; t < threads; t++) {
                turns.builder.segment(all[t], 1_000L * i * Stage.US, 1_000L * (i + 1) * Stage.US, t == i % threads ? ThreadState.RUNNING
                        : ThreadState.PREEMPTED, 0);
            }
        }
        return turns.see(new RunnablePressure());
    }

    @Test
    void fourThreadsOnOneProcessorPress() {
        assertThat(turns(4).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("loaded by 100 %", "3.0 more threads", "75.0 %");
        });
    }

    @Test
    void oneThreadOnOneProcessorDoesNot() {
        assertThat(turns(1).findings()).isEmpty();
    }
}
