/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Workers;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** The wait-for graph and its knots as rows. */
public final class WaitForRows {
    private WaitForRows() {}

    /** All edges, heaviest first. O(edges × log edges). */
    public static List<WaitForRow> of(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        int[] order = heaviest(graph);
        List<WaitForRow> rows = new ArrayList<>(order.length);
        for (int edge : order) {
            rows.add(edge(graph, edge, newWork.why(edge).label()));
        }
        return rows;
    }

    /** All edges with what of their time the clocks' error may be, heaviest first. O(edges × log edges). */
    public static List<FlightRow> flights(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        List<WaitForRow> edges = of(analysis);
        int[] order = heaviest(graph);
        List<FlightRow> rows = new ArrayList<>(order.length);
        for (int i = 0; i < order.length; i++) {
            long error = graph.clockErrorNanos(order[i]);
            rows.add(new FlightRow(edges.get(i), error == Long.MAX_VALUE ? Rows.ABSENT : error));
        }
        return rows;
    }

    /** The numbers of all edges, heaviest first. O(edges × log edges). */
    public static int[] heaviest(WaitForGraph graph) {
        int[] order = new int[graph.edgeCount()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.stableSort(order, (a, b) -> Long.compare(graph.weightNanos(b), graph.weightNanos(a)));
        return order;
    }

    /** One edge, whatever it is for. */
    public static WaitForRow edge(WaitForGraph graph, int edge) {
        return edge(graph, edge, "");
    }

    private static WaitForRow edge(WaitForGraph graph, int edge, String newWork) {
        return new WaitForRow(Vertex.of(graph, graph.source(edge)), Vertex.of(graph, graph.target(edge)), graph.weightNanos(edge),
                graph.directNanos(edge), graph.waits(edge), blame(graph, edge), graph.wakerNanos(edge), graph.holderNanos(edge),
                newWork);
    }

    private static String blame(WaitForGraph graph, int edge) {
        if (graph.isIdle(edge)) {
            return "";
        }
        return graph.isByBirth(edge) ? "birth"
                : graph.isByWay(edge) ? "network"
                        : graph.isByNic(edge) ? "sending" : !graph.isByHolder(edge) ? "waker" : graph.isByWaker(edge) ? "both" : "holder";
    }

    /**
     * The knots and sinks of an analysis, then the knots that are seen once those in the background are taken out; a row per edge inside. A sink is one row: the vertex as source, no target, and how much,
     * in all, others wait for it.
     */
    public static List<KnotRow> knots(Analysis analysis) {
        return knots(analysis.graph(), analysis.get(Workers.KNOTS).found());
    }

    static List<KnotRow> knots(WaitForGraph graph, List<BackgroundKnots.Found> knots) {
        List<KnotRow> rows = new ArrayList<>();
        for (int i = 0; i < knots.size(); i++) {
            BackgroundKnots.Found found = knots.get(i);
            Knot knot = found.knot();
            if (knot.kind() == Knot.Kind.SINK) {
                rows.add(sink(graph, knot, i + 1));
            } else {
                for (int edge = 0; edge < knot.edgeCount(); edge++) {
                    rows.add(new KnotRow(i + 1, false, knot.level(), knot.appearsNanos(), edge(graph, knot.edge(edge)),
                            found.isBackground(), found.round()));
                }
            }
        }
        return rows;
    }

    private static KnotRow sink(WaitForGraph graph, Knot knot, int number) {
        long weight = 0;
        long direct = 0;
        long waits = 0;
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            weight = saturated(weight, graph.weightNanos(edge));
            direct = saturated(direct, graph.directNanos(edge));
            waits += graph.waits(edge);
        }
        Vertex vertex = Vertex.of(graph, knot.vertex(0));
        return KnotRow.sink(number, knot.level(), knot.appearsNanos(), new WaitForRow(vertex, Vertex.NONE, weight, direct, waits));
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
