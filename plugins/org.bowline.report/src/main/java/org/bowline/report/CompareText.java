/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.bowline.core.model.Words;

/** Comparisons in words, the same on the terminal and on the page. */
public final class CompareText {
    private static final Set<String> OUTCOMES = Set.of("latency-p50", "latency-p99", "throughput");

    private CompareText() {}

    /** Whether a row is of what users feel, not of what explains it. */
    public static boolean isOutcome(CompareRow row) {
        return OUTCOMES.contains(row.measure());
    }

    /** Whether the row's difference is more than chance. */
    public static boolean differs(CompareRow row) {
        return row.verdict().equals("regression") || row.verdict().equals("improvement") || row.verdict().equals("changed");
    }

    /** What came out of all, in a sentence or two. */
    public static String summary(List<CompareRow> rows) {
        if (rows.isEmpty()) {
            return "The runs have nothing that can be compared.";
        }
        if (rows.stream().allMatch(row -> Double.isNaN(row.p()))) {
            return rows.stream().anyMatch(row -> row.verdict().equals("noise-unknown"))
                    ? "The noise between runs is not known with so few runs: what follows are differences of these runs, not verdicts. "
                            + "Record at least two runs of each, better five."
                    : "Nothing is in all of the runs, so nothing can be compared.";
        }
        long differences = rows.stream().filter(CompareText::differs).count();
        return differences == 0 ? "No difference is larger than the noise between the runs allows to see."
                : Words.count(differences, "difference")
                        + " beyond chance; of runs that do not differ, one comparison in twenty would have any.";
    }

    /** What a row is of. */
    public static String name(CompareRow row) {
        return row.measure() + (row.label().isEmpty() ? "" : " '" + row.label() + '\'')
                + (row.subject().isEmpty() ? "" : ' ' + row.subject());
    }

    /** From what to what, by how much, and what can be said of it. */
    public static String sentence(CompareRow row) {
        return name(row) + ": " + figures(row);
    }

    /** The sentence without the name. */
    public static String figures(CompareRow row) {
        String text = value(row, row.base()) + " -> " + value(row, row.fresh());
        return switch (row.verdict()) {
            case "not-comparable" -> text + ", not in all runs: not comparable";
            case "noise-unknown" -> text + ", " + change(row) + " (noise unknown)";
            case "within-noise" -> text + ", " + interval(row) + ": within the noise" + (Double.isFinite(row.minimalEffect())
                    ? "; a change of " + percent(row.minimalEffect()) + " would be seen in 80 % of cases" : "");
            default -> text + ", " + interval(row) + ": " + row.verdict() + ", p = "
                    + String.format(Locale.ROOT, "%.2g", row.pAdjusted());
        };
    }

    /** The change and its confidence interval, if there is one. */
    public static String interval(CompareRow row) {
        return change(row)
                + (Double.isFinite(row.changeLow()) ? " [" + percent(row.changeLow()) + " to " + percent(row.changeHigh()) + ']' : "");
    }

    /** The change. */
    public static String change(CompareRow row) {
        return row.base() == 0 && row.fresh() != 0 ? "appeared" : row.fresh() == 0 && row.base() != 0 ? "gone" : percent(row.change());
    }

    /** A value of a row's measure with its unit; {@code none} for what is no number. */
    public static String value(CompareRow row, double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        if (row.unit().startsWith("ns")) {
            return Words.duration(Math.round(value)) + row.unit().substring(2);
        }
        return row.unit().equals("share") ? String.format(Locale.ROOT, "%.1f %%", value * 100)
                : String.format(Locale.ROOT, "%.4g %s", value, row.unit());
    }

    /** A change with its sign. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }
}
