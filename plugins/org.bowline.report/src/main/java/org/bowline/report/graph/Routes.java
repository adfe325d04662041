/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The curves of the lines. Each leaves its upper end's lower border and meets its lower end's upper border, all lines of a border side by
 * side in the order of where they come from, so that two lines between the same nodes are kept apart. Through rows they run straight down,
 * between rows as S-curves. Loops hang on the right side.
 */
final class Routes {
    private static final double LOOP = 22;
    /** Share of a node's width in which lines end. */
    private static final double PORTS = 0.72;
    private static final double WIDEST_PORT = 26;

    private final LayeredLayout layout;
    private final LayoutGraph graph;
    private final double[] topPort;
    private final double[] bottomPort;

    Routes(LayeredLayout layout) {
        this.layout = layout;
        graph = layout.graph();
        topPort = new double[graph.lines()];
        bottomPort = new double[graph.lines()];
        IntArrayList[] down = lists();
        IntArrayList[] up = lists();
        for (int line = 0; line < graph.lines(); line++) {
            if (!graph.isLoop(line)) {
                int[] chain = layout.chain(line);
                down[chain[0]].add(line);
                up[chain[chain.length - 1]].add(line);
            }
        }
        for (int node = 0; node < graph.nodes(); node++) {
            ports(node, down[node], 1, topPort);
            ports(node, up[node], -1, bottomPort);
        }
    }

    private IntArrayList[] lists() {
        IntArrayList[] lists = new IntArrayList[graph.nodes()];
        for (int node = 0; node < lists.length; node++) {
            lists[node] = new IntArrayList(2);
        }
        return lists;
    }

    /** Spreads the ends of lines over a border. */
    private void ports(int node, IntArrayList ends, int step, double[] port) {
        int[] lines = ends.toIntArray();
        IntArrays.quickSort(lines, (a, b) -> {
            int byNext = Double.compare(next(a, step), next(b, step));
            // of two lines between the same nodes the one that leads up stays on the right at both ends
            int byDirection = byNext != 0 ? byNext : Boolean.compare(layout.isUp(a), layout.isUp(b));
            return byDirection != 0 ? byDirection : Integer.compare(a, b);
        });
        double width = graph.width()[node] * PORTS;
        double each = Math.min(WIDEST_PORT, width / Math.max(1, lines.length));
        double x = layout.centre(node) - each * (lines.length - 1) / 2;
        for (int line : lines) {
            port[line] = x;
            x += each;
        }
    }

    private double next(int line, int step) {
        int[] chain = layout.chain(line);
        return layout.centre(step > 0 ? chain[1] : chain[chain.length - 2]);
    }

    /** The points of a line's curves, from its source to its target. */
    double[] route(int line) {
        return graph.isLoop(line) ? loop(graph.source()[line]) : layout.isUp(line) ? reversed(downward(line)) : downward(line);
    }

    private double[] loop(int node) {
        double right = layout.x(node) + graph.width()[node];
        double y = layout.y(node);
        double height = graph.height()[node];
        return new double[] {right, y + height * 0.3, right + LOOP, y, right + LOOP, y + height, right, y + height * 0.7};
    }

    private double[] downward(int line) {
        int[] chain = layout.chain(line);
        DoubleArrayList points = new DoubleArrayList();
        int first = chain[0];
        double x = topPort[line];
        double y = layout.y(first) + graph.height()[first];
        points.add(x);
        points.add(y);
        y = straight(points, x, y, layout.rowBottom(first));
        for (int i = 1; i < chain.length; i++) {
            boolean last = i == chain.length - 1;
            double nextX = last ? bottomPort[line] : layout.centre(chain[i]);
            double nextY = layout.rowTop(chain[i]);
            curve(points, x, y, nextX, nextY);
            x = nextX;
            y = straight(points, x, nextY, last ? layout.y(chain[i]) : layout.rowBottom(chain[i]));
        }
        return points.toDoubleArray();
    }

    /** A piece straight down, if there is room for one; where it ends. */
    private static double straight(DoubleArrayList points, double x, double from, double to) {
        if (to > from) {
            add(points, x, from + (to - from) / 3);
            add(points, x, from + (to - from) * 2 / 3);
            add(points, x, to);
        }
        return to;
    }

    private static void curve(DoubleArrayList points, double x, double y, double toX, double toY) {
        double bend = (toY - y) * 0.5;
        add(points, x, y + bend);
        add(points, toX, toY - bend);
        add(points, toX, toY);
    }

    private static void add(DoubleArrayList points, double x, double y) {
        points.add(x);
        points.add(y);
    }

    private static double[] reversed(double[] points) {
        double[] result = new double[points.length];
        for (int i = 0; i < points.length; i += 2) {
            result[i] = points[points.length - 2 - i];
            result[i + 1] = points[points.length - 1 - i];
        }
        return result;
    }
}
