/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class SleepsBesideTest {
    /** Three threads write in turn, for 8 of 10 ms each; who finds that another one does sleeps for so many of 10 ms, and computes for the rest. */
    public static Stage writers(long sleepMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < 3; i++) {
            stage.thread(host, 11, "w-" + i);
        }
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int turn = 0; turn < 90; turn++) {
            long t = 10_000L * turn;
            int writes = turn % 3;
            int request = stage.builder.request(disk, writes, (t + 2_000) * Stage.US, (t + 2_000) * Stage.US, (t + 10_000) * Stage.US);
            stage.builder.writes(request);
            stage.runs(writes, t + 2_000).waits(writes, Cause.DISK, disk, request, t + 10_000);
            for (int other = 1; other < 3; other++) {
                int finds = (turn + other) % 3;
                stage.runs(finds, t + 10_000 - sleepMicros).waits(finds, Cause.TIMER, timer, Timeline.NONE, t + 10_000);
            }
        }
        return stage;
    }

    @Test
    void whoSleepsUntilADiskIsFreeMaySleepLessWithoutWaitsForIt() {
        assertThat(writers(10_000).see(new DominantKnot()).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("The heaviest wait is that of w* ×3 (h) for disk vda (h): at least one of them waits so in 80.0 % of the range")
                .contains(" Without these waits the work would be at most 80.0 % shorter, if they sleep as long as now (an estimate)."));
    }

    @Test
    void whereTheySleepOnlyWhileAnotherOneWaitsNoConditionIsTold() {
        assertThat(writers(8_000).see(new DominantKnot()).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(" Without these waits the work would be at most ").doesNotContain("if they sleep"));
    }

    /** Three threads wait in turn for a fourth one, for 8 of 10 ms each, and sleep while it is the turn of another one. */
    @Test
    void whoAsksAThreadAndSleepsInBetweenPauses() {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < 3; i++) {
            stage.thread(host, 11, "asks-" + i);
        }
        int serves = stage.thread(host, 12, "serves");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int turn = 0; turn < 90; turn++) {
            long t = 10_000L * turn;
            stage.runs(turn % 3, t + 2_000).waits(turn % 3, serves, t + 10_000);
            for (int other = 1; other < 3; other++) {
                stage.waits((turn + other) % 3, Cause.TIMER, timer, Timeline.NONE, t + 10_000);
            }
        }
        Analysis analysis = Analysis.of(stage.runs(serves, 900_000).builder.build()).build();
        IntArrayList edges = new IntArrayList();
        for (int i = 0; i < 3; i++) {
            edges.add(analysis.graph().edge(i, serves));
        }
        assertThat(WaitsTogether.nanos(analysis, edges)).isEqualTo(720_000 * Stage.US);
        assertThat(SleepsBeside.condition(analysis, edges)).isEmpty();
    }
}
