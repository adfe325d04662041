/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.Progress;
import org.bowline.report.page.SweepFigures;
import org.bowline.report.rows.SweepInput;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults.Recordings;

/** What the view Compare shows of a sweep. */
class SweepAnswerTest {
    @TempDir Path directory;

    private Path runs() throws IOException {
        StringBuilder csv = new StringBuilder("build,clients,run,throughput\n");
        for (int run = 1; run <= 4; run++) {
            for (String level : List.of("old,1,100", "old,8,300", "old,64,280", "new,1,130", "new,8,310", "new,64,90")) {
                int comma = level.lastIndexOf(',');
                csv.append(level, 0, comma).append(',').append(run).append(',').append(Integer.parseInt(level.substring(comma + 1)) + run)
                        .append('\n');
            }
        }
        return Files.writeString(directory.resolve("runs.csv"), csv);
    }

    private static SweepInput swept(Path runs) {
        CompareAnswer answer = CompareAnswer.ofSweep(runs, Sweep.Question.DEFAULT, Recordings.ALL, Progress.NONE);
        assertThat(answer).isInstanceOf(CompareAnswer.Swept.class);
        return ((CompareAnswer.Swept) answer).input();
    }

    @Test
    void picturesOfThePageCanBeDrawnWithAPointForEachRunOfEachBuild() throws IOException {
        SweepInput input = swept(runs());
        SweepFigures.Figure curves = SweepFigures.curves(input, "", false);
        PageFigure figure = PageFigure.of(curves.svg());
        assertThat(curves.keys()).extracting(SweepFigures.Key::style).containsExactly("build0", "build1");
        assertThat(curves.keys()).extracting(SweepFigures.Key::name).containsExactly("old", "new");
        List<PageFigure.Dot> dots = figure.shapes().stream().filter(PageFigure.Dot.class::isInstance).map(PageFigure.Dot.class::cast)
                .toList();
        assertThat(dots).filteredOn(dot -> dot.style().isEmpty()).hasSize(24).extracting(PageFigure.Dot::group).containsOnly("build0",
                "build1");
        assertThat(dots).filteredOn(dot -> dot.group().equals("build1")).extracting(PageFigure.Dot::tip)
                .contains("new, 64 clients: 91.0 per second");
        assertThat(dots).filteredOn(dot -> dot.style().equals("fallen")).hasSize(1).allMatch(ring -> ring.group().equals("build1"));
        Set<String> styles = figure.shapes().stream().map(PageFigure.Shape::style).collect(Collectors.toSet());
        assertThat(styles).contains("frame", "grid", "zero", "unseen", "box", "whisker", "middle", "curve");
    }

    @Test
    void theRatioHasNoCurveOfTheBase() throws IOException {
        SweepFigures.Figure ratio = SweepFigures.curves(swept(runs()), "", true);
        assertThat(ratio.keys()).extracting(SweepFigures.Key::name).containsExactly("new");
        assertThat(PageFigure.of(ratio.svg()).shapes()).extracting(PageFigure.Shape::group).contains("build1").doesNotContain("build0");
        assertThat(PageFigure.of(ratio.svg()).shapes()).extracting(PageFigure.Shape::style).contains("reach");
    }

    @Test
    void theFolderOfASweepIsAskedAsItsFileIs() throws IOException {
        assertThat(swept(runs()).rows()).isEqualTo(swept(directory).rows());
    }

    @Test
    void whatIsNoSweepIsRefusedInASentence() throws IOException {
        assertThat(CompareAnswer.ofSweep(directory.resolve("gone"), Sweep.Question.DEFAULT, Recordings.NONE, Progress.NONE))
                .isInstanceOfSatisfying(CompareAnswer.Refused.class, refused -> assertThat(refused.why()).contains("there is no file"));
        assertThat(CompareAnswer.ofSweep(runs(), new Sweep.Question("other", 0.2, List.of()), Recordings.NONE, Progress.NONE))
                .isInstanceOfSatisfying(CompareAnswer.Refused.class,
                        refused -> assertThat(refused.why()).contains("there is no build 'other'; there are old, new"));
    }
}
