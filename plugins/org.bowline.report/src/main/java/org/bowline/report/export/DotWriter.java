/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;
import org.bowline.report.text.TimeFormat;

/**
 * The wait-for graph in the language of Graphviz: a cluster for each host, all edges, with their figures as attributes that Graphviz passes over
 * ({@code weight_ns}, {@code direct_ns}, {@code waits}, {@code knot}, {@code new_work}, {@code threads}, {@code merged}) and looks that it does not ({@code penwidth}, {@code shape}, {@code style}).
 */
public final class DotWriter {
    private static final double WIDEST = 8;

    private DotWriter() {}

    /**
     * Writes a graph and its bottlenecks; does not close the writer. O(vertices + edges).
     *
     * @param newWork why an edge is a wait for new work, as in the report of the edges; empty if it is none
     */
    public static void write(WaitForGraph graph, List<Knot> knots, IntFunction<String> newWork, Writer out) throws IOException {
        GraphExport export = new GraphExport(graph, knots, newWork);
        out.write("digraph \"wait-for\" {\n  graph [range_ns=" + graph.rangeNanos()
                + ", fontname=\"sans-serif\"];\n  node [fontname=\"sans-serif\", shape=box, style=rounded];\n  edge [fontname=\"sans-serif\"];\n");
        List<Integer> vertices = export.vertices();
        int open = -1;
        boolean inCluster = false;
        for (int pass = 0; pass < graph.timeline().hostCount() + 1; pass++) {
            int host = pass < graph.timeline().hostCount() ? pass : -1;
            for (int vertex : vertices) {
                if (Math.max(-1, graph.timeline().host(vertex)) != host) {
                    continue;
                }
                if (host >= 0 && open != host) {
                    out.write("  subgraph \"cluster_" + host + "\" {\n    label=" + quoted(graph.timeline().hostName(host)) + ";\n");
                    open = host;
                    inCluster = true;
                }
                vertex(export, vertex, out);
            }
            if (inCluster) {
                out.write("  }\n");
                inCluster = false;
            }
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            edge(export, edge, out);
        }
        out.write("}\n");
        out.flush();
    }

    private static void vertex(GraphExport export, int number, Writer out) throws IOException {
        Vertex vertex = export.vertex(number);
        StringBuilder line = new StringBuilder("    v").append(number).append(" [label=")
                .append(quoted(vertex.isThread() ? vertex.name() + '\n' + "tid " + vertex.tid() : vertex.name())).append(", host=")
                .append(quoted(vertex.host())).append(", name=").append(quoted(vertex.name())).append(", kind=").append(vertex.kind());
        if (vertex.isThread()) {
            line.append(", tid=").append(vertex.tid());
        } else if (vertex.isPool()) {
            line.append(", threads=").append(vertex.threads()).append(", merged=").append(quoted(vertex.merged()))
                    .append(", peripheries=2");
        } else {
            line.append(", style=solid, shape=").append(shape(vertex.kind()));
        }
        if (export.knotOf(number) > 0) {
            line.append(", knot=").append(export.knotOf(number)).append(", role=").append(export.role(number)).append(", penwidth=3");
        }
        out.write(line.append("];\n").toString());
    }

    private static String shape(String kind) {
        return switch (kind) {
            case "disk" -> "cylinder";
            case "nic" -> "hexagon";
            case "network", "timer" -> "ellipse";
            case "device" -> "octagon";
            case "ipi" -> "parallelogram";
            default -> "plain";
        };
    }

    private static void edge(GraphExport export, int edge, Writer out) throws IOException {
        WaitForGraph graph = export.graph();
        double share = graph.rangeNanos() == 0 ? 0 : (double) graph.weightNanos(edge) / graph.rangeNanos();
        StringBuilder line = new StringBuilder("  v").append(graph.source(edge)).append(" -> v").append(graph.target(edge))
                .append(" [label=").append(quoted(TimeFormat.duration(graph.weightNanos(edge)))).append(", weight_ns=")
                .append(graph.weightNanos(edge)).append(", direct_ns=").append(graph.directNanos(edge)).append(", waits=")
                .append(graph.waits(edge)).append(", penwidth=")
                .append(String.format(Locale.ROOT, "%.2f", Math.min(WIDEST, 0.5 + 4 * share)));
        String newWork = export.newWork(edge);
        if (graph.isIdle(edge)) {
            line.append(", style=dashed, idle=true");
        } else if (!newWork.isEmpty()) {
            line.append(", style=dotted");
        }
        if (!newWork.isEmpty()) {
            line.append(", new_work=").append(quoted(newWork));
        }
        if (graph.hasWays()) {
            line.append(", clock_error_ns=")
                    .append(graph.clockErrorNanos(edge) == Long.MAX_VALUE ? "\"\"" : Long.toString(graph.clockErrorNanos(edge)));
        }
        if (export.knotOfEdge(edge) > 0) {
            line.append(", knot=").append(export.knotOfEdge(edge)).append(", color=red");
        }
        out.write(line.append("];\n").toString());
    }

    /** A quoted string of DOT; a line break becomes one in the label. */
    static String quoted(String text) {
        StringBuilder result = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> result.append("\\\"");
                case '\\' -> result.append("\\\\");
                case '\n' -> result.append("\\n");
                default -> result.appendCodePoint(GraphExport.isControl(c) ? 0xfffd : c);
            }
        });
        return result.append('"').toString();
    }
}
