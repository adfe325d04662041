/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The graph with lines cut into pieces from one row to the next: where a line passes a row it has a <em>bend</em>, a narrow place of its
 * own. Places 0 … nodes−1 are the nodes, the others bends.
 *
 * <p>Bends are made for heavy lines first and only as many as can be borne; lines without them go straight through everything.
 */
final class ProperGraph {
    static final double BEND_WIDTH = 6;
    private static final int MOST_BENDS = 1 << 14;

    private final IntArrayList layer = new IntArrayList();
    private final IntArrayList band = new IntArrayList();
    private final DoubleArrayList width = new DoubleArrayList();
    /** Places along each line from its upper to its lower end. */
    private final int[][] chains;
    private final IntArrayList upper = new IntArrayList();
    private final IntArrayList lower = new IntArrayList();
    private final DoubleArrayList pull = new DoubleArrayList();
    private final int[][] above;
    private final int[][] below;
    private final int layers;
    private final int nodes;

    ProperGraph(LayoutGraph graph, Directions directions, Layers rows) {
        layers = rows.count();
        nodes = graph.nodes();
        chains = new int[graph.lines()][];
        for (int node = 0; node < nodes; node++) {
            layer.add(rows.layer(node));
            band.add(graph.band()[node]);
            width.add(graph.width()[node]);
        }
        for (int line : graph.byWeight()) {
            if (graph.isLoop(line)) {
                chains[line] = new int[] {graph.source()[line]};
                continue;
            }
            chains[line] = chain(graph, directions.top(line), directions.bottom(line), line);
        }
        above = pieces(lower);
        below = pieces(upper);
    }

    private int[] chain(LayoutGraph graph, int top, int bottom, int line) {
        int first = layer.getInt(top);
        int last = layer.getInt(bottom);
        if (last - first > 1 && layer.size() - nodes + last - first - 1 > MOST_BENDS) {
            return new int[] {top, bottom};
        }
        int[] chain = new int[last - first + 1];
        chain[0] = top;
        for (int row = first + 1; row < last; row++) {
            chain[row - first] = layer.size();
            layer.add(row);
            band.add(graph.band()[2 * row <= first + last ? top : bottom]);
            width.add(BEND_WIDTH + 2 * graph.stiffness()[line]);
        }
        chain[chain.length - 1] = bottom;
        for (int i = 0; i + 1 < chain.length; i++) {
            upper.add(chain[i]);
            lower.add(chain[i + 1]);
            int bends = (chain[i] >= nodes ? 1 : 0) + (chain[i + 1] >= nodes ? 1 : 0);
            pull.add((double) graph.stiffness()[line] * (bends == 2 ? 8 : bends == 1 ? 2 : 1));
        }
        return chain;
    }

    private int[][] pieces(IntArrayList ends) {
        int[] count = new int[layer.size()];
        for (int piece = 0; piece < ends.size(); piece++) {
            count[ends.getInt(piece)]++;
        }
        int[][] result = new int[layer.size()][];
        for (int place = 0; place < result.length; place++) {
            result[place] = new int[count[place]];
        }
        for (int piece = ends.size() - 1; piece >= 0; piece--) {
            int place = ends.getInt(piece);
            result[place][--count[place]] = piece;
        }
        return result;
    }

    /** Number of places. */
    int places() {
        return layer.size();
    }

    int layers() {
        return layers;
    }

    int layer(int place) {
        return layer.getInt(place);
    }

    int band(int place) {
        return band.getInt(place);
    }

    double width(int place) {
        return width.getDouble(place);
    }

    boolean isBend(int place) {
        return place >= nodes;
    }

    /** The pieces that lead to a place from above. */
    int[] above(int place) {
        return above[place];
    }

    /** The pieces that lead from a place down. */
    int[] below(int place) {
        return below[place];
    }

    int upper(int piece) {
        return upper.getInt(piece);
    }

    int lower(int piece) {
        return lower.getInt(piece);
    }

    double pull(int piece) {
        return pull.getDouble(piece);
    }

    int[] chain(int line) {
        return chains[line];
    }
}
