/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A picture of a wait-for graph: nodes and lines with coordinates, the same for every threshold of the refinement. Immutable; safe for many
 * readers.
 */
public final class GraphPicture {
    /** Instead of a vertex: a node that stands for all vertices of a host without a node; instead of an edge: several. */
    public static final int REST = -1;
    /** Number of widths of lines. */
    public static final int WIDTH_CLASSES = 6;

    private final WaitForGraph graph;
    private final KnotHierarchy knots;
    private final PictureOptions options;
    private final Selection selection;
    private final List<PictureNode> nodes;
    private final List<PictureEdge> edges;
    private final List<HostArea> hosts;
    private final double width;
    private final double height;
    private final int[] byRank;
    private final int[] edgeOfGraphEdge;

    private GraphPicture(WaitForGraph graph, KnotHierarchy knots, PictureOptions options, Progress progress) {
        this.graph = graph;
        this.knots = knots;
        this.options = options;
        selection = new Selection(graph, knots, options, progress);
        Placement placement = new Placement(graph, selection, options, progress);
        width = placement.width();
        height = placement.height();
        List<PictureNode> placed = new ArrayList<>();
        byRank = new int[selection.nodeCount()];
        for (int node = 0; node < selection.nodeCount(); node++) {
            placed.add(node(node, placement));
            byRank[placement.rank(node)] = node;
        }
        nodes = List.copyOf(placed);
        List<PictureEdge> drawn = new ArrayList<>();
        edgeOfGraphEdge = new int[graph.edgeCount()];
        Arrays.fill(edgeOfGraphEdge, REST);
        for (Selection.Line line : selection.lines()) {
            for (int edge : line.graphEdges()) {
                edgeOfGraphEdge[edge] = drawn.size();
            }
            drawn.add(edge(drawn.size(), line, placement));
        }
        EdgeLabels labels = new EdgeLabels(nodes, drawn, options.textSize(), progress);
        edges = drawn.stream().map(edge -> edge.withLabel(labels.x(edge.index()), labels.y(edge.index()))).toList();
        hosts = placement.hosts();
    }

    /**
     * Draws a graph.
     *
     * @param graph the wait-for graph
     * @param knots its refinement
     * @param options what to draw
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static GraphPicture of(WaitForGraph graph, KnotHierarchy knots, PictureOptions options, Progress progress) {
        return new GraphPicture(graph, knots, options, progress);
    }

    /** The nodes; a node's index is its place here. */
    public List<PictureNode> nodes() {
        return nodes;
    }

    /** The edges; an edge's index is its place here. */
    public List<PictureEdge> edges() {
        return edges;
    }

    /** Areas of hosts to draw behind the nodes, side by side or below each other; empty if hosts are not kept apart. */
    public List<HostArea> hosts() {
        return hosts;
    }

    /** Width of the whole, margins included; 0 if there is no node. */
    public double width() {
        return width;
    }

    /** Height of the whole, margins included; 0 if there is no node. */
    public double height() {
        return height;
    }

    /** The node at a place of the keyboard walk. */
    public PictureNode atRank(int rank) {
        return nodes.get(byRank[rank]);
    }

    /** The vertices of the timeline that a node stands for, ascending: several of a pool, none of the rest. */
    public int[] vertices(int node) {
        return selection.vertices(node);
    }

    /** Whether a node is several threads: a pool, or threads that are one vertex of the graph. */
    public boolean isSeveral(PictureNode node) {
        return node.isPool() || !node.isRest() && graph().groups().of(node.vertex()) != null;
    }

    /** The node of a vertex of the timeline, or of its pool; {@link #REST} if it has none of its own. */
    public int nodeOf(int vertex) {
        return selection.node(vertex);
    }

    /** The line of an edge of the wait-for graph, or of all between two pools; {@link #REST} if it is among those of the rest, or not drawn. */
    public int edgeOf(int graphEdge) {
        return edgeOfGraphEdge[graphEdge];
    }

    /** What is not shown one by one. */
    public PictureOmissions omissions() {
        return selection.omissions();
    }

    /** What was asked to be drawn, and how. */
    public PictureOptions options() {
        return options;
    }

    /** The graph it shows. */
    public WaitForGraph graph() {
        return graph;
    }

    /** The refinement it shows; {@link KnotHierarchy#breaks()} are the steps of a slider. */
    public KnotHierarchy hierarchy() {
        return knots;
    }

    /** What is seen at a threshold: of a pool's edges the line, if one of them is. O(nodes + edges + members of its bottlenecks). */
    public View at(long thresholdNanos) {
        List<Knot> bottlenecks = knots.knotsAt(thresholdNanos);
        int[] knotOfNode = new int[nodes.size()];
        int[] knotOfEdge = new int[edges.size()];
        Arrays.fill(knotOfNode, View.NONE);
        Arrays.fill(knotOfEdge, View.NONE);
        BitSet seenNodes = new BitSet(nodes.size());
        BitSet seenEdges = new BitSet(edges.size());
        for (int i = bottlenecks.size() - 1; i >= 0; i--) { // a pool may have threads in several: the first of them is the heaviest
            Knot knot = bottlenecks.get(i);
            for (int v = 0; v < knot.vertexCount(); v++) {
                int node = selection.node(knot.vertex(v));
                if (node >= 0) {
                    knotOfNode[node] = i;
                    seenNodes.set(node);
                }
            }
            for (int e = 0; e < knot.edgeCount() && knot.kind() == Knot.Kind.KNOT; e++) {
                int edge = edgeOfGraphEdge[knot.edge(e)];
                if (edge >= 0) {
                    knotOfEdge[edge] = i;
                    seenEdges.set(edge);
                }
            }
        }
        for (PictureEdge edge : edges) {
            if (edge.heaviestNanos() > thresholdNanos) {
                seenEdges.set(edge.index());
            }
            if (seenEdges.get(edge.index())) {
                seenNodes.set(edge.source());
                seenNodes.set(edge.target());
            }
        }
        return new View(thresholdNanos, bottlenecks, knotOfNode, knotOfEdge, seenNodes, seenEdges);
    }

    /** Width of the lines of a class, units of the picture. */
    public static double lineWidth(int widthClass) {
        return 1.1 + 1.1 * widthClass;
    }

    /** The class of a share of the range: a step at 4 %, 12 %, 36 %, 108 %, 324 %. */
    static int widthClass(double share) {
        int result = 0;
        for (double bound = 0.04; result < WIDTH_CLASSES - 1 && share >= bound; bound *= 3) {
            result++;
        }
        return result;
    }

    /** A weight as a share of the range. */
    static double share(WaitForGraph graph, long nanos) {
        return graph.rangeNanos() == 0 ? 0 : (double) nanos / graph.rangeNanos();
    }

    private String hostName(int band) {
        return band < graph.timeline().hostCount() ? graph.timeline().hostName(band) : "";
    }

    private PictureNode node(int node, Placement placement) {
        int vertex = selection.vertex(node);
        boolean rest = vertex == REST;
        VertexKind kind = rest ? VertexKind.UNKNOWN : graph.timeline().kind(vertex);
        return new PictureNode(node, vertex, rest ? placement.restName(node) : selection.called(node),
                hostName(selection.bandOf(node)), kind,
                rest ? NodeShape.STACK : NodeShape.of(kind), placement.text(node), placement.x(node), placement.y(node),
                placement.width(node), placement.height(node), selection.weightNanos(node),
                selection.size(node), placement.rank(node));
    }

    private PictureEdge edge(int index, Selection.Line line, Placement placement) {
        double share = share(graph, line.weightNanos());
        return new PictureEdge(index, line, share, widthClass(share),
                !line.isRest() && Arrays.stream(line.graphEdges()).allMatch(options.newWork()), placement.route(index), Double.NaN,
                Double.NaN);
    }
}
