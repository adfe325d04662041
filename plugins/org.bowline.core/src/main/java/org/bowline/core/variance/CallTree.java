/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.Arrays;

/**
 * Who calls whom: the shape of a {@link VarianceTree}. A node is a function as called on one path from the root; the root, node 0, is the
 * interval itself. Immutable.
 *
 * <p>A node may be known without being measured, as a callee that is not instrumented (yet): its time is in the body of its caller, and it
 * counts only for the heights. So one looks into the best factors only, measures their callees, and asks again.
 *
 * <p>The time of a node is that of its measured callees and its <em>body</em>, the rest. Nodes and bodies are <em>parts</em>: node i is
 * part i, its body part {@link #nodeCount()} + i. A node without measured callees is all body, and has no such part of its own.
 */
public final class CallTree {
    /** No node, no part. */
    public static final int NONE = -1;

    private static final int MAX_NODES = 1 << 30;

    private final int[] parents;
    private final boolean[] measured;
    /** By part; {@link #NONE} for a body that is not there. */
    private final int[] heights;
    /** Measured callees of node i: callees[firstCallee[i]] to callees[firstCallee[i + 1] − 1], ascending. */
    private final int[] firstCallee;
    private final int[] callees;

    private CallTree(int[] parents, boolean[] measured) {
        this.parents = parents;
        this.measured = measured;
        int nodes = parents.length;
        firstCallee = new int[nodes + 1];
        for (int node = 1; node < nodes; node++) {
            if (measured[node]) {
                firstCallee[parents[node] + 1]++;
            }
        }
        for (int node = 0; node < nodes; node++) {
            firstCallee[node + 1] += firstCallee[node];
        }
        callees = new int[firstCallee[nodes]];
        int[] next = Arrays.copyOf(firstCallee, nodes);
        for (int node = 1; node < nodes; node++) {
            if (measured[node]) {
                callees[next[parents[node]]++] = node;
            }
        }
        heights = heights();
    }

    /**
     * A tree whose nodes are all measured.
     *
     * @param parents the caller of each node, a smaller number than its own; {@link #NONE} for node 0
     * @throws IllegalArgumentException if this is not a tree
     */
    public static CallTree of(int... parents) {
        boolean[] measured = new boolean[parents.length];
        Arrays.fill(measured, true);
        return of(parents, measured);
    }

    /**
     * A tree.
     *
     * @param parents the caller of each node, a smaller number than its own; {@link #NONE} for node 0
     * @param measured whether the node's time is known; the root's is, and that of the caller of every measured node
     * @throws IllegalArgumentException if this is not such a tree
     */
    public static CallTree of(int[] parents, boolean[] measured) {
        if (parents.length == 0 || parents.length > MAX_NODES || parents.length != measured.length) {
            throw new IllegalArgumentException("a call tree has 1 to 2^30 nodes, and tells of each whether it is measured: parents="
                    + parents.length + ", measured=" + measured.length);
        }
        if (parents[0] != NONE || !measured[0]) {
            throw new IllegalArgumentException(
                    "node 0 is the root, has no parent, and is measured: parent=" + parents[0] + ", measured=" + measured[0]);
        }
        for (int node = 1; node < parents.length; node++) {
            int parent = parents[node];
            if (parent < 0 || parent >= node) {
                throw new IllegalArgumentException("a caller comes before its callees: node=" + node + ", parent=" + parent);
            }
            if (measured[node] && !measured[parent]) {
                throw new IllegalArgumentException("the caller of a measured node is measured: node=" + node + ", parent=" + parent);
            }
        }
        return new CallTree(parents.clone(), measured.clone());
    }

    /** Callees come after their callers, so one pass from the back sees every chain from its end. */
    private int[] heights() {
        int nodes = parents.length;
        int[] result = new int[2 * nodes];
        for (int node = nodes - 1; node > 0; node--) {
            int parent = parents[node];
            int above = result[node] + 1;
            result[parent] = Math.max(result[parent], above);
            if (!measured[node]) {
                result[nodes + parent] = Math.max(result[nodes + parent], above);
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (calleeCount(node) == 0) {
                result[nodes + node] = NONE;
            }
        }
        return result;
    }

    /** Number of nodes, measured or not. */
    public int nodeCount() {
        return parents.length;
    }

    /** The caller of a node; {@link #NONE} for the root. */
    public int parent(int node) {
        return parents[node];
    }

    /** Whether the node's time is known. */
    public boolean isMeasured(int node) {
        return measured[node];
    }

    /** The part that is a node's body, whether or not the node has one. */
    public int body(int node) {
        return parents.length + node;
    }

    /** Whether the part is a body. */
    public boolean isBody(int part) {
        return part >= parents.length;
    }

    /** The node that the part is, or whose body it is. */
    public int node(int part) {
        return isBody(part) ? part - parents.length : part;
    }

    /**
     * Calls in the longest chain below a part: 0 for a node that calls nobody, and for a body, whose calls are nodes of their own. Callees
     * that are not measured are in the body and count for it.
     *
     * @return 0 or more; {@link #NONE} for the body of a node that has no measured callees
     */
    public int height(int part) {
        return heights[part];
    }

    /** How much the part is worth a look, by its place: the square of how much lower than the root it is. */
    long specificity(int height) {
        long lower = (long) heights[0] - height;
        return lower * lower;
    }

    /** Number of measured callees. */
    int calleeCount(int node) {
        return firstCallee[node + 1] - firstCallee[node];
    }

    /** The i-th measured callee. */
    int callee(int node, int i) {
        return callees[firstCallee[node] + i];
    }

    /** Whether the other tree has the same nodes. */
    boolean sameAs(CallTree other) {
        return this == other || Arrays.equals(parents, other.parents) && Arrays.equals(measured, other.measured);
    }
}
