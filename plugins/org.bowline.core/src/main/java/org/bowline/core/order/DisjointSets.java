/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import java.util.Arrays;

/** Numbers that belong together, directly or through others (union-find, with paths that are halved on the way). The least number of a set stands for it. 4 bytes for each number. */
public final class DisjointSets {
    private final int[] parent;

    /** Each of some numbers from 0 on is alone at first. */
    public DisjointSets(int size) {
        parent = new int[size];
        Arrays.setAll(parent, number -> number);
    }

    /** The number that stands for the set of another one. O(log n) on average over many calls. */
    public int root(int number) {
        int root = number;
        while (parent[root] != root) {
            parent[root] = parent[parent[root]];
            root = parent[root];
        }
        return root;
    }

    /** Makes one of the sets of two numbers. As {@link #root}. */
    public void join(int one, int other) {
        int rootOfOne = root(one);
        int rootOfOther = root(other);
        parent[Math.max(rootOfOne, rootOfOther)] = Math.min(rootOfOne, rootOfOther);
    }
}
