/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * In which row each node is: each line leads down at least one row. Rows are as few as can be (longest path); then nodes move to where
 * their lines are shorter, and rows that are too wide are cut.
 */
final class Layers {
    private static final int ROUNDS = 12;
    private final LayoutGraph graph;
    private final Directions directions;
    private final int[] layer;
    private final int[] order;
    private final IntArrayList[] above;
    private final IntArrayList[] below;
    private int count;

    /** @param widest wider rows are cut if nodes in them can go elsewhere */
    Layers(LayoutGraph graph, Directions directions, double widest, double gap) {
        this.graph = graph;
        this.directions = directions;
        layer = new int[graph.nodes()];
        order = directions.topDown();
        above = lists();
        below = lists();
        for (int line = 0; line < graph.lines(); line++) {
            if (!graph.isLoop(line)) {
                below[directions.top(line)].add(line);
                above[directions.bottom(line)].add(line);
            }
        }
        for (int node : order) {
            layer[node] = highest(node);
            count = Math.max(count, layer[node] + 1);
        }
        for (int round = 0; round < ROUNDS && tighten(); round++) {
            // until nothing moves
        }
        cut(widest, gap);
    }

    private IntArrayList[] lists() {
        IntArrayList[] lists = new IntArrayList[graph.nodes()];
        for (int node = 0; node < lists.length; node++) {
            lists[node] = new IntArrayList(2);
        }
        return lists;
    }

    private int highest(int node) {
        int result = 0;
        for (int i = 0; i < above[node].size(); i++) {
            result = Math.max(result, layer[directions.top(above[node].getInt(i))] + 1);
        }
        return result;
    }

    private int lowest(int node) {
        int result = count - 1;
        for (int i = 0; i < below[node].size(); i++) {
            result = Math.min(result, layer[directions.bottom(below[node].getInt(i))] - 1);
        }
        return result;
    }

    /** Moves each node to the end of its room where its lines are shorter; whether something moved. */
    private boolean tighten() {
        boolean moved = false;
        for (int i = order.length - 1; i >= 0; i--) {
            int node = order[i];
            int pull = stiffness(below[node]) - stiffness(above[node]);
            int wanted = pull > 0 ? lowest(node) : pull < 0 ? highest(node) : layer[node];
            moved |= wanted != layer[node];
            layer[node] = wanted;
        }
        return moved;
    }

    private int stiffness(IntArrayList lines) {
        int sum = 0;
        for (int i = 0; i < lines.size(); i++) {
            sum += graph.stiffness()[lines.getInt(i)];
        }
        return sum;
    }

    /** Puts what is too much for a row into new rows: nodes without lines from above go up, nodes without lines down go down. */
    private void cut(double widest, double gap) {
        for (int row = count - 1; row >= 0; row--) {
            IntArrayList free = new IntArrayList();
            double width = 0;
            for (int node = 0; node < layer.length; node++) {
                if (layer[node] == row) {
                    width += graph.width()[node] + gap;
                    if (above[node].isEmpty() && !below[node].isEmpty()) {
                        free.add(node);
                    }
                }
            }
            if (width > widest && !free.isEmpty()) {
                insertAbove(row, width, free, widest, gap);
            }
        }
    }

    private void insertAbove(int row, double width, IntArrayList free, double widest, double gap) {
        int rows = (int) Math.ceil(width / widest);
        double fair = width / rows;
        int[] movable = free.toIntArray();
        IntArrays.quickSort(movable, (a, b) -> {
            int byPull = Integer.compare(stiffness(below[a]), stiffness(below[b]));
            return byPull != 0 ? byPull : Integer.compare(b, a);
        });
        int[] up = new int[layer.length];
        double left = width;
        double filled = 0;
        int inserted = 0;
        for (int node : movable) {
            if (left <= fair) {
                break;
            }
            double size = graph.width()[node] + gap;
            if (inserted == 0 || filled + size > fair) {
                inserted++;
                filled = 0;
            }
            filled += size;
            left -= size;
            up[node] = inserted;
        }
        for (int node = 0; node < layer.length; node++) {
            // the new rows lie above this one: the lightest nodes in the topmost
            if (layer[node] == row && up[node] > 0) {
                layer[node] = row + up[node] - 1;
            } else if (layer[node] >= row) {
                layer[node] += inserted;
            }
        }
        count += inserted;
    }

    /** The row of a node, from 0 at the top. */
    int layer(int node) {
        return layer[node];
    }

    /** Number of rows. */
    int count() {
        return count;
    }
}
