/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.BitSet;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;

/**
 * A node of the rest of a host while it is opened: until the picture with its vertices is there, and to put the heaviest of them where the node was, as that is where the mouse is.
 *
 * @param host whose rest it is; empty for what has no host
 * @param drawn the vertices that had a node before
 * @param x its middle, pixels
 * @param y its middle, pixels
 */
record Unfolding(String host, BitSet drawn, double x, double y) {
    static Unfolding of(GraphPicture picture, PictureNode rest, Camera camera) {
        BitSet drawn = new BitSet();
        for (PictureNode node : picture.nodes()) {
            Arrays.stream(picture.vertices(node.index())).forEach(drawn::set);
        }
        return new Unfolding(rest.host(), drawn, camera.pixelX(rest.x() + rest.width() / 2), camera.pixelY(rest.y() + rest.height() / 2));
    }

    /** The heaviest of the host that had no node before, or {@link GraphHits#NOTHING}. */
    int node(GraphPicture picture) {
        for (int rank = 0; rank < picture.nodes().size(); rank++) {
            PictureNode node = picture.atRank(rank);
            if (!node.isRest() && node.host().equals(host) && Arrays.stream(picture.vertices(node.index())).noneMatch(drawn::get)) {
                return node.index();
            }
        }
        return GraphHits.NOTHING;
    }

    /** A camera with a node where the one that was opened was. */
    Camera at(Camera camera, PictureNode node) {
        return camera.moved(x - camera.pixelX(node.x() + node.width() / 2), y - camera.pixelY(node.y() + node.height() / 2));
    }
}
