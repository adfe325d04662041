/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import java.util.function.LongConsumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The plot of a host's clock. Wheel zooms at the pointer (with Ctrl the offsets only, with Shift the time only), drag moves, 0 shows what
 * bounds the clock, 9 all messages, W/S/A/D zoom and move as in other views; the arrow keys walk from message to message, Enter or a double-click
 * goes to it.
 */
public final class ClockPlot extends Canvas {
    /** No message. */
    public static final int NONE = -1;
    private static final double STEP = 1.25;
    private static final int NEAR_PIXELS = 10;
    private static final int MOVE_PART = 8;

    private final LongConsumer goTo;
    private PlotColors colors;
    private @Nullable PlotScene scene;
    private @Nullable PlotWindow window;
    private boolean fitted = true;
    private int cursor = NONE;
    private @Nullable Point pressed;
    private @Nullable PlotWindow pressedWindow;

    /** @param goTo is told the host time of a message that was asked for */
    ClockPlot(Composite parent, LongConsumer goTo) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER | SWT.NO_BACKGROUND);
        this.goTo = goTo;
        colors = PlotColors.current(getDisplay());
        Ui.onTheme(this, name -> true, this::colorsChanged);
        addListener(SWT.Paint, this::paint);
        addListener(SWT.Resize, event -> resized());
        addListener(SWT.MouseDown, this::mouseDown);
        addListener(SWT.MouseMove, this::mouseMove);
        addListener(SWT.MouseUp, event -> pressed = null);
        addListener(SWT.MouseDoubleClick, event -> go());
        addListener(SWT.MouseVerticalWheel, this::wheel);
        addListener(SWT.KeyDown, this::key);
        addListener(SWT.Traverse, event -> event.doit = event.detail == SWT.TRAVERSE_TAB_NEXT || event.detail == SWT.TRAVERSE_TAB_PREVIOUS
                || event.detail == SWT.TRAVERSE_ESCAPE);
        addListener(SWT.FocusIn, event -> redraw());
        addListener(SWT.FocusOut, event -> redraw());
        Ui.picture(this, this::text, () -> {
            PlotScene now = scene;
            return now == null || cursor < 0 ? "" : PlotTexts.message(now, cursor);
        });
        new PlotToolTip(this);
    }

    /** What the plot shows, in words. */
    public String text() {
        return scene == null ? Messages.Plot_Nothing : PlotTexts.scene(scene);
    }

    private void colorsChanged() {
        colors = PlotColors.current(getDisplay());
        redraw();
    }

    /** Shows a scene; null for none. The zoom stays if it is of the same host and the same kind. */
    void show(@Nullable PlotScene newScene) {
        PlotScene old = scene;
        boolean same = old != null && newScene != null && old.isLevel() == newScene.isLevel()
                && old.curves().evidence().equals(newScene.curves().evidence());
        scene = newScene;
        if (!same) {
            cursor = NONE;
            fit();
        }
        redraw();
    }

    @Nullable
    PlotScene scene() {
        return scene;
    }

    /** Shows all of the time, and the offsets that bound the clock. */
    public void fit() {
        fitted = true;
        window = scene == null ? null : scene.fit(area());
        redraw();
    }

    /** Shows all messages, also slow ones. */
    public void fitAll() {
        fitted = false;
        window = scene == null ? null : scene.fitAll(area());
        redraw();
    }

    private Rectangle area() {
        GC gc = new GC(this);
        try {
            return PlotPainter.area(gc, getClientArea());
        } finally {
            gc.dispose();
        }
    }

    private void resized() {
        PlotWindow now = window;
        if (fitted) {
            fit();
        } else if (now != null) {
            window = now.in(area());
        }
    }

    private void paint(Event event) {
        PlotScene now = scene;
        PlotWindow at = window;
        if (now == null || at == null) {
            event.gc.setBackground(colors.background());
            event.gc.fillRectangle(getClientArea());
        } else {
            new PlotPainter(event.gc, colors, now, at).paint(getClientArea(), cursor, isFocusControl());
        }
    }

    private void mouseDown(Event event) {
        setFocus();
        if (event.button == 1) {
            pressed = new Point(event.x, event.y);
            pressedWindow = window;
            choose(messageAt(event.x, event.y));
        }
    }

    private void mouseMove(Event event) {
        Point from = pressed;
        PlotWindow at = pressedWindow;
        if (from != null && at != null && (event.stateMask & SWT.BUTTON1) != 0) {
            look(at.moved(event.x - from.x, event.y - from.y));
        }
    }

    private void wheel(Event event) {
        double factor = event.count > 0 ? STEP : 1 / STEP;
        boolean up = (event.stateMask & SWT.SHIFT) == 0;
        boolean across = (event.stateMask & SWT.MOD1) == 0;
        zoom(across ? factor : 1, up ? factor : 1, event.x, event.y);
        event.doit = false;
    }

    private void zoom(double across, double up, int x, int y) {
        PlotWindow now = window;
        if (now != null) {
            look(now.zoomed(across, up, x, y));
        }
    }

    private void look(PlotWindow newWindow) {
        fitted = false;
        window = newWindow;
        redraw();
    }

    private void key(Event event) {
        PlotWindow now = window;
        if (now == null || (event.stateMask & SWT.MODIFIER_MASK & ~SWT.SHIFT) != 0) {
            return;
        }
        Rectangle area = now.area();
        int x = area.x + area.width / 2;
        int y = area.y + area.height / 2;
        switch (Character.toLowerCase(event.character)) {
            case '+', '=', 'w' -> zoom(STEP, STEP, x, y);
            case '-', 's' -> zoom(1 / STEP, 1 / STEP, x, y);
            case 'a' -> look(now.moved(area.width / MOVE_PART, 0));
            case 'd' -> look(now.moved(-area.width / MOVE_PART, 0));
            case '0' -> fit();
            case '9' -> fitAll();
            case SWT.CR -> go();
            case SWT.ESC -> choose(NONE);
            default -> arrow(event.keyCode, now);
        }
    }

    private void arrow(int code, PlotWindow now) {
        switch (code) {
            case SWT.ARROW_RIGHT -> walk(cursor + 1);
            case SWT.ARROW_LEFT -> walk(cursor < 0 ? Integer.MAX_VALUE : cursor - 1);
            case SWT.HOME -> walk(0);
            case SWT.END -> walk(Integer.MAX_VALUE);
            case SWT.ARROW_UP -> look(now.moved(0, now.area().height / MOVE_PART));
            case SWT.ARROW_DOWN -> look(now.moved(0, -now.area().height / MOVE_PART));
            default -> {
                // no key of ours
            }
        }
    }

    private void walk(int to) {
        PlotScene of = scene;
        if (of != null && of.count() > 0) {
            choose(Math.max(0, Math.min(of.count() - 1, to)));
            PlotWindow now = window;
            if (now != null && !now.sees(of.messageX(cursor), of.messageY(cursor))) {
                look(now.showing(of.messageX(cursor), of.messageY(cursor)));
            }
        }
    }

    private void choose(int message) {
        if (message != cursor) {
            cursor = message;
            Ui.isNow(this);
            getAccessible().setFocus(ACC.CHILDID_SELF);
            redraw();
        }
    }

    private void go() {
        PlotScene of = scene;
        if (of != null && cursor >= 0) {
            goTo.accept(of.message(cursor).hostNanos());
        }
    }

    /** The message at a pixel, or {@link #NONE}. */
    int messageAt(int x, int y) {
        PlotScene of = scene;
        PlotWindow at = window;
        int best = NONE;
        double nearest = NEAR_PIXELS;
        for (int i = 0; of != null && at != null && i < of.count(); i++) {
            if (at.sees(of.messageX(i), of.messageY(i))) {
                double distance = Math.hypot(at.x(of.messageX(i)) - x, at.y(of.messageY(i)) - y);
                if (distance < nearest) {
                    nearest = distance;
                    best = i;
                }
            }
        }
        return best;
    }

    /** The pixel of a message. */
    public @Nullable Point pixel(int message) {
        PlotScene of = scene;
        PlotWindow at = window;
        return of == null || at == null ? null : new Point(at.x(of.messageX(message)), at.y(of.messageY(message)));
    }

    /** The message that is chosen, or {@link #NONE}. */
    public int chosen() {
        return cursor;
    }

    /** Length of the time that is seen, ns. */
    public double seenNanos() {
        PlotWindow at = window;
        return at == null ? 0 : at.right() - at.left();
    }

    @Nullable
    PlotWindow window() {
        return window;
    }
}
