/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class SleepsOfMachineTest {
    /** A thread of a program of Java that another one, which sleeps for 8 of 10 ms, wakes each time. */
    private static Stage awaits(String sleeper) {
        return awaits(sleeper, "handler");
    }

    private static Stage awaits(String sleeper, String waiting) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int sleeps = stage.thread(host, 11, sleeper);
        int works = stage.thread(host, 11, waiting);
        stage.runs(stage.thread(host, 11, "VM Thread"), 10);
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(sleeps, Cause.TIMER, timer, Timeline.NONE, t + 8_000).runs(sleeps, t + 9_000);
            stage.waits(works, sleeps, t + 9_000).runs(works, t + 10_000);
            stage.runs(sleeps, t + 10_000);
        }
        return stage;
    }

    @Test
    void theThreadsOfAVirtualMachineOfJavaWaitUntilTheyAreWanted() {
        assertThat(awaits("VM Thread").see(new SleepWhileAwaited()).findings()).isEmpty();
        assertThat(awaits("Service Thread").see(new SleepWhileAwaited()).findings()).isEmpty();
    }

    @Test
    void anotherThreadOfItsProgramSleeps() {
        assertThat(awaits("cleaner").see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("cleaner (h:101) sleeps while others wait for it"));
    }

    @Test
    void whereOnlyTheMachineWaitsNobodyLosesAnything() {
        assertThat(awaits("cleaner", "C1 CompilerThre").see(new SleepWhileAwaited()).findings()).isEmpty();
    }
}
