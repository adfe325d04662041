/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.List;

import org.bowline.core.timeline.Timeline;

/**
 * The knots that there are when nobody is chosen, at any threshold. A chosen thread that is in one, or waits for one, waits for all of it: its members start chains, too, so that none of them looks like somebody
 * who waits for nobody (docs/adr/0194). Immutable; 4 bytes a vertex.
 */
public final class WholeKnots {
    /** No knot: chains start at the chosen threads alone. */
    public static final WholeKnots NONE = new WholeKnots(List.of());
    private static final int NO_KNOT = -1;

    /** For each refinement, which knot a vertex of the timeline is in: the largest of those that have it. */
    private final List<int[]> knotOf;

    private WholeKnots(List<int[]> knotOf) {
        this.knotOf = knotOf;
    }

    /**
     * Those of some refinements of everybody's waits; a knot of any of them counts. O(vertices).
     *
     * @param refinements of the same timeline; where the graph is a merged one, all threads of a group are in its knots
     */
    public static WholeKnots of(List<KnotHierarchy> refinements) {
        return new WholeKnots(refinements.stream().map(WholeKnots::knotOf).toList());
    }

    private static int[] knotOf(KnotHierarchy refinement) {
        int[] knotOf = new int[refinement.graph().vertexCount()];
        Arrays.fill(knotOf, NO_KNOT);
        int number = 0;
        for (int[] members : refinement.largestKnots()) {
            for (int member : members) {
                for (int vertex : refinement.graph().groups().members(member)) {
                    knotOf[vertex] = number;
                }
            }
            number++;
        }
        return knotOf;
    }

    /**
     * Makes the members of the knots start chains that a thread is in which does so already, or that hold up those who do for long enough to be seen.
     *
     * @param edges the threads' edges
     * @param origins the threads that start chains; gets more
     * @param noticed how long that is
     * @return whether there are any more
     */
    boolean addOrigins(Timeline timeline, EdgeList edges, boolean[] origins, Noticed noticed) {
        boolean more = false;
        for (int[] knots : knotOf) {
            long[] weights = new long[knots.length]; // by knot: there are fewer of them
            boolean[] reached = new boolean[knots.length];
            for (int edge = 0; edge < edges.size(); edge++) {
                int knot = knots[edges.targetOf(edge)];
                if (knot != NO_KNOT) {
                    weights[knot] = TrimmedGraph.saturated(weights[knot], edges.weightOf(edge));
                    reached[knot] |= noticed.test(weights[knot]);
                }
            }
            for (int thread = 0; thread < origins.length; thread++) {
                if (origins[thread] && knots[thread] != NO_KNOT) {
                    reached[knots[thread]] = true;
                }
            }
            for (int thread = 0; thread < origins.length; thread++) {
                if (!origins[thread] && !timeline.isIdle(thread) && knots[thread] != NO_KNOT && reached[knots[thread]]) {
                    origins[thread] = true;
                    more = true;
                }
            }
        }
        return more;
    }
}
