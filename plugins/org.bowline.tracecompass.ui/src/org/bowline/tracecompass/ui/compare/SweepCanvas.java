/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;

import org.bowline.report.page.SweepFigures;
import org.bowline.tracecompass.core.compare.PageFigure;
import org.bowline.tracecompass.ui.frame.Ui;

/** A picture of the page of a sweep, and below it whose its colours are. What is at the pointer tells what it stands for. */
public final class SweepCanvas extends Canvas {
    private static final int NEAR_PIXELS = 8;
    private static final int SWATCH = 12;
    private static final int GAP = 5;
    private static final int APART = 16;

    private final PageFigure figure;
    private final List<SweepFigures.Key> keys;
    private CompareColors colors;

    SweepCanvas(Composite parent, SweepFigures.Figure of) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER | SWT.NO_BACKGROUND);
        figure = PageFigure.of(of.svg());
        keys = of.keys();
        colors = CompareColors.current(getDisplay());
        Ui.onTheme(this, name -> true, () -> {
            colors = CompareColors.current(getDisplay());
            redraw();
        });
        addListener(SWT.Paint, this::paint);
        addListener(SWT.Resize, event -> redraw());
        addListener(SWT.MouseMove, event -> {
            String tip = tip(event.x, event.y);
            if (tip.isEmpty() ? getToolTipText() != null : !tip.equals(getToolTipText())) {
                setToolTipText(tip.isEmpty() ? null : tip);
            }
        });
        Ui.picture(this, figure::title, of::note);
    }

    private void paint(Event event) {
        GC gc = event.gc;
        gc.setBackground(colors.background());
        gc.fillRectangle(getClientArea());
        Rectangle room = room(gc);
        new FigurePainter(gc, colors, figure, room).paint(null);
        if (room.height < getClientArea().height) {
            keys(gc, getClientArea().width, Math.min(room.height, FigurePainter.height(figure, room)), true);
        }
    }

    /** What is left for the picture above the lines of the keys. In a place that is too low for both it has all: points tell whose they are when the pointer is at them. */
    private Rectangle room(GC gc) {
        Rectangle whole = getClientArea();
        Rectangle above = new Rectangle(whole.x, whole.y, whole.width, Math.max(1, whole.height - keys(gc, whole.width, 0, false)));
        return FigurePainter.inside(gc, figure, FigurePainter.height(figure, above) <= above.height ? above : whole);
    }

    /** The keys in lines from a height on; returns how high they are. */
    private int keys(GC gc, int width, int top, boolean drawn) {
        int line = gc.getFontMetrics().getHeight() + GAP;
        int x = GAP;
        int y = top + GAP;
        for (SweepFigures.Key key : keys) {
            Point size = gc.textExtent(key.name());
            int wide = SWATCH + GAP + size.x;
            if (x > GAP && x + wide > width) {
                x = GAP;
                y += line;
            }
            if (drawn) {
                gc.setBackground(colors.of(key.style(), false));
                gc.fillRectangle(x, y + size.y / 2 - 1, SWATCH, 3);
                gc.setForeground(colors.text());
                gc.drawText(key.name(), x + SWATCH + GAP, y, true);
            }
            x += wide + APART;
        }
        return y + line - top;
    }

    private String tip(int x, int y) {
        Rectangle room = room();
        String tip = "";
        double least = NEAR_PIXELS;
        for (PageFigure.Shape shape : figure.shapes()) {
            if (shape instanceof PageFigure.Dot dot && !dot.tip().isEmpty()) {
                Point at = FigurePainter.pixel(figure, room, dot);
                double distance = Math.hypot(at.x - x, at.y - y);
                if (distance < least) {
                    least = distance;
                    tip = dot.tip();
                }
            } else if (shape instanceof PageFigure.Box box && !box.tip().isEmpty()
                    && FigurePainter.pixels(figure, room, box).contains(x, y)) {
                tip = box.tip();
            }
        }
        return tip;
    }

    private Rectangle room() {
        GC gc = new GC(this);
        Rectangle room = room(gc);
        gc.dispose();
        return room;
    }

    /** The picture. */
    public PageFigure figure() {
        return figure;
    }

    /** Whose the colours are. */
    public List<String> keys() {
        return keys.stream().map(SweepFigures.Key::name).toList();
    }

    /** The pixel of a point. */
    public Point pixel(PageFigure.Dot of) {
        return FigurePainter.pixel(figure, room(), of);
    }
}
