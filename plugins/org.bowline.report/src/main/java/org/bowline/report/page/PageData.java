/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.google.gson.stream.JsonWriter;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.PlainText;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.Markup;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.PictureText;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.rows.PathRows;

/** What the script needs to know beyond what is on the page: JSON in which nothing can end the element that holds it. */
final class PageData {
    private static final int MOST_WAITS = 8;
    private static final int MOST_STEPS = 48;
    private static final int MOST_KNOTS = 12;
    /** Legs of a path that can be zoomed; about 12 bytes each. */
    static final int MOST_LEGS = 60_000;
    private static final double[] SHARES = {0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2};

    private final Analysis shown;
    private final GraphPicture picture;

    PageData(Analysis shown, GraphPicture picture) {
        this.shown = shown;
        this.picture = picture;
    }

    /** Whether a path's legs are in the data. */
    static boolean zooms(PathFigure figure) {
        return figure.path().size() <= MOST_LEGS;
    }

    String json(List<PathFigure> figures) {
        StringWriter out = new StringWriter();
        try (JsonWriter json = new JsonWriter(out)) {
            json.setHtmlSafe(true);
            json.beginObject();
            json.name("from").value(Long.toString(shown.fromNanos()));
            json.name("range").value(shown.graph().rangeNanos());
            graph(json);
            json.name("paths").beginArray();
            for (PathFigure figure : figures) {
                path(json, figure);
            }
            json.endArray().endObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot be written", e);
        }
        return out.toString();
    }

    private void graph(JsonWriter json) throws IOException {
        json.name("threshold").value(shown.thresholdNanos());
        json.name("nodes").beginArray();
        for (PictureNode node : picture.nodes()) {
            json.beginArray().value(PlainText.visible(Names.shortened(PictureText.called(node)))).value(PictureText.degree(picture, node))
                    .value(node.rank()).value(node.isPool() ? node.vertices() : 1)
                    .endArray();
        }
        json.endArray().name("edges").beginArray();
        for (PictureEdge edge : picture.edges()) {
            shown.progress().check();
            json.beginArray().value(edge.source()).value(edge.target()).value(edge.weightNanos()).value(edge.directNanos())
                    .value(edge.waits())
                    .value(edge.isIdle() ? 1 : 0).beginArray();
            if (!edge.isRest()) {
                EdgeWaits waits = EdgeWaits.of(shown.graph(), edge.graphEdges(), MOST_WAITS, shown.progress());
                for (int i = 0; i < waits.size(); i++) {
                    json.value(waits.startNanos(i) - shown.fromNanos()).value(waits.endNanos(i) - waits.startNanos(i));
                }
            }
            json.endArray().value(edge.heaviestNanos()).value(edge.waiting());
            if (!edge.clockError().isEmpty()) {
                json.value(edge.clockError());
            }
            json.endArray();
        }
        json.endArray();
        steps(json);
    }

    /** The thresholds of the slider and what is a bottleneck at each; what many steps share is there once. */
    private void steps(JsonWriter json) throws IOException {
        Map<List<Object>, Integer> known = new LinkedHashMap<>();
        List<Knot> knots = new ArrayList<>();
        json.name("steps").beginArray();
        for (long threshold : thresholds()) {
            json.beginArray().value(threshold).beginArray();
            List<Knot> seen = shown.hierarchy().knotsAt(threshold);
            for (Knot knot : seen.stream().limit(MOST_KNOTS).toList()) {
                int number = known.computeIfAbsent(key(knot), key -> knots.size());
                if (number == knots.size()) {
                    knots.add(knot);
                }
                json.value(number);
            }
            json.endArray().value(seen.size()).beginArray();
            for (String hint : KnotWords.hints(shown, threshold)) {
                json.value(PlainText.visible(hint));
            }
            json.endArray().endArray();
        }
        json.endArray().name("knots").beginArray();
        for (Knot knot : knots) {
            json.beginArray().value(knot.kind().label()).value(PlainText.visible(KnotWords.told(shown, knot)))
                    .value(PlainText.visible(KnotWords.cost(shown, knot)))
                    .beginArray();
            for (int i = 0; i < knot.vertexCount(); i++) {
                int node = picture.nodeOf(knot.vertex(i));
                if (node >= 0) {
                    json.value(node);
                }
            }
            json.endArray().beginArray();
            for (int i = 0; i < knot.edgeCount() && knot.kind() == Knot.Kind.KNOT; i++) {
                int edge = picture.edgeOf(knot.edge(i));
                if (edge >= 0) {
                    json.value(edge);
                }
            }
            json.endArray().endArray();
        }
        json.endArray();
    }

    private static List<Object> key(Knot knot) {
        int[] vertices = new int[knot.vertexCount()];
        Arrays.setAll(vertices, knot::vertex);
        int[] edges = new int[knot.edgeCount()];
        Arrays.setAll(edges, knot::edge);
        return List.of(knot.kind(), Arrays.toString(vertices), Arrays.toString(edges));
    }

    /** Nothing, where bottlenecks come apart, some round shares, and the chosen one. */
    private Set<Long> thresholds() {
        Set<Long> thresholds = new TreeSet<>();
        thresholds.add(0L);
        thresholds.add(shown.thresholdNanos());
        shown.hierarchy().hints(shown.thresholdNanos()).forEach(hint -> thresholds.add(hint.thresholdNanos()));
        for (double share : SHARES) {
            thresholds.add(Math.round(share * shown.graph().rangeNanos()));
        }
        long[] breaks = shown.hierarchy().breaks();
        for (int i = 0; i < Math.min(MOST_STEPS, breaks.length); i++) {
            thresholds.add(breaks[(int) ((long) i * breaks.length / Math.min(MOST_STEPS, breaks.length))]);
        }
        return thresholds;
    }

    private void path(JsonWriter json, PathFigure figure) throws IOException {
        if (!zooms(figure)) {
            return;
        }
        var path = figure.path();
        Map<String, Integer> details = new LinkedHashMap<>();
        json.beginObject().name("id").value(figure.id()).name("from").value(Long.toString(path.fromNanos())).name("length")
                .value(path.toNanos() - path.fromNanos()).name("height").value(Markup.number(figure.height()));
        json.name("rows").beginArray();
        for (int i = 0; i < figure.rows().size(); i++) {
            PathFigure.Row row = figure.rows().get(i);
            json.beginArray().value(figure.top(i)).value(row.host()).value(PlainText.visible(Names.shortened(row.name()))).value(
                    PlainText.visible(Names.shortened(path.timeline().hostName(row.host())))).endArray();
        }
        json.endArray().name("legs").beginArray();
        for (int leg = 0; leg < path.size(); leg++) {
            String detail = PathRows.detail(path.timeline(), path.kind(leg), path.cause(leg), path.target(leg));
            json.value(figure.row(leg)).value(figure.style(leg).ordinal()).value(path.nanos(leg))
                    .value(details.computeIfAbsent(PlainText.visible(Names.shortened(detail)), key -> details.size()));
        }
        json.endArray().name("details").beginArray();
        for (String detail : details.keySet()) {
            json.value(detail);
        }
        json.endArray().endObject();
    }
}
