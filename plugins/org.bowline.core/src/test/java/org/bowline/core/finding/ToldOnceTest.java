/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.serial.LoadImbalanceTest;

class ToldOnceTest {
    private static Finding.Builder finding(String rule, Severity severity, String subject) {
        return Finding.of(new RuleInfo(rule, "It", "events", "It looks.", "It matters.", "Try.", List.of()), severity, 0.5).subject(subject)
                .summary(rule + " is so.");
    }

    private static Finding meets(Severity severity, String subject, int thread) {
        return finding("meets", severity, subject).evidence(new Evidence.Vertex(thread, 5, "waits")).build();
    }

    private static Finding knot(Severity severity) {
        return finding("knot", severity, "h:a, h:b").tells("meets", "h:a*", new Evidence.Vertex(1, 5, "waits")).build();
    }

    private static List<String> left(Finding... findings) {
        return ToldOnce.of(List.of(findings), Stream.of(findings).map(Finding::evidence).toList()).stream()
                .map(one -> one.rule() + " of " + one.subject()).toList();
    }

    @Test
    void whatAnotherFindingSaysIsLeftOut() {
        assertThat(left(meets(Severity.WARNING, "h:a*", 1), knot(Severity.WARNING))).containsExactly("knot of h:a, h:b");
    }

    @Test
    void whatIsWorseOrOfOthersOrOfAnotherRuleStays() {
        assertThat(left(knot(Severity.WARNING), meets(Severity.CRITICAL, "h:a*", 1))).hasSize(2);
        assertThat(left(knot(Severity.CRITICAL), meets(Severity.WARNING, "h:b*", 1))).hasSize(2);
        assertThat(left(knot(Severity.CRITICAL), meets(Severity.WARNING, "h:a*", 2))).as("of other threads with the same names").hasSize(2);
        assertThat(left(knot(Severity.CRITICAL), finding("sleeps", Severity.WARNING, "h:a*").build())).hasSize(2);
    }

    /** The last of what a finding points at is left out where code that is put among it takes the room. */
    @Test
    void whatHadNoRoomBesideCodeIsToldOnceAllTheSame() {
        Evidence code = new Evidence.Stack("flush\nmain", 40, "2 waits");
        Finding shown = finding("meets", Severity.WARNING, "h:a*").evidence(code).build();
        List<List<Evidence>> pointsAt = List.of(meets(Severity.WARNING, "h:a*", 1).evidence(), List.of());
        assertThat(ToldOnce.of(List.of(shown, knot(Severity.WARNING)), pointsAt)).extracting(Finding::rule).containsExactly("knot");
        List<List<Evidence>> atAnother = List.of(meets(Severity.WARNING, "h:a*", 2).evidence(), List.of());
        assertThat(ToldOnce.of(List.of(shown, knot(Severity.WARNING)), atAnother)).as("of other threads").hasSize(2);
    }

    @Test
    void aBarrierThatIsAKnotIsToldOnce() {
        Analysis analysis = Analysis.of(LoadImbalanceTest.changing(40, 6).builder.build()).question(Question.ALL)
                .build();
        Findings both = Findings.of(analysis);
        assertThat(both.findings()).extracting(Finding::rule).contains("dominant-knot").doesNotContain("load-imbalance");
        assertThat(both.rules()).extracting(Findings.Status::rule, Findings.Status::state, Findings.Status::reason)
                .contains(tuple("load-imbalance", Findings.State.QUIET, "what it found is part of another finding"));
        Findings without = analysis.get(RuleSet.installed().with("dominant-knot=off"));
        assertThat(without.findings()).extracting(Finding::rule).contains("load-imbalance");
    }

    @Test
    void ofTwoBarriersOfOneNameOnlyTheOneThatIsAKnotIsTold() {
        Stage stage = LoadImbalanceTest.changing(40, 6);
        LoadImbalanceTest.another(stage, 2, 12);
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.ALL).build();
        Findings without = analysis.get(RuleSet.installed().with("dominant-knot=off"));
        assertThat(without.findings()).extracting(Finding::rule, Finding::subject).containsExactly(tuple("load-imbalance", "h:omp*"),
                tuple("load-imbalance", "h:omp*"));
        Findings both = Findings.of(analysis);
        assertThat(both.findings()).filteredOn(finding -> finding.rule().equals("dominant-knot")).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("omp-0 (h:101) is last in "));
        assertThat(both.findings()).filteredOn(finding -> finding.rule().equals("load-imbalance")).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("omp-0 (h:105) is last in 11 of 11 phases."));
    }
}
