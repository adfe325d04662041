/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.IntFunction;

import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;

/** The wait-for graph as GraphML 1.0: all vertices that have an edge, all edges, with typed attributes. */
public final class GraphMlWriter {
    private static final String[][] KEYS = {
        {"host", "node", "string"}, {"tid", "node", "long"}, {"name", "node", "string"}, {"kind", "node", "string"},
        {"role", "node", "string"}, {"knot", "node", "int"},
        {"weight_ns", "edge", "long"}, {"direct_ns", "edge", "long"}, {"waits", "edge", "long"}, {"idle", "edge", "boolean"},
        {"inside", "edge", "int"}, {"threads", "node", "int"}, {"merged", "node", "string"}, {"new_work", "edge", "string"},
        {"range_ns", "graph", "long"}, {"from_ns", "graph", "long"}
    };
    /** Where the network between two hosts is a vertex. */
    private static final String CLOCK_ERROR = "clock_error_ns";

    private GraphMlWriter() {}

    /**
     * Writes a graph and its bottlenecks; does not close the writer. O(vertices + edges).
     *
     * @param newWork why an edge is a wait for new work, as in the report of the edges; empty if it is none
     */
    public static void write(WaitForGraph graph, List<Knot> knots, IntFunction<String> newWork, Writer out) throws IOException {
        GraphExport export = new GraphExport(graph, knots, newWork);
        out.write("""
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
                """);
        for (String[] key : KEYS) {
            out.write("  <key id=\"" + key[0] + "\" for=\"" + key[1] + "\" attr.name=\"" + key[0] + "\" attr.type=\"" + key[2] + "\"/>\n");
        }
        if (graph.hasWays()) {
            out.write("  <key id=\"" + CLOCK_ERROR + "\" for=\"edge\" attr.name=\"" + CLOCK_ERROR + "\" attr.type=\"long\"/>\n");
        }
        out.write("  <graph id=\"wait-for\" edgedefault=\"directed\">\n");
        data(out, 4, "range_ns", Long.toString(graph.rangeNanos()));
        data(out, 4, "from_ns", Long.toString(graph.fromNanos()));
        for (int number : export.vertices()) {
            Vertex vertex = export.vertex(number);
            out.write("    <node id=\"v" + number + "\">\n");
            data(out, 6, "host", vertex.host());
            if (vertex.isThread()) {
                data(out, 6, "tid", Long.toString(vertex.tid()));
            }
            data(out, 6, "name", vertex.name());
            data(out, 6, "kind", vertex.kind());
            if (vertex.isPool()) {
                data(out, 6, "threads", Integer.toString(vertex.threads()));
                data(out, 6, "merged", vertex.merged());
            }
            if (export.knotOf(number) > 0) {
                data(out, 6, "role", export.role(number));
                data(out, 6, "knot", Integer.toString(export.knotOf(number)));
            }
            out.write("    </node>\n");
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            out.write("    <edge id=\"e" + edge + "\" source=\"v" + graph.source(edge) + "\" target=\"v" + graph.target(edge) + "\">\n");
            data(out, 6, "weight_ns", Long.toString(graph.weightNanos(edge)));
            data(out, 6, "direct_ns", Long.toString(graph.directNanos(edge)));
            data(out, 6, "waits", Integer.toString(graph.waits(edge)));
            data(out, 6, "idle", Boolean.toString(graph.isIdle(edge)));
            if (graph.hasWays() && graph.clockErrorNanos(edge) != Long.MAX_VALUE) {
                data(out, 6, CLOCK_ERROR, Long.toString(graph.clockErrorNanos(edge)));
            }
            if (export.knotOfEdge(edge) > 0) {
                data(out, 6, "inside", Integer.toString(export.knotOfEdge(edge)));
            }
            if (!export.newWork(edge).isEmpty()) {
                data(out, 6, "new_work", export.newWork(edge));
            }
            out.write("    </edge>\n");
        }
        out.write("  </graph>\n</graphml>\n");
        out.flush();
    }

    private static void data(Writer out, int indent, String key, String value) throws IOException {
        out.write(" ".repeat(indent) + "<data key=\"" + key + "\">" + escaped(value) + "</data>\n");
    }

    private static String escaped(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> result.append("&lt;");
                case '>' -> result.append("&gt;");
                case '&' -> result.append("&amp;");
                default -> result.appendCodePoint(GraphExport.isControl(c) ? 0xfffd : c);
            }
        });
        return result.toString();
    }
}
