/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitForRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** The wait-for graph and its knots in words. */
final class KnotText {
    private static final int MOST_EDGES = 12;

    private static final Report<WaitForRow> EDGES = new Report<>("edges", List.of(
            Column.text("waiting", row -> row.source().phrase()),
            Column.text("for", row -> row.target().phrase()),
            Column.duration("weight", WaitForRow::weightNanos),
            Column.duration("direct", WaitForRow::directNanos),
            Column.number("waits", WaitForRow::waits)));

    private KnotText() {}

    /** The heaviest edges as a table, but those that a first look leaves out. */
    static void edges(TextPage page, Analysis analysis, int most) throws IOException {
        WaitForGraph graph = analysis.graph();
        int[] known = Arrays.stream(WaitForRows.heaviest(graph)).filter(edge -> !FirstLook.leavesEdge(analysis, edge)).toArray();
        int aside = graph.edgeCount() - known.length;
        page.heading("Heaviest of " + Words.count(graph.edgeCount(), "edge") + " of the wait-for graph"
                + (aside == 0 ? "" : " (" + Words.count(aside, "is", "are") + " set aside)"));
        page.table(EDGES, new AbstractList<WaitForRow>() {
            @Override
            public WaitForRow get(int i) {
                return WaitForRows.edge(graph, known[i]);
            }

            @Override
            public int size() {
                return known.length;
            }
        }, most);
    }

    /**
     * Each knot: who waits in it for whom, and how long; then the heaviest sinks, half as many.
     *
     * @param narrower how to look at less, for a graph without a knot
     */
    static void knots(TextPage page, Analysis analysis, int most, String narrower) throws IOException {
        WaitForGraph graph = analysis.graph();
        List<Knot> found = analysis.knots();
        long threshold = analysis.thresholdNanos();
        page.heading("Knots at a threshold of " + weight(graph, threshold));
        List<Knot> knots = found.stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).toList();
        List<Knot> sinks = found.stream().filter(knot -> knot.kind() == Knot.Kind.SINK && !FirstLook.leaves(analysis, knot.vertex(0)))
                .toList();
        for (int i = 0; i < Math.min(most, knots.size()); i++) {
            knot(page, graph, knots.get(i), i + 1);
        }
        if (knots.size() > most) {
            page.paragraph("... and " + Words.count(knots.size() - most, "lighter knot"));
        }
        if (knots.isEmpty()) {
            page.paragraph("No knot: no set of threads and devices waits only for each other." + (sinks.isEmpty() ? "" : ' ' + narrower));
        }
        if (!sinks.isEmpty()) {
            page.paragraph("Sinks: others wait for them, they wait for nothing that matters");
        }
        int shown = Math.min(Math.max(1, most / 2), sinks.size());
        for (int i = 0; i < shown; i++) {
            Knot sink = sinks.get(i);
            page.paragraph("  sink " + (found.indexOf(sink) + 1) + ": " + phrase(graph, sink.vertex(0)) + ": "
                    + threads((double) sink.weightNanos() / graph.rangeNanos(), "waits", "wait") + " for it on average");
        }
        if (sinks.size() > shown) {
            page.paragraph("  ... and " + Words.count(sinks.size() - shown, "lighter one"));
        }
    }

    private static void knot(TextPage page, WaitForGraph graph, Knot knot, int number) throws IOException {
        page.paragraph("knot " + number + ", weight " + TimeFormat.duration(knot.weightNanos())
                + (knot.level() == 0 ? ":" : ", apart from " + weight(graph, knot.appearsNanos()) + " on (level " + knot.level() + "):"));
        for (int i = 0; i < Math.min(MOST_EDGES, knot.edgeCount()); i++) {
            WaitForRow edge = WaitForRows.edge(graph, knot.edge(i));
            page.paragraph("  " + edge.source().phrase() + " waits for " + edge.target().phrase() + ": "
                    + (edge.directNanos() > 0 ? weight(graph, edge.directNanos()) : "weight " + TimeFormat.duration(edge.weightNanos()))
                    + (edge.waits() > 0 ? ", " + Words.count(edge.waits(), edge.source().isThread() ? "wait" : "request") : "")
                    + (edge.directNanos() > 0 && edge.source().isThread()
                            ? ", holds up " + threads((double) edge.weightNanos() / edge.directNanos(), "", "").strip()
                            : ""));
        }
        if (knot.edgeCount() > MOST_EDGES) {
            page.paragraph("  ... and " + Words.count(knot.edgeCount() - MOST_EDGES, "lighter edge"));
        }
    }

    /** {@code 2.9 threads wait}. */
    private static String threads(double number, String one, String many) {
        String digits = Words.number(number);
        return digits + (digits.equals("1.0") ? " thread " + one : " threads " + many);
    }

    /** {@code 5.20 s (93.0 %)}: a time, and its share of the range. */
    static String weight(WaitForGraph graph, long nanos) {
        return TimeFormat.duration(nanos) + " (" + Percent.percent((double) nanos / graph.rangeNanos()) + ')';
    }

    private static String phrase(WaitForGraph graph, int vertex) {
        Timeline timeline = graph.timeline();
        return Vertex.of(timeline, vertex).phrase();
    }
}
