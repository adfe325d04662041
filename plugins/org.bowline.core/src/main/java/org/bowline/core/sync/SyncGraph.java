/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;
import java.util.Set;

/**
 * Hosts, linked by relations that are the worse the greater their error. Finds over which neighbour each host's clock is best carried to the reference: shortest paths by
 * summed error (Dijkstra on a matrix, O(hosts²) per root).
 *
 * <p>Jabbarifar (2013) takes a minimum spanning tree; errors add up along the path to the reference, so that it is paths that must be short.
 */
final class SyncGraph {
    /** No relation. */
    static final long NO_LINK = Long.MAX_VALUE;
    /** The error of a relation of unknown error: worse than a chain of any known ones, and a few hundred of them do not overflow. */
    static final long UNKNOWN_ERROR = 1L << 54;

    private final String[] names;
    private final long[][] weight;

    /** @param names for ties, the alphabetically first wins */
    SyncGraph(String[] names) {
        this.names = names;
        weight = new long[names.length][names.length];
        for (long[] row : weight) {
            Arrays.fill(row, NO_LINK);
        }
    }

    void link(int a, int b, long errorNanos) {
        weight[a][b] = Math.min(errorNanos, UNKNOWN_ERROR);
        weight[b][a] = weight[a][b];
    }

    /**
     * The tree of shortest paths.
     *
     * @param neighbour the next host towards the root; −1 for the root and for hosts without a path
     * @param distance summed error; {@link #NO_LINK} without a path
     * @param order hosts with a path, the root first, each after its neighbour
     */
    record Tree(java.util.List<Integer> neighbour, java.util.List<Long> distance, java.util.List<Integer> order) {}

    Tree tree(int root) {
        int n = names.length;
        Integer[] neighbour = new Integer[n];
        Long[] distance = new Long[n];
        Arrays.fill(neighbour, Matches.NONE);
        Arrays.fill(distance, NO_LINK);
        distance[root] = 0L;
        boolean[] done = new boolean[n];
        java.util.List<Integer> order = new java.util.ArrayList<>();
        while (true) {
            int best = Matches.NONE;
            for (int host = 0; host < n; host++) {
                if (!done[host] && distance[host] != NO_LINK && (best < 0 || nearer(distance[host], host, distance[best], best))) {
                    best = host;
                }
            }
            if (best < 0) {
                return new Tree(java.util.List.of(neighbour), java.util.List.of(distance), order);
            }
            done[best] = true;
            order.add(best);
            for (int host = 0; host < n; host++) {
                if (!done[host] && weight[best][host] != NO_LINK) {
                    long through = distance[best] + weight[best][host];
                    if (through < distance[host] || (through == distance[host] && names[best].compareTo(names[neighbour[host]]) < 0)) {
                        distance[host] = through;
                        neighbour[host] = best;
                    }
                }
            }
        }
    }

    private boolean nearer(long distanceA, int a, long distanceB, int b) {
        return distanceA != distanceB ? distanceA < distanceB : names[a].compareTo(names[b]) < 0;
    }

    /**
     * The host that reaches most hosts, and of these the one whose farthest host is nearest, then the one with the least sum, then the first by name.
     *
     * @param timeless hosts that are none, unless there are no others
     */
    int bestRoot(Set<Integer> timeless) {
        int best = 0;
        long[] bestRank = null;
        for (int root = 0; root < names.length; root++) {
            Tree tree = tree(root);
            long farthest = 0;
            long sum = 0;
            for (int host : tree.order()) {
                farthest = Math.max(farthest, tree.distance().get(host));
                sum += tree.distance().get(host);
            }
            long[] rank = {timeless.contains(root) ? 1 : 0, -tree.order().size(), farthest, sum};
            int order = bestRank == null ? -1 : Arrays.compare(rank, bestRank);
            if (order < 0 || (order == 0 && names[root].compareTo(names[best]) < 0)) {
                best = root;
                bestRank = rank;
            }
        }
        return best;
    }
}
