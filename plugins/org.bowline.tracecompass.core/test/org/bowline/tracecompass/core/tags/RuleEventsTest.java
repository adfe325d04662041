/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.tags;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.Recorded;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.findings.FindingsAnswer;

/** Rules that are told where modules belong, in the desktop. */
final class RuleEventsTest {
    private static final Path SERVER = ThreeTier.folder().resolveSibling("tagged-server").resolve("slow");
    private static final List<String> DECLARED = List.of("rule=tag-on-wrong-cpu=maintenance:1", "rule=background-ahead=maintenance");

    private static AnalysisResult read(Path folder) throws Exception {
        try (Experiment experiment = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.read(Progress.NONE).result();
        }
    }

    private static List<Finding> ofTags(Findings all) {
        return all.findings().stream().filter(one -> one.rule().equals("tag-on-wrong-cpu") || one.rule().equals("background-ahead"))
                .toList();
    }

    private static List<Finding> ofTags(AnalysisResult result, List<Path> traces, Question question) {
        List<Recorded> recorded = TraceFiles.recorded(List.of(SERVER), result, Progress.NONE);
        RuleEvents more = RuleEvents.read(traces, null, result, question, Progress.NONE);
        return ofTags(FindingsAnswer.of(result, recorded, null, more, question, Progress.NONE).findings());
    }

    @Test
    void whatIsDeclaredIsJudgedAsTheCommandLineJudgesIt() throws Exception {
        AnalysisResult result = read(SERVER);
        Question question = GivenOptions.of(DECLARED).in(Question.WORK);
        List<Finding> declared = ofTags(result, List.of(SERVER), question);
        Analysis command = Analysis.of(List.of(SERVER), OpenOptions.DEFAULT,
                question.with(Question.ANNOTATIONS, Question.Annotations.NEVER), Progress.NONE);
        assertThat(declared).extracting(Finding::rule).containsExactlyInAnyOrder("tag-on-wrong-cpu", "background-ahead");
        assertThat(declared).extracting(Finding::summary)
                .isEqualTo(ofTags(Findings.of(command)).stream().map(Finding::summary).toList());
        assertThat(ofTags(result, List.of(), question)).as("read once").isEqualTo(declared);
        assertThat(ofTags(result, List.of(SERVER), Question.WORK)).as("nothing is declared").isEmpty();
    }

    @Test
    void whatCannotBeReadForARuleIsACaveat() throws Exception {
        AnalysisResult result = read(SERVER);
        Question question = GivenOptions.of(DECLARED).in(Question.WORK);
        RuleEvents more = RuleEvents.read(List.of(ThreeTier.folder()), null, result, question, Progress.NONE);
        assertThat(more.caveats()).extracting(Caveat::kind).containsExactlyInAnyOrder("tags-not-read", "priorities-not-read");
        assertThat(more.caveats()).extracting(Caveat::text)
                .anyMatch(text -> text.startsWith("The priorities of threads cannot be read: "));
        assertThat(RuleEvents.read(List.of(), null, result, Question.WORK, Progress.NONE)).as("nobody wants any")
                .isSameAs(RuleEvents.NONE);
    }
}
