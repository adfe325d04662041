/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

/**
 * What a finding points at: something that a reader can look up, or a view can select. Threads and vertices are numbers of the timeline that
 * the rule looked at.
 */
public sealed interface Evidence {
    /** What it tells, as a short phrase with numbers and units; may be empty. */
    String note();

    /**
     * A stretch of reference time.
     *
     * @param fromNanos begin, ns since the epoch
     * @param toNanos end, exclusive
     */
    record Range(long fromNanos, long toNanos, String note) implements Evidence {
        /** Checks the order. */
        public Range {
            if (toNanos < fromNanos) {
                throw new IllegalArgumentException("range ends before it begins: from=" + fromNanos + ", to=" + toNanos);
            }
        }
    }

    /**
     * A thread, or another vertex of the wait-for graph.
     *
     * @param vertex its number
     * @param nanos the time that the note is about
     */
    record Vertex(int vertex, long nanos, String note) implements Evidence {}

    /**
     * An edge of the wait-for graph, or hand-overs from one thread to another.
     *
     * @param source the vertex that waits
     * @param target the vertex that is waited for
     * @param nanos how long these waits are, or hold somebody up, in the range: of one thread never more than that
     * @param count how many waits
     */
    record Edge(int source, int target, long nanos, long count, String note) implements Evidence {}

    /**
     * A knot or sink.
     *
     * @param number from 1, in the order of the knots at the chosen threshold: that of the report of knots
     * @param nanos for how long somebody of it is at work, or wants a processor, in the range
     */
    record OfKnot(int number, long nanos, String note) implements Evidence {}

    /**
     * A host.
     *
     * @param host its number
     */
    record OfHost(int host, String note) implements Evidence {}

    /**
     * A call stack, innermost function first, one a line.
     *
     * @param frames the functions
     * @param nanos the time spent with it
     */
    record Stack(String frames, long nanos, String note) implements Evidence {}
}
