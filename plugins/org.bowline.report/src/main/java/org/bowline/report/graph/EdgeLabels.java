/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.bowline.core.progress.Progress;

/**
 * Shares written beside the heaviest lines, where nothing is in the way: no node, and no other label. Of the light ones, of waits of a thread for itself, and where there is
 * no room, none is written. O(labels × (nodes + labels)).
 */
final class EdgeLabels {
    private static final int MOST = 60;
    private static final double LEAST_SHARE = 0.05;
    private static final double BESIDE_LOOP = 6;
    private static final double[] ALONG = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};

    private record Box(double left, double top, double right, double bottom) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    private final double[] x;
    private final double[] y;

    EdgeLabels(List<PictureNode> nodes, List<PictureEdge> edges, TextSize text, Progress progress) {
        x = new double[edges.size()];
        y = new double[edges.size()];
        List<Box> taken = new ArrayList<>();
        for (PictureNode node : nodes) {
            taken.add(new Box(node.x() - 2, node.y() - 2, node.x() + node.width() + 2, node.y() + node.height() + 2));
        }
        List<PictureEdge> heavy = edges.stream()
                .filter(edge -> edge.share() >= LEAST_SHARE && !edge.isRest() && (edge.source() != edge.target() || edge.waiting() > 1))
                .sorted(Comparator.comparingLong(PictureEdge::weightNanos).reversed().thenComparingInt(PictureEdge::index)).limit(MOST)
                .toList();
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        for (PictureEdge edge : heavy) {
            progress.check();
            put(edge, text.width(edge.label()) + 6, text.lineHeight(), taken);
        }
    }

    private void put(PictureEdge edge, double width, double height, List<Box> taken) {
        int curves = edge.pointCount() / 3;
        for (double t : ALONG) {
            for (int i = 0; i < curves; i++) {
                int curve = (curves / 2 + (i % 2 == 0 ? i / 2 : -(i / 2) - 1) + curves) % curves;
                double atX = at(t, edge.x(3 * curve), edge.x(3 * curve + 1), edge.x(3 * curve + 2), edge.x(3 * curve + 3))
                        + (edge.source() == edge.target() ? width / 2 + BESIDE_LOOP : 0); // a loop is too small for it
                double atY = at(t, edge.y(3 * curve), edge.y(3 * curve + 1), edge.y(3 * curve + 2), edge.y(3 * curve + 3));
                Box box = new Box(atX - width / 2, atY - height / 2, atX + width / 2, atY + height / 2);
                if (taken.stream().noneMatch(box::meets)) {
                    taken.add(box);
                    x[edge.index()] = atX;
                    y[edge.index()] = atY;
                    return;
                }
            }
        }
    }

    private static double at(double t, double a, double b, double c, double d) {
        double s = 1 - t;
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }

    double x(int edge) {
        return x[edge];
    }

    double y(int edge) {
        return y[edge];
    }
}
