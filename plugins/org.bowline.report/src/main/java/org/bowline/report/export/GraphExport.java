/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

import org.bowline.core.model.PlainText;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;

/**
 * What graph formats say of a wait-for graph: the vertices that have an edge, ascending, all edges, and the bottleneck that each is in.
 * O(vertices + edges).
 */
final class GraphExport {
    private static final int NONE = 0;

    private final WaitForGraph graph;
    private final List<Knot> knots;
    private final IntFunction<String> newWork;
    private final int[] knotOfVertex;
    private final int[] knotOfEdge;

    /**
     * An export.
     *
     * @param newWork why an edge is a wait for new work, as in the report of the edges; empty if it is none
     */
    GraphExport(WaitForGraph graph, List<Knot> knots, IntFunction<String> newWork) {
        this.graph = graph;
        this.knots = knots;
        this.newWork = newWork;
        knotOfVertex = new int[graph.vertexCount()];
        knotOfEdge = new int[graph.edgeCount()];
        Arrays.fill(knotOfVertex, NONE);
        Arrays.fill(knotOfEdge, NONE);
        for (int i = 0; i < knots.size(); i++) {
            Knot knot = knots.get(i);
            for (int v = 0; v < knot.vertexCount(); v++) {
                knotOfVertex[knot.vertex(v)] = i + 1;
            }
            for (int e = 0; e < knot.edgeCount() && knot.kind() == Knot.Kind.KNOT; e++) {
                knotOfEdge[knot.edge(e)] = i + 1;
            }
        }
    }

    WaitForGraph graph() {
        return graph;
    }

    /** The vertices that have an edge, ascending. */
    List<Integer> vertices() {
        boolean[] used = new boolean[graph.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            used[graph.source(edge)] = true;
            used[graph.target(edge)] = true;
        }
        List<Integer> vertices = new ArrayList<>();
        for (int vertex = 0; vertex < used.length; vertex++) {
            if (used[vertex]) {
                vertices.add(vertex);
            }
        }
        return vertices;
    }

    Vertex vertex(int vertex) {
        return Vertex.of(graph, vertex);
    }

    /** Number of the bottleneck that a vertex is in, as in the report of the knots, from 1; 0 if it is in none. */
    int knotOf(int vertex) {
        return knotOfVertex[vertex];
    }

    /** Number of the knot that an edge is inside, from 1; 0 if it is in none. */
    int knotOfEdge(int edge) {
        return knotOfEdge[edge];
    }

    /** Why an edge is a wait for new work; empty if it is none. */
    String newWork(int edge) {
        return newWork.apply(edge);
    }

    /** knot, sink, or nothing. */
    String role(int vertex) {
        return knotOfVertex[vertex] == NONE ? "" : knots.get(knotOfVertex[vertex] - 1).kind().label();
    }

    /** Whether something has no place in XML 1.0 or in a line of text. */
    static boolean isControl(int c) {
        return !PlainText.isVisible(c);
    }
}
