/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareFindingRow.Side;
import org.bowline.runs.compare.CompareRows;

/** What the rules found in two sets of runs, side by side. */
class ComparedFindingsTest {
    private static RunFacts run(FindingFact... findings) {
        RunFacts.Builder run = new RunFacts.Builder("run");
        for (FindingFact finding : findings) {
            run.finding(finding);
        }
        return run.build();
    }

    private static FindingFact found(String rule, String subject, Severity severity, String summary) {
        return new FindingFact(rule, subject, severity, summary, false);
    }

    private static FindingFact failed(String rule) {
        return new FindingFact(rule, "rule", Severity.CRITICAL, "it failed", true);
    }

    @Test
    void aFindingIsTheSameByItsRuleAndItsSubjectWhateverItsFigures() {
        List<CompareFindingRow> rows = CompareRows.findings(
                List.of(run(found("unanswered", "A:x", Severity.WARNING, "7 times"),
                        found("lock-convoy", "A:x", Severity.CRITICAL, "old"))),
                List.of(run(found("unanswered", "A:x", Severity.CRITICAL, "9 times"), found("unanswered", "A:y", Severity.INFO, "twice"))));
        assertThat(rows).containsExactly(
                new CompareFindingRow("lock-convoy", new Side("A:x", 1, 0, "critical", "old"), Side.none(0)),
                new CompareFindingRow("unanswered", new Side("A:x", 1, 0, "warning", "7 times"),
                        new Side("A:x", 1, 0, "critical", "9 times")),
                new CompareFindingRow("unanswered", Side.none(0), new Side("A:y", 1, 0, "info", "twice")));
        assertThat(rows).extracting(CompareFindingRow::isGone).containsExactly(true, false, false);
        assertThat(rows).extracting(CompareFindingRow::isNew).containsExactly(false, false, true);
    }

    @Test
    void aKnotThatOneThreadMoreBelongsToIsTheSameAndOneOfOthersIsAnother() {
        RunFacts before = run(found("dominant-knot", "A:client, B:server", Severity.WARNING, "two"));
        RunFacts after = run(found("dominant-knot", "A:other, B:other", Severity.CRITICAL, "others"),
                found("dominant-knot", "A:client, B:server, C:disk", Severity.WARNING, "three"),
                found("lock-convoy", "A:client, B:server", Severity.WARNING, "of another rule"));
        assertThat(CompareRows.findings(List.of(before), List.of(after))).containsExactly(
                new CompareFindingRow("dominant-knot", Side.none(0), new Side("A:other, B:other", 1, 0, "critical", "others")),
                new CompareFindingRow("dominant-knot", new Side("A:client, B:server", 1, 0, "warning", "two"),
                        new Side("A:client, B:server, C:disk", 1, 0, "warning", "three")),
                new CompareFindingRow("lock-convoy", Side.none(0), new Side("A:client, B:server", 1, 0, "warning", "of another rule")));
    }

    @Test
    void ofSeveralRunsTheWorstIsToldAndInHowManyItIs() {
        RunFacts none = run();
        RunFacts warning = run(found("unanswered", "A:x", Severity.WARNING, "some"));
        RunFacts critical = run(found("unanswered", "A:x", Severity.CRITICAL, "many"), found("unanswered", "A:x", Severity.INFO, "few"));
        assertThat(CompareRows.findings(List.of(none, warning, critical, warning), List.of(none, none)))
                .containsExactly(new CompareFindingRow("unanswered", new Side("A:x", 3, 0, "critical", "many"), Side.none(0)));
    }

    /** Else a rule that fails in the new build would look like a problem that is solved. */
    @Test
    void whereARuleFailedItIsNotKnownWhetherItsFindingIsGone() {
        RunFacts before = run(found("unanswered", "A:x", Severity.WARNING, "some"));
        CompareFindingRow row = CompareRows.findings(List.of(before), List.of(run(failed("unanswered")), run(failed("lock-convoy"))))
                .get(0);
        assertThat(row.fresh()).isEqualTo(Side.none(1));
        assertThat(row.isGone()).isFalse();
        assertThat(CompareRows.findings(List.of(run(failed("unanswered"))), List.of(run()))).as("a failure is not a finding").isEmpty();
    }
}
