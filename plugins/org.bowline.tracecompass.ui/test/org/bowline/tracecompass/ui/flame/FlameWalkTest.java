/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.swt.SWT;
import org.junit.jupiter.api.Test;

import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.ui.flame.FlameWalk.Step;

/** Where the keys lead in a flame graph. */
final class FlameWalkTest {
    /** Two hosts; the first has two threads, of which the second has the wider function. */
    private static FlameTree tree() {
        FlameTree.Builder builder = new FlameTree.Builder(10);
        builder.add(List.of("A", "main", "read"), 300, 0);
        builder.add(List.of("A", "main", "tiny"), 1, 0);
        builder.add(List.of("A", "main"), 200, 0);
        builder.add(List.of("A", "idle", "nothing"), 0, 0);
        builder.add(List.of("A", "log", "sync"), 400, 0);
        builder.add(List.of("B", "db", "wait"), 99, 0);
        return builder.build();
    }

    private static String next(String from, Step step, long least) {
        FlameTree tree = tree();
        int frame = FlameTree.NONE;
        for (int i = 1; i < tree.size(); i++) {
            frame = tree.name(i).equals(from) ? i : frame;
        }
        int next = FlameWalk.next(tree, frame, step, least);
        return next == FlameTree.NONE ? "none" : tree.name(next);
    }

    @Test
    void anyKeyBeginsAtTheFirstFrame() {
        for (Step step : Step.values()) {
            assertThat(next("", step, 1)).isEqualTo("A");
        }
        assertThat(FlameWalk.next(new FlameTree.Builder(3).build(), FlameTree.NONE, Step.IN, 1)).isEqualTo(FlameTree.NONE);
    }

    @Test
    void upAndDownLeadToTheFrameAroundAndToTheWidestWithin() {
        assertThat(next("A", Step.IN, 1)).isEqualTo("main");
        assertThat(next("main", Step.IN, 1)).isEqualTo("read");
        assertThat(next("log", Step.IN, 1)).isEqualTo("sync");
        assertThat(next("sync", Step.OUT, 1)).isEqualTo("log");
        assertThat(next("log", Step.OUT, 1)).isEqualTo("A");
    }

    @Test
    void leftAndRightGoAlongALevelWhateverItsFramesAreWithin() {
        assertThat(next("read", Step.RIGHT, 1)).isEqualTo("tiny");
        assertThat(next("tiny", Step.RIGHT, 1)).isEqualTo("sync");
        assertThat(next("sync", Step.RIGHT, 1)).as("past a frame without time").isEqualTo("wait");
        assertThat(next("wait", Step.LEFT, 1)).isEqualTo("sync");
        assertThat(next("A", Step.RIGHT, 1)).isEqualTo("B");
    }

    @Test
    void homeAndEndLeadToTheEndsOfALevel() {
        assertThat(next("sync", Step.FIRST, 1)).isEqualTo("read");
        assertThat(next("sync", Step.LAST, 1)).isEqualTo("wait");
        assertThat(next("A", Step.LAST, 1)).isEqualTo("B");
    }

    @Test
    void whereNothingIsTheFrameStays() {
        assertThat(next("A", Step.OUT, 1)).isEqualTo("A");
        assertThat(next("A", Step.LEFT, 1)).isEqualTo("A");
        assertThat(next("B", Step.RIGHT, 1)).isEqualTo("B");
        assertThat(next("wait", Step.IN, 1)).isEqualTo("wait");
        assertThat(next("wait", Step.RIGHT, 1)).isEqualTo("wait");
        assertThat(next("idle", Step.IN, 1)).as("what is within has no time").isEqualTo("idle");
    }

    @Test
    void whatIsNarrowerThanAPixelIsPassedOver() {
        assertThat(next("read", Step.RIGHT, 2)).isEqualTo("sync");
        assertThat(next("sync", Step.LEFT, 2)).isEqualTo("read");
        assertThat(next("db", Step.IN, 100)).isEqualTo("db");
        assertThat(next("sync", Step.LAST, 100)).isEqualTo("sync");
    }

    @Test
    void theWindowMovesNoFurtherThanAFrameNeeds() {
        assertThat(FlameWalk.begin(100, 200, 120, 30)).as("in sight").isEqualTo(100);
        assertThat(FlameWalk.begin(100, 200, 300, 30)).as("to the right of it").isEqualTo(230);
        assertThat(FlameWalk.begin(100, 200, 20, 30)).as("to the left of it").isEqualTo(20);
        assertThat(FlameWalk.begin(100, 200, 50, 500)).as("all around it").isEqualTo(100);
        assertThat(FlameWalk.begin(100, 200, 180, 500)).as("wider, and hardly in sight").isEqualTo(180);
        assertThat(FlameWalk.begin(500, 600, 20, 500)).as("wider, and hardly in sight at its end").isEqualTo(420);
    }

    @Test
    void otherKeysAreNotSteps() {
        assertThat(Step.of(SWT.ARROW_DOWN)).isEqualTo(Step.IN);
        assertThat(Step.of(SWT.HOME)).isEqualTo(Step.FIRST);
        assertThat(Step.of('w')).isNull();
    }
}
