/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.List;

import org.bowline.core.model.VertexKind;

/**
 * A node of a picture. Coordinates are in the units of the caller's {@link TextSize}, y grows downward, (x, y) is the upper left corner.
 *
 * @param index its number in the picture
 * @param vertex its number in the timeline, of a pool that of the first thread; {@link GraphPicture#REST} for one that stands for all others of its host
 * @param name the thread's or resource's name; of a pool {@code postgres ×4}, of the rest a text such as {@code 17 others}
 * @param host its host's name, empty if it has none
 * @param kind kind of the vertex; of the rest {@link VertexKind#UNKNOWN}
 * @param shape how it is drawn
 * @param lines what is written in it, top down
 * @param x left
 * @param y top
 * @param width width
 * @param height height
 * @param weightNanos sum of the weights of all its edges of the graph, drawn or not, loops once, ns
 * @param vertices how many vertices it stands for: 1, or more for a pool and for the rest
 * @param rank its place in a keyboard walk over all nodes, from 0: layer by layer, from left to right
 */
public record PictureNode(int index, int vertex, String name, String host, VertexKind kind, NodeShape shape, List<String> lines, double x,
        double y, double width, double height, long weightNanos, int vertices, int rank) {
    /** Copies the lines. */
    public PictureNode {
        lines = List.copyOf(lines);
    }

    /** Whether it stands for all vertices of its host that have no node of their own. */
    public boolean isRest() {
        return vertex == GraphPicture.REST;
    }

    /** Whether it stands for the threads of a pool. */
    public boolean isPool() {
        return !isRest() && vertices > 1;
    }

    /** Centre, x. */
    public double centreX() {
        return x + width / 2;
    }

    /** Centre, y. */
    public double centreY() {
        return y + height / 2;
    }
}
