/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

/** Forms of results for other programs that are no tables: a graph, a picture, a flame graph's input, a trace for a viewer. */
public enum Export {
    /** The picture of the wait-for graph. */
    SVG("wait-for.svg"),
    /** The wait-for graph for Graphviz. */
    DOT("wait-for.dot"),
    /** The wait-for graph for Gephi, yEd, NetworkX and others. */
    GRAPHML("wait-for.graphml"),
    /** The waits as collapsed stacks, for flame graphs. */
    COLLAPSED("waits.collapsed"),
    /** The critical path in Chrome's trace event format, for ui.perfetto.dev. */
    PERFETTO("critical-path.perfetto.json");

    private final String fileName;

    Export(String fileName) {
        this.fileName = fileName;
    }

    /** Name of the file in a directory of results. */
    public String fileName() {
        return fileName;
    }
}
