/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Rate;
import org.bowline.core.model.Words;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** Sweeps in words, the same on the terminal and on the page. */
public final class SweepText {
    private static final MathContext DIGITS = new MathContext(4);
    /** Builds that are told one by one; the table has all. */
    private static final int MOST_SENTENCES = 6;
    /** So many builds are named. */
    private static final int FEW = 3;

    private SweepText() {}

    /** How much was run: the load if there are several, and how many builds, levels and runs it has. */
    public static String heading(SweepInput input, String load) {
        return (load.isEmpty() ? "" : load + ": ") + Words.count(lines(input, load).size(), "build") + ", "
                + Words.count(input.of(load).stream().map(SweepRow::clients).distinct().count(), "level") + ", "
                + Words.count(input.of(load).stream().mapToLong(row -> row.values().size()).sum(), "run");
    }

    /** What came out of a load, in a few sentences: where it can be compared, and what each build does there. */
    public static List<String> sentences(SweepInput input, String load) {
        List<SweepRow> rows = input.of(load);
        List<String> sentences = new ArrayList<>();
        List<Long> all = rows.stream().map(SweepRow::clients).distinct().sorted().toList();
        List<Long> fallen = rows.stream().filter(SweepRow::isFallen).map(SweepRow::clients).distinct().sorted().toList();
        if (!fallen.isEmpty()) {
            sentences.add("Not comparable with " + levels(fallen) + ": "
                    + Words.list(fallen.stream().map(clients -> who(rows, clients, fallen.size() > 1)).toList(), "and")
                    + (isOne(rows, fallen) ? " has fallen more than " : " have fallen more than ")
                    + percent(input.fallen()) + " below " + (isOne(rows, fallen) ? "its own peak" : "their own peaks")
                    + ". What differs there is how far they fell, not how fast they work.");
        }
        input.recorded().falls().stream().filter(fall -> fall.load().equals(load)).forEach(fall -> sentences.add(fall.text()));
        List<Long> rest = all.stream().filter(clients -> !fallen.contains(clients)).toList();
        if (rest.isEmpty()) {
            sentences.add("No level is left to compare.");
        }
        builds(input, rows.stream().filter(row -> rest.contains(row.clients()) && !Double.isNaN(row.change())).toList(), sentences);
        input.moved().stream().filter(moved -> moved.load().equals(load)).forEach(moved -> sentences.add(moved.text()));
        return sentences;
    }

    private static void builds(SweepInput input, List<SweepRow> comparable, List<String> sentences) {
        List<String> builds = comparable.stream().map(SweepRow::build).distinct().toList();
        boolean unknown = comparable.stream().allMatch(row -> row.verdict().equals("noise-unknown"));
        int told = 0;
        for (String build : builds) {
            List<SweepRow> levels = comparable.stream().filter(row -> row.build().equals(build)).toList();
            // of many builds only what is known to differ; the table has all
            boolean worth = levels.stream().anyMatch(row -> row.verdict().equals("regression") || row.verdict().equals("improvement"));
            if (worth || builds.size() <= FEW) {
                sentences.add(build + " against " + input.base() + ": "
                        + String.join("; ",
                                levels.stream().map(row -> "with " + Words.count(row.clients(), "client") + ' ' + change(row)).toList())
                        + '.');
                told++;
                if (told == MOST_SENTENCES) {
                    sentences.add("The table has the others.");
                    return;
                }
            }
        }
        if (unknown && !comparable.isEmpty()) {
            sentences.add("Whether a difference from " + input.base()
                    + " is more than noise is not known, as there are fewer than two runs of each.");
        } else if (told < builds.size()) {
            sentences.add((told == 0 ? "No build differs" : "No other build differs") + " from " + input.base()
                    + " by more than the noise between runs.");
        }
    }

    private static String levels(List<Long> clients) {
        return clients.size() == 1 ? Words.count(clients.get(0), "client")
                : Words.list(clients.stream().map(String::valueOf).toList(), "and") + " clients";
    }

    private static String who(List<SweepRow> rows, long clients, boolean several) {
        List<String> some = rows.stream().filter(row -> row.clients() == clients && row.isFallen()).map(SweepRow::build).toList();
        long there = rows.stream().filter(row -> row.clients() == clients).count();
        return (several ? "with " + clients + " clients " : "")
                + (some.size() <= FEW ? Words.list(some, "and")
                        : some.size() == there ? "all " + there + " builds" : some.size() + " of " + there + " builds");
    }

    private static boolean isOne(List<SweepRow> rows, List<Long> fallen) {
        return rows.stream().filter(row -> fallen.contains(row.clients()) && row.isFallen()).map(SweepRow::build).distinct().count() == 1;
    }

    private static String percent(double share) {
        return Percent.option(new BigDecimal(share).round(DIGITS)).replace("%", " %");
    }

    /** A build and its number of clients. */
    public static String place(SweepRow row) {
        return row.build() + ", " + Words.count(row.clients(), "client");
    }

    /** The change with its confidence interval. */
    public static String interval(SweepRow row) {
        return CompareText.percent(row.change())
                + (Double.isFinite(row.changeLow()) ? " [" + CompareText.range(row.changeLow(), row.changeHigh()) + ']' : "");
    }

    /** The change with its confidence interval, and what can be said of it in a word that has the direction. */
    public static String change(SweepRow row) {
        String change = interval(row);
        return row.verdict().equals("noise-unknown") ? change : change + ' ' + verdict(row);
    }

    /** The verdict in a word or two. */
    public static String verdict(SweepRow row) {
        return switch (row.verdict()) {
            case "regression" -> "less";
            case "improvement" -> "more";
            case "within-noise" -> "no difference shown";
            default -> row.verdict().replace('-', ' ');
        };
    }

    /** A table of a load: a line per build, a column per number of clients. */
    public static Report<List<SweepRow>> table(SweepInput input, String load) {
        List<Column<List<SweepRow>>> columns = new ArrayList<>();
        columns.add(Column.text("build", rows -> rows.get(0).build() + (rows.get(0).build().equals(input.base()) ? " (base)" : "")));
        for (long clients : input.of(load).stream().map(SweepRow::clients).distinct().sorted().toList()) {
            columns.add(
                    Column.text(Words.count(clients, "client"), rows -> rows.stream().filter(row -> row.clients() == clients).findFirst()
                            .map(SweepText::cell).orElse("")));
        }
        return new Report<>("levels", columns);
    }

    private static String cell(SweepRow row) {
        return Rate.perSecond(row.throughput()) + (Double.isNaN(row.change()) ? "" : ' ' + CompareText.percent(row.change()))
                + (row.isFallen() ? " fallen" : row.state().equals("saturated") && row.shareOfPeak() == 1 ? " peak" : "");
    }

    /** The lines of {@link #table}. */
    public static List<List<SweepRow>> lines(SweepInput input, String load) {
        List<SweepRow> rows = input.of(load);
        return rows.stream().map(SweepRow::build).distinct().map(build -> rows.stream().filter(row -> row.build().equals(build)).toList())
                .toList();
    }
}
