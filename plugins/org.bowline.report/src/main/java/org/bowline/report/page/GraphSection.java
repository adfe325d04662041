/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Pools;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.Markup;
import org.bowline.report.graph.PictureText;
import org.bowline.report.graph.SvgWriter;
import org.bowline.report.graph.View;
import org.bowline.report.rows.Folding;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.text.TimeFormat;

/** The wait-for graph with its knots. The script moves the threshold; without it the picture stands at the chosen one. */
public final class GraphSection {
    private static final int MOST_EDGES = 20;
    private static final int MOST_KNOTS = 12;
    private static final int MOST_OF_NAME = 100;
    private static final int MOST_OF_CODE = 300;
    private static final String OF_CODE = "Mostly in: the code that most of the time of these waits was in, as far as it has names. ";

    private final Analysis shown;
    private final GraphPicture picture;
    private final View view;

    private GraphSection(Analysis shown, GraphPicture picture) {
        this.shown = shown;
        this.picture = picture;
        view = picture.at(shown.thresholdNanos());
    }

    /** The section; none where it is not known what threads did, as an empty graph would say that nobody waited. */
    public static List<Section> of(PageParts parts) {
        return !parts.shown().knowsWaits() ? List.of()
                : List.of(new Section("wait-for", "Who waits", 14, new GraphSection(parts.shown(), parts.picture()).of(parts.doubts())));
    }

    private Markup of(Doubts doubts) {
        return Markup.of("""
                <section id="wait-for" aria-labelledby="h-wait-for"><h2 id="h-wait-for">Who waits for whom</h2>
                <p class="lead">An arrow leads from who waits to who is waited for; the thicker, the more time. The members of a knot wait for each
                other and, but for lighter waits and timers, for nothing else: their throughput rises only if a wait inside the knot gets shorter.</p>
                %s
                %s
                <figure class="card graph" id="graph">
                <figcaption><b>Wait-for graph</b> at a threshold of <span id="graph-threshold">%s (%s of the range)</span></figcaption>
                <div class="controls script-only" hidden="">
                <label class="slider">Threshold <input type="range" id="graph-slider" min="0" value="0" step="1"
                aria-describedby="graph-help"></label>
                <span class="buttons">
                <button type="button" id="graph-in" aria-label="Zoom in" title="Zoom in">+</button>
                <button type="button" id="graph-out" aria-label="Zoom out" title="Zoom out">−</button>
                <button type="button" id="graph-fit" aria-label="Show the whole graph" title="Show the whole graph">Fit</button>
                </span></div>
                <div id="graph-view" class="graph-view">%s</div>
                <p id="graph-help" class="note script-only" hidden="">Click or tap a box or an arrow. Keys: Tab into the graph, ← → walk the boxes,
                ↑ ↓ the arrows, heaviest first; Enter shows the waits, Esc leaves; + − 0 zoom. Drag to move, Ctrl and wheel or two fingers to zoom.</p>
                <div id="graph-details" class="details script-only" aria-live="polite" hidden=""></div>
                <ul class="notes" id="graph-notes">%s</ul></figure>

                %s
                </section>
                """, doubts.beside(Doubts.Room.GRAPH), knots(), TimeFormat.duration(shown.thresholdNanos()),
                ofRange(shown.thresholdNanos()), SvgWriter.figure(picture, view, SvgWriter.Theme.AUTO),
                Markup.each(PictureText.notes(picture, view), note -> Markup.of("<li>%s</li>", note)), edges());
    }

    private String ofRange(long nanos) {
        return Percent.percent((double) nanos / shown.graph().rangeNanos());
    }

    private Markup knots() {
        List<Knot> knots = view.knots();
        return Markup.of("""
                <h3>Knots and sinks</h3><ol id="knots" class="knots">%s%s%s%s</ol>
                <p class="note">At the threshold of the graph. The threshold is compared with the weight of a wait: its time, times the threads
                that it holds up.</p>
                """, Markup.each(knots.stream().limit(MOST_KNOTS).toList(), knot -> Markup.of(
                "<li><b>%s</b> %s: %s</li>", knot.kind().label(), KnotWords.told(shown, knot),
                KnotWords.cost(shown, knot))),
                Markup.when(knots.size() > MOST_KNOTS, "<li class=\"more\">… and %s</li>",
                        Words.count(knots.size() - MOST_KNOTS, "lighter one")),
                Markup.when(knots.isEmpty(), "<li class=\"more\">None at this threshold.</li>"),
                Markup.each(KnotWords.hints(shown, view.thresholdNanos()),
                        hint -> Markup.of("<li class=\"more\">%s</li>", hint)));
    }

    /** The heaviest edges of the graph, also those that are not drawn, as to timers; without those that are set aside, and between pools as one. */
    private Markup edges() {
        WaitForGraph graph = shown.graph();
        int[] known = IntStream.range(0, graph.edgeCount()).filter(edge -> !FirstLook.leavesEdge(shown, edge)).toArray();
        if (known.length == 0) {
            return new Markup();
        }
        Pools pools = FirstLook.pools(shown);
        List<Folding.Edge> lines = Folding.edges(graph, known, pools, true);
        List<Table.Column<Folding.Edge>> columns = new ArrayList<>(List.of(
                Table.head("Waiting", line -> source(graph, line)),
                Table.text("For", line -> cut(line.row().target())),
                Table.number("Direct", line -> TimeFormat.duration(line.directEachNanos())),
                Table.number("Of the range", line -> ofRange(line.directEachNanos())),
                Table.number("Holds up", line -> KnotWords.holdsUp(graph, line)),
                Table.number("Waits", line -> line.row().waits())));
        if (graph.hasWays()) {
            columns.add(3, Table.number("Clocks", line -> KnotWords.clockError(line.clockErrorEachNanos(graph))));
        }
        boolean several = lines.stream().limit(MOST_EDGES).anyMatch(line -> line.waiting() > 1);
        boolean code = CodeQuestion.isKnown(shown);
        if (code) {
            columns.add(Table.text("Mostly in", "wrap", line -> Markup.cut(
                    WaitCodeRow.words(CodeQuestion.heaviest(shown, line.edges())), MOST_OF_CODE)));
        }
        return Markup.of(
                """
                <h3>Heaviest waits</h3>
                %s
                <p class="note">Direct: the sum of the waits, and its share of the range%s. Holds up: how many threads wait, on average, while such a wait
                lasts. The two multiplied are the weight, with which the threshold is compared; %s comes first. %s%s%sWhat has no link is not drawn.</p>""",
                Table.of("Heaviest waits", columns, lines.stream().limit(MOST_EDGES).toList()),
                several ? " (of a pool, ×, that of the average thread)" : "",
                several ? "what has the most of it, all threads of a pool together," : "the heaviest",
                graph.hasWays() ? "Clocks: by how much the direct time may be off, at most, as clocks may be. " : "", code ? OF_CODE : "",
                elsewhere(Math.max(0, lines.size() - MOST_EDGES), graph.edgeCount() - known.length));
    }

    /** Who waits, with a link to the heaviest of its edges that is drawn. */
    private Object source(WaitForGraph graph, Folding.Edge line) {
        String name = cut(line.row().source());
        int drawn = Arrays.stream(line.edges()).boxed().filter(edge -> picture.edgeOf(edge) >= 0)
                .max(Comparator.comparingLong(graph::weightNanos)).orElse(-1);
        return drawn < 0 ? name : Markup.of("<a href=\"#graph\" data-edge=\"%s\">%s</a>", picture.edgeOf(drawn), name);
    }

    /** Where the rest is, if there is any. */
    private static String elsewhere(int lighter, int aside) {
        List<String> rest = new ArrayList<>();
        if (lighter > 0) {
            rest.add(Words.count(lighter, "lighter edge"));
        }
        if (aside > 0) {
            rest.add(Words.count(aside, "edge") + " set aside");
        }
        return rest.isEmpty() ? "" : "Only in the report wait-for: " + String.join(" and ", rest) + ". ";
    }

    private static String cut(Vertex vertex) {
        return Markup.cut(vertex.phrase(), MOST_OF_NAME);
    }
}
