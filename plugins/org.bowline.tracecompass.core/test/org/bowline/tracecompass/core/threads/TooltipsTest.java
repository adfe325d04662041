/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.ThreeTier;

/** What there is to say of a moment of a thread beside its row. */
final class TooltipsTest {
    private final AnalysisResult result = ThreeTier.result();
    private final Timeline timeline = result.timeline();
    private final Tooltips tips = new Tooltips(result);

    /** The tooltip of the first segment of a thread that is like this. */
    private Map<String, String> of(String name, ThreadState state, Cause cause) {
        int thread = ThreeTier.thread(name);
        for (int segment = timeline.firstSegment(thread); segment < timeline.firstSegment(thread + 1); segment++) {
            if (timeline.state(segment) == state && timeline.cause(segment) == cause) {
                return tips.of(thread, timeline.start(segment));
            }
        }
        throw new AssertionError(name + " is never " + state + ' ' + cause);
    }

    @Test
    void whoRunsHasAProcessorAndWhoWaitsTheLastOne() {
        assertThat(of("w1-client", ThreadState.RUNNING, Cause.NONE)).containsKeys("State", "CPU").doesNotContainKeys("Last CPU",
                "Woken by");
        assertThat(of("w1-client", ThreadState.BLOCKED, Cause.NETWORK)).containsKeys("State", "On the way", "Last CPU")
                .doesNotContainKey("CPU");
    }

    @Test
    void aPacketFromAnotherHostIsToldWithTheErrorOfBothClocks() {
        assertThat(of("w1-client", ThreadState.BLOCKED, Cause.NETWORK).get("On the way")).matches("[\\d.]+ [mµn]?s, clock error ± .*");
    }

    @Test
    void whoWaitsForADiskIsNotWokenByItButWaitsForIt() {
        assertThat(of("w1-backend", ThreadState.BLOCKED, Cause.DISK)).containsKeys("Waits for").doesNotContainKey("Woken by");
        assertThat(of("w1-backend", ThreadState.BLOCKED, Cause.DISK).get("Waits for")).matches("disk vd[a-z] \\(C\\)");
    }

    @Test
    void thereAreFourPartsAtMost() {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int segment = timeline.firstSegment(thread); segment < timeline.firstSegment(thread + 1); segment++) {
                assertThat(tips.of(thread, timeline.start(segment))).hasSizeBetween(1, 4);
            }
        }
    }

    @Test
    void beforeAThreadLivesThereIsNothingToSay() {
        int client = ThreeTier.thread("w1-client");
        assertThat(tips.of(client, timeline.threadStart(client) - 1)).isEmpty();
        assertThat(tips.of(client, timeline.threadEnd(client))).isEmpty();
    }
}
