/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

/**
 * An edge inside a knot, or a sink as a source without a target.
 *
 * @param knot number of the knot or sink in the report, from 1, heaviest first
 * @param sink whether it is a sink: a single vertex that waits for nobody
 * @param level depth in the refinement, 0 for what is found first
 * @param thresholdNanos edges lighter than this were left out when it was found
 * @param edge the edge; of a sink the vertex as source, {@link Vertex#NONE} as target
 */
public record KnotRow(int knot, boolean sink, int level, long thresholdNanos, WaitForRow edge) {
    /** A sink has one row: the vertex as source, no target, no weight. */
    public static KnotRow sink(int knot, int level, long thresholdNanos, Vertex vertex) {
        return new KnotRow(knot, true, level, thresholdNanos, new WaitForRow(vertex, Vertex.NONE, 0, 0, 0));
    }
}
