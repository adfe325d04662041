/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.jspecify.annotations.Nullable;

import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.requests.Request;
import org.bowline.tracecompass.core.requests.RequestScene;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The requests over time, a point each, and how many are how long beside them. A click chooses the nearest, with Ctrl one more; the arrow keys walk in order of time, Enter chooses. A click beside all
 * points changes nothing.
 */
public final class RequestPlot extends Canvas {
    private static final int NEAR_PIXELS = 12;

    private final Consumer<List<Request>> told;
    private RequestColors colors;
    private @Nullable RequestScene scene;
    private List<Request> chosen = List.of();
    private @Nullable Request cursor;

    /** @param told gets what a person chooses */
    RequestPlot(Composite parent, Consumer<List<Request>> told) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER | SWT.NO_BACKGROUND);
        this.told = told;
        colors = RequestColors.current(getDisplay());
        Ui.onTheme(this, name -> true, () -> {
            colors = RequestColors.current(getDisplay());
            redraw();
        });
        addListener(SWT.Paint, this::paint);
        addListener(SWT.MouseDown, this::mouseDown);
        addListener(SWT.MouseMove, event -> setToolTipText(tip(at(event.x, event.y))));
        addListener(SWT.KeyDown, this::key);
        addListener(SWT.Traverse, event -> event.doit = event.detail == SWT.TRAVERSE_TAB_NEXT || event.detail == SWT.TRAVERSE_TAB_PREVIOUS
                || event.detail == SWT.TRAVERSE_ESCAPE);
        addListener(SWT.FocusIn, event -> redraw());
        addListener(SWT.FocusOut, event -> redraw());
        Ui.picture(this, () -> scene == null ? Messages.Plot_Name : NLS.bind(Messages.Plot_Named, scene.requests().size()), () -> {
            String words = tip(cursor);
            return words == null ? "" : words;
        });
    }

    void show(@Nullable RequestScene newScene) {
        scene = newScene;
        setToolTipText(null); // it told of a point that may be another's now, or of another recording
        if (newScene == null || cursor != null && !newScene.requests().contains(cursor)) {
            cursor = null;
        }
        redraw();
    }

    /** Marks requests, and tells nobody. */
    void choose(List<Request> some) {
        chosen = List.copyOf(some);
        cursor = some.isEmpty() ? cursor : some.get(some.size() - 1);
        redraw();
    }

    private void paint(Event event) {
        RequestScene now = scene;
        if (now == null) {
            event.gc.setBackground(colors.background());
            event.gc.fillRectangle(getClientArea());
        } else {
            new RequestPainter(event.gc, colors, now, getClientArea()).paint(new HashSet<>(chosen), cursor, isFocusControl());
        }
    }

    private Rectangle plane() {
        GC gc = new GC(this);
        try {
            return RequestPainter.plane(gc, getClientArea());
        } finally {
            gc.dispose();
        }
    }

    private @Nullable Request at(int x, int y) {
        RequestScene now = scene;
        Rectangle plane = plane();
        return now == null ? null : now.nearest((double) (x - plane.x) / plane.width, (double) (plane.y + plane.height - y) / plane.height,
                plane.width, plane.height, NEAR_PIXELS);
    }

    /** The pixel of a request; null while nothing is shown. */
    public @Nullable Point pixel(Request of) {
        RequestScene now = scene;
        Rectangle plane = plane();
        return now == null ? null
                : new Point(plane.x + (int) Math.round(now.x(of) * plane.width),
                        plane.y + plane.height - (int) Math.round(now.y(of) * plane.height));
    }

    private static @Nullable String tip(@Nullable Request of) {
        return of == null ? null : NLS.bind(of.hasEnded() ? Messages.Plot_Tip : Messages.Plot_TipOpen, new Object[] {of.interval().key(),
            TimeFormat.duration(of.interval().nanos()), TmfTimestampFormat.getDefaulTimeFormat().format(of.interval().beginNanos()),
            of.thread(), of.host()});
    }

    private void mouseDown(Event event) {
        setFocus();
        Request near = at(event.x, event.y);
        if (event.button == 1 && near != null) {
            take(near, (event.stateMask & SWT.MOD1) != 0);
        }
    }

    private void take(Request one, boolean more) {
        List<Request> all = new ArrayList<>(more ? chosen : List.of());
        if (!all.remove(one)) {
            all.add(one);
        }
        cursor = one;
        choose(all);
        told.accept(chosen);
    }

    private void key(Event event) {
        RequestScene now = scene;
        if (now == null) {
            return;
        }
        switch (event.keyCode) {
            case SWT.ARROW_RIGHT -> walk(now.next(cursor, 1));
            case SWT.ARROW_LEFT -> walk(now.next(cursor, -1));
            case SWT.CR, SWT.KEYPAD_CR -> {
                if (cursor != null) {
                    take(cursor, (event.stateMask & SWT.MOD1) != 0);
                }
            }
            case SWT.ESC -> {
                choose(List.of());
                told.accept(chosen);
            }
            default -> {
                // no key of ours
            }
        }
    }

    private void walk(@Nullable Request to) {
        cursor = to;
        Ui.isNow(this);
        redraw();
    }
}
