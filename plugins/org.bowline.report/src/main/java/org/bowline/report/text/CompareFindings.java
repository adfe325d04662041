/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.util.List;
import java.util.Optional;

import org.bowline.core.finding.Severity;
import org.bowline.report.rows.CompareFindingRow;

/** What the rules found in two sets of runs, in words, the same on the terminal and on the page. */
public final class CompareFindings {
    /** Where findings are, in the order in which they are told. */
    public enum Where {
        /** In runs of BASE, and in none of NEW. */
        BASE("Findings in BASE alone"),
        /** In runs of NEW, and in none of BASE. */
        NEW("Findings in NEW alone"),
        /** In both, or in one, where it is not known of the other. */
        BOTH("Findings in both");

        private final String heading;

        Where(String heading) {
            this.heading = heading;
        }

        /** A heading. */
        public String heading() {
            return heading;
        }
    }

    private CompareFindings() {}

    /** Those that are somewhere, as far as they are more than a note in any run. */
    public static List<CompareFindingRow> in(Where where, List<CompareFindingRow> findings) {
        return findings.stream().filter(CompareFindings::matters).filter(finding -> where(finding) == where).toList();
    }

    private static boolean matters(CompareFindingRow finding) {
        return matters(finding.base()) || matters(finding.fresh());
    }

    private static boolean matters(CompareFindingRow.Side side) {
        return side.runs() > 0 && !side.severity().equals(Severity.INFO.label());
    }

    private static Where where(CompareFindingRow finding) {
        return finding.isGone() ? Where.BASE : finding.isNew() ? Where.NEW : Where.BOTH;
    }

    /** How many are where, and which rules found what is in both; empty if there are none. */
    public static Optional<String> summary(List<CompareFindingRow> findings) {
        int base = in(Where.BASE, findings).size();
        int fresh = in(Where.NEW, findings).size();
        List<String> both = in(Where.BOTH, findings).stream().map(CompareFindingRow::rule).toList();
        if (base + fresh + both.size() == 0) {
            return Optional.empty();
        }
        if (base + fresh == 0) {
            return Optional.of("All findings that are more than a note are in both (" + String.join(", ", both) + ").");
        }
        return Optional.of("Of the findings that are more than a note, " + count(base) + (base > 1 ? " are" : " is") + " in BASE alone, "
                + count(fresh) + " in NEW alone and " + count(both.size()) + " in both"
                + (both.isEmpty() ? "" : " (" + String.join(", ", both) + ")") + ". That is not tested against chance.");
    }

    private static String count(int count) {
        return count == 0 ? "none" : Integer.toString(count);
    }

    /** Of which rule a finding is, and how bad it is where. */
    public static String name(CompareFindingRow finding) {
        String before = finding.base().severity();
        String after = finding.fresh().severity();
        String severity = before.isEmpty() ? after : after.isEmpty() || after.equals(before) ? before
                : before + " in BASE, " + after + " in NEW";
        return severity + ": " + finding.rule();
    }

    /**
     * What was found in a set of runs.
     *
     * @param runs how many the set has
     */
    public static String text(CompareFindingRow.Side side, int runs) {
        String unknown = side.unknown() == 0 ? "" : runs == 1 ? "not known, as the rule failed"
                : "not known of " + side.unknown() + " of " + runs + " runs, in which the rule failed";
        if (side.runs() == 0) {
            return unknown.isEmpty() ? "in no run" : unknown;
        }
        String where = runs == 1 ? ""
                : " (in " + side.runs() + " of " + runs + " runs" + (side.runs() > 1 ? ", which differ in their figures" : "")
                        + (unknown.isEmpty() ? "" : "; " + unknown) + ")";
        return side.summary() + where;
    }
}
