/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.bowline.core.model.Words;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.TimeFormat;
import org.bowline.report.Vertex;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.PictureText;
import org.bowline.report.graph.SvgWriter;
import org.bowline.report.graph.View;

/** The wait-for graph with its knots. The script moves the threshold; without it the picture stands at the chosen one. */
final class GraphSection {
    private static final int MOST_EDGES = 20;
    private static final int MOST_KNOTS = 12;
    private static final int MOST_NAMES = 8;

    private final HtmlInput input;
    private final GraphPicture picture;
    private final View view;

    GraphSection(HtmlInput input, GraphPicture picture) {
        this.input = input;
        this.picture = picture;
        view = picture.at(input.thresholdNanos());
    }

    void write(Html html, Doubts doubts) {
        html.open("section", "id", "wait-for", "aria-labelledby", "h-wait-for").element("h2", "Who waits for whom", "id", "h-wait-for");
        html.element("p",
                "An arrow leads from who waits to who is waited for; the thicker, the more time. A knot is a set that waits only for "
                        + "itself: the throughput of its threads rises only if a wait inside it gets shorter.",
                "class", "lead");
        doubts.beside(html, Doubts.Room.GRAPH);
        html.open("figure", "class", "card graph", "id", "graph").open("figcaption").element("b", "Wait-for graph")
                .text(" at a threshold of ")
                .element("span", threshold(input.thresholdNanos()), "id", "graph-threshold").close();
        html.open("div", "class", "controls script-only", "hidden", "");
        html.open("label", "class", "slider").text("Threshold ")
                .single("input", "type", "range", "id", "graph-slider", "min", "0", "value", "0",
                        "step", "1", "aria-describedby", "graph-help")
                .close();
        html.open("span", "class", "buttons");
        button(html, "graph-in", "Zoom in", "+");
        button(html, "graph-out", "Zoom out", "−");
        button(html, "graph-fit", "Show the whole graph", "Fit");
        html.close(2);
        html.open("div", "id", "graph-view", "class", "graph-view").raw(Html.clean(SvgWriter.figure(picture, view, SvgWriter.Theme.AUTO)))
                .close();
        html.element("p",
                "Click or tap a box or an arrow. Keys: Tab into the graph, ← → walk the boxes, ↑ ↓ the arrows, heaviest first; Enter shows the"
                        + " waits, Esc leaves; + − 0 zoom. Drag to move, Ctrl and wheel or two fingers to zoom.",
                "id", "graph-help", "class",
                "note script-only", "hidden", "");
        html.open("div", "id", "graph-details", "class", "details script-only", "aria-live", "polite", "hidden", "").close();
        html.open("ul", "class", "notes", "id", "graph-notes");
        for (String note : PictureText.notes(picture, view)) {
            html.element("li", note);
        }
        html.close(2).line();
        knots(html);
        edges(html);
        html.close().line();
    }

    static void button(Html html, String id, String label, String words) {
        html.element("button", words, "type", "button", "id", id, "aria-label", label, "title", label);
    }

    private String threshold(long nanos) {
        return TimeFormat.duration(nanos) + " (" + Words.percent((double) nanos / input.graph().rangeNanos()) + " of the range)";
    }

    private void knots(Html html) {
        html.element("h3", "Knots and sinks").open("ol", "id", "knots", "class", "knots");
        List<Knot> knots = view.knots();
        for (Knot knot : knots.subList(0, Math.min(MOST_KNOTS, knots.size()))) {
            html.open("li").open("b").text(knot.kind().label()).close().text(" " + names(knot, input) + ": "
                    + TimeFormat.duration(knot.weightNanos()) + " in all").close();
        }
        if (knots.size() > MOST_KNOTS) {
            html.element("li", "… and " + Words.count(knots.size() - MOST_KNOTS, "lighter one"), "class", "more");
        }
        if (knots.isEmpty()) {
            html.element("li", "None at this threshold.", "class", "more");
        }
        html.close().line();
    }

    /** Its members, the first of them by name. */
    static String names(Knot knot, HtmlInput input) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_NAMES, knot.vertexCount()); i++) {
            names.add(Vertex.of(input.timeline(), knot.vertex(i)).phrase());
        }
        return String.join(", ", names) + (knot.vertexCount() > MOST_NAMES ? " and " + (knot.vertexCount() - MOST_NAMES) + " more" : "");
    }

    private void edges(Html html) {
        List<PictureEdge> heaviest = picture.edges().stream().filter(edge -> edge.graphEdge() >= 0)
                .sorted(Comparator.comparingLong(PictureEdge::weightNanos).reversed()).limit(MOST_EDGES).toList();
        if (heaviest.isEmpty()) {
            return;
        }
        html.element("h3", "Heaviest waits");
        Tables.open(html, "Heaviest waits");
        Tables.head(html, "Waiting", "For", "#Weight", "#Of the range", "#Direct", "#Waits");
        html.open("tbody");
        for (PictureEdge edge : heaviest) {
            html.open("tr").open("th", "scope", "row").element("a", called(edge.source()), "href", "#graph", "data-edge",
                    Integer.toString(edge.index())).close().element("td", called(edge.target()))
                    .element("td", TimeFormat.duration(edge.weightNanos()), "class", "num")
                    .element("td", Words.percent(edge.share()), "class", "num")
                    .element("td", TimeFormat.duration(edge.directNanos()), "class", "num")
                    .element("td", Long.toString(edge.waits()), "class", "num").close();
        }
        html.close();
        Tables.close(html);
        html.element("p",
                "Weight: time waited after what the waited-for itself waited for has been passed on; may exceed the range. Direct: the plain sum of"
                        + " the waits.",
                "class", "note");
    }

    private String called(int node) {
        PictureNode of = picture.nodes().get(node);
        return PictureText.called(of);
    }
}
