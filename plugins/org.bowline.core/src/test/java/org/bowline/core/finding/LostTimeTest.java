/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.TimelineBuilder;

/** Two hosts with a processor each, recorded for 1,000 ns: of host b something may be lost. */
class LostTimeTest {
    private static final int WORKER = 0;
    private static final int HELPER = 1;
    private static final int OTHER = 2;
    private static final RuleInfo RULE = new RuleInfo("slow", "Title", "nothing", "always", "because", "nothing", List.of());

    private static Caveat lost(long from, long to) {
        return new Caveat(Caveat.Severity.WARNING, "b", "lost-events", -1, from, to, "Some are missing.");
    }

    /** The worker is unknown for so long, and runs from then on; its helper is known all the time. */
    private static Analysis analysis(long unknown, Question question, Caveat... caveats) {
        TimelineBuilder builder = new TimelineBuilder();
        int a = builder.host("a");
        int b = builder.host("b");
        builder.thread(b, 11, 11, "worker");
        builder.thread(b, 12, 12, "helper");
        builder.thread(a, 11, 11, "other");
        if (unknown > 0) {
            builder.segment(WORKER, 0, unknown, ThreadState.UNKNOWN, 0);
        }
        builder.segment(WORKER, unknown, 1_000, ThreadState.RUNNING, 0);
        builder.segment(HELPER, 0, 1_000, ThreadState.RUNNABLE, 0);
        builder.segment(OTHER, 0, 1_000, ThreadState.RUNNING, 0);
        for (Caveat caveat : caveats) {
            builder.caveat(caveat);
        }
        return Analysis.of(builder.build()).question(question).build();
    }

    private static Finding finding(double score, Evidence... evidence) {
        Finding.Builder finding = Finding.of(RULE, Severity.CRITICAL, score).subject("b:worker").summary("It is slow.");
        for (Evidence one : evidence) {
            finding.evidence(one);
        }
        return finding.build();
    }

    private static Finding said(long unknown, double score, Evidence... evidence) {
        return LostTime.said(analysis(unknown, Question.ALL, lost(0, 1_000)), RULE, finding(score, evidence));
    }

    private static Evidence.Vertex vertex(int thread) {
        return new Evidence.Vertex(thread, 1_000, "");
    }

    @Test
    void aFindingAboutAThreadOfWhichMuchWasLostSaysHowMuchAndRestsOnTheCaveat() {
        assertThat(said(300, 0.9, vertex(WORKER))).satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "It is slow. For 30.0 % of the time of worker (b:11) it is not known what it did: events are missing (see the caveats).");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.caveats()).containsExactly(lost(0, 1_000));
        });
    }

    @Test
    void whatCostsLessThanIsUnknownIsNoLongerCritical() {
        assertThat(said(300, 0.4, vertex(WORKER))).satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .endsWith("events are missing (see the caveats), so this is a warning, and something else may matter more.");
        });
        assertThat(said(500, 1, vertex(WORKER)).severity()).isEqualTo(Severity.WARNING);
        assertThat(said(490, 7, vertex(WORKER)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void theTimeOfSeveralThreadsIsTakenTogetherAndThatOfTheirProcessorsTellsMore() {
        assertThat(said(300, 0.9, new Evidence.Edge(HELPER, WORKER, 1, 1, "")).summary())
                .contains("For 30.0 % of the time of the processors of b it is not known what ran there");
        assertThat(said(300, 0.9, new Evidence.OfHost(1, "")).summary()).contains("For 30.0 % of the time of the processors of b");
    }

    @Test
    void aFindingThatPointsAtNobodyIsOfTheWholeRange() {
        assertThat(said(300, 0.9, new Evidence.Range(0, 1, "")).summary()).contains("the processors of b");
    }

    /** What the tracer costs is measured, as other findings are; what is missing is what the others of the recording tell. */
    @Test
    void whatTheTracerCostsRestsOnLostTimeAndWhatIsMissingDoesNot() {
        RuleInfo lost = new RuleInfo("lost-events", "Title", "nothing", "always", "because", "nothing", List.of());
        for (RuleInfo rule : List.of(lost, lost.thatMeasures())) {
            Finding finding = Finding.of(rule, Severity.CRITICAL, 0.2).subject("b").summary("It is slow.").evidence(vertex(WORKER)).build();
            assertThat(LostTime.said(analysis(300, Question.ALL, lost(0, 1_000)), rule, finding).severity())
                    .isEqualTo(rule.measures() ? Severity.WARNING : Severity.CRITICAL);
        }
    }

    @Test
    void whatIsLostOnAnotherHostDoesNotTouchIt() {
        Finding finding = finding(0.1, vertex(OTHER));
        assertThat(LostTime.said(analysis(900, Question.ALL, lost(0, 1_000)), RULE, finding)).isSameAs(finding);
    }

    @Test
    void whatTwoCaveatsTellOfTheSameTimeIsMissingOnce() {
        Caveat late = new Caveat(Caveat.Severity.WARNING, "b", "late-begin", 1, 0, 300, "One begins later.");
        assertThat(LostTime.said(analysis(300, Question.ALL, late, lost(0, 1_000)), RULE, finding(0.9, vertex(WORKER))))
                .satisfies(finding -> {
                    assertThat(finding.summary()).contains("For 30.0 % of the time of worker (b:11)");
                    assertThat(finding.caveats()).containsExactly(late, lost(0, 1_000));
                });
    }

    @Test
    void littleThatWasLostIsLeftToTheCaveats() {
        Finding finding = finding(0.05, vertex(WORKER));
        assertThat(LostTime.said(analysis(90, Question.ALL, lost(0, 1_000)), RULE, finding)).isSameAs(finding);
    }

    @Test
    void withoutLossesNothingChangesThoughSomethingIsUnknown() {
        Finding finding = finding(0.1, vertex(WORKER));
        assertThat(LostTime.said(analysis(900, Question.ALL), RULE, finding)).isSameAs(finding);
    }

    @Test
    void whatWasLostOutsideOfTheRangeIsOfNoMatter() {
        Finding finding = finding(0.1, vertex(WORKER));
        assertThat(LostTime.said(analysis(900, Question.ALL.within(950, 1_000), lost(0, 900)), RULE, finding)).isSameAs(finding);
    }

    @Test
    void whereAWholeProcessorWasNotRecordedWhatRunsOnTheOtherIsNotAllThereIs() {
        Caveat processor = Caveat.of(Caveat.Severity.WARNING, "b", "unrecorded-processors", 1, "Nothing of one.");
        assertThat(LostTime.said(analysis(0, Question.ALL, lost(0, 1_000), processor), RULE, finding(0.9, vertex(WORKER))))
                .satisfies(finding -> {
                    assertThat(finding.summary()).contains("For 50.0 % of the time of the processors of b it is not known what ran there");
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                });
    }

    @Test
    void whatProgramsTellOfTheirLocksStaysCriticalAndSaysWhatIsMissing() {
        RuleInfo locks = new RuleInfo("stuck", "Title", "lock events of the programs (profile locks)", "always", "because", "nothing",
                List.of());
        assertThat(LostTime.said(analysis(900, Question.ALL, lost(0, 1_000)), locks, finding(1, vertex(WORKER)))).satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary())
                    .endsWith("For 90.0 % of the time of worker (b:11) it is not known what it did: events are missing (see the caveats).");
        });
    }

    @Test
    void aFindingAboutTheRecordingTellsThatItself() {
        Finding finding = Finding.of(new RuleInfo("lost-events", "T", "n", "a", "b", "c", List.of()), Severity.CRITICAL, 0.1)
                .summary("Lost.")
                .evidence(vertex(WORKER)).build();
        assertThat(LostTime.said(analysis(900, Question.ALL, lost(0, 1_000)), RULE, finding)).isSameAs(finding);
    }

    @Test
    void everyRulesFindingsAreTakenThroughIt() {
        Rule rule = new Rule() {
            @Override
            public RuleInfo info() {
                return RULE;
            }

            @Override
            public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
                return RuleOutcome.of(List.of(finding(0.4, vertex(WORKER))), "");
            }
        };
        Question question = Question.ALL.with(RuleSet.PARAMETER, RuleSet.of(List.of(rule)));
        assertThat(Findings.of(analysis(300, question, lost(0, 1_000))).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }
}
