/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.runs.sweep.Sweep;

/** What is asked of a sweep. */
final class ShownSweepTest {
    private static final double NONE = Double.NaN;

    @TempDir Path folder;

    private static SweepInput of(String... loads) {
        List<SweepRow> rows = List.of(loads).stream()
                .map(load -> new SweepRow(load, "even", 1, List.of(1.0), 1, NONE, NONE, NONE, NONE, NONE,
                        NONE, NONE, 1, "scaling", "", NONE, NONE))
                .toList();
        return new SweepInput("1", "even", 0.2, rows, List.of(), SweepInput.Recorded.NONE, List.of());
    }

    @Test
    void theFileInItsFolderStandsForTheFolderWhoseRecordingsAreRead() {
        assertThat(ShownSweep.of(folder.resolve("runs.csv")).runs()).isEqualTo(folder);
        assertThat(ShownSweep.of(folder).runs()).isEqualTo(folder);
        assertThat(ShownSweep.of(folder.resolve("mine.csv")).runs()).as("a file of another name stands for itself")
                .isEqualTo(folder.resolve("mine.csv"));
        assertThat(ShownSweep.of(Path.of("runs.csv")).runs()).as("a name alone has no folder").isEqualTo(Path.of("runs.csv"));
        assertThat(ShownSweep.of(folder.resolve("old/runs.csv")).name()).isEqualTo("old");
        assertThat(ShownSweep.of(Path.of("/")).name()).isEqualTo("/");
    }

    @Test
    void aFolderWithRunsIsASweepAndAFolderOfResultsIsNot() throws IOException {
        assertThat(ShownSweep.isIn(folder)).isFalse();
        Files.writeString(folder.resolve("runs.csv"), "build,clients,run,throughput\n");
        assertThat(ShownSweep.isIn(folder)).isTrue();
        assertThat(ShownSweep.isIn(folder.resolve("nowhere"))).isFalse();
    }

    @Test
    void whatIsAskedChangesOneThingAtATime() {
        ShownSweep asked = ShownSweep.of(folder);
        assertThat(asked.question()).isEqualTo(Sweep.Question.DEFAULT);
        ShownSweep other = asked.under("rw").against("new").fallenBelow(0.5);
        assertThat(other.load()).isEqualTo("rw");
        assertThat(other.question().base()).isEqualTo("new");
        assertThat(other.question().fallen()).isEqualTo(0.5);
        assertThat(other.runs()).isEqualTo(folder);
        assertThat(other.against("old").question().fallen()).isEqualTo(0.5);
        assertThat(other.under("ro").question()).isEqualTo(other.question());
    }

    @Test
    void aLoadThatTheSweepDoesNotHaveGivesWayToItsFirst() {
        ShownSweep asked = ShownSweep.of(folder);
        assertThat(asked.load(of("ro", "rw"))).isEqualTo("ro");
        assertThat(asked.under("rw").load(of("ro", "rw"))).isEqualTo("rw");
        assertThat(asked.under("rw").load(of(""))).as("another file, without loads").isEmpty();
    }

    @Test
    void theShareThatIsAskedAtFirstIsInTheMenu() {
        assertThat(ShownSweep.FALLEN).contains(Sweep.Question.DEFAULT.fallen()).isSorted().doesNotHaveDuplicates();
    }
}
