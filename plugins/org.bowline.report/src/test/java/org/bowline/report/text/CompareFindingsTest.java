/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareFindingRow.Side;
import org.bowline.report.text.CompareFindings.Where;

/** What is said of findings that came, went or stayed. */
class CompareFindingsTest {
    private static final Side NONE = Side.none(0);
    private static final Side WARNING = new Side("A:x", 1, 0, "warning", "It waits.");
    private static final Side CRITICAL = new Side("A:x", 1, 0, "critical", "It waits long.");
    private static final Side NOTE = new Side("A:x", 1, 0, "info", "It is there.");

    private static CompareFindingRow row(Side base, Side fresh) {
        return new CompareFindingRow("unanswered", base, fresh);
    }

    @Test
    void theSentenceCountsWhatCameWentAndStayedAndLeavesNotesOut() {
        List<CompareFindingRow> rows = List.of(row(CRITICAL, NONE), row(WARNING, NONE), row(WARNING, NOTE), row(NOTE, NONE),
                row(NONE, NOTE));
        assertThat(CompareFindings.summary(rows)).hasValue("Of the findings that are more than a note, 2 are in BASE alone, none in NEW"
                + " alone and 1 in both (unanswered). That is not tested against chance.");
        assertThat(CompareFindings.summary(List.of(row(NONE, WARNING)))).get().asString()
                .startsWith("Of the findings that are more than a note, none is in BASE alone, 1 in NEW alone and none in both. ");
        assertThat(CompareFindings.summary(List.of(row(WARNING, CRITICAL))))
                .hasValue("All findings that are more than a note are in both (unanswered).");
        assertThat(CompareFindings.summary(List.of(row(NOTE, NONE), row(NOTE, NOTE)))).isEmpty();
    }

    @Test
    void whereNothingIsKnownOfOneSetTheFindingIsNeitherNewNorGone() {
        CompareFindingRow row = row(WARNING, Side.none(1));
        assertThat(CompareFindings.in(Where.BOTH, List.of(row))).containsExactly(row);
        assertThat(CompareFindings.in(Where.BASE, List.of(row))).isEmpty();
        assertThat(CompareFindings.text(row.fresh(), 1)).isEqualTo("not known, as the rule failed");
        assertThat(CompareFindings.text(row.fresh(), 3)).isEqualTo("not known of 1 of 3 runs, in which the rule failed");
    }

    @Test
    void ofSeveralRunsItIsSaidInHowManyItIs() {
        assertThat(CompareFindings.text(WARNING, 1)).isEqualTo("It waits.");
        assertThat(CompareFindings.text(new Side("A:x", 2, 0, "warning", "It waits."), 3))
                .isEqualTo("It waits. (in 2 of 3 runs, which differ in their figures)");
        assertThat(CompareFindings.text(WARNING, 3)).isEqualTo("It waits. (in 1 of 3 runs)");
        assertThat(CompareFindings.text(new Side("A:x", 2, 1, "warning", "It waits."), 3)).isEqualTo(
                "It waits. (in 2 of 3 runs, which differ in their figures; not known of 1 of 3 runs, in which the rule failed)");
        assertThat(CompareFindings.text(NONE, 3)).isEqualTo("in no run");
    }

    @Test
    void theSeverityIsSaidOnceUnlessItChanged() {
        assertThat(CompareFindings.name(row(WARNING, WARNING))).isEqualTo("warning: unanswered");
        assertThat(CompareFindings.name(row(NONE, CRITICAL))).isEqualTo("critical: unanswered");
        assertThat(CompareFindings.name(row(WARNING, CRITICAL))).isEqualTo("warning in BASE, critical in NEW: unanswered");
    }
}
