/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Locale;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;

/** A node of a picture in words, for screen readers. */
final class NodeInWords {
    private NodeInWords() {}

    /** Name, kind, degree, bottleneck, and the mark of its threads. */
    static String of(GraphPicture picture, Seen seen, Marked marked, int node) {
        PictureNode box = picture.nodes().get(node);
        int in = 0;
        int out = 0;
        for (PictureEdge edge : picture.edges()) {
            if (seen.edge(edge.index())) {
                in += edge.target() == node ? 1 : 0;
                out += edge.source() == node ? 1 : 0;
            }
        }
        int knot = seen.view().knotOf(node);
        String mark = knot < 0 ? "" : ", " + GraphPainter.markText(seen.view().knots(), knot);
        return String.format(Locale.ROOT, Messages.Graph_NodeInWords, String.join(" ", box.lines()),
                picture.isSeveral(box) ? Messages.Tip_Pool : box.kind().label(), out, in) + mark
                + (marked.of(picture, node).isEmpty() ? "" : ", " + marked.of(picture, node));
    }
}
