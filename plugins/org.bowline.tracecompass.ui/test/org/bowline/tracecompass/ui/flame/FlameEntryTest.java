/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.junit.jupiter.api.Test;

import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.core.flame.FlameAnswer;
import org.bowline.tracecompass.core.flame.FlameAnswer.What;

/** Levels of a flame graph as rows, and what is told of their frames. */
final class FlameEntryTest {
    private static FlameAnswer answer(What what, boolean codeKnown) {
        FlameTree.Builder builder = new FlameTree.Builder(10);
        builder.add(List.of("A", "main", "read"), 600, 0);
        builder.add(List.of("A", "main", "sync"), 299, 0);
        builder.add(List.of("A", "main", "tiny"), 1, 0);
        builder.add(List.of("A", "main"), 100, 0);
        return new FlameAnswer(what, builder.build(), codeKnown, true, List.of());
    }

    private static List<String> bars(int level, long from, long to, long pixel) {
        FlameAnswer answer = answer(What.BLOCKED, true);
        List<String> bars = new ArrayList<>();
        for (Iterator<ITimeEvent> events = new FlameEntry(answer, level).getTimeEventsIterator(from, to, pixel); events.hasNext();) {
            FlameEntry.Bar bar = (FlameEntry.Bar) events.next();
            bars.add(answer.tree().name(bar.frame()) + ' ' + bar.getTime() + '+' + bar.getDuration());
        }
        return bars;
    }

    @Test
    void aRowHasTheFramesOfItsLevelSideBySide() {
        assertThat(bars(1, 0, 1_000, 0)).containsExactly("A 0+1000");
        assertThat(bars(3, 0, 1_000, 0)).containsExactly("read 0+600", "sync 600+299", "tiny 899+1");
        FlameEntry row = new FlameEntry(answer(What.BLOCKED, true), 3);
        assertThat(row.level()).isEqualTo(3);
        assertThat(row.getEndTime()).isEqualTo(1_000);
    }

    @Test
    void onlyWhatIsInSightAndAsWideAsAPixelIsMade() {
        assertThat(bars(3, 600, 1_000, 0)).containsExactly("sync 600+299", "tiny 899+1");
        assertThat(bars(3, 0, 599, 0)).containsExactly("read 0+600");
        assertThat(bars(3, 0, 1_000, 2)).containsExactly("read 0+600", "sync 600+299");
    }

    @Test
    void aFrameIsToldWithItsPartsOfAllAndOfTheFrameAroundIt() {
        FlameAnswer blocked = answer(What.BLOCKED, true);
        assertThat(FlamePresentation.facts(blocked, 1)).containsEntry("Blocked", "1.00 µs").containsEntry("Of all", "100.0 %")
                .doesNotContainKey("Of the frame above").containsEntry("Itself", "0 ns");
        assertThat(FlamePresentation.facts(blocked, 2)).containsEntry("Itself", "100 ns");
        assertThat(FlamePresentation.facts(blocked, 3)).containsEntry("Blocked", "600 ns").containsKey("Of the frame above")
                .doesNotContainKey("Itself");
        assertThat(FlamePresentation.facts(answer(What.RUNNING, true), 3)).containsEntry("Running", "600 ns");
    }

    @Test
    void theLineAboveThePictureSaysWhetherTheCodeIsKnown() {
        assertThat(FlamePane.ofAll(answer(What.BLOCKED, true))).isEqualTo("1.00 µs of blocked time. Double-click a frame to zoom to it.");
        assertThat(FlamePane.ofAll(answer(What.BLOCKED, false))).isEqualTo(
                "1.00 µs of blocked time by thread and cause: no code was recorded (profile waits-stacks does). Double-click a frame to zoom to it.");
        assertThat(FlamePane.ofAll(answer(What.RUNNING, true))).isEqualTo("1.00 µs of running time. Double-click a frame to zoom to it.");
    }
}
