/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/**
 * Who waited for whom, and how long, in a range of a timeline. Immutable; safe for many readers.
 *
 * <p>Vertices have the numbers that they have in the {@link Timeline}. Edges are numbered 0 … {@link #edgeCount()}−1, sorted by source,
 * then target; there is at most one edge from one vertex to another. All edges have a positive weight.
 *
 * <p>28 bytes per edge.
 */
public final class WaitForGraph {
    private final Timeline timeline;
    private final long fromNanos;
    private final long toNanos;
    private final long rangeNanos;
    /** First edge of each vertex, and the number of edges at the end. */
    private final int[] firstEdge;
    private final int[] sources;
    private final int[] targets;
    private final long[] weights;
    private final long[] directs;
    private final int[] waits;
    private final WaitForStatistics statistics;
    private final List<Caveat> caveats;

    /** Takes over the lists of edges, which must be sorted by source, then target. */
    WaitForGraph(Timeline timeline, long fromNanos, long toNanos, EdgeList edges, WaitForStatistics statistics, List<Caveat> caveats) {
        this.timeline = timeline;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        long recorded = timeline.recordedNanos(fromNanos, toNanos);
        rangeNanos = recorded == 0 ? toNanos - fromNanos : recorded;
        this.sources = edges.sources();
        this.targets = edges.targets();
        this.weights = edges.weights();
        this.directs = edges.directs();
        this.waits = edges.waits();
        this.statistics = statistics;
        this.caveats = List.copyOf(caveats);
        firstEdge = new int[timeline.vertexCount() + 1];
        for (int source : sources) {
            firstEdge[source + 1]++;
        }
        for (int i = 0; i < timeline.vertexCount(); i++) {
            firstEdge[i + 1] += firstEdge[i];
        }
    }

    /** The timeline it was computed from: names, hosts and kinds of the vertices. */
    public Timeline timeline() {
        return timeline;
    }

    /** Begin of the range, reference time, ns since the epoch. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive. */
    public long toNanos() {
        return toNanos;
    }

    /** Length of the range, ns, without the time in which no host was recorded; what shares are shares of. */
    public long rangeNanos() {
        return rangeNanos;
    }

    /** Number of vertices of the timeline; most have no edge. */
    public int vertexCount() {
        return firstEdge.length - 1;
    }

    /** Number of edges. */
    public int edgeCount() {
        return sources.length;
    }

    /** The vertex that waits. */
    public int source(int edge) {
        return sources[edge];
    }

    /** The vertex that is waited for. */
    public int target(int edge) {
        return targets[edge];
    }

    /**
     * Weight after cascaded redistribution, ns: the integral, over the time when the source waits for the target, of the number of chosen
     * threads whose chain of wakers passes through the source. May exceed the range. For a device's idle edge, the share of the idle time.
     */
    public long weightNanos(int edge) {
        return weights[edge];
    }

    /** Plain sum of the chosen source's waits for the target in the range, ns; at most the weight. 0 if the source was not chosen. */
    public long directNanos(int edge) {
        return directs[edge];
    }

    /**
     * Number of the source's waits for the target that overlap the range and on which a chosen thread's chain ran (of a chosen source:
     * all). For a device's idle edge, the number of the target's requests.
     */
    public int waits(int edge) {
        return waits[edge];
    }

    /** First outgoing edge of a vertex. */
    public int firstEdge(int vertex) {
        return firstEdge[vertex];
    }

    /** One past the last outgoing edge of a vertex. */
    public int endEdge(int vertex) {
        return firstEdge[vertex + 1];
    }

    /** The edge between two vertices, or {@link Timeline#NONE}. O(log edges). */
    public int edge(int source, int target) {
        int edge = Arrays.binarySearch(targets, firstEdge[source], firstEdge[source + 1], target);
        return edge < 0 ? Timeline.NONE : edge;
    }

    /** Whether an edge stands for a device's idle time, and not for waits of a thread. */
    public boolean isIdle(int edge) {
        return timeline.kind(sources[edge]) != VertexKind.THREAD;
    }

    /** What was counted on the way. */
    public WaitForStatistics statistics() {
        return statistics;
    }

    /** What the graph does not know; the caveats of the timeline are not repeated. */
    public List<Caveat> caveats() {
        return caveats;
    }
}
