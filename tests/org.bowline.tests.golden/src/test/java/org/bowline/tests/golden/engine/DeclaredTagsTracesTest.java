/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.trace.OpenOptions;
import org.bowline.testkit.TaggedTrace;

/** The rules on declared tags, from written traces whose truth is known, and from the sample server with and without its faults. */
class DeclaredTagsTracesTest {
    private static final long MILLIS = 1_000_000;
    private static final int LOOP = 100;
    private static final int TIDY = 101;

    @TempDir private Path directory;

    private static Analysis analysis(Path traces, Question question, String... rules) throws IOException {
        return Analysis.of(List.of(traces), OpenOptions.DEFAULT,
                question.with(RuleSet.PARAMETER, RuleSet.PARAMETER.read(List.of(rules))), Progress.NONE);
    }

    private static List<Finding> findings(Analysis analysis, String rule) {
        return Findings.of(analysis).findings().stream().filter(finding -> finding.rule().equals(rule)).toList();
    }

    /** The tidier runs from 10 to 30 ms on processor 0; the loop, which is woken after 14 ms, waits for it for 16 ms. */
    private void server(int tidierPriority) throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.priority(TIDY, tidierPriority);
            trace.run(0, LOOP, 0, 10 * MILLIS).run(0, TIDY, 10 * MILLIS, 30 * MILLIS)
                    .wake(0, LOOP, 14 * MILLIS, 30 * MILLIS, 40 * MILLIS).run(0, TIDY, 50 * MILLIS, 55 * MILLIS);
            trace.tag(0, TIDY, 10 * MILLIS + 1, "switch", "maintenance/compact").tag(0, LOOP, 1, "switch", "net/parse");
        }
    }

    @Test
    void prioritiesAreReadWhereARuleNeedsThemOnly() throws IOException {
        server(39);
        Analysis analysis = analysis(directory, Question.ALL, "background-ahead=maintenance");
        assertThat(findings(analysis, "background-ahead")).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains(
                        "maintenance ran for 16.0 ms while other threads waited for its processor, 64.0 % of the time for which it ran: 1 wait,"
                                + " 16.0 ms of them in all. It is t100 (server:100) that waited.")
                .contains("who waited had the higher priority (in the longest wait 20 for who waited, 39 for the background;"));
        assertThat(analysis.get(TagQuestion.PRIORITIES).isEmpty()).isFalse();
        Analysis without = analysis(directory, Question.ALL);
        assertThat(without.get(TagQuestion.PRIORITIES)).isSameAs(PriorityLog.EMPTY);
        assertThat(without.tags().isEmpty()).isTrue();
        assertThat(findings(without, "background-ahead")).isEmpty();
    }

    @Test
    void backgroundThatHasThePriorityOfTheOthersIsToldSo() throws IOException {
        server(20);
        assertThat(findings(analysis(directory, Question.ALL, "background-ahead=maintenance"), "background-ahead")).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("both had the same priority (in the longest wait 20"));
    }

    @Test
    void theFaultOfTheSampleServerIsFoundAndItsCorrectionIsQuiet() throws IOException {
        String declared = "tag-on-wrong-cpu=maintenance:1";
        Analysis slow = analysis(Recording.own("tagged-server").resolve("slow"), Question.WORK, declared);
        assertThat(findings(slow, "tag-on-wrong-cpu")).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:maintenance");
            assertThat(finding.summary()).contains("479 ms of 479 ms, 100 % of its running time: s-tidy (A:278) on processor 0.");
            assertThat(NextStep.after(slow, finding)).startsWith("bowline tags TRACE");
            assertThat(NextStep.kind(slow, finding)).isEqualTo(NextStep.Kind.FINDINGS);
        });
        assertThat(findings(analysis(Recording.own("tagged-server").resolve("fast"), Question.WORK, declared), "tag-on-wrong-cpu"))
                .isEmpty();
    }

    @Test
    void whoWaitedForTheTidierOfTheSampleServerIsToldWithThePriorities() throws IOException {
        Analysis slow = analysis(Recording.own("tagged-server").resolve("slow"), Question.WORK, "background-ahead=maintenance");
        assertThat(findings(slow, "background-ahead")).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("maintenance ran for 203 ms while other threads waited", "It is s-loop (A:272) that waited.",
                        "both had the same priority"));
        Analysis fast = analysis(Recording.own("tagged-server").resolve("fast"), Question.WORK, "background-ahead=maintenance");
        assertThat(findings(fast, "background-ahead")).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("s-files (A:278) waited longest",
                        "who waited had the higher priority (in the longest wait 20 for who waited, 39"));
    }

    @Test
    void aNameThatNoTagHasAndARecordingWithoutTagsAreTold() throws IOException {
        server(20);
        assertThat(findings(analysis(directory, Question.ALL, "background-ahead=maintainance,net"), "background-ahead")).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("Nothing ran in maintainance in the range"));
        assertThat(
                findings(analysis(Recording.own("lock-contention"), Question.WORK, "tag-on-wrong-cpu=maintenance:0"), "tag-on-wrong-cpu"))
                .singleElement().satisfies(finding -> assertThat(finding.summary()).contains("The recording has no tags"));
    }

    @Test
    void eventsOfTheUsersOwnAreDeclaredAlikeAndTheNextStepHasThem() throws IOException {
        String stages = "begin=wl:stage_begin,end=wl:stage_end,path=name";
        Question question = Question.WORK.with(TagQuestion.EVENTS, TagQuestion.EVENTS.read(List.of(stages)));
        Analysis analysis = analysis(Recording.own("three-tier"), question, "tag-on-wrong-cpu=*:7");
        assertThat(findings(analysis, "tag-on-wrong-cpu")).isNotEmpty()
                .allSatisfy(finding -> assertThat(NextStep.after(analysis, finding)).isEqualTo("bowline tags TRACE --tags " + stages));
    }
}
