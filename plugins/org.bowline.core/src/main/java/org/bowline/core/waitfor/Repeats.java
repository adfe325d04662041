/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * How often a kind of wait occurs, whichever of several {@linkplain Alike equal threads} it meets: eight workers that wait twice for each other have 56 edges of 2 waits, and a lock that is taken in
 * turn 112 times. What happens once or twice when programs start and end stays rare.
 */
final class Repeats {
    private Repeats() {}

    /** Of each edge of a graph, the waits of all edges between such threads; at most {@link Integer#MAX_VALUE}. O(vertices × length of a name + edges). */
    static int[] of(WaitForGraph graph) {
        Alike alike = new Alike(graph.timeline());
        Long2IntOpenHashMap sums = new Long2IntOpenHashMap();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            long pair = alike.pair(graph.source(edge), graph.target(edge));
            sums.put(pair, (int) Math.min(Integer.MAX_VALUE, (long) sums.get(pair) + graph.waits(edge)));
        }
        int[] repeats = new int[graph.edgeCount()];
        for (int edge = 0; edge < repeats.length; edge++) {
            repeats[edge] = sums.get(alike.pair(graph.source(edge), graph.target(edge)));
        }
        return repeats;
    }
}
