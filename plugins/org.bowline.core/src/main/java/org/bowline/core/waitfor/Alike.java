/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.HashMap;
import java.util.Map;

import org.bowline.core.model.IntPair;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Equal threads: those of one host whose names differ at most in the number at the end. Which of them does a piece of work is chance, so that how often they wait is counted of all together:
 * a server that starts a thread for each request has no two threads that meet twice. Immutable.
 */
final class Alike {
    private final int[] first;

    /** O(vertices × length of a name). */
    Alike(Timeline timeline) {
        first = new int[timeline.vertexCount()];
        Map<String, Integer> known = new HashMap<>();
        for (int vertex = 0; vertex < first.length; vertex++) {
            Integer earlier = vertex < timeline.threadCount()
                    ? known.putIfAbsent(Kin.of(timeline, vertex), vertex)
                    : null;
            first[vertex] = earlier == null ? vertex : earlier;
        }
    }

    /** The first vertex that is equal to this one; what is not a thread is equal to nothing else. */
    int first(int vertex) {
        return first[vertex];
    }

    /** What two pairs have in common of which the first vertices are equal, and the second ones. */
    long pair(int a, int b) {
        return IntPair.of(first[a], first[b]);
    }
}
