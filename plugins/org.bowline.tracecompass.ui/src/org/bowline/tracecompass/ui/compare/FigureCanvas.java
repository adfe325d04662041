/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.List;
import java.util.function.Consumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.compare.Compared;
import org.bowline.tracecompass.core.compare.PageFigure;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.frame.Ui;

/** The picture of what was compared. A point that is a run tells which one, and a click on it leads there. */
public final class FigureCanvas extends Canvas {
    private static final int NEAR_PIXELS = 10;

    private CompareColors colors;
    private @Nullable Compared shown;
    private @Nullable PageFigure figure;
    private List<RunSource> base = List.of();
    private List<RunSource> fresh = List.of();
    private PageFigure.@Nullable Dot pointed;

    /** @param go gets the run that a person clicked */
    FigureCanvas(Composite parent, Consumer<RunSource> go) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER | SWT.NO_BACKGROUND);
        colors = CompareColors.current(getDisplay());
        Ui.onTheme(this, name -> true, () -> {
            colors = CompareColors.current(getDisplay());
            redraw();
        });
        addListener(SWT.Paint, this::paint);
        addListener(SWT.MouseMove, event -> point(near(event.x, event.y)));
        addListener(SWT.MouseExit, event -> point(null));
        addListener(SWT.MouseDown, event -> {
            RunSource run = event.button == 1 ? run(near(event.x, event.y)) : null;
            if (run != null) {
                go.accept(run);
            }
        });
        Ui.picture(this, () -> shown == null ? Messages.Figure_Choose : NLS.bind(Messages.Figure_Name, shown.name()),
                () -> figure == null ? "" : figure.text());
    }

    /** Shows the picture of something that was compared; of nothing if it is null. */
    void show(@Nullable Compared newShown, List<RunSource> newBase, List<RunSource> newFresh) {
        shown = newShown;
        figure = newShown == null ? null : newShown.figure();
        base = newBase;
        fresh = newFresh;
        pointed = null;
        redraw();
    }

    private void paint(Event event) {
        event.gc.setBackground(colors.background());
        event.gc.fillRectangle(getClientArea());
        PageFigure now = figure;
        if (now == null) {
            event.gc.setForeground(colors.text());
            event.gc.drawText(Messages.Figure_Choose, NEAR_PIXELS, NEAR_PIXELS, true);
        } else {
            new FigurePainter(event.gc, colors, now, getClientArea()).paint(pointed);
        }
    }

    private PageFigure.@Nullable Dot near(int x, int y) {
        PageFigure now = figure;
        PageFigure.Dot best = null;
        double least = NEAR_PIXELS;
        if (now != null) {
            Rectangle whole = getClientArea();
            for (boolean ofNew : new boolean[] {false, true}) {
                for (PageFigure.Dot dot : now.dots(ofNew)) {
                    Point at = FigurePainter.pixel(now, whole, dot);
                    double distance = Math.hypot(at.x - x, at.y - y);
                    if (distance < least) {
                        least = distance;
                        best = dot;
                    }
                }
            }
        }
        return best;
    }

    private void point(PageFigure.@Nullable Dot at) {
        if (at == null ? pointed != null : !at.equals(pointed)) {
            pointed = at;
            RunSource run = run(at);
            setToolTipText(at == null ? null : run == null ? at.tip() : run.name() + ": " + at.tip());
            setCursor(run == null ? null : getDisplay().getSystemCursor(SWT.CURSOR_HAND));
            redraw();
        }
    }

    /** The run of a point; null if the points are not runs. */
    @Nullable
    RunSource run(PageFigure.@Nullable Dot of) {
        PageFigure now = figure;
        Compared what = shown;
        if (of == null || now == null || what == null) {
            return null;
        }
        int number = now.dots(of.ofNew()).indexOf(of);
        List<Integer> order = what.points(of.ofNew());
        List<RunSource> runs = of.ofNew() ? fresh : base;
        return number >= 0 && number < order.size() ? runs.get(order.get(number)) : null;
    }

    /** The picture; null if there is none. */
    public @Nullable PageFigure figure() {
        return figure;
    }

    /** The pixel of a point. */
    public @Nullable Point pixel(PageFigure.Dot of) {
        PageFigure now = figure;
        return now == null ? null : FigurePainter.pixel(now, getClientArea(), of);
    }
}
