/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.stream.IntStream;

/**
 * Collects intervals for a {@link VarianceTree}. What comes out depends neither on their order nor on which accumulator each was added to,
 * if those are {@linkplain #merge merged}: several threads may each fill one of their own. Not safe for several threads itself.
 *
 * <p>Memory: 12 (k + 1)(k + 2) bytes for a node with k > 0 measured callees.
 */
public final class VarianceAccumulator {
    private final CallTree tree;
    /** By node: of its measured callees, then its body. Nodes without measured callees have nothing to split, and share an empty one. */
    private final CoMoments[] moments;
    private final CoMoments root = new CoMoments(1);
    /** The nodes with measured callees. */
    private final int[] callers;
    private final int[] parents;

    private final long[] bodies;
    private final long[] values;

    /** Without any interval yet. */
    public VarianceAccumulator(CallTree tree) {
        this.tree = tree;
        int nodes = tree.nodeCount();
        moments = new CoMoments[nodes];
        CoMoments nothing = new CoMoments(0);
        int most = 0;
        for (int node = 0; node < nodes; node++) {
            int callees = tree.calleeCount(node);
            moments[node] = callees == 0 ? nothing : new CoMoments(callees + 1);
            most = Math.max(most, callees);
        }
        callers = IntStream.range(0, nodes).filter(node -> tree.calleeCount(node) > 0).toArray();
        parents = IntStream.range(0, nodes).map(tree::parent).toArray();
        bodies = new long[nodes];
        values = new long[most + 1];
    }

    /**
     * Adds an interval. O(nodes + Σ (measured callees of a node)²); allocates nothing.
     *
     * @param durationNanos the time in each node, that of its callees included, 0 if it was not called; 0 for nodes that are not measured
     * @throws IllegalArgumentException if a time is negative, or less than that of the callees together, or not that of a measured node;
     *             nothing was added then
     */
    public void add(long[] durationNanos) {
        int nodes = tree.nodeCount();
        if (durationNanos.length != nodes) {
            throw new IllegalArgumentException("an interval has a duration for each node: interval=" + count() + ", durations="
                    + durationNanos.length + ", nodes=" + nodes);
        }
        split(durationNanos);
        values[0] = durationNanos[0];
        root.add(values);
        for (int node : callers) {
            if (durationNanos[node] == 0) { // nor was anything that it calls
                moments[node].addZeros();
                continue;
            }
            int callees = tree.calleeCount(node);
            for (int i = 0; i < callees; i++) {
                values[i] = durationNanos[tree.callee(node, i)];
            }
            values[callees] = bodies[node];
            moments[node].add(values);
        }
    }

    private void split(long[] durationNanos) {
        for (int node = 0; node < durationNanos.length; node++) {
            long duration = durationNanos[node];
            if (duration < 0 || duration > 0 && !tree.isMeasured(node)) {
                throw new IllegalArgumentException((duration < 0 ? "a duration is negative" : "a node that is not measured has a duration")
                        + ": interval=" + count() + ", node=" + node + ", nanos=" + duration);
            }
            bodies[node] = duration;
        }
        for (int node = 1; node < durationNanos.length; node++) {
            if (durationNanos[node] == 0) {
                continue;
            }
            int parent = parents[node];
            bodies[parent] -= durationNanos[node]; // both are 0 or more: no overflow
            if (bodies[parent] < 0) {
                throw new IllegalArgumentException("callees take longer than their caller; add what lies on one path only: interval="
                        + count() + ", caller=" + parent + ", nanos=" + durationNanos[parent]);
            }
        }
    }

    /**
     * Adds all intervals of another accumulator, which stays as it is.
     *
     * @throws IllegalArgumentException if its tree is another
     */
    public void merge(VarianceAccumulator other) {
        if (!tree.sameAs(other.tree)) {
            throw new IllegalArgumentException("only accumulators of the same call tree can be merged: nodes=" + tree.nodeCount()
                    + ", other's nodes=" + other.tree.nodeCount());
        }
        root.merge(other.root);
        for (int node = 0; node < moments.length; node++) {
            if (tree.calleeCount(node) > 0) {
                moments[node].merge(other.moments[node]);
            }
        }
    }

    /** Number of intervals. */
    public long count() {
        return root.count();
    }

    /**
     * The variance tree of the intervals so far. O(f log f) for f factors; the accumulator may be filled further.
     *
     * @throws IllegalStateException if there are none
     */
    public VarianceTree result() {
        if (count() == 0) {
            throw new IllegalStateException("no intervals: nothing can be said about how they vary");
        }
        return new VarianceTree(tree, root, moments);
    }
}
