/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.analysis.Pools;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;

/**
 * Which vertices of a graph get a node, and which edges a line. What gets none is folded into the node of the rest or counted.
 * O(edges + vertices × log vertices).
 */
final class Selection {
    /**
     * An edge between two nodes.
     *
     * @param graphEdges which edges of the graph it stands for; none if it stands for those from or to the rest
     * @param heaviestNanos the weight of the heaviest of them; of those of the rest their sum
     * @param waiting how many threads, or other vertices, wait at the same time
     * @param clockErrorNanos by how much the direct time may be off for the clocks' error; {@link Long#MAX_VALUE} if it is not known
     */
    record Line(int source, int target, int[] graphEdges, long weightNanos, long directNanos, long waits, boolean idle, long heaviestNanos,
            int waiting, long clockErrorNanos) {
        /** Whether it stands for edges from or to the rest. */
        boolean isRest() {
            return graphEdges.length == 0;
        }
    }

    private final WaitForGraph graph;
    private final PictureOptions options;
    /** By the vertex that stands for its pool. */
    private final long[] weightOf;
    private final int[] nodeOf;
    /** For each node but those of the rest: its vertices, ascending; several of a pool. */
    private final int[][] vertices;
    private final List<Line> lines;
    private final PictureOmissions omissions;
    /** For each host, and for what has none: its node of the rest, or {@link GraphPicture#REST}. */
    private final int[] restOf;
    private final IntArrayList restHost = new IntArrayList();
    private final IntArrayList restSize = new IntArrayList();

    Selection(WaitForGraph graph, KnotHierarchy knots, PictureOptions options, Progress progress) {
        this.graph = graph;
        this.options = options;
        Timeline timeline = graph.timeline();
        weightOf = new long[graph.vertexCount()];
        IntArrayList drawn = new IntArrayList();
        long lightNanos = 0;
        long passiveNanos = 0;
        int light = 0;
        int passive = 0;
        long asideNanos = 0;
        int aside = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            long weight = graph.weightNanos(edge);
            int source = one(graph.source(edge));
            int target = one(graph.target(edge));
            weightOf[source] = plus(weightOf[source], weight);
            if (target != source) {
                weightOf[target] = plus(weightOf[target], weight);
            }
            if (options.aside() != null && options.aside().isAside(graph, edge)) {
                aside++;
                asideNanos = plus(asideNanos, weight);
            } else if (!options.passive() && isPassive(timeline.kind(graph.target(edge)))) {
                passive++;
                passiveNanos = plus(passiveNanos, weight);
            } else if (weight < knots.trimNanos()) {
                light++;
                lightNanos = plus(lightNanos, weight);
            } else {
                drawn.add(edge);
            }
        }
        progress.check();
        vertices = choose(drawn, knots);
        nodeOf = new int[graph.vertexCount()];
        Arrays.fill(nodeOf, GraphPicture.REST);
        for (int node = 0; node < vertices.length; node++) {
            for (int vertex : vertices[node]) {
                nodeOf[vertex] = node;
            }
        }
        restOf = new int[timeline.hostCount() + 1];
        fold(drawn);
        int restEdges = 0;
        long restNanos = 0;
        Map<Long, IntArrayList> between = new LinkedHashMap<>();
        Map<Long, IntArrayList> toRest = new TreeMap<>();
        for (int edge : drawn.toIntArray()) {
            int source = nodeOrRest(graph.source(edge));
            int target = nodeOrRest(graph.target(edge));
            if (source >= vertices.length && target >= vertices.length) {
                restEdges++;
                restNanos = plus(restNanos, graph.weightNanos(edge));
            } else {
                (source < vertices.length && target < vertices.length ? between : toRest)
                        .computeIfAbsent(IntPair.of(source, target), pair -> new IntArrayList()).add(edge);
            }
        }
        lines = new ArrayList<>();
        between.forEach((pair, edges) -> lines.add(line(pair, edges, edges.toIntArray())));
        toRest.forEach((pair, edges) -> lines.add(line(pair, edges, new int[0])));
        omissions = new PictureOmissions(restSize.intStream().sum(), restEdges, restNanos, light, lightNanos, passive, passiveNanos,
                aside, asideNanos);
    }

    /** Makes a node for the rest of each host. */
    private void fold(IntArrayList drawn) {
        boolean[] folded = new boolean[graph.vertexCount()];
        for (int edge : drawn.toIntArray()) {
            folded[graph.source(edge)] |= nodeOf[graph.source(edge)] < 0;
            folded[graph.target(edge)] |= nodeOf[graph.target(edge)] < 0;
        }
        int[] size = new int[restOf.length];
        for (int vertex = 0; vertex < folded.length; vertex++) {
            size[band(vertex)] += folded[vertex] ? 1 : 0;
        }
        for (int band = 0; band < size.length; band++) {
            restOf[band] = size[band] == 0 ? GraphPicture.REST : vertices.length + restHost.size();
            if (size[band] > 0) {
                restHost.add(band);
                restSize.add(size[band]);
            }
        }
    }

    private int band(int vertex) {
        int host = graph.timeline().host(vertex);
        return host < 0 || graph.timeline().isWay(vertex) ? restOf.length - 1 : host;
    }

    private int nodeOrRest(int vertex) {
        return nodeOf[vertex] < 0 ? restOf[band(vertex)] : nodeOf[vertex];
    }

    /** A vertex that stands for the pool of a vertex, or itself. */
    private int one(int vertex) {
        Pools pools = options.pools();
        return pools == null ? vertex : pools.line(vertex);
    }

    /** The vertices that pass the filter of a pool, or of a vertex that is in none. */
    private int[] all(int one) {
        Pools pools = options.pools();
        return Arrays.stream(pools == null ? new int[] {one} : pools.members(one)).filter(this::passes).toArray();
    }

    /** The vertices with an edge to draw that pass the filter, those of a pool together: those in a knot first, then the heaviest; ascending in the end. */
    private int[][] choose(IntArrayList drawn, KnotHierarchy knots) {
        boolean[] candidate = new boolean[graph.vertexCount()];
        for (int edge : drawn.toIntArray()) {
            candidate[one(graph.source(edge))] |= passes(graph.source(edge));
            candidate[one(graph.target(edge))] |= passes(graph.target(edge));
        }
        boolean[] inKnot = new boolean[graph.vertexCount()];
        for (Knot knot : knots.knots()) {
            for (int i = 0; i < knot.vertexCount() && knot.kind() == Knot.Kind.KNOT; i++) {
                inKnot[one(knot.vertex(i))] = true;
            }
        }
        IntArrayList chosen = new IntArrayList();
        for (int vertex = 0; vertex < candidate.length; vertex++) {
            if (candidate[vertex]) {
                chosen.add(vertex);
            }
        }
        int[] sorted = chosen.toIntArray();
        IntArrays.quickSort(sorted, (a, b) -> {
            int byKnot = Boolean.compare(inKnot[b], inKnot[a]);
            int byWeight = byKnot != 0 ? byKnot : Long.compare(weightOf[b], weightOf[a]);
            return byWeight != 0 ? byWeight : Integer.compare(a, b);
        });
        int[] first = IntStream.range(0, sorted.length)
                .filter(rank -> rank < options.maximalNodes() || options.unfolded().contains(hostName(sorted[rank])))
                .map(rank -> sorted[rank]).toArray();
        Arrays.sort(first);
        return Arrays.stream(first).mapToObj(this::all).toArray(int[][]::new);
    }

    private boolean passes(int vertex) {
        Timeline timeline = graph.timeline();
        String hostName = hostName(vertex);
        return (options.hosts().isEmpty() || options.hosts().contains(hostName)) && (options.processes().isEmpty()
                || vertex >= timeline.threadCount()
                || options.processes().contains(new PictureOptions.Process(hostName, timeline.pid(vertex))));
    }

    private String hostName(int vertex) {
        int host = graph.timeline().host(vertex);
        return host < 0 ? "" : graph.timeline().hostName(host);
    }

    /** Whether nobody can be blamed for such a vertex. */
    static boolean isPassive(VertexKind kind) {
        return switch (kind) {
            case TIMER, IPI, KERNEL, UNKNOWN -> true;
            case THREAD, DISK, NIC, NETWORK, DEVICE -> false;
        };
    }

    private Line line(long pair, IntArrayList edges, int[] named) {
        long weight = 0;
        long heaviest = 0;
        long direct = 0;
        long waits = 0;
        long clockError = 0;
        boolean idle = true;
        for (int edge : edges.toIntArray()) {
            weight = plus(weight, graph.weightNanos(edge));
            heaviest = Math.max(heaviest, graph.weightNanos(edge));
            direct = plus(direct, graph.directNanos(edge));
            clockError = plus(clockError, graph.clockErrorNanos(edge));
            waits += graph.waits(edge);
            idle &= graph.isIdle(edge);
        }
        boolean rest = named.length == 0;
        return new Line(IntPair.first(pair), IntPair.second(pair), named, weight, direct, waits, idle, rest ? weight : heaviest,
                edges.intStream().map(graph::source).distinct().map(graph.groups()::width).sum(), clockError);
    }

    /** The sum of two weights, {@link Long#MAX_VALUE} if it is larger. */
    static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Number of nodes, those of the rest included. */
    int nodeCount() {
        return vertices.length + restHost.size();
    }

    /** How many vertices a node stands for. */
    int size(int node) {
        return node < vertices.length ? vertices[node].length : restSize.getInt(node - vertices.length);
    }

    /** The band of a node: its host, or the number of hosts for what has none. */
    int bandOf(int node) {
        return node < vertices.length ? band(vertices[node][0]) : restHost.getInt(node - vertices.length);
    }

    /** The bands that have a node. */
    IntStream bands() {
        return IntStream.range(0, nodeCount()).map(this::bandOf).distinct();
    }

    /** The vertex of a node, of a pool the first, or {@link GraphPicture#REST}. */
    int vertex(int node) {
        return node < vertices.length ? vertices[node][0] : GraphPicture.REST;
    }

    /** The vertices of a node, ascending; none of the rest. */
    int[] vertices(int node) {
        return node < vertices.length ? vertices[node].clone() : new int[0];
    }

    /** What a node other than the rest is called: {@code postgres ×4} of a pool. */
    String called(int node) {
        return drawn(node).called();
    }

    /** What a node other than the rest is: a vertex of the graph, or a pool of them. */
    Vertex drawn(int node) {
        return Vertex.ofPool(graph, vertices[node]);
    }

    /** The node of a vertex, or {@link GraphPicture#REST}. */
    int node(int vertex) {
        return nodeOf[vertex];
    }

    /** Weight of a node, ns. */
    long weightNanos(int node) {
        if (node < vertices.length) {
            return weightOf[one(vertices[node][0])];
        }
        long sum = 0;
        for (Line line : lines) {
            if (line.source == node || line.target == node) {
                sum = plus(sum, line.weightNanos);
            }
        }
        return sum;
    }

    /** The edges between nodes: by source vertex, then target vertex; those of the rest last. */
    List<Line> lines() {
        return lines;
    }

    PictureOmissions omissions() {
        return omissions;
    }
}
