/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Comparator;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;

/** The order in which Tab walks the seen nodes, the heaviest first, and where the arrow keys lead. */
final class GraphWalk {
    private GraphWalk() {}

    /** The seen nodes by weight, the heaviest first; of equal ones by their place in the picture. */
    static int[] order(GraphPicture picture, Seen seen) {
        return picture.nodes().stream().filter(node -> seen.node(node.index()))
                .sorted(Comparator.comparingLong(PictureNode::weightNanos).reversed().thenComparingInt(PictureNode::rank))
                .mapToInt(PictureNode::index).toArray();
    }

    /** The node that comes after (1) or before (−1) another; −1 beyond the last or first; the first or last after none. */
    static int next(int[] order, int node, int step) {
        int place = step > 0 ? -1 : order.length;
        for (int i = 0; i < order.length; i++) {
            if (order[i] == node) {
                place = i;
            }
        }
        int next = place + step;
        return next < 0 || next >= order.length ? -1 : order[next];
    }

    /** The nearest seen node in a direction, sideways counted double; the same node if there is none. */
    static int toward(GraphPicture picture, int[] order, int node, int dx, int dy) {
        PictureNode from = picture.nodes().get(node);
        int best = node;
        double nearest = Double.MAX_VALUE;
        for (int other : order) {
            PictureNode to = picture.nodes().get(other);
            double x = to.centreX() - from.centreX();
            double y = to.centreY() - from.centreY();
            double along = x * dx + y * dy;
            double aside = Math.abs(x * dy) + Math.abs(y * dx);
            if (other != node && along > 0 && along >= aside / 2 && along + 2 * aside < nearest) {
                nearest = along + 2 * aside;
                best = other;
            }
        }
        return best;
    }
}
