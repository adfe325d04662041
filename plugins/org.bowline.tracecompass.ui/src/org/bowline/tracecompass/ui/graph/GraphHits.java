/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;

/** What is at a place of a picture. O(nodes + edges × curves). */
final class GraphHits {
    /** Nothing is there. */
    static final int NOTHING = -1;
    private static final int PIECES = 16;

    private GraphHits() {}

    /** The seen node at a place, or {@link #NOTHING}. */
    static int nodeAt(GraphPicture picture, Seen seen, double x, double y) {
        for (int i = picture.nodes().size() - 1; i >= 0; i--) {
            PictureNode node = picture.nodes().get(i);
            if (seen.node(i) && x >= node.x() && x < node.x() + node.width() && y >= node.y() && y < node.y() + node.height()) {
                return i;
            }
        }
        return NOTHING;
    }

    /** The seen edge nearest to a place and not farther than some units, the width of its line not counted; or {@link #NOTHING}. */
    static int edgeAt(GraphPicture picture, Seen seen, double x, double y, double near) {
        int best = NOTHING;
        double nearest = near;
        for (PictureEdge edge : picture.edges()) {
            if (seen.edge(edge.index())) {
                double distance = distance(edge, x, y) - edge.lineWidth() / 2;
                if (distance <= nearest) {
                    nearest = distance;
                    best = edge.index();
                }
            }
        }
        return best;
    }

    static double distance(PictureEdge edge, double x, double y) {
        double best = Double.MAX_VALUE;
        double fromX = edge.x(0);
        double fromY = edge.y(0);
        for (int p = 0; p + 3 < edge.pointCount(); p += 3) {
            for (int i = 1; i <= PIECES; i++) {
                double t = (double) i / PIECES;
                double toX = bezier(edge.x(p), edge.x(p + 1), edge.x(p + 2), edge.x(p + 3), t);
                double toY = bezier(edge.y(p), edge.y(p + 1), edge.y(p + 2), edge.y(p + 3), t);
                best = Math.min(best, toLine(x, y, fromX, fromY, toX, toY));
                fromX = toX;
                fromY = toY;
            }
        }
        return best;
    }

    static double bezier(double a, double b, double c, double d, double t) {
        double s = 1 - t;
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }

    private static double toLine(double x, double y, double ax, double ay, double bx, double by) {
        double dx = bx - ax;
        double dy = by - ay;
        double length = dx * dx + dy * dy;
        double t = length == 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
        return Math.hypot(x - ax - t * dx, y - ay - t * dy);
    }
}
