/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import org.bowline.core.figures.Duration;
import org.bowline.core.model.Words;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.CompareFindings;
import org.bowline.report.text.CompareText;
import org.bowline.report.text.TextPage;

/** A comparison as a text: what came out, then what differs, then what does not. */
final class CompareSummary {
    private static final Report<CompareRow> VERDICTS = new Report<>("verdicts", () -> List.of(
            Column.text("verdict", CompareText::verdict),
            Column.text("measure", CompareText::name),
            Column.text("BASE", CompareText::base),
            Column.text("NEW", CompareText::fresh),
            Column.text("change", CompareText::change),
            Column.text("95 % interval",
                    row -> Double.isFinite(row.changeLow()) ? CompareText.range(row.changeLow(), row.changeHigh()) : ""),
            Column.text("p", row -> Double.isNaN(row.pAdjusted()) ? "" : String.format(Locale.ROOT, "%.2g", row.pAdjusted()))));

    private static final Report<CompareRow> NOT_SHOWN = new Report<>("not-shown", () -> List.of(
            Column.text("verdict", CompareText::verdict),
            Column.text("measure", CompareText::name),
            Column.text("BASE", CompareText::base),
            Column.text("NEW", CompareText::fresh),
            Column.text("change", row -> Double.isNaN(row.change()) ? "" : CompareText.change(row)),
            Column.text("95 % interval",
                    row -> Double.isFinite(row.changeLow()) ? CompareText.range(row.changeLow(), row.changeHigh()) : ""),
            Column.text("visible from", CompareText::visible)));

    private static final Report<CompareRow> OF_THESE_RUNS = new Report<>("of-these-runs", () -> List.of(
            Column.text("measure", CompareText::name),
            Column.text("BASE", CompareText::base),
            Column.text("NEW", CompareText::fresh),
            Column.text("change", row -> Double.isNaN(row.change()) ? "" : CompareText.change(row)),
            Column.text("95 % of these runs", CompareSummary::ofTheseRuns)));

    private static final Report<CompareRow> CODE = new Report<>("code", () -> List.of(
            Column.text("verdict", CompareText::verdict),
            Column.text("BASE", CompareText::base),
            Column.text("NEW", CompareText::fresh),
            Column.text("more", CompareSummary::more),
            Column.text("code", CompareRow::subject)));
    private static final Report<CompareRow> EDGES = new Report<>("edges", () -> List.of(
            Column.text("verdict", CompareText::verdict),
            Column.text("BASE", CompareText::base),
            Column.text("NEW", CompareText::fresh),
            Column.text("more", CompareSummary::more),
            Column.text("change", row -> CompareText.percent(row.change())),
            Column.text("95 % interval", row -> CompareText.range(row.changeLow(), row.changeHigh())),
            Column.text("edge", CompareRow::subject)));
    private static final String CODE_WAIT = "code-wait";
    private static final String EDGE_WAIT = "edge-wait";

    private static final Report<CompareRow> PERCENTILES = new Report<>("percentiles", () -> List.of(
            Column.text("measure", CompareText::name),
            Column.text("BASE", row -> Duration.duration(Math.round(row.pooled().base()))),
            Column.text("NEW", row -> Duration.duration(Math.round(row.pooled().fresh()))),
            Column.text("change", row -> CompareText.percent(row.pooled().change())),
            Column.text("95 % interval", row -> CompareText.range(row.pooled().low(), row.pooled().high()))));

    private CompareSummary() {}

    private static String more(CompareRow row) {
        double more = row.fresh() - row.base();
        return Double.isNaN(more) ? "" : (more > 0 ? "+" : "") + CompareText.value(row, more);
    }

    private static String ofTheseRuns(CompareRow row) {
        PooledChange pooled = row.pooled();
        return pooled.hasInterval() ? CompareText.range(pooled.low(), pooled.high()) : "";
    }

    /**
     * Writes it.
     *
     * @param rows in the order of the comparison
     * @param findings what the rules found
     * @param lengths how long the runs are, in a sentence
     * @param base how many runs
     * @param fresh how many
     * @param most lines of each list
     * @param files whether all of it is in files, too
     */
    static void write(TextPage page, List<CompareRow> rows, List<CompareFindingRow> findings, String lengths, int base, int fresh,
            int most, boolean files) throws IOException {
        page.heading(Words.count(base, "run") + " of BASE, " + Words.count(fresh, "run") + " of NEW");
        page.paragraph(CompareText.summary(rows, findings) + ' ' + lengths);
        List<CompareRow> differing = new ArrayList<>(rows.stream().filter(CompareText::differs).toList());
        if (!differing.isEmpty()) {
            page.heading("What differs");
            page.table(VERDICTS, differing, most);
        }
        boolean unknown = CompareText.isNoiseUnknown(rows);
        outcomes(page, rows, most, unknown);
        boolean felt = rows.stream().anyMatch(CompareText::isOutcome); // then that is looked at first, and of the rest what came and went
        for (CompareFindings.Where where : felt ? List.of(CompareFindings.Where.BASE, CompareFindings.Where.NEW)
                : List.of(CompareFindings.Where.values())) {
            findings(page, where, CompareFindings.in(where, findings), base, fresh, most);
        }
        List<CompareRow> percentiles = rows.stream().filter(row -> row.pooled().resampled().equals(PooledChange.RUNS)).toList();
        if (!percentiles.isEmpty()) {
            page.heading("All intervals of the runs together, by drawing runs (seed " + percentiles.get(0).pooled().seed() + ")");
            page.table(PERCENTILES, percentiles, most);
        }
        boolean edges = !unknown || !felt; // else so many figures tell nothing of two runs
        if (edges) {
            waits(page, rows, EDGE_WAIT, "Who waits longer, or less long, for whom in NEW: weight per second of a run", most, unknown);
        }
        waits(page, rows, CODE_WAIT, "Which code waits longer in NEW, per second of a run", most, unknown);
        long untold = rows.stream().filter(row -> !CompareText.isOutcome(row) && !CompareText.differs(row))
                .filter(row -> !row.measure().equals(CODE_WAIT) && (!edges || !row.measure().equals(EDGE_WAIT))).count();
        if (untold > 0) {
            page.heading(
                    Words.count(untold, "measure") + " of variation, causes, paths and knots" + (unknown ? "" : " without a difference")
                            + (files ? ": in the files" : ": in the files of -o DIR, the page of --html FILE, and in --format csv"));
        }
    }

    private static void findings(TextPage page, CompareFindings.Where where, List<CompareFindingRow> findings, int base, int fresh,
            int most) throws IOException {
        if (!findings.isEmpty()) {
            page.heading(where.heading());
        }
        for (CompareFindingRow finding : findings.subList(0, Math.min(most, findings.size()))) {
            String name = CompareFindings.name(finding);
            switch (where) {
                case BASE -> page.lead(name + ": " + CompareFindings.text(finding.base(), base));
                case NEW -> page.lead(name + ": " + CompareFindings.text(finding.fresh(), fresh));
                case BOTH -> {
                    page.lead(name);
                    page.paragraph("BASE: " + CompareFindings.text(finding.base(), base));
                    page.paragraph("NEW: " + CompareFindings.text(finding.fresh(), fresh));
                }
            }
        }
        if (findings.size() > most) {
            page.paragraph("... and " + (findings.size() - most) + " more");
        }
    }

    /** Latency and throughput, as far as they are not among what differs. */
    private static void outcomes(TextPage page, List<CompareRow> rows, int most, boolean unknown) throws IOException {
        List<CompareRow> outcomes = rows.stream().filter(row -> CompareText.isOutcome(row) && !CompareText.differs(row)).toList();
        if (!outcomes.isEmpty()) {
            page.heading(unknown ? "Latency and throughput" : "Latency and throughput: no difference shown");
            List<CompareRow> drawn = outcomes.stream().filter(row -> row.pooled().resampled().equals(PooledChange.INTERVALS)).toList();
            page.table(!unknown ? NOT_SHOWN : drawn.isEmpty() ? OF_THESE_RUNS.select("measure", "BASE", "NEW", "change") : OF_THESE_RUNS,
                    outcomes, most);
            if (!drawn.isEmpty()) {
                page.paragraph("The 95 % intervals are by drawing intervals of these runs, as if they did not depend on one another (seed "
                        + drawn.get(0).pooled().seed() + "); they say nothing of other runs.");
            }
        }
    }

    /** What differs most comes first, whichever way. */
    private static void waits(TextPage page, List<CompareRow> all, String measure, String heading, int most, boolean unknown)
            throws IOException {
        List<CompareRow> rows = all.stream().filter(row -> row.measure().equals(measure))
                .sorted(Comparator.comparingDouble((CompareRow row) -> -Math.abs(row.fresh() - row.base()))).toList();
        if (!rows.isEmpty()) {
            Report<CompareRow> columns = measure.equals(CODE_WAIT) ? CODE : EDGES;
            String what = measure.equals(CODE_WAIT) ? "code" : "edge";
            page.heading(heading);
            page.table(unknown ? columns.select("BASE", "NEW", "more", what) : columns, rows, most);
        }
    }
}
