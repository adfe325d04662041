/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The part of a wait-for graph in which bottlenecks are looked for: edges that are heavy enough and lead to something that matters, by
 * weight. Its vertices are those of its edges, with numbers of their own; its edges are known by their positions, heaviest first, and of
 * equal ones the last in the graph first.
 */
final class TrimmedGraph {
    private final int[] vertices;
    private final int[] edges;
    private final long[] weights;
    private final int[] sources;
    private final int[] targets;
    /** Positions of the edges of each vertex, ascending. */
    private final int[] firstOutgoing;
    private final int[] outgoing;
    private final int[] firstIncoming;
    private final int[] incoming;

    TrimmedGraph(WaitForGraph graph, long trimNanos, IntPredicate wanted) {
        int[] kept = new int[graph.edgeCount()];
        int count = 0;
        for (int edge = 0; edge < kept.length; edge++) {
            if (wanted.test(edge) && graph.weightNanos(edge) >= trimNanos && KnotHierarchy.matters(graph.timeline().kind(graph.target(edge)))) {
                kept[count++] = edge;
            }
        }
        edges = Arrays.copyOf(kept, count);
        IntArrays.quickSort(edges, (a, b) -> {
            int byWeight = Long.compare(graph.weightNanos(b), graph.weightNanos(a));
            return byWeight != 0 ? byWeight : Integer.compare(b, a);
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
        weights = new long[count];
        sources = new int[count];
        targets = new int[count];
        for (int i = 0; i < count; i++) {
            weights[i] = graph.weightNanos(edges[i]);
            sources[i] = number[graph.source(edges[i])];
            targets[i] = number[graph.target(edges[i])];
        }
        firstOutgoing = new int[vertices.length + 1];
        outgoing = byVertex(sources, firstOutgoing);
        firstIncoming = new int[vertices.length + 1];
        incoming = byVertex(targets, firstIncoming);
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

    /** The number that a vertex has in the wait-for graph. */
    int vertex(int vertex) {
        return vertices[vertex];
    }

    /** The number that the edge at a position has in the wait-for graph. */
    int edge(int position) {
        return edges[position];
    }

    long weight(int position) {
        return weights[position];
    }

    int[] sources() {
        return sources;
    }

    int[] targets() {
        return targets;
    }

    /** Number of edges that are heavier than this: the position of the first that is not. */
    int heavierThan(long nanos) {
        int low = 0;
        int high = weights.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (weights[middle] > nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Adds the positions, before an end, of a vertex's outgoing edges. */
    void addOutgoing(int vertex, int end, IntArrayList positions) {
        for (int i = firstOutgoing[vertex]; i < firstOutgoing[vertex + 1] && outgoing[i] < end; i++) {
            positions.add(outgoing[i]);
        }
    }

    /** Adds the positions of a vertex's incoming edges. */
    void addIncoming(int vertex, IntArrayList positions) {
        for (int i = firstIncoming[vertex]; i < firstIncoming[vertex + 1]; i++) {
            positions.add(incoming[i]);
        }
    }
}
