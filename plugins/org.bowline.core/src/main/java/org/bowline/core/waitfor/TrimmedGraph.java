/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.model.VertexKind;
import org.bowline.core.order.Bisection;

/**
 * The part of a wait-for graph in which bottlenecks are looked for: edges that are heavy and frequent enough and lead to something that matters, by
 * {@link WaitForGraph#measureNanos measure}. Its vertices are those of its edges, with numbers of their own; its edges are known by their
 * positions, heaviest first, and of equal ones the last in the graph first.
 */
final class TrimmedGraph {
    private final int[] vertices;
    private final int[] edges;
    private final WaitForGraph graph;
    private final long[] measures;
    private final int[] sources;
    private final int[] targets;
    /** Positions of the edges of each vertex, ascending. */
    private final int[] firstOutgoing;
    private final int[] outgoing;
    private final int[] firstIncoming;
    private final int[] incoming;

    TrimmedGraph(WaitForGraph graph, long trimNanos, int leastWaits, IntPredicate wanted) {
        this.graph = graph;
        int[] kept = new int[graph.edgeCount()];
        long[] measure = new long[graph.edgeCount()];
        int count = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            boolean rests = graph.timeline().kind(vertex) == VertexKind.THREAD || sum(graph, vertex) >= trimNanos;
            for (int edge = graph.firstEdge(vertex); rests && edge < graph.endEdge(vertex); edge++) {
                measure[edge] = graph.measureNanos(edge);
                if (measure[edge] >= trimNanos && wanted.test(edge) && KnotHierarchy.matters(graph.timeline().kind(graph.target(edge)))) {
                    kept[count++] = edge;
                }
            }
        }
        edges = frequent(graph, Arrays.copyOf(kept, count), leastWaits);
        count = edges.length;
        IntArrays.quickSort(edges, (a, b) -> {
            int byMeasure = Long.compare(measure[b], measure[a]);
            return byMeasure != 0 ? byMeasure : Integer.compare(b, a);
        });
        int[] number = new int[graph.vertexCount()];
        for (int edge : edges) {
            number[graph.source(edge)] = 1;
            number[graph.target(edge)] = 1;
        }
        IntArrayList involved = new IntArrayList();
        for (int vertex = 0; vertex < number.length; vertex++) {
            if (number[vertex] != 0) {
                number[vertex] = involved.size();
                involved.add(vertex);
            }
        }
        vertices = involved.toIntArray();
        measures = new long[count];
        sources = new int[count];
        targets = new int[count];
        for (int i = 0; i < count; i++) {
            measures[i] = measure[edges[i]];
            sources[i] = number[graph.source(edges[i])];
            targets[i] = number[graph.target(edges[i])];
        }
        firstOutgoing = new int[vertices.length + 1];
        outgoing = byVertex(sources, firstOutgoing);
        firstIncoming = new int[vertices.length + 1];
        incoming = byVertex(targets, firstIncoming);
    }

    private static int[] frequent(WaitForGraph graph, int[] edges, int leastWaits) {
        int[] frequent = Arrays.stream(edges).filter(edge -> graph.waits(edge) >= leastWaits).toArray();
        return frequent.length == 0 ? edges : frequent;
    }

    private static int[] byVertex(int[] ends, int[] first) {
        for (int end : ends) {
            first[end + 1]++;
        }
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        int[] fill = first.clone();
        int[] result = new int[ends.length];
        for (int i = 0; i < ends.length; i++) {
            result[fill[ends[i]]++] = i;
        }
        return result;
    }

    int vertexCount() {
        return vertices.length;
    }

    int edgeCount() {
        return edges.length;
    }

    /** The number that a vertex has in the wait-for graph. */
    int vertex(int vertex) {
        return vertices[vertex];
    }

    /** The number that the edge at a position has in the wait-for graph. */
    int edge(int position) {
        return edges[position];
    }

    long measure(int position) {
        return measures[position];
    }

    long weight(int position) {
        return graph.weightNanos(edges[position]);
    }

    long held(int position) {
        return graph.heldNanos(edges[position]);
    }

    /** The edges by how long they hold up anybody, longest first, and of equal ones by position. */
    int[] byHeld() {
        int[] order = new int[edges.length];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order, (a, b) -> {
            int byHeld = Long.compare(held(b), held(a));
            return byHeld != 0 ? byHeld : Integer.compare(a, b);
        });
        return order;
    }

    /** Whether an edge, by position, is a device's idle time. */
    boolean isIdle(int position) {
        return graph.isIdle(edges[position]);
    }

    int[] sources() {
        return sources;
    }

    int[] targets() {
        return targets;
    }

    /** For how long a vertex waits and so holds up anybody, ns. */
    long waitsNanos(int vertex) {
        long sum = 0;
        for (int i = firstOutgoing[vertex]; i < firstOutgoing[vertex + 1]; i++) {
            sum = saturated(sum, held(outgoing[i]));
        }
        return sum;
    }

    /**
     * For how long a vertex is waited for, the sum over those who wait, ns. Nobody loses anything by a device that idles unless somebody waits for the device: its idle edge
     * counts for no more than these waits.
     */
    long waitedForNanos(int vertex) {
        long sum = 0;
        for (int i = firstIncoming[vertex]; i < firstIncoming[vertex + 1]; i++) {
            sum = saturated(sum, counted(incoming[i]));
        }
        return sum;
    }

    private long counted(int position) {
        return isIdle(position) ? Math.min(held(position), waitedForNanos(sources[position])) : held(position);
    }

    private static long sum(WaitForGraph graph, int vertex) {
        long sum = 0;
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            sum = saturated(sum, graph.weightNanos(edge));
        }
        return sum;
    }

    /** A sum of times that are not negative. */
    static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Number of edges whose measure is above this: the position of the first whose is not. */
    int heavierThan(long nanos) {
        return Bisection.first(0, measures.length, i -> measures[i] <= nanos);
    }

    /** Adds the positions, before an end, of a vertex's outgoing edges. */
    void addOutgoing(int vertex, int end, IntArrayList positions) {
        for (int i = firstOutgoing[vertex]; i < firstOutgoing[vertex + 1] && outgoing[i] < end; i++) {
            positions.add(outgoing[i]);
        }
    }

    /** Adds the positions of the incoming edges by which somebody waits for a vertex. */
    void addIncoming(int vertex, IntArrayList positions) {
        for (int i = firstIncoming[vertex]; i < firstIncoming[vertex + 1]; i++) {
            if (counted(incoming[i]) > 0) {
                positions.add(incoming[i]);
            }
        }
    }
}
