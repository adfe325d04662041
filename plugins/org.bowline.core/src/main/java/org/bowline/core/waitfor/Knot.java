/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Locale;

/**
 * A bottleneck: a set of vertices that wait only for each other, or a single vertex that others wait for and that waits for nobody. Without
 * making some wait inside it shorter, the throughput of the threads in it cannot rise. Immutable.
 */
public final class Knot {
    /** Kinds of bottlenecks. */
    public enum Kind {
        /** Vertices that reach each other and nothing else. */
        KNOT,
        /** One vertex that waits for no other thread or device for longer than the threshold; it may sleep until a timer. */
        SINK;

        /** As written in reports: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Kind kind;
    private final int level;
    private final long appearsNanos;
    private final long breaksNanos;
    private final long weightNanos;
    private final int[] vertices;
    private final int[] edges;

    Knot(Kind kind, int level, long appearsNanos, long breaksNanos, long weightNanos, int[] vertices, int[] edges) {
        this.kind = kind;
        this.level = level;
        this.appearsNanos = appearsNanos;
        this.breaksNanos = breaksNanos;
        this.weightNanos = weightNanos;
        this.vertices = vertices;
        this.edges = edges;
    }

    /**
     * The same with vertices that belong to it, but that the threshold has left out.
     *
     * @param all its vertices, ascending
     * @param between the edges between them, the heaviest first
     */
    public Knot with(int[] all, int[] between) {
        return new Knot(kind, level, appearsNanos, breaksNanos, weightNanos, all.clone(), between.clone());
    }

    /** Knot or sink. */
    public Kind kind() {
        return kind;
    }

    /** How many bottlenecks it was a part of before they came apart. */
    public int level() {
        return level;
    }

    /** The smallest threshold at which it is seen, ns: from there on nothing longer leads out of it. */
    public long appearsNanos() {
        return appearsNanos;
    }

    /**
     * The smallest threshold at which it is not seen any more, ns, as it has come apart, or as nobody waits for the sink longer than that;
     * {@link Long#MAX_VALUE} if it never comes apart.
     */
    public long breaksNanos() {
        return breaksNanos;
    }

    /**
     * Sum of the weights of its {@link #edge edges}, ns; the heaviest knot, or sink, comes first. {@link Long#MAX_VALUE} if the sum is
     * larger.
     */
    public long weightNanos() {
        return weightNanos;
    }

    /** Number of vertices. */
    public int vertexCount() {
        return vertices.length;
    }

    /** A vertex, by number, ascending. */
    public int vertex(int i) {
        return vertices[i];
    }

    /** Number of edges. */
    public int edgeCount() {
        return edges.length;
    }

    /**
     * An edge of the {@link WaitForGraph}, heaviest first: of a knot, those inside that the threshold left; of a sink, those that lead to
     * it.
     */
    public int edge(int i) {
        return edges[i];
    }
}
