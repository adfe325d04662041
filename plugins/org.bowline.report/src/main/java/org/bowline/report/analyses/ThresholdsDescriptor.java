/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.ThresholdCurve;
import org.bowline.report.page.Section;
import org.bowline.report.page.ThresholdsSection;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.rows.ThresholdRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;

/** How much of the wait-for graph is left at which threshold. */
public final class ThresholdsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("thresholds", "Thresholds",
            "Tells how many edges of the wait-for graph are left at each threshold, and how many knots: does a knot hang on the threshold?",
            List.of("The text has round shares of the range and the threshold of the knots; the other forms have each threshold at which something changes."),
            "Scheduling events with wake-ups and interrupts; block requests for disks, packets for other hosts (profile waits-network).",
            List.of("bowline thresholds tests/traces/wperf-example",
                    "bowline thresholds tests/traces/lock-contention --range all --format csv > thresholds.csv"),
            Set.of(Asks.RANGE, Asks.PART, Asks.ORIGINS, Asks.THRESHOLD),
            List.of(FirstLook.SHOW_ALL, Locks.BLAME, Devices.NIC_CAPACITY, Devices.NETWORK, Devices.DISK_SHARE, Devices.DISK_CAPACITY,
                    Merging.MERGE,
                    Merging.MERGE_THREADS),
            "concepts/wait-for.md", 46);
    private static final int SHARE_DIGITS = 6;

    private static final Report<ThresholdRow> REPORT = new Report<>("thresholds",
            """
            What is left of the wait-for graph at which threshold, a row per threshold at which anything changes, ascending; the figures of a row hold up to the next row. The first row is
            the trimmed graph: edges that are too light, too rare, or lead to nothing that matters are in none.""",
            () -> List.of(Column.duration("threshold_ns", "from this threshold on", "ns ≥ 0", ThresholdRow::thresholdNanos),
                    Column.decimal("share", "the same as a share of the range", "≥ 0", row -> BigDecimal.valueOf(row.share())
                            .setScale(SHARE_DIGITS, RoundingMode.HALF_UP)),
                    Column.number("edges",
                            "edges that are left: those inside components that have not been taken away, and those between components that hold up anybody for longer than the threshold",
                            "≥ 0", ThresholdRow::edges),
                    Column.number("knots", "number of knots, sinks not among them", "≥ 0", ThresholdRow::knots),
                    Column.number("vertices", "threads and devices in these knots", "≥ 0", ThresholdRow::vertices)));

    private static final Report<ThresholdRow> TEXT = new Report<>("thresholds", () -> List.of(
            Column.text("threshold", row -> Percent.percent(row.share())),
            Column.duration("in time", ThresholdRow::thresholdNanos),
            Column.number("edges left", ThresholdRow::edges),
            Column.number("knots", ThresholdRow::knots),
            Column.number("threads and devices in knots", ThresholdRow::vertices)));

    /** The curve. */
    private static final Result<ThresholdCurve> CURVE = Result.ofGraph(analysis -> analysis.hierarchy().curve());

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(
                new ReportTable<>(REPORT, analysis -> analysis.timeline().threadCount() == 0 ? List.of() // nothing is known of any wait
                        : ThresholdRow.all(Merging.view(analysis).get(CURVE), analysis.graph().rangeNanos())));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return Merging.isSaid(analysis.question()) ? List.of(Analysis.GRAPH, Merging.RESULT) : List.of(Analysis.GRAPH);
    }

    @Override
    public void text(TextPage page, Analysis whole, int most) throws IOException {
        Analysis analysis = Merging.view(whole);
        ThresholdCurve curve = analysis.get(CURVE);
        int edges = curve.steps().get(0).edges();
        page.heading(edges == 0 ? "No edge is heavy and frequent enough to be in a knot"
                : "What is left of " + Words.count(edges, "edge") + " that may be in a knot");
        if (edges > 0) {
            List<ThresholdRow> rows = ThresholdRow.round(curve, analysis.graph().rangeNanos(), analysis.thresholdNanos());
            page.table(TEXT, rows, rows.size());
            page.paragraph("The knots of all other texts are those at " + KnotText.weight(analysis.graph(), analysis.thresholdNanos())
                    + " of the range.");
            for (String hint : KnotWords.hints(analysis, analysis.thresholdNanos())) {
                page.paragraph(hint);
            }
        }
    }

    /** It is for who doubts a knot. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis whole) {
        Analysis analysis = Merging.view(whole);
        ThresholdCurve curve = analysis.get(CURVE);
        return curve.steps().get(0).edges() == 0 ? List.of()
                : List.of(ThresholdsSection.of(curve, analysis.graph().rangeNanos(), analysis.thresholdNanos()));
    }
}
