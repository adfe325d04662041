/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectRBTreeMap;

/**
 * How many edges are left at which threshold, and what the knots are: the curve of figure 9 of the paper (wPerf, OSDI 2018). It is constant between two steps. Immutable.
 *
 * @param steps where it changes, ascending; the first is at 0. Of a graph without an edge, this one alone
 */
public record ThresholdCurve(List<Step> steps) {
    /**
     * From a threshold on, up to that of the next step.
     *
     * @param thresholdNanos the threshold, ns
     * @param edges edges that are left: those inside components that have not been taken away, and those between components that are not passed over
     * @param knots number of knots
     * @param vertices number of vertices in knots
     */
    public record Step(long thresholdNanos, int edges, int knots, int vertices) {}

    /** Copies the list. */
    public ThresholdCurve {
        steps = List.copyOf(steps);
    }

    /** The step that holds at a threshold. O(log steps). */
    public Step at(long thresholdNanos) {
        int low = 0;
        int high = steps.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (steps.get(middle).thresholdNanos() <= thresholdNanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return steps.get(low);
    }

    /** Collects what comes and goes. */
    static final class Builder {
        private final Long2ObjectRBTreeMap<int[]> changes = new Long2ObjectRBTreeMap<>();

        /** @param edges how many edges there are before any is gone */
        Builder(int edges) {
            change(0, edges, 0, 0);
        }

        /** An edge that is gone from a threshold on; the largest one for never. */
        void edge(long gone) {
            change(gone, -1, 0, 0);
        }

        /** A knot of so many vertices from one threshold to below another. */
        void knot(int vertices, long appears, long breaks) {
            change(appears, 0, 1, vertices);
            change(breaks, 0, -1, -vertices);
        }

        private void change(long threshold, int edges, int knots, int vertices) {
            int[] at = changes.computeIfAbsent(threshold, key -> new int[3]);
            at[0] += edges;
            at[1] += knots;
            at[2] += vertices;
        }

        ThresholdCurve build() {
            List<Step> steps = new ArrayList<>();
            int[] now = new int[3];
            for (Long2ObjectMap.Entry<int[]> entry : changes.long2ObjectEntrySet()) {
                int[] change = entry.getValue();
                if (entry.getLongKey() < Long.MAX_VALUE && (steps.isEmpty() || change[0] != 0 || change[1] != 0 || change[2] != 0)) {
                    for (int i = 0; i < now.length; i++) {
                        now[i] += change[i];
                    }
                    steps.add(new Step(entry.getLongKey(), now[0], now[1], now[2]));
                }
            }
            return new ThresholdCurve(steps);
        }
    }
}
