/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.event.RecordedFacts;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.Recorded;
import org.bowline.report.analyses.FindingText;
import org.bowline.report.rows.FindingRows;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.analysis.TraceFiles;

final class FindingsPageTest {
    private static final Recorded ALL = new Recorded(true, true, EnumSet.allOf(RecordedFacts.Sort.class));
    private final FindingsAnswer answer = FindingsAnswer.of(ThreeTier.result(),
            TraceFiles.recorded(List.of(ThreeTier.folder()), ThreeTier.result(), Progress.NONE), Question.WORK, Progress.NONE);

    private static FindingsPage page(FindingsAnswer of, Integer... unfolded) {
        return FindingsPage.of(of, Set.of(unfolded), Long::toString);
    }

    private static String words(FindingsPage page, FindingsPage.Piece piece) {
        return page.text().substring(piece.begin(), piece.end());
    }

    /** A rule that says one thing. */
    private record Says(String id, RuleOutcome outcome) implements Rule {
        @Override
        public RuleInfo info() {
            return new RuleInfo(id, "The rule " + id, "nothing", "always", "Because of " + id + ".", "Try without.", List.of());
        }

        @Override
        public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
            return outcome;
        }
    }

    private static FindingsAnswer by(List<Recorded> recorded, Rule... rules) {
        return FindingsAnswer.of(ThreeTier.result(), recorded, Question.WORK.with(RuleSet.PARAMETER, RuleSet.of(List.of(rules))),
                Progress.NONE);
    }

    @Test
    void everyFindingIsToldInTheWordsOfTheCommandLine() throws Exception {
        Analysis commandLine = Analysis.of(List.of(ThreeTier.folder()), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
        List<RuleInfo> infos = RuleSet.installed().infos();
        FindingsPage page = page(answer);
        assertThat(answer.findings().findings()).isNotEmpty().extracting(Finding::summary)
                .isEqualTo(Findings.of(commandLine).findings().stream().map(Finding::summary).toList());
        assertThat(page.text()).contains("Of " + commandLine.range().sentence() + ".");
        assertThat(answer.caveats()).containsExactlyInAnyOrderElementsOf(commandLine.caveats(List.of(Analysis.GRAPH)))
                .isSortedAccordingTo(Comparator.comparing(Caveat::severity).reversed());
        FindingRows.of(Findings.of(commandLine)).forEach(row -> assertThat(page.text()).contains(FindingText.heading(row, infos) + "\n"
                + row.finding().summary() + "\nWhy it matters: " + row.finding().why() + "\nWhat to try: " + row.finding().advice()
                + "\n"));
    }

    @Test
    void everyLinkIsWhereItsWordsAre() {
        FindingsPage page = page(answer, 1, 0);
        assertThat(page.links()).isNotEmpty();
        int last = 0;
        for (FindingsPage.Piece piece : page.pieces()) {
            assertThat(piece.begin()).isGreaterThanOrEqualTo(last);
            assertThat(words(page, piece)).doesNotContain("\n").isNotBlank();
            assertThat(page.linkAt(piece.begin())).isEqualTo(piece.link());
            assertThat(page.linkAt(piece.end() - 1)).isEqualTo(piece.link());
            last = piece.end();
        }
        assertThat(page.linkAt(-1)).isNull();
        assertThat(page.linkAt(page.text().length())).isNull();
        assertThat(page.linkAt(page.text().indexOf("Why it matters"))).isNull();
    }

    @Test
    void whatComesNextIsALinkToThePathThatTheCommandWouldShow() {
        Finding finding = answer.findings().findings().stream()
                .filter(one -> NextStep.kind(answer.analysis(), one) == NextStep.Kind.PATH).findFirst().orElseThrow();
        int thread = NextStep.thread(ThreeTier.result().timeline(), finding);
        FindingsPage page = page(answer);
        FindingsPage.Piece link = page.links().stream()
                .filter(piece -> words(page, piece).equals("Show the critical path of " + answer.analysis().phrase(thread))).findFirst()
                .orElseThrow();
        assertThat(link.link()).isEqualTo(new FindingsPage.Go(new Place(answer.analysis().fromNanos(), answer.analysis().toNanos(), thread,
                List.of(), Place.View.PATH)));
        assertThat(NextStep.after(answer.analysis(), finding))
                .as("of an edge the command lists the waits, the window shows the waiting thread's path")
                .containsAnyOf("critical-path", "waits").contains(":" + ThreeTier.result().timeline().tid(thread));
    }

    @Test
    void muchEvidenceIsFoldedUntilItIsWanted() {
        int number = 0;
        for (Finding finding : answer.findings().findings()) {
            number++;
            if (finding.evidence().size() > FindingsPage.FEW) {
                int hidden = finding.evidence().size() - FindingsPage.FEW;
                FindingsPage folded = page(answer);
                FindingsPage.Unfold more = new FindingsPage.Unfold(number);
                FindingsPage.Piece link = folded.links().stream().filter(piece -> more.equals(piece.link())).findFirst().orElseThrow();
                assertThat(words(folded, link)).isEqualTo("\u2026 and " + (hidden + finding.evidenceLeftOut()) + " more");
                assertThat(page(answer, number).text().lines().filter(line -> line.contains("\u2022")).count())
                        .isEqualTo(folded.text().lines().filter(line -> line.contains("\u2022")).count() + hidden
                                - (finding.evidenceLeftOut() == 0 ? 1 : 0));
                return;
            }
        }
        throw new AssertionError("no finding has much evidence");
    }

    @Test
    void noneSaysWhatWasLookedForAndWhatCouldNotBe() {
        FindingsPage page = page(by(List.of(ALL, ALL, ALL), new Says("quiet", RuleOutcome.of(List.of(), "all was calm")),
                new Says("blind", RuleOutcome.notApplicable("there was no light"))));
        assertThat(page.text()).startsWith("No rule found anything.\nOf ")
                .contains("Looked for, and not found:\n    \u2022 The rule quiet: all was calm.\n")
                .contains("Could not be looked for:\n    \u2022 The rule blind: there was no light.\n").doesNotContain("Not recorded");
        assertThat(page.links()).isEmpty();
    }

    @Test
    void noneSaysWhatWasNotRecordedOnWhichHost() {
        Recorded noDisks = new Recorded(true, false, EnumSet.complementOf(EnumSet.of(RecordedFacts.Sort.DISK_REQUESTS)));
        Recorded noWakeUps = new Recorded(true, false, EnumSet.complementOf(EnumSet.of(RecordedFacts.Sort.WAKE_UPS)));
        Recorded noKernel = new Recorded(false, true, Set.of());
        String text = page(by(List.of(noDisks, noWakeUps, noKernel))).text();
        assertThat(text).contains("Not recorded on host A: disk requests.\n").doesNotContain("host B: ")
                .contains("Not recorded on host C: threads and waits (no kernel trace).\n");
        assertThat(page(by(List.of())).text()).contains("It is not known which events were recorded");
    }

    @Test
    void besideFindingsTheRulesThatFoundNothingAreOneLine() {
        RuleInfo loud = new Says("loud", RuleOutcome.of(List.of(), "")).info();
        Finding finding = Finding.of(loud, Severity.WARNING, 1).subject("x").summary("It is\nloud.").build();
        FindingsAnswer both = by(List.of(ALL, ALL, ALL), new Says("loud", RuleOutcome.of(List.of(finding), "")),
                new Says("quiet", RuleOutcome.of(List.of(), "all was calm")));
        FindingsPage folded = page(both);
        assertThat(folded.text()).startsWith("Findings: 1 warning\n").contains("1. warning: The rule loud (loud)\nIt is; loud.\n")
                .contains("1 rule found nothing").doesNotContain("all was calm");
        assertThat(page(both, 0).text()).contains("The rule quiet: all was calm.").doesNotContain("1 rule found nothing");
    }

    @Test
    void whoCancelsGetsNothing() {
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> FindingsAnswer.of(ThreeTier.result(), List.of(), Question.WORK, cancelled))
                .isInstanceOf(CancelledException.class);
    }
}
