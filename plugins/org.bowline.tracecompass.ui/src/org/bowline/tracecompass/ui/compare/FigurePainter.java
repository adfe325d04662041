/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.compare.PageFigure;

/** Draws a picture of the page in the middle of an area, as large as fits; words keep the size of the window's, and are left out where others stand. */
final class FigurePainter {
    private static final int MARGIN = 6;
    /** Pixels; narrower, marks cannot be told from each other. */
    private static final double LEAST_WIDTH = 170;
    /** Larger, it tells no more. */
    private static final double MOST = 2.2;
    /** How much of what a line reserves above itself its letters and digits take. */
    private static final double LETTERS = 0.7;
    /** Between the words of two lines; pixels. */
    private static final int APART = 2;
    private static final int ROUNDS = 3;
    private static final int FAINT_ALPHA = 150;
    private static final int SOFT_ALPHA = 60;
    private static final int OPAQUE = 255;

    private final GC gc;
    private final CompareColors colors;
    private final PageFigure figure;
    private final double scale;
    private final double left;
    private final double top;
    private final LabelRoom labels = new LabelRoom();

    FigurePainter(GC gc, CompareColors colors, PageFigure figure, Rectangle whole) {
        this.gc = gc;
        this.colors = colors;
        this.figure = figure;
        scale = scale(figure, whole);
        left = whole.x + (whole.width - figure.width() * scale) / 2;
        top = whole.y + MARGIN;
    }

    private static double scale(PageFigure figure, Rectangle whole) {
        return Math.max(LEAST_WIDTH / figure.width(), Math.min(MOST,
                Math.min((whole.width - 2.0 * MARGIN) / figure.width(), (whole.height - 2.0 * MARGIN) / figure.height())));
    }

    /** Where a rectangle is within an area. */
    static Rectangle pixels(PageFigure figure, Rectangle whole, PageFigure.Box box) {
        double scale = scale(figure, whole);
        return new Rectangle((int) Math.round(whole.x + (whole.width - figure.width() * scale) / 2 + box.x() * scale),
                (int) Math.round(whole.y + MARGIN + box.y() * scale), (int) Math.max(1, Math.round(box.width() * scale)),
                (int) Math.max(1, Math.round(box.height() * scale)));
    }

    /** What is left of an area so that no words of the picture reach out of it to the left or to the right. */
    static Rectangle inside(GC gc, PageFigure figure, Rectangle whole) {
        Rectangle inside = whole;
        for (int i = 0; i < ROUNDS; i++) { // the picture gets smaller, its words do not
            double scale = scale(figure, inside);
            double left = inside.x + (inside.width - figure.width() * scale) / 2;
            int before = 0;
            int behind = 0;
            for (PageFigure.Shape shape : figure.shapes()) {
                if (shape instanceof PageFigure.Label label) {
                    int width = gc.textExtent(label.words()).x;
                    int at = (int) Math.round(left + label.x() * scale) - before(label, width);
                    before = Math.max(before, whole.x + MARGIN - at);
                    behind = Math.max(behind, at + width + MARGIN - whole.x - whole.width);
                }
            }
            if (before == 0 && behind == 0) {
                break;
            }
            int room = Math.max(1, inside.width - before - behind);
            inside = new Rectangle(inside.x + before, inside.y, room, inside.height);
        }
        return inside;
    }

    /** How much of a label's width is left of where it stands. */
    private static int before(PageFigure.Label of, int width) {
        return switch (of.anchor()) {
            case "middle" -> width / 2;
            case "end" -> width;
            default -> 0;
        };
    }

    /** How high a picture is within an area, with its margins. */
    static int height(PageFigure figure, Rectangle whole) {
        return (int) Math.ceil(figure.height() * scale(figure, whole)) + 2 * MARGIN;
    }

    /** The pixel of a dot within an area. */
    static Point pixel(PageFigure figure, Rectangle whole, PageFigure.Dot dot) {
        double scale = scale(figure, whole);
        return new Point((int) Math.round(whole.x + (whole.width - figure.width() * scale) / 2 + dot.x() * scale),
                (int) Math.round(whole.y + MARGIN + dot.y() * scale));
    }

    private int x(double x) {
        return (int) Math.round(left + x * scale);
    }

    private int y(double y) {
        return (int) Math.round(top + y * scale);
    }

    private int length(double of) {
        return Math.max(1, (int) Math.round(of * scale));
    }

    void paint(PageFigure.@Nullable Dot pointed) {
        gc.setAntialias(SWT.ON);
        gc.setTextAntialias(SWT.ON);
        for (PageFigure.Shape shape : figure.shapes()) {
            gc.setAlpha(OPAQUE);
            gc.setLineWidth(1);
            gc.setLineStyle(SWT.LINE_SOLID);
            if (shape instanceof PageFigure.Stroke stroke) {
                stroke(stroke);
            } else if (shape instanceof PageFigure.Box box) {
                box(box);
            } else if (shape instanceof PageFigure.Dot dot) {
                dot(dot, dot.equals(pointed));
            } else if (shape instanceof PageFigure.Label label) {
                label(label);
            }
        }
        gc.setAlpha(OPAQUE);
        gc.setLineWidth(1);
        gc.setLineStyle(SWT.LINE_SOLID);
    }

    /** NEW has a colour, as has each build of several; BASE that of the words. */
    private Color of(PageFigure.Shape shape) {
        return colors.of(shape.group(), shape.ofNew());
    }

    private static boolean isOfBuild(PageFigure.Shape shape) {
        return shape.group().startsWith(CompareColors.BUILD);
    }

    private void stroke(PageFigure.Stroke of) {
        switch (of.style()) {
            case "grid", "zero" -> {
                gc.setForeground(of.style().equals("grid") ? colors.grid() : colors.text());
                gc.setAlpha(FAINT_ALPHA);
            }
            case "same" -> {
                gc.setForeground(colors.text());
                gc.setAlpha(FAINT_ALPHA);
                gc.setLineStyle(SWT.LINE_DASH);
            }
            case "middle", "interval" -> {
                gc.setForeground(isOfBuild(of) ? of(of) : colors.text());
                gc.setLineWidth(2);
            }
            case "curve" -> {
                gc.setForeground(of(of));
                gc.setLineWidth(2);
            }
            default -> gc.setForeground(of(of));
        }
        int[] points = points(of.points());
        if (of.closed()) {
            gc.setBackground(colors.text());
            gc.fillPolygon(points);
        } else {
            gc.drawPolyline(points);
        }
    }

    private int[] points(List<Double> of) {
        int[] points = new int[of.size()];
        for (int i = 0; i < points.length; i++) {
            points[i] = i % 2 == 0 ? x(of.get(i)) : y(of.get(i));
        }
        return points;
    }

    private void box(PageFigure.Box of) {
        boolean unseen = of.style().equals("unseen");
        boolean frame = of.style().equals("frame");
        boolean part = of.style().equals("part");
        if (!frame) {
            gc.setBackground(unseen ? colors.grid() : of(of));
            gc.setAlpha(unseen ? FAINT_ALPHA : part ? OPAQUE : SOFT_ALPHA);
            gc.fillRectangle(x(of.x()), y(of.y()), length(of.width()), length(of.height()));
            gc.setAlpha(OPAQUE);
        }
        if (!unseen && !part) {
            gc.setForeground(frame ? colors.grid() : of(of));
            gc.drawRectangle(x(of.x()), y(of.y()), length(of.width()), length(of.height()));
        }
    }

    private void dot(PageFigure.Dot of, boolean pointed) {
        int radius = length(of.radius());
        boolean ring = of.style().equals("fallen");
        boolean filled = of.ofNew() || of.style().equals("end") || isOfBuild(of) && !ring;
        if (!ring) {
            gc.setBackground(filled ? of(of) : colors.background());
            gc.fillOval(x(of.x()) - radius, y(of.y()) - radius, 2 * radius, 2 * radius);
        }
        if (!filled) {
            gc.setForeground(of(of));
            gc.drawOval(x(of.x()) - radius, y(of.y()) - radius, 2 * radius, 2 * radius);
        }
        if (pointed) {
            gc.setForeground(colors.chosen());
            gc.setLineWidth(2);
            gc.drawOval(x(of.x()) - 2 * radius, y(of.y()) - 2 * radius, 4 * radius, 4 * radius);
        }
    }

    private void label(PageFigure.Label of) {
        gc.setForeground(colors.text());
        Point size = gc.textExtent(of.words());
        int at = x(of.x()) - before(of, size.x);
        int ascent = gc.getFontMetrics().getAscent();
        int line = y(of.y()); // that the letters stand on
        int height = (int) (ascent * LETTERS);
        if (labels.take(new Rectangle(at, line - height - APART, size.x, height + APART))) {
            gc.drawText(of.words(), at, line - ascent - gc.getFontMetrics().getLeading(), true);
        }
    }
}
