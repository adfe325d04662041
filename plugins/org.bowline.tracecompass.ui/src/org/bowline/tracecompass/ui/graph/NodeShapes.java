/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Device;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Path;

import org.bowline.report.graph.NodeShape;
import org.bowline.report.graph.PictureNode;

/** Draws the outline of a node; each kind has its own, so that it is told without colour. */
final class NodeShapes {
    private static final float ROUND = 8;
    private static final float CUT = 8;
    private static final float DRUM = 7;
    private static final float STACK_STEP = 3;

    private NodeShapes() {}

    /** Fills and strokes with the context's colours and line; a margin above 0 makes it larger all around. */
    static void draw(GC gc, PictureNode node, float margin, boolean fill) {
        float x = (float) node.x() - margin;
        float y = (float) node.y() - margin;
        float w = (float) node.width() + 2 * margin;
        float h = (float) node.height() + 2 * margin;
        if (node.shape() == NodeShape.STACK) {
            for (int i = 2; i > 0; i--) {
                outline(gc, rectangle(gc.getDevice(), x + i * STACK_STEP, y + i * STACK_STEP, w - 2 * STACK_STEP, h - 2 * STACK_STEP),
                        fill);
            }
        }
        if (node.shape() == NodeShape.DASHED) {
            gc.setLineStyle(SWT.LINE_DASH);
        }
        outline(gc, path(gc.getDevice(), node.shape(), x, y, w, h), fill);
        gc.setLineStyle(SWT.LINE_SOLID);
        if (node.shape() == NodeShape.CYLINDER) {
            Path lid = new Path(gc.getDevice());
            lid.addArc(x, y, w, 2 * DRUM, 180, 180);
            outline(gc, lid, false);
        } else if (node.shape() == NodeShape.SUBROUTINE) {
            outline(gc, rectangle(gc.getDevice(), x + 4, y, w - 8, h), false);
        }
    }

    private static void outline(GC gc, Path path, boolean fill) {
        try {
            if (fill) {
                gc.fillPath(path);
            }
            gc.drawPath(path);
        } finally {
            path.dispose();
        }
    }

    private static Path path(Device device, NodeShape shape, float x, float y, float w, float h) {
        Path path = new Path(device);
        switch (shape) {
            case CYLINDER -> {
                path.moveTo(x, y + DRUM);
                path.addArc(x, y, w, 2 * DRUM, 180, -180);
                path.lineTo(x + w, y + h - DRUM);
                path.addArc(x, y + h - 2 * DRUM, w, 2 * DRUM, 0, -180);
                path.close();
            }
            case HEXAGON -> polygon(path, x, y + h / 2, x + CUT, y, x + w - CUT, y, x + w, y + h / 2, x + w - CUT, y + h, x + CUT, y + h);
            case CHIP ->
                    polygon(path, x + CUT, y, x + w - CUT, y, x + w, y + CUT, x + w, y + h - CUT, x + w - CUT, y + h, x + CUT, y + h, x,
                            y + h - CUT, x, y + CUT);
            case PARALLELOGRAM -> polygon(path, x + CUT, y, x + w, y, x + w - CUT, y + h, x, y + h);
            case CLOUD, ELLIPSE -> path.addArc(x, y, w, h, 0, 360);
            case SUBROUTINE, DASHED -> path.addRectangle(x, y, w, h);
            case STACK -> path.addRectangle(x, y, w - 2 * STACK_STEP, h - 2 * STACK_STEP);
            case ROUNDED -> rounded(path, x, y, w, h);
        }
        return path;
    }

    private static Path rectangle(Device device, float x, float y, float w, float h) {
        Path path = new Path(device);
        path.addRectangle(x, y, w, h);
        return path;
    }

    private static void rounded(Path path, float x, float y, float w, float h) {
        float d = Math.min(2 * ROUND, Math.min(w, h));
        path.addArc(x, y, d, d, 180, -90);
        path.addArc(x + w - d, y, d, d, 90, -90);
        path.addArc(x + w - d, y + h - d, d, d, 0, -90);
        path.addArc(x, y + h - d, d, d, 270, -90);
        path.close();
    }

    private static void polygon(Path path, float... points) {
        path.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        path.close();
    }
}
