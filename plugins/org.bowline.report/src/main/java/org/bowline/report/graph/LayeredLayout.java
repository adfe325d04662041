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

    /**
     * How far things are apart.
     *
     * @param gap between two nodes of a row
     * @param margin at both sides of a band and around the whole
     * @param header for the names of the bands, before the first row
     * @param rowGap between two rows, at least
     * @param mostRowGap the same at most, where lines run far to the side
     * @param narrow rows of this width are not cut
     * @param wide how wide rows may be, measured by the square root of the space that the nodes take
     */
    record Spacing(double gap, double margin, double header, double rowGap, double mostRowGap, double narrow, double wide) {
        /** Rows below each other. */
        static final Spacing UPRIGHT = new Spacing(GAP, MARGIN, HEADER, 46, 150, 900, 2.6);

        /** Rows beside each other: bands are low, as in a low window; between two rows there is room for what is written on a line. */
        static Spacing sideways(double header) {
            return new Spacing(12, 6, header, 72, 130, 300, 1.0);
        }
    }

    private final LayoutGraph graph;
    private final Spacing spacing;
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
        this(graph, Spacing.UPRIGHT, progress);
    }

    LayeredLayout(LayoutGraph graph, Spacing spacing, Progress progress) {
        this.graph = graph;
        this.spacing = spacing;
        directions = new Directions(graph, progress);
        layers = new Layers(graph, directions, widest(), spacing.gap);
        proper = new ProperGraph(graph, directions, layers);
        rows = new Crossings(proper, progress).order();
        columns = new Columns(proper, rows, graph.bands(), spacing.gap, spacing.margin, progress);
        rowHeight = new double[layers.count()];
        for (int node = 0; node < graph.nodes(); node++) {
            int row = layers.layer(node);
            rowHeight[row] = Math.max(rowHeight[row], graph.height()[node]);
        }
        top = new double[layers.count()];
        double y = spacing.margin + spacing.header;
        for (int row = 0; row < top.length; row++) {
            top[row] = y;
            y += rowHeight[row] + (row + 1 < top.length ? rowGap(row) : 0);
        }
        width = graph.nodes() == 0 ? 0 : columns.right(graph.bands() - 1) + 2 * spacing.margin;
        height = graph.nodes() == 0 ? 0 : y + 2 * spacing.margin;
        rank = ranks();
    }

    private double widest() {
        double area = 0;
        for (int node = 0; node < graph.nodes(); node++) {
            area += (graph.width()[node] + spacing.gap) * (graph.height()[node] + spacing.rowGap);
        }
        return Math.max(spacing.narrow, spacing.wide * Math.sqrt(area));
    }

    /** Wider where lines run far to the side. */
    private double rowGap(int row) {
        double far = 0;
        for (int place : rows[row]) {
            for (int piece : proper.below(place)) {
                far = Math.max(far, Math.abs(columns.centre(place) - columns.centre(proper.lower(piece))));
            }
        }
        return Math.min(spacing.mostRowGap, spacing.rowGap + far / 9);
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
        return spacing.margin + columns.centre(node) - graph.width()[node] / 2;
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
        return spacing.margin + columns.left(band);
    }

    double bandRight(int band) {
        return spacing.margin + columns.right(band);
    }

    /** Where the places of the line from one row to the next are, for {@link Routes}. */
    int[] chain(int line) {
        return proper.chain(line);
    }

    /** Centre of a place: a node, or a bend of a line. */
    double centre(int place) {
        return spacing.margin + columns.centre(place);
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
