/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.BitSet;
import java.util.List;

import org.bowline.core.waitfor.Knot;

/**
 * What of a {@link GraphPicture} is seen at one threshold. Immutable.
 *
 * <p>An edge is seen if it is heavier than the threshold or inside a knot; a node, if one of its edges is or if it is in a bottleneck.
 */
public final class View {
    /** Not in a bottleneck. */
    public static final int NONE = -1;

    private final long thresholdNanos;
    private final List<Knot> knots;
    private final int[] knotOfNode;
    private final int[] knotOfEdge;
    private final BitSet nodes;
    private final BitSet edges;

    View(long thresholdNanos, List<Knot> knots, int[] knotOfNode, int[] knotOfEdge, BitSet nodes, BitSet edges) {
        this.thresholdNanos = thresholdNanos;
        this.knots = knots;
        this.knotOfNode = knotOfNode;
        this.knotOfEdge = knotOfEdge;
        this.nodes = nodes;
        this.edges = edges;
    }

    /** The threshold, ns. */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    /** The bottlenecks of the whole graph: knots, then sinks, the heaviest of each first. Some may lie in the rest. */
    public List<Knot> knots() {
        return knots;
    }

    /** Whether a node is seen. */
    public boolean isNodeVisible(int node) {
        return nodes.get(node);
    }

    /** Whether an edge is seen. */
    public boolean isEdgeVisible(int edge) {
        return edges.get(edge);
    }

    /** The bottleneck that a node is in: an index of {@link #knots}, or {@link #NONE}. Of the rest always none. */
    public int knotOf(int node) {
        return knotOfNode[node];
    }

    /** The knot that an edge is inside: an index of {@link #knots}, or {@link #NONE}. */
    public int knotOfEdge(int edge) {
        return knotOfEdge[edge];
    }

    /** Whether a node is in a knot, a sink not included. */
    public boolean isInKnot(int node) {
        return knotOfNode[node] != NONE && knots.get(knotOfNode[node]).kind() == Knot.Kind.KNOT;
    }

    /** Whether a node is a sink. */
    public boolean isSink(int node) {
        return knotOfNode[node] != NONE && knots.get(knotOfNode[node]).kind() == Knot.Kind.SINK;
    }

    /** Number of nodes that are seen. */
    public int visibleNodes() {
        return nodes.cardinality();
    }

    /** Number of edges that are seen. */
    public int visibleEdges() {
        return edges.cardinality();
    }
}
