/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * An edge inside a knot, or a sink as a source without a target.
 *
 * @param knot number of the knot or sink in the report, from 1: knots, then sinks, the heaviest of each first
 * @param sink whether it is a sink: a single vertex that waits for nobody
 * @param level depth in the refinement, 0 for what is found first
 * @param thresholdNanos the smallest threshold at which it is seen
 * @param edge the edge; of a sink the vertex as source, {@link Vertex#NONE} as target, and the sums of the edges that lead to it
 * @param background whether it is a knot in the background: no worker waits for it
 * @param round how often background knots were taken out before it was seen
 */
public record KnotRow(int knot, boolean sink, int level, long thresholdNanos, WaitForRow edge, boolean background, int round) {
    /** One of the whole graph, and not in the background. */
    public KnotRow(int knot, boolean sink, int level, long thresholdNanos, WaitForRow edge) {
        this(knot, sink, level, thresholdNanos, edge, false, 0);
    }

    /**
     * The one row of a sink.
     *
     * @param toIt the vertex as source, no target, and the sums of the edges that lead to it
     */
    public static KnotRow sink(int knot, int level, long thresholdNanos, WaitForRow toIt) {
        return new KnotRow(knot, true, level, thresholdNanos, toIt);
    }
}
