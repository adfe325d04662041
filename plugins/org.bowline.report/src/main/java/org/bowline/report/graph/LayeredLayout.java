/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import org.bowline.core.progress.Progress;

/**
 * A layered drawing of a graph: rows of nodes, lines that lead down from row to row, heavy ones before all; after K. Sugiyama et al., 1981.
 * Nodes do not overlap; lines pass between them. Deterministic. Without recursion.
 */
final class LayeredLayout {
    /** Space between two nodes of a row. */
    static final double GAP = 26;
    /** Space at both sides of a band and around the whole. */
    static final double MARGIN = 18;
    /** Space for the name above a band. */
    static final double HEADER = 24;
    private static final double ROW_GAP = 46;
    private static final double MOST_ROW_GAP = 150;
    private static final double NARROW = 900;
    /** How wide a picture is, measured by the square root of the space that its nodes take. */
    private static final double WIDE = 2.6;

    private final LayoutGraph graph;
    private final Directions directions;
    private final Layers layers;
    private final ProperGraph proper;
    private final int[][] rows;
    private final Columns columns;
    private final double[] top;
    private final double[] rowHeight;
    private final double width;
    private final double height;
    private final int[] rank;

    LayeredLayout(LayoutGraph graph, Progress progress) {
        this.graph = graph;
        directions = new Directions(graph, progress);
        layers = new Layers(graph, directions, widest(), GAP);
        proper = new ProperGraph(graph, directions, layers);
        rows = new Crossings(proper, progress).order();
        columns = new Columns(proper, rows, graph.bands(), GAP, MARGIN, progress);
        rowHeight = new double[layers.count()];
        for (int node = 0; node < graph.nodes(); node++) {
            int row = layers.layer(node);
            rowHeight[row] = Math.max(rowHeight[row], graph.height()[node]);
        }
        top = new double[layers.count()];
        double y = MARGIN + HEADER;
        for (int row = 0; row < top.length; row++) {
            top[row] = y;
            y += rowHeight[row] + (row + 1 < top.length ? rowGap(row) : 0);
        }
        width = graph.nodes() == 0 ? 0 : columns.right(graph.bands() - 1) + 2 * MARGIN;
        height = graph.nodes() == 0 ? 0 : y + 2 * MARGIN;
        rank = ranks();
    }

    private double widest() {
        double area = 0;
        for (int node = 0; node < graph.nodes(); node++) {
            area += (graph.width()[node] + GAP) * (graph.height()[node] + ROW_GAP);
        }
        return Math.max(NARROW, WIDE * Math.sqrt(area));
    }

    /** Wider where lines run far to the side. */
    private double rowGap(int row) {
        double far = 0;
        for (int place : rows[row]) {
            for (int piece : proper.below(place)) {
                far = Math.max(far, Math.abs(columns.centre(place) - columns.centre(proper.lower(piece))));
            }
        }
        return Math.min(MOST_ROW_GAP, ROW_GAP + far / 9);
    }

    private int[] ranks() {
        int[] result = new int[graph.nodes()];
        int next = 0;
        for (int[] row : rows) {
            for (int place : row) {
                if (!proper.isBend(place)) {
                    result[place] = next++;
                }
            }
        }
        return result;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    /** Left border of a node. */
    double x(int node) {
        return MARGIN + columns.centre(node) - graph.width()[node] / 2;
    }

    /** Upper border of a node: in the middle of its row. */
    double y(int node) {
        int row = layers.layer(node);
        return top[row] + (rowHeight[row] - graph.height()[node]) / 2;
    }

    int rank(int node) {
        return rank[node];
    }

    /** Row of a node. */
    int layer(int node) {
        return layers.layer(node);
    }

    /** Whether a line leads up against the order of the rows. */
    boolean isUp(int line) {
        return directions.isUp(line);
    }

    double bandLeft(int band) {
        return MARGIN + columns.left(band);
    }

    double bandRight(int band) {
        return MARGIN + columns.right(band);
    }

    /** Where the places of the line from one row to the next are, for {@link Routes}. */
    int[] chain(int line) {
        return proper.chain(line);
    }

    /** Centre of a place: a node, or a bend of a line. */
    double centre(int place) {
        return MARGIN + columns.centre(place);
    }

    boolean isBend(int place) {
        return proper.isBend(place);
    }

    double rowTop(int place) {
        return top[proper.layer(place)];
    }

    double rowBottom(int place) {
        return top[proper.layer(place)] + rowHeight[proper.layer(place)];
    }

    LayoutGraph graph() {
        return graph;
    }
}
