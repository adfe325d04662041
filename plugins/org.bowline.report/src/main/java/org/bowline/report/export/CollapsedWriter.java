/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;

/**
 * The waits of a graph's chosen threads as collapsed stacks: a line per host, process, thread, cause and target, with the nanoseconds that the
 * thread was blocked by it. The lines add up to the direct waits of the graph. For {@code flamegraph.pl}, speedscope, inferno and others.
 *
 * <p>Frames are texts with {@code ;} between them, so a {@code ;} in a name becomes a comma and a control character a question mark. O(edges × log edges).
 */
public final class CollapsedWriter {
    private CollapsedWriter() {}

    /** Writes the waits, sorted by their text; does not close the writer. */
    public static void write(WaitForGraph graph, Writer out) throws IOException {
        Map<String, Long> stacks = new TreeMap<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (!graph.isIdle(edge) && graph.directNanos(edge) > 0) {
                stacks.merge(stack(graph, graph.source(edge), graph.target(edge)), graph.directNanos(edge), Math::addExact);
            }
        }
        for (Map.Entry<String, Long> stack : stacks.entrySet()) {
            out.write(stack.getKey() + ' ' + stack.getValue() + '\n');
        }
        out.flush();
    }

    private static String stack(WaitForGraph graph, int thread, int target) {
        Timeline timeline = graph.timeline();
        Vertex vertex = Vertex.of(graph, thread);
        int pid = timeline.pid(thread);
        String process = pid < 0 ? "unknown process" : "process " + pid;
        Vertex cause = Vertex.of(graph, target);
        return frame(vertex.host()) + ';' + process + ';'
                + frame(vertex.isThread() ? vertex.name() + " (" + vertex.tid() + ')' : vertex.name()) + ";waits for " + cause.kind()
                + ';'
                + frame(cause.phrase());
    }

    /** A text that is one frame. */
    static String frame(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(c -> result.appendCodePoint(c == ';' ? ',' : GraphExport.isControl(c) ? '?' : c));
        return result.isEmpty() ? "?" : result.toString();
    }
}
