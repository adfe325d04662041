/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.tags;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion.Cpu;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.tracecompass.core.ThreeTier;

/** Where the time of a range goes, by modules. */
final class TagsAnswerTest {
    private static final List<Path> TRACES = List.of(ThreeTier.folder().resolveSibling("tagged-server").resolve("slow"));

    private static TagsAnswer answer(AnalysisResult result, @Nullable Cpu cpu) {
        return TagsAnswer.of(result, TagEvents.read(TRACES, null, result, Progress.NONE), Question.ALL, cpu, Progress.NONE);
    }

    @Test
    void theProcessorThatCountsCanBeChosenAlsoWhereNoModuleRanOnIt() throws Exception {
        AnalysisResult result;
        try (Experiment experiment = Experiment.open(TRACES, OpenOptions.DEFAULT, Progress.NONE)) {
            result = experiment.read(Progress.NONE).result();
        }
        assertThat(answer(result, null).cpus()).containsExactly(new Cpu("A", 0), new Cpu("A", 1));
        assertThat(answer(result, new Cpu("A", 1)).cpus()).as("of all, not of that one").containsExactly(new Cpu("A", 0), new Cpu("A", 1));
        TagsAnswer idle = answer(result, new Cpu("A", 7));
        assertThat(idle.cpus()).containsExactly(new Cpu("A", 0), new Cpu("A", 1), new Cpu("A", 7));
        assertThat(idle.hosts()).isEmpty();
    }
}
