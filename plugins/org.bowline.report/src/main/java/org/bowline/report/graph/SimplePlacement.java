/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.List;

/** Nodes in rows and columns, lines straight. Holds the place of the layered layout. */
final class SimplePlacement {
    private static final double GAP = 60;
    private final List<List<String>> labels;
    private final double[] x;
    private final double[] y;
    private final double[] width;
    private final double[] height;
    private final double totalWidth;
    private final double totalHeight;

    SimplePlacement(Selection selection, List<List<String>> labels, TextSize text) {
        this.labels = labels;
        int count = selection.nodeCount();
        x = new double[count];
        y = new double[count];
        width = new double[count];
        height = new double[count];
        int columns = (int) Math.ceil(Math.sqrt(count));
        double cellWidth = 0;
        double cellHeight = 0;
        for (int node = 0; node < count; node++) {
            width[node] = labels.get(node).stream().mapToDouble(text::width).max().orElse(0) + 20;
            height[node] = labels.get(node).size() * text.lineHeight() + 10;
            cellWidth = Math.max(cellWidth, width[node] + GAP);
            cellHeight = Math.max(cellHeight, height[node] + GAP);
        }
        for (int node = 0; node < count; node++) {
            x[node] = GAP / 2 + node % columns * cellWidth;
            int row = node / columns;
            y[node] = GAP / 2 + row * cellHeight;
        }
        totalWidth = columns * cellWidth;
        int rows = columns == 0 ? 0 : (count + columns - 1) / columns;
        totalHeight = rows * cellHeight;
    }

    double width() {
        return totalWidth;
    }

    double height() {
        return totalHeight;
    }

    double x(int node) {
        return x[node];
    }

    double y(int node) {
        return y[node];
    }

    double width(int node) {
        return width[node];
    }

    double height(int node) {
        return height[node];
    }

    int rank(int node) {
        return node;
    }

    List<String> lines(int node) {
        return labels.get(node);
    }

    List<HostArea> hosts() {
        return List.of();
    }

    double[] route(Selection.Line line) {
        int s = line.source();
        int t = line.target();
        double sx = x[s] + width[s] / 2;
        double sy = y[s] + height[s];
        double tx = x[t] + width[t] / 2;
        double ty = y[t];
        if (s == t) {
            double right = x[s] + width[s];
            return new double[] {right, sy - height[s] / 3, right + 25, sy, right + 25, ty, right, ty + height[s] / 3};
        }
        return new double[] {sx, sy, sx, sy + GAP / 2, tx, ty - GAP / 2, tx, ty};
    }
}
