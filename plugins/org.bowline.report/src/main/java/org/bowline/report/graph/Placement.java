/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;

/** Nodes and lines of a selection as a layout wants them: texts and sizes of the nodes, a band for each host. */
final class Placement {
    private static final double PAD_X = 12;
    private static final double PAD_Y = 6;
    private static final double LEAST_WIDTH = 64;
    private static final int LONGEST_NAME = 32;
    private static final double BETWEEN = 4;
    /** The mark of a knot hangs below its box. */
    private static final double MARK = 6;
    private static final double MOST_HEADER = 120;

    private final WaitForGraph graph;
    private final Selection selection;
    private final List<List<String>> texts = new ArrayList<>();
    /** Whether what the layout takes for down is to the right. */
    private final boolean sideways;
    private final LayeredLayout layout;
    private final Routes routes;
    private final List<HostArea> hosts = new ArrayList<>();

    Placement(WaitForGraph graph, Selection selection, PictureOptions options, Progress progress) {
        TextSize text = options.textSize();
        sideways = options.sideways();
        this.graph = graph;
        this.selection = selection;
        int count = selection.nodeCount();
        double[] width = new double[count];
        double[] height = new double[count];
        for (int node = 0; node < count; node++) {
            List<String> lines = textOf(node);
            texts.add(lines);
            NodeShape shape = shape(node);
            width[node] = Math.max(LEAST_WIDTH,
                    lines.stream().mapToDouble(text::width).max().orElse(0) + 2 * PAD_X + extraWidth(shape, text.lineHeight()));
            height[node] = lines.size() * text.lineHeight() + 2 * PAD_Y + (shape == NodeShape.CYLINDER ? text.lineHeight() * 0.7 : 0);
        }
        layout = new LayeredLayout(sideways ? layoutGraph(height, width) : layoutGraph(width, height), spacing(text), progress);
        routes = new Routes(layout);
        progress.check();
        areas();
    }

    private LayeredLayout.Spacing spacing(TextSize text) {
        if (!sideways) {
            return LayeredLayout.Spacing.UPRIGHT;
        }
        double longest = selection.bands().mapToObj(this::hostName).mapToDouble(text::width).max().orElse(0);
        return LayeredLayout.Spacing.sideways(Math.min(MOST_HEADER, longest) + PAD_X);
    }

    private String hostName(int band) {
        Timeline timeline = graph.timeline();
        return band < timeline.hostCount() ? timeline.hostName(band) : "";
    }

    /** What a shape needs beside its text. */
    private static double extraWidth(NodeShape shape, double lineHeight) {
        return switch (shape) {
            case ROUNDED, CYLINDER, DASHED, CHIP -> 0;
            case SUBROUTINE, STACK -> lineHeight * 0.8;
            case HEXAGON, PARALLELOGRAM -> lineHeight * 1.6;
            case CLOUD, ELLIPSE -> lineHeight * 2.2;
        };
    }

    private NodeShape shape(int node) {
        int vertex = selection.vertex(node);
        return vertex == GraphPicture.REST ? NodeShape.STACK : NodeShape.of(graph.timeline().kind(vertex));
    }

    private LayoutGraph layoutGraph(double[] width, double[] height) {
        int[] band = new int[width.length];
        for (int node = 0; node < band.length; node++) {
            band[node] = selection.bandOf(node);
        }
        List<Selection.Line> lines = selection.lines();
        int[] source = new int[lines.size()];
        int[] target = new int[lines.size()];
        long[] weight = new long[lines.size()];
        boolean[] backward = new boolean[lines.size()];
        int[] stiffness = new int[lines.size()];
        for (int i = 0; i < source.length; i++) {
            source[i] = lines.get(i).source();
            target[i] = lines.get(i).target();
            weight[i] = lines.get(i).weightNanos();
            backward[i] = lines.get(i).idle(); // what waits for work lies below those who make it, as if they waited for it
            stiffness[i] = lines.get(i).isRest() ? 1 : 1 + GraphPicture.widthClass(GraphPicture.share(graph, weight[i]));
        }
        return new LayoutGraph(width, height, band, source, target, weight, backward, stiffness);
    }

    private void areas() {
        Timeline timeline = graph.timeline();
        for (int host = 0; host < timeline.hostCount() && host < layout.graph().bands(); host++) {
            double left = layout.bandLeft(host);
            double right = layout.bandRight(host);
            if (right > left) {
                hosts.add(sideways
                        ? new HostArea(timeline.hostName(host), BETWEEN / 2, left + BETWEEN / 2, layout.height() - BETWEEN,
                                right - left - BETWEEN)
                        : new HostArea(timeline.hostName(host), left + BETWEEN, LayeredLayout.MARGIN, right - left - 2 * BETWEEN,
                                layout.height() - 2 * LayeredLayout.MARGIN));
            }
        }
    }

    private List<String> textOf(int node) {
        int vertex = selection.vertex(node);
        Timeline timeline = graph.timeline();
        if (vertex == GraphPicture.REST) {
            return List.of(restName(node), "folded");
        }
        Vertex drawn = selection.drawn(node);
        String name = shortened(drawn.called());
        if (drawn.isPool()) {
            return List.of(name, drawn.merged().isEmpty() ? "pool" : drawn.merged());
        }
        if (vertex < timeline.threadCount()) {
            return List.of(name, "tid " + timeline.tid(vertex));
        }
        VertexKind kind = timeline.kind(vertex);
        return name.equals(kind.label()) ? List.of(name) : List.of(name, kind.label());
    }

    private static String shortened(String name) {
        return PlainText.shorten(name, LONGEST_NAME);
    }

    /** Name of a node that stands for the rest of a host. */
    String restName(int node) {
        int vertices = selection.size(node);
        return Words.count(vertices, "other");
    }

    double width() {
        return sideways ? layout.height() : layout.width();
    }

    double height() {
        return sideways ? layout.width() + MARK : layout.height();
    }

    double x(int node) {
        return sideways ? layout.y(node) : layout.x(node);
    }

    double y(int node) {
        return sideways ? layout.x(node) : layout.y(node);
    }

    double width(int node) {
        return sideways ? layout.graph().height()[node] : layout.graph().width()[node];
    }

    double height(int node) {
        return sideways ? layout.graph().width()[node] : layout.graph().height()[node];
    }

    int rank(int node) {
        return layout.rank(node);
    }

    List<String> text(int node) {
        return texts.get(node);
    }

    List<HostArea> hosts() {
        return List.copyOf(hosts);
    }

    /** The curves of a line. */
    double[] route(int line) {
        double[] points = routes.route(line);
        for (int i = 0; sideways && i < points.length; i += 2) {
            double x = points[i];
            points[i] = points[i + 1];
            points[i + 1] = x;
        }
        return points;
    }
}
