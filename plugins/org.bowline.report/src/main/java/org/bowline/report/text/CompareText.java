/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;

/** Comparisons in words, the same on the terminal and on the page. */
public final class CompareText {
    private static final Set<String> OUTCOMES = Set.of("latency-p50", "latency-p99", "throughput");

    /** From ten times on. */
    private static final double MANY = 9;
    /** More is nowhere. */
    private static final double MOST = 999;
    private static final String AT_LEAST = "at least ";
    /** More names nobody reads. */
    private static final int MOST_LABELS = 5;
    /** Less is written as 0. */
    private static final double LEAST = 0.0005;

    private CompareText() {}

    /** Whether a row is of what users feel, not of what explains it. */
    public static boolean isOutcome(CompareRow row) {
        return OUTCOMES.contains(row.measure());
    }

    /** Whether the row's difference is more than chance. */
    public static boolean differs(CompareRow row) {
        return row.verdict().equals("regression") || row.verdict().equals("improvement") || row.verdict().equals("changed");
    }

    /** Whether the noise between runs is not known, so that there are no verdicts. */
    public static boolean isNoiseUnknown(List<CompareRow> rows) {
        return rows.stream().anyMatch(row -> row.verdict().equals("noise-unknown"));
    }

    /** What came out of all, in a few sentences: verdicts, then labels that came or went, or whose intervals hang. */
    public static String summary(List<CompareRow> rows) {
        List<String> sentences = new ArrayList<>(List.of(verdicts(rows)));
        labels(rows, row -> row.newRuns() == 0, "no run of NEW has any").ifPresent(sentences::add);
        labels(rows, row -> row.baseRuns() == 0, "no run of BASE has any").ifPresent(sentences::add);
        labels(rows, row -> row.isNewAtLeast() && !row.isBaseAtLeast(), "some hang in NEW, so that latencies are at least what is told")
                .ifPresent(sentences::add);
        labels(rows, row -> row.isBaseAtLeast() && !row.isNewAtLeast(), "some hang in BASE, so that latencies are at least what is told")
                .ifPresent(sentences::add);
        labels(rows, row -> row.isBaseAtLeast() && row.isNewAtLeast(),
                "some hang in BASE and in NEW, so that latencies are at least what is told").ifPresent(sentences::add);
        return String.join(" ", sentences);
    }

    /** The same, and where the findings are. */
    public static String summary(List<CompareRow> rows, List<CompareFindingRow> findings) {
        return summary(rows) + CompareFindings.summary(findings).map(sentence -> ' ' + sentence).orElse("");
    }

    private static Optional<String> labels(List<CompareRow> rows, Predicate<CompareRow> which, String what) {
        List<String> labels = rows.stream().filter(row -> row.measure().startsWith("latency-") && which.test(row)).map(CompareRow::label)
                .distinct()
                .sorted().toList();
        return labels.isEmpty() ? Optional.empty()
                : Optional.of("Of the intervals of '" + String.join("', '", labels.subList(0, Math.min(MOST_LABELS, labels.size()))) + '\''
                        + (labels.size() > MOST_LABELS ? " and " + Words.count(labels.size() - MOST_LABELS, "more label") : "") + ' ' + what
                        + '.');
    }

    private static String verdicts(List<CompareRow> rows) {
        if (rows.isEmpty()) {
            return "The runs have nothing that can be compared.";
        }
        if (rows.stream().allMatch(row -> Double.isNaN(row.p()))) {
            return isNoiseUnknown(rows)
                    ? "No verdict: with so few runs the noise between runs is not known. What follows are differences of these runs alone."
                    : "Nothing is in all of the runs, so nothing can be compared.";
        }
        List<CompareRow> differing = rows.stream().filter(CompareText::differs).toList();
        if (differing.isEmpty()) {
            return "No difference is larger than the noise between the runs.";
        }
        List<String> words = new ArrayList<>();
        outcomes(differing, "latency-", "latency", "latencies", words);
        outcomes(differing, "throughput", "throughput", "throughputs", words);
        return Words.count(differing.size(), "difference") + " beyond chance" + (words.isEmpty() ? ", none of latency or throughput"
                : ": " + String.join(", ", words)
                        + (differing.stream().allMatch(CompareText::isOutcome) ? "" : ", the others of what explains them"))
                + ". Of runs that do not differ, one comparison in twenty would have any.";
    }

    private static void outcomes(List<CompareRow> differing, String measure, String one, String many, List<String> words) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        differing.stream().filter(row -> row.measure().startsWith(measure)).forEach(row -> counts.merge(verdict(row), 1, Integer::sum));
        counts.forEach((verdict, count) -> words.add(Words.count(count, one, many) + ' ' + verdict));
    }

    /** The verdict in a word or two that say in which direction. */
    public static String verdict(CompareRow row) {
        boolean time = row.measure().startsWith("latency-");
        return switch (row.verdict()) {
            case "regression", "improvement", "changed" -> row.base() == 0 ? "appeared" : row.fresh() == 0 ? "gone"
                    : row.fresh() > row.base() ? time ? "slower" : "more" : time ? "faster" : "less";
            case "within-noise" -> isBelowNoise(row) ? "below the noise" : "no difference shown";
            default -> row.verdict().replace('-', ' ');
        };
    }

    /** Whether the change is in the noise by itself, and not only as one among so many measures. */
    private static boolean isBelowNoise(CompareRow row) {
        return row.changeLow() <= 0 && row.changeHigh() >= 0;
    }

    /** From which size on a change would be seen; empty if that is not known, or if there is no noise. */
    public static String visible(CompareRow row) {
        return !Double.isFinite(row.minimalEffect()) || row.base() == 0 || row.minimalEffect() < LEAST ? ""
                : row.minimalEffect() > MOST ? "more than ×1000" : percent(row.minimalEffect());
    }

    /** A label as a reader sees it. */
    public static String label(String label) {
        return label.isEmpty() ? "(no label)" : label;
    }

    /** What a row is of. */
    public static String name(CompareRow row) {
        return row.measure() + (row.label().isEmpty() ? "" : " '" + row.label() + '\'')
                + (row.subject().isEmpty() ? "" : ' ' + row.subject());
    }

    /** From what to what, by how much, and what can be said of it. */
    public static String figures(CompareRow row) {
        String text = base(row) + " -> " + fresh(row);
        return switch (row.verdict()) {
            case "not-comparable" -> text + ", " + why(row) + ": not comparable";
            case "noise-unknown" -> text + ", " + change(row) + " (noise unknown)";
            case "within-noise" -> text + ", " + interval(row) + ": " + verdict(row) + (visible(row).isEmpty() ? ""
                    : "; a change of " + visible(row) + " would be seen in 80 % of cases");
            default -> text + ", " + interval(row) + ": " + verdict(row) + ", p = "
                    + String.format(Locale.ROOT, "%.2g", row.pAdjusted());
        };
    }

    /** Why a measure is not comparable. */
    public static String why(CompareRow row) {
        boolean everywhere = row.baseRuns() > 0 && row.newRuns() > 0;
        if (everywhere && !row.atLeast().isEmpty()) {
            return "some intervals hang, and what is known of them does not tell";
        }
        return switch (row.measure()) {
            case "latency-p99" -> "not in all runs, or of too few intervals";
            case "deviation", "variation", "variance" -> "not in all runs, or some intervals hang";
            default -> "not in all runs";
        };
    }

    /** What became of a percentile of all intervals. */
    public static String pooled(PooledChange pooled) {
        if (Double.isNaN(pooled.change())) {
            return "nothing to compare";
        }
        return Duration.duration(Math.round(pooled.base())) + " -> " + Duration.duration(Math.round(pooled.fresh())) + ", "
                + percent(pooled.change()) + (pooled.hasInterval() ? " [" + range(pooled.low(), pooled.high()) + ']' : "");
    }

    /** The change and its confidence interval, if there is one. */
    public static String interval(CompareRow row) {
        return change(row) + (Double.isFinite(row.changeLow()) ? " [" + range(row.changeLow(), row.changeHigh()) + ']' : "");
    }

    /** From a change to a change. Of differences of plain values the lower end may be less than nothing, which no time or share can be. */
    public static String range(double low, double high) {
        return percent(Math.max(-1, low)) + " to " + percent(high);
    }

    /** The change. */
    public static String change(CompareRow row) {
        return row.base() == 0 && row.fresh() != 0 ? "appeared" : row.fresh() == 0 && row.base() != 0 ? "gone" : percent(row.change());
    }

    /** The mean of BASE, and whether it is a lower bound. */
    public static String base(CompareRow row) {
        return (row.isBaseAtLeast() ? AT_LEAST : "") + value(row, row.base());
    }

    /** The mean of NEW, and whether it is a lower bound. */
    public static String fresh(CompareRow row) {
        return (row.isNewAtLeast() ? AT_LEAST : "") + value(row, row.fresh());
    }

    /** A value of a row's measure with its unit; {@code none} for what is no number. */
    public static String value(CompareRow row, double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        if (row.unit().startsWith("ns") && !row.unit().endsWith("²")) {
            return Duration.duration(Math.round(value)) + row.unit().substring(2);
        }
        return row.unit().equals("share") ? Percent.percent(value, 1)
                : String.format(Locale.ROOT, "%.4g %s", value, row.unit());
    }

    /** A change with its sign: as percents, or as a factor where hundreds of percents would be read wrong. */
    public static String percent(double share) {
        if (Double.isNaN(share)) {
            return "none";
        }
        if (share == Double.POSITIVE_INFINITY) {
            return "×∞";
        }
        return share >= MANY ? String.format(Locale.ROOT, share < 1e6 ? "×%.0f" : "×%.1e", share + 1)
                : Percent.change(share, 1);
    }
}
