/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.Column;
import org.bowline.report.Report;
import org.bowline.report.TimeFormat;
import org.bowline.report.Vertex;
import org.bowline.report.WaitForRow;
import org.bowline.report.WaitForRows;

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

    /** The heaviest edges as a table. */
    static void edges(Page page, WaitForGraph graph, int most) throws IOException {
        page.heading("Heaviest of " + graph.edgeCount() + " edges of the wait-for graph");
        page.table(EDGES, WaitForRows.of(graph), most);
    }

    /** Each knot: who waits in it for whom, and how long. */
    static void knots(Page page, WaitForGraph graph, KnotOptions.Knots found, int most) throws IOException {
        page.heading("Knots at a threshold of " + weight(graph, found.thresholdNanos()) + ", heaviest first");
        if (found.knots().isEmpty()) {
            page.paragraph("None: no set of threads and devices waits only for each other.");
        }
        int number = 0;
        for (Knot knot : found.knots()) {
            number++;
            if (number > most) {
                page.paragraph("... and " + (found.knots().size() - most) + " more");
                return;
            }
            if (knot.kind() == Knot.Kind.SINK) {
                page.paragraph(
                        "sink " + number + ": " + phrase(graph, knot.vertex(0)) + " waits for nothing that matters; others wait for it "
                                + weight(graph, knot.weightNanos()));
            } else {
                knot(page, graph, knot, number);
            }
        }
    }

    private static void knot(Page page, WaitForGraph graph, Knot knot, int number) throws IOException {
        page.paragraph("knot " + number + (knot.level() == 0 ? ":" : " (level " + knot.level() + "):"));
        for (int i = 0; i < Math.min(MOST_EDGES, knot.edgeCount()); i++) {
            WaitForRow edge = WaitForRows.edge(graph, knot.edge(i));
            page.paragraph("  " + edge.source().phrase() + " waits for " + edge.target().phrase() + ": " + weight(graph, edge.weightNanos())
                    + (edge.waits() > 0 ? ", " + edge.waits() + (edge.source().isThread() ? " waits" : " requests") : ""));
        }
        if (knot.edgeCount() > MOST_EDGES) {
            page.paragraph("  ... and " + (knot.edgeCount() - MOST_EDGES) + " lighter edges");
        }
    }

    /** {@code 5.20 s (93 %)}: a weight, and its share of the range; several threads at once make more than 100 %. */
    static String weight(WaitForGraph graph, long nanos) {
        return TimeFormat.duration(nanos) + String.format(Locale.ROOT, " (%.3g %%)", 100.0 * nanos / graph.rangeNanos());
    }

    private static String phrase(WaitForGraph graph, int vertex) {
        Timeline timeline = graph.timeline();
        return Vertex.of(timeline, vertex).phrase();
    }
}
