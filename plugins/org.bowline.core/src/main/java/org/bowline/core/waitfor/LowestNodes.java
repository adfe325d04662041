/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

/**
 * The smallest component of a {@link ComponentTree} that two vertices are both in. The tree is cut into paths that lead from a node to that of its children which has most
 * leaves (D. Sleator, R. Tarjan, 1983): a vertex is below at most log2 of the vertices of them. O(nodes) to make, O(log vertices) to ask.
 */
final class LowestNodes {
    private final int[] parent;
    /** The upper end of each node's path. */
    private final int[] head;

    LowestNodes(ComponentTree tree) {
        int nodes = tree.size();
        parent = new int[nodes];
        Arrays.fill(parent, ComponentTree.NONE);
        head = new int[nodes];
        int[] leaves = new int[nodes];
        int[] largest = new int[nodes];
        // children have smaller numbers than their parents
        for (int node = 0; node < nodes; node++) {
            largest[node] = ComponentTree.NONE;
            if (tree.isLeaf(node)) {
                leaves[node] = 1;
                continue;
            }
            for (int child = tree.firstChild(node); child != ComponentTree.NONE; child = tree.nextSibling(child)) {
                parent[child] = node;
                leaves[node] += leaves[child];
                largest[node] = largest[node] == ComponentTree.NONE || leaves[child] > leaves[largest[node]] ? child : largest[node];
            }
        }
        for (int node = nodes - 1; node >= 0; node--) {
            boolean goesOn = parent[node] != ComponentTree.NONE && largest[parent[node]] == node;
            head[node] = goesOn ? head[parent[node]] : node;
        }
    }

    /** The node; of a vertex and itself that vertex; {@link ComponentTree#NONE} if nothing holds both. */
    int of(int vertex, int other) {
        int a = vertex;
        int b = other;
        while (head[a] != head[b]) {
            // the path whose head has the smaller number does not go on above the other one's
            if (head[a] < head[b]) {
                a = parent[head[a]];
            } else {
                b = parent[head[b]];
            }
            if (a == ComponentTree.NONE || b == ComponentTree.NONE) {
                return ComponentTree.NONE;
            }
        }
        return Math.max(a, b);
    }
}
