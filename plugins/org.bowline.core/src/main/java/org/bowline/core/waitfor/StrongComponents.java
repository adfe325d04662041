/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

/**
 * Strongly connected components of a graph with vertices 0 … n−1. R. Tarjan, "Depth-first search and linear graph algorithms", 1972, with a
 * stack of its own: chains of waits may be long. O(vertices + edges).
 */
final class StrongComponents {
    private final int[] component;
    private int count;

    /**
     * @param vertices number of vertices
     * @param sources sources of the edges
     * @param targets targets of the edges
     * @param edges how many of them to look at
     */
    StrongComponents(int vertices, int[] sources, int[] targets, int edges) {
        component = new int[vertices];
        Arrays.fill(component, -1);
        int[] first = new int[vertices + 1];
        for (int i = 0; i < edges; i++) {
            first[sources[i] + 1]++;
        }
        for (int i = 0; i < vertices; i++) {
            first[i + 1] += first[i];
        }
        int[] fill = Arrays.copyOf(first, vertices);
        int[] heads = new int[edges];
        for (int i = 0; i < edges; i++) {
            heads[fill[sources[i]]++] = targets[i];
        }
        search(vertices, first, heads);
    }

    /** Number of components. */
    int count() {
        return count;
    }

    /** The component of a vertex; an edge between two components leads to the smaller number. */
    int of(int vertex) {
        return component[vertex];
    }

    private void search(int vertices, int[] first, int[] heads) {
        int[] number = new int[vertices]; // order of discovery, from 1; 0 for unseen
        int[] low = new int[vertices];
        int[] nextEdge = Arrays.copyOf(first, vertices);
        int[] open = new int[vertices]; // vertices without a component yet, in order of discovery
        int[] path = new int[vertices]; // the present path of the search
        int opened = 0;
        int discovered = 0;
        for (int root = 0; root < vertices; root++) {
            if (number[root] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            while (depth >= 0) {
                int v = path[depth];
                if (number[v] == 0) {
                    number[v] = ++discovered;
                    low[v] = discovered;
                    open[opened++] = v;
                }
                if (nextEdge[v] < first[v + 1]) {
                    int w = heads[nextEdge[v]++];
                    if (number[w] == 0) {
                        path[++depth] = w;
                    } else if (component[w] < 0) {
                        low[v] = Math.min(low[v], number[w]);
                    }
                    continue;
                }
                if (low[v] == number[v]) {
                    int w;
                    do {
                        w = open[--opened];
                        component[w] = count;
                    } while (w != v);
                    count++;
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[v]);
                }
            }
        }
    }
}
