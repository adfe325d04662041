/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.BitSet;

import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.View;

/**
 * Which nodes and edges are drawn: those of the threshold, and of these only some if the picture is narrowed to knots.
 *
 * @param view those of the threshold
 * @param only the nodes that it is narrowed to; null for all
 * @param picture whose they are
 */
record Seen(View view, @Nullable BitSet only, GraphPicture picture) {
    boolean node(int node) {
        return view.isNodeVisible(node) && (only == null || only.get(node));
    }

    boolean edge(int edge) {
        PictureEdge line = picture.edges().get(edge);
        return view.isEdgeVisible(edge) && (only == null || only.get(line.source()) && only.get(line.target()));
    }
}
