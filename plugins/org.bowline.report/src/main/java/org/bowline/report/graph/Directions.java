/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.progress.Progress;

/**
 * Which lines lead down and which lead up, so that there is no circle of lines that lead down. Lines are looked at heaviest first, and one
 * leads up only if heavier ones already lead down from its target to its source. So the direction of a line does not depend on lighter ones.
 * Of lines that had better lead up the same is true the other way round; they come after all others.
 *
 * <p>An order of all nodes is kept and mended after each line; paper: D. J. Pearce, P. H. J. Kelly, "A dynamic topological sort algorithm
 * for directed acyclic graphs", ACM JEA 11, 2006. O(lines × lines) at worst, far less usually.
 */
final class Directions {
    private static final int NONE = -1;
    private static final int LINES_BETWEEN_CHECKS = 256;

    private final LayoutGraph graph;
    private final boolean[] up;
    private final int[] position;
    private final int[] firstBelow;
    private final int[] nextBelow;
    private final int[] firstAbove;
    private final int[] nextAbove;
    private final int[] mark;
    private int marks;
    private final IntArrayList stack = new IntArrayList();

    Directions(LayoutGraph graph, Progress progress) {
        this.graph = graph;
        up = new boolean[graph.lines()];
        position = new int[graph.nodes()];
        for (int node = 0; node < position.length; node++) {
            position[node] = node;
        }
        firstBelow = filled(graph.nodes());
        nextBelow = filled(graph.lines());
        firstAbove = filled(graph.nodes());
        nextAbove = filled(graph.lines());
        mark = new int[graph.nodes()];
        int count = 0;
        for (int line : graph.byWeight()) {
            if (count++ % LINES_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            if (!graph.isLoop(line)) {
                add(line);
            }
        }
    }

    private static int[] filled(int length) {
        int[] result = new int[length];
        Arrays.fill(result, NONE);
        return result;
    }

    private void add(int line) {
        up[line] = graph.backward()[line];
        int from = top(line);
        int to = bottom(line);
        if (position[from] > position[to]) {
            IntArrayList below = reach(to, position[from], true);
            if (mark[from] == marks) {
                up[line] = !up[line];
            } else {
                IntArrayList above = reach(from, position[to], false);
                reorder(above, below);
            }
        }
        int top = top(line);
        int bottom = bottom(line);
        nextBelow[line] = firstBelow[top];
        firstBelow[top] = line;
        nextAbove[line] = firstAbove[bottom];
        firstAbove[bottom] = line;
    }

    /** The nodes that are reached from one without passing a position; they carry the present mark. */
    private IntArrayList reach(int start, int bound, boolean downward) {
        marks++;
        IntArrayList reached = new IntArrayList();
        mark[start] = marks;
        stack.add(start);
        while (!stack.isEmpty()) {
            int node = stack.popInt();
            reached.add(node);
            for (int line = downward ? firstBelow[node] : firstAbove[node]; line != NONE; line = downward ? nextBelow[line]
                    : nextAbove[line]) {
                int next = downward ? bottom(line) : top(line);
                if (mark[next] != marks && (downward ? position[next] <= bound : position[next] >= bound)) {
                    mark[next] = marks;
                    stack.add(next);
                }
            }
        }
        return reached;
    }

    /** Gives the positions of both sets to those above first, then to those below, each in their old order. */
    private void reorder(IntArrayList above, IntArrayList below) {
        int[] nodes = new int[above.size() + below.size()];
        int[] upper = sorted(above);
        int[] lower = sorted(below);
        System.arraycopy(upper, 0, nodes, 0, upper.length);
        System.arraycopy(lower, 0, nodes, upper.length, lower.length);
        int[] places = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            places[i] = position[nodes[i]];
        }
        Arrays.sort(places);
        for (int i = 0; i < nodes.length; i++) {
            position[nodes[i]] = places[i];
        }
    }

    private int[] sorted(IntArrayList nodes) {
        int[] result = nodes.toIntArray();
        IntArrays.quickSort(result, (a, b) -> Integer.compare(position[a], position[b]));
        return result;
    }

    /** Whether a line leads up. */
    boolean isUp(int line) {
        return up[line];
    }

    /** The upper end of a line. */
    int top(int line) {
        return up[line] ? graph.target()[line] : graph.source()[line];
    }

    /** The lower end of a line. */
    int bottom(int line) {
        return up[line] ? graph.source()[line] : graph.target()[line];
    }

    /** All nodes, upper ends before lower ends. */
    int[] topDown() {
        int[] result = new int[position.length];
        for (int node = 0; node < result.length; node++) {
            result[position[node]] = node;
        }
        return result;
    }
}
