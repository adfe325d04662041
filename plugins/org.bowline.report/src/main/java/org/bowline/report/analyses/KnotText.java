/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Workers;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Blame;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Folding;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitForRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** The wait-for graph and its knots in words. */
final class KnotText {
    private static final int MOST_EDGES = 12;
    /** More threads than this are counted. */
    private static final int MOST_NAMED = 4;

    private static final List<Column<Line>> COLUMNS = List.of(
            Column.text("waiting", line -> line.row().source().phrase()),
            Column.text("for", line -> line.row().target().phrase()),
            Column.duration("direct", line -> line.row().directNanos() == 0 ? Rows.ABSENT : line.edge().directEachNanos()),
            Column.text("of range", Line::share),
            Column.text("holds up", line -> KnotWords.holdsUp(line.graph(), line.edge())),
            Column.number("waits", line -> line.row().waits()));
    private static final Column<Line> CLOCKS = Column.text("clocks", Line::clocks);
    private static final Column<Line> CODE = Column.text("mostly in", Line::code);
    /** What a column with code says. */
    static final String OF_CODE = "Mostly in: the code that most of the time of these waits was in, as far as it has names, with its part unless that is all"
            + " (--format csv --code has all of it; bowline off-cpu adds it up by thread).";

    private static final int AFTER_DIRECT = 3;
    private static final String CLOCK_ERROR = "Clocks: by how much the direct time may be too long or too short, at most, because the clocks of two hosts may be off against each other: what does not count for the network counts for who sent the packet. What makes the way to one host longer makes the way back shorter.";

    /** An edge, with the code of most of its waits if that is known. */
    private record Line(WaitForGraph graph, Folding.Edge edge, String code) {
        WaitForRow row() {
            return edge.row();
        }

        String clocks() {
            return KnotWords.clockError(edge.clockErrorEachNanos(graph));
        }

        String share() {
            return row().directNanos() == 0 ? "" : Percent.percent((double) edge.directEachNanos() / graph.rangeNanos());
        }
    }

    private KnotText() {}

    /** The heaviest edges as a table, but those that a first look leaves out. */
    static void edges(TextPage page, Analysis analysis, int most) throws IOException {
        WaitForGraph graph = analysis.graph();
        int[] known = Arrays.stream(WaitForRows.heaviest(graph)).filter(edge -> !FirstLook.leavesEdge(analysis, edge)).toArray();
        int aside = graph.edgeCount() - known.length;
        Pools pools = FirstLook.pools(analysis);
        page.heading("Heaviest of " + Words.count(graph.edgeCount(), "edge") + " of the wait-for graph"
                + RangeText.remark(aside == 0 ? "" : Words.count(aside, "is", "are") + " set aside", pools,
                        "a pool is one line, --unfold shows its threads"));
        List<Folding.Edge> edges = Folding.edges(graph, known, pools, true);
        boolean code = CodeQuestion.isKnown(analysis);
        page.table(table(graph.hasWays(), code), edges.stream().map(edge -> new Line(graph, edge,
                code ? WaitCodeRow.words(CodeQuestion.heaviest(analysis, edge.edges())) : "")).toList(), most);
        if (!edges.isEmpty()) {
            boolean several = edges.stream().limit(most).anyMatch(edge -> edge.waiting() > 1);
            page.paragraph("Direct: the sum of the waits" + (several ? ", of several threads that of the average one" : "")
                    + ". Holds up: how many threads wait, on average, while such a wait lasts. The two multiplied are the weight,"
                    + " with which the threshold of knots is compared; "
                    + (several ? "the edge whose threads together have the most of it comes first." : "the heaviest edge comes first.")
                    + (edges.stream().limit(most).allMatch(edge -> edge.row().directNanos() > 0) ? ""
                            : " Without direct time: its own waits do not count, and it holds up so many on average over the range."));
        }
        if (graph.hasWays()) {
            page.paragraph(CLOCK_ERROR);
        }
        alsoCounted(page, analysis);
        if (code) {
            page.paragraph(OF_CODE);
        }
        BackgroundText.newWork(page, analysis, edges.subList(0, Math.min(most, edges.size())));
        if (IntStream.range(0, graph.edgeCount()).anyMatch(graph::isByHolder)) {
            page.paragraph("Waits for locks count for the threads that held them, each for as long as it did"
                    + (analysis.question().get(Locks.BLAME) == Blame.HOLDER ? "" : " (--blame waker: for who ended the wait)") + '.');
        }
    }

    private static Report<Line> table(boolean clocks, boolean code) {
        List<Column<Line>> columns = new ArrayList<>(COLUMNS);
        if (clocks) {
            columns.add(AFTER_DIRECT, CLOCKS);
        }
        if (code) {
            columns.add(CODE);
        }
        return new Report<>("edges", columns);
    }

    /** Whose waits count though they were not chosen. */
    private static void alsoCounted(TextPage page, Analysis analysis) throws IOException {
        WaitForGraph graph = analysis.graph();
        List<String> more = !analysis.isOfSomeThreads() ? List.of()
                : IntStream.range(0, analysis.timeline().threadCount())
                        .filter(thread -> graph.startsChains(thread) && !analysis.isChosen(thread)).map(graph.groups()::vertex).distinct()
                        .filter(vertex -> graph.firstEdge(vertex) < graph.endEdge(vertex)).mapToObj(analysis::phraseOfGraph).toList();
        if (!more.isEmpty()) {
            String others = more.size() <= MOST_NAMED ? Words.list(more, "and")
                    : String.join(", ", more.subList(0, MOST_NAMED)) + " and " + (more.size() - MOST_NAMED) + " more";
            page.paragraph(
                    "The waits of " + others + " count as well. Whoever is in a knot with the chosen threads, is in a knot that holds"
                            + " these up, or gives work to a device that does, counts as chosen.");
        }
    }

    /**
     * Each knot: who waits in it for whom, and how long; then the heaviest sinks, half as many.
     *
     * @param narrower how to look at less, for a graph without a knot
     */
    static void knots(TextPage page, Analysis analysis, int most, String narrower) throws IOException {
        WaitForGraph graph = analysis.graph();
        BackgroundKnots background = analysis.get(Workers.KNOTS);
        List<BackgroundKnots.Found> all = background.found();
        List<Knot> found = all.stream().filter(one -> one.round() == 0).map(BackgroundKnots.Found::knot).toList();
        long threshold = analysis.thresholdNanos();
        long usual = analysis.hierarchy().thresholdNanos();
        boolean lower = analysis.question().threshold() == null && threshold < usual;
        page.heading("Knots at a threshold of " + weight(graph, threshold)
                + (lower ? ", as there is none at " + Percent.percent((double) usual / graph.rangeNanos()) : ""));
        List<Knot> knots = found.stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).toList();
        List<Knot> sinks = found.stream().filter(knot -> knot.kind() == Knot.Kind.SINK && !FirstLook.leaves(analysis, knot.vertex(0)))
                .toList();
        for (int i = 0; i < Math.min(most, knots.size()); i++) {
            knot(page, analysis, all.get(i), i + 1);
        }
        if (knots.size() > most) {
            page.paragraph("... and " + Words.count(knots.size() - most, "lighter knot"));
        }
        if (knots.isEmpty()) {
            List<String> hints = KnotWords.hints(analysis, threshold);
            String option = hints.isEmpty() ? "" : " (" + KnotWords.option(analysis, threshold) + " shows it)";
            page.paragraph("No knot: at this threshold there is no set of threads and devices that wait only for each other."
                    + (sinks.isEmpty() ? "" : ' ' + narrower));
            for (int i = 0; i < hints.size(); i++) {
                page.paragraph("  " + hints.get(i) + (i == 0 ? option : ""));
            }
        }
        if (background.isAny()) {
            BackgroundText.of(page, analysis, most);
        }
        if (!sinks.isEmpty()) {
            page.paragraph(
                    "Sinks: others wait for them for longer than the threshold, and they do not wait that long for any thread or device;"
                            + " that they sleep until a timer does not count");
        }
        int shown = Math.min(Math.max(1, most / 2), sinks.size());
        for (int i = 0; i < shown; i++) {
            Knot sink = sinks.get(i);
            page.paragraph("  sink " + (found.indexOf(sink) + 1) + ": " + phrase(graph, sink.vertex(0)) + ": "
                    + KnotWords.waiting(graph, sink));
        }
        if (sinks.size() > shown) {
            page.paragraph("  ... and " + Words.count(sinks.size() - shown, "lighter one"));
        }
    }

    /** A knot: how many are in it, and its edges. */
    static void knot(TextPage page, Analysis analysis, BackgroundKnots.Found found, int number) throws IOException {
        WaitForGraph graph = analysis.graph();
        Knot knot = found.knot();
        page.paragraph("knot " + number + (found.isBackground() ? " (in the background)" : "") + ", "
                + Words.count(knot.vertexCount(), "member")
                + (knot.level() == 0 ? ":"
                        : ", a knot of its own at thresholds of " + weight(graph, knot.appearsNanos()) + " and above (level " + knot.level()
                                + "):"));
        int[] edges = IntStream.range(0, knot.edgeCount()).map(knot::edge).toArray();
        Pools pools = FirstLook.pools(analysis);
        // what each edge counts for in a knot is not its weight alone, so that only folding changes the order
        List<Folding.Edge> lines = pools.isEmpty()
                ? Arrays.stream(edges).mapToObj(edge -> Folding.edges(graph, new int[] {edge}, pools, false).get(0)).toList()
                : Folding.edges(graph, edges, pools, false);
        for (Folding.Edge line : lines.subList(0, Math.min(MOST_EDGES, lines.size()))) {
            page.paragraph("  " + line(analysis, line));
        }
        if (lines.size() > MOST_EDGES) {
            page.paragraph("  ... and " + Words.count(lines.size() - MOST_EDGES, "lighter edge"));
        }
    }

    /** {@code w2-B (A:256) waits for disk vdd (A): 2.01 s (48.0 %), 387 waits, each holds up 3.0 threads}. */
    private static String line(Analysis analysis, Folding.Edge line) {
        WaitForGraph graph = analysis.graph();
        WaitForRow edge = line.row();
        boolean several = line.waiting() > 1;
        boolean waits = edge.source().isThread() || edge.source().isPool();
        return edge.source().phrase() + (several || edge.source().isPool() ? " wait for " : " waits for ")
                + (several && edge.source().equals(edge.target()) ? "each other" : edge.target().phrase()) + ": "
                + (edge.directNanos() > 0
                        ? weight(graph, line.directEachNanos()) + spaced(KnotWords.clockError(line.clockErrorEachNanos(graph)))
                                + (several ? " each" : "")
                        : KnotWords.threads((double) edge.weightNanos() / graph.rangeNanos()) + " on average")
                + (edge.waits() > 0 ? ", " + Words.count(edge.waits(), waits ? "wait" : edge.source().takesPackets() ? "packet" : "request")
                        : "")
                + (edge.directNanos() > 0 && waits
                        ? (edge.waits() > 1 ? ", each holds up " : ", holds up ")
                                + KnotWords.threads((double) edge.weightNanos() / edge.directNanos())
                        : "")
                + (Arrays.stream(line.edges()).allMatch(analysis.get(NewWork.RESULT)::isOfThread) ? ", for new work" : "");
    }

    private static String spaced(String text) {
        return text.isEmpty() ? "" : ' ' + text;
    }

    /** {@code 5.20 s (93.0 %)}: a time, and its share of the range. */
    static String weight(WaitForGraph graph, long nanos) {
        return TimeFormat.duration(nanos) + " (" + Percent.percent((double) nanos / graph.rangeNanos()) + ')';
    }

    private static String phrase(WaitForGraph graph, int vertex) {
        return Vertex.of(graph, vertex).phrase();
    }
}
