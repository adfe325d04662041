/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.graphics.Transform;

import org.bowline.core.figures.Ticks;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;

/** Draws the plot: axes, the selected time, the band, the hulls, the messages, the legend. A frame of 4,000 messages is a few ms. */
final class PlotPainter {
    private static final int MARGIN = 8;
    private static final int MARK = 4;
    private static final int BAND_ALPHA = 70;
    private static final int RANGE_ALPHA = 40;
    private static final int GRID_ALPHA = 90;
    private static final int OPAQUE = 255;

    private final GC gc;
    private final PlotColors colors;
    private final PlotScene scene;
    private final PlotWindow window;
    private final int letter;
    private final int line;

    PlotPainter(GC gc, PlotColors colors, PlotScene scene, PlotWindow window) {
        this.gc = gc;
        this.colors = colors;
        this.scene = scene;
        this.window = window;
        letter = (int) Math.ceil(gc.getFontMetrics().getAverageCharacterWidth());
        line = gc.getFontMetrics().getHeight();
    }

    /** Where the plane is, within the whole. */
    static Rectangle area(GC gc, Rectangle whole) {
        int line = gc.getFontMetrics().getHeight();
        int left = MARGIN + line + 9 * (int) Math.ceil(gc.getFontMetrics().getAverageCharacterWidth());
        int top = MARGIN + line + MARGIN;
        return new Rectangle(whole.x + left, whole.y + top, Math.max(20, whole.width - left - 2 * MARGIN),
                Math.max(20, whole.height - top - 2 * line - 2 * MARGIN));
    }

    void paint(Rectangle whole, int cursor, boolean focused) {
        gc.setAdvanced(true);
        gc.setAntialias(SWT.ON);
        gc.setTextAntialias(SWT.ON);
        gc.setBackground(colors.background());
        gc.fillRectangle(whole);
        Rectangle area = window.area();
        axes(whole);
        gc.setClipping(area);
        range();
        band();
        hulls();
        int[] unseen = messages();
        cursor(cursor);
        gc.setClipping(whole);
        hidden(unseen);
        gc.setForeground(colors.text());
        gc.setLineWidth(focused ? 2 : 1);
        gc.setAlpha(focused ? OPAQUE : 120);
        gc.drawRectangle(area);
        gc.setAlpha(OPAQUE);
        gc.setLineWidth(1);
        legend(whole);
    }

    private void axes(Rectangle whole) {
        Rectangle area = window.area();
        Ticks up = Ticks.of(window.bottom(), window.top(), Math.max(2, area.height / (3 * line)));
        for (Ticks.Mark mark : up.marks()) {
            int y = window.y(mark.nanos());
            grid(area.x, y, area.x + area.width, y);
            Point size = gc.textExtent(mark.label());
            gc.drawText(mark.label(), area.x - 5 - size.x, y - size.y / 2, true);
        }
        Ticks across = Ticks.of(window.left(), window.right(), Math.max(2, area.width / (12 * letter)));
        for (Ticks.Mark mark : across.marks()) {
            int x = window.x(mark.nanos());
            grid(x, area.y, x, area.y + area.height);
            Point size = gc.textExtent(mark.label());
            gc.drawText(mark.label(), x - size.x / 2, area.y + area.height + 2, true);
        }
        String time = NLS.bind(Messages.Plot_Time, new Object[] {scene.hostName(), scene.beginText(), across.unit()});
        if (gc.textExtent(time).x > whole.x + whole.width - area.x) {
            time = '[' + across.unit() + ']';
        }
        Point size = gc.textExtent(time);
        gc.drawText(time, area.x + Math.max(0, (area.width - size.x) / 2), area.y + area.height + 2 + line, true);
        String offset = NLS.bind(scene.isLevel() ? Messages.Plot_AheadLevel : Messages.Plot_Ahead,
                new Object[] {scene.hostName(), scene.neighbourName(), up.unit(), scene.baseText()});
        if (gc.textExtent(offset).x > area.height + 2 * line) {
            offset = '[' + up.unit() + ']';
        }
        Transform turned = new Transform(gc.getDevice());
        turned.translate(whole.x + MARGIN / 2f, area.y + area.height / 2f);
        turned.rotate(-90);
        gc.setTransform(turned);
        gc.drawText(offset, -gc.textExtent(offset).x / 2, 0, true);
        gc.setTransform(null);
        turned.dispose();
    }

    private void grid(int x1, int y1, int x2, int y2) {
        gc.setForeground(colors.grid());
        gc.setAlpha(GRID_ALPHA);
        gc.setLineStyle(SWT.LINE_SOLID);
        gc.drawLine(x1, y1, x2, y2);
        gc.setAlpha(OPAQUE);
        gc.setForeground(colors.text());
    }

    private void range() {
        if (scene.hasRange()) {
            int from = window.x(scene.rangeFrom());
            int to = window.x(scene.rangeTo());
            gc.setAlpha(RANGE_ALPHA);
            gc.setBackground(colors.range());
            gc.fillRectangle(from, window.area().y, Math.max(2, to - from), window.area().height);
            gc.setAlpha(OPAQUE);
            gc.setForeground(colors.range());
            gc.setLineStyle(SWT.LINE_DOT);
            gc.drawLine(from, window.area().y, from, window.area().y + window.area().height);
            gc.drawLine(to, window.area().y, to, window.area().y + window.area().height);
            gc.setLineStyle(SWT.LINE_SOLID);
        }
    }

    private void band() {
        List<BandPoint> band = scene.curves().evidence().band();
        int count = band.size();
        int[] estimate = new int[2 * count];
        int[] low = new int[2 * count];
        int[] high = new int[2 * count];
        int[] around = new int[4 * count];
        boolean bounded = scene.curves().isBounded();
        for (int i = 0; i < count; i++) {
            BandPoint point = band.get(i);
            int x = window.x(scene.x(point.hostNanos()));
            put(estimate, i, x, window.y(scene.y(point.hostNanos(), point.estimateNanos())));
            if (bounded) {
                put(low, i, x, window.y(scene.y(point.hostNanos(), point.lowNanos())));
                put(high, i, x, window.y(scene.y(point.hostNanos(), point.highNanos())));
                put(around, i, x, high[2 * i + 1]);
                put(around, 2 * count - 1 - i, x, low[2 * i + 1]);
            }
        }
        if (bounded) {
            gc.setBackground(colors.band());
            gc.setAlpha(BAND_ALPHA);
            gc.fillPolygon(around);
            gc.setAlpha(OPAQUE);
            gc.setForeground(colors.band());
            gc.setLineWidth(1);
            gc.drawPolyline(low);
            gc.drawPolyline(high);
        }
        gc.setForeground(colors.estimate());
        gc.setLineWidth(2);
        gc.setLineStyle(SWT.LINE_DASH);
        gc.drawPolyline(estimate);
        gc.setLineStyle(SWT.LINE_SOLID);
        gc.setLineWidth(1);
    }

    private static void put(int[] points, int i, int x, int y) {
        points[2 * i] = x;
        points[2 * i + 1] = y;
    }

    private void hulls() {
        gc.setLineWidth(2);
        for (PlotScene.Line edge : scene.hulls()) {
            gc.setForeground(edge.sent() ? colors.sent() : colors.received());
            gc.drawLine(window.x(edge.x1()), window.y(edge.y1()), window.x(edge.x2()), window.y(edge.y2()));
        }
        gc.setLineWidth(1);
    }

    /** How many messages of the seen time are above what is seen, and how many below. */
    private int[] messages() {
        int[] unseen = new int[2];
        for (int i = 0; i < scene.count(); i++) {
            double x = scene.messageX(i);
            double y = scene.messageY(i);
            if (window.sees(x, y)) {
                ClockEvidence.Point point = scene.message(i);
                boolean useless = point.piece() == ClockEvidence.NO_PIECE;
                gc.setForeground(useless ? colors.useless() : point.above() ? colors.sent() : colors.received());
                gc.setBackground(gc.getForeground());
                if (useless) {
                    cross(window.x(x), window.y(y));
                } else {
                    triangle(window.x(x), window.y(y), !point.above());
                }
            } else if (x >= window.left() && x <= window.right()) {
                unseen[y > window.top() ? 0 : 1]++;
            }
        }
        return unseen;
    }

    /** Its tip is the message, and points to where the truth is. */
    private void triangle(int x, int y, boolean down) {
        int back = down ? -2 * MARK : 2 * MARK;
        gc.fillPolygon(new int[] {x, y, x - MARK, y + back, x + MARK, y + back});
    }

    private void cross(int x, int y) {
        gc.drawLine(x - MARK, y - MARK, x + MARK, y + MARK);
        gc.drawLine(x - MARK, y + MARK, x + MARK, y - MARK);
    }

    private void cursor(int message) {
        if (message >= 0 && message < scene.count()) {
            gc.setForeground(colors.text());
            gc.setLineWidth(2);
            int y = window.y(scene.messageY(message)) + (scene.message(message).above() ? MARK : -MARK);
            gc.drawOval(window.x(scene.messageX(message)) - 3 * MARK, y - 3 * MARK, 6 * MARK, 6 * MARK);
            gc.setLineWidth(1);
        }
    }

    private void hidden(int[] unseen) {
        Rectangle area = window.area();
        gc.setForeground(colors.text());
        if (unseen[0] > 0) {
            String text = MessageFormat.format(Messages.Plot_Above, unseen[0]);
            plate(text, area.x + area.width - gc.textExtent(text).x - MARGIN, area.y + 3);
        }
        if (unseen[1] > 0) {
            String text = MessageFormat.format(Messages.Plot_Below, unseen[1]);
            plate(text, area.x + area.width - gc.textExtent(text).x - MARGIN, area.y + area.height - line - 3);
        }
    }

    private void plate(String text, int x, int y) {
        Point size = gc.textExtent(text);
        gc.setBackground(colors.background());
        gc.setAlpha(200);
        gc.fillRectangle(x - 3, y - 1, size.x + 6, size.y + 2);
        gc.setAlpha(OPAQUE);
        gc.drawText(text, x, y, true);
    }

    /** What stands for what. A narrow plot has room for the first ones only. */
    private void legend(Rectangle whole) {
        int middle = whole.y + MARGIN / 2 + 2 + line / 2;
        List<Sign> signs = new ArrayList<>();
        signs.add(new Sign(4 * MARK, NLS.bind(Messages.Legend_Sent, scene.hostName()), x -> {
            gc.setBackground(colors.sent());
            triangle(x + MARK, middle - MARK, false);
        }));
        signs.add(new Sign(4 * MARK, NLS.bind(Messages.Legend_Received, scene.hostName()), x -> {
            gc.setBackground(colors.received());
            triangle(x + MARK, middle + MARK, true);
        }));
        signs.add(new Sign(5 * MARK, Messages.Legend_Hulls, x -> {
            gc.setForeground(colors.sent());
            gc.setLineWidth(2);
            gc.drawLine(x, middle + 2, x + 3 * MARK, middle + 2);
            gc.setForeground(colors.received());
            gc.drawLine(x, middle - 2, x + 3 * MARK, middle - 2);
            gc.setLineWidth(1);
        }));
        if (scene.curves().isBounded()) {
            signs.add(new Sign(6 * MARK, Messages.Legend_Band, x -> {
                gc.setBackground(colors.band());
                gc.setAlpha(BAND_ALPHA);
                gc.fillRectangle(x, middle - MARK, 4 * MARK, 2 * MARK);
                gc.setAlpha(OPAQUE);
                gc.setForeground(colors.band());
                gc.drawRectangle(x, middle - MARK, 4 * MARK, 2 * MARK);
            }));
        }
        signs.add(new Sign(8 * MARK, Messages.Legend_Estimate, x -> {
            gc.setForeground(colors.estimate());
            gc.setLineWidth(2);
            gc.setLineStyle(SWT.LINE_DASH);
            gc.drawLine(x, middle, x + 6 * MARK, middle);
            gc.setLineStyle(SWT.LINE_SOLID);
            gc.setLineWidth(1);
        }));
        if (scene.hasUseless()) {
            signs.add(new Sign(4 * MARK, Messages.Legend_Useless, x -> {
                gc.setForeground(colors.useless());
                cross(x + MARK, middle);
            }));
        }
        int x = window.area().x;
        for (Sign sign : signs) {
            int end = x + sign.width() + gc.textExtent(sign.text()).x;
            if (end <= whole.x + whole.width) {
                sign.draw().accept(x);
                gc.setForeground(colors.text());
                gc.setBackground(colors.background());
                gc.drawText(sign.text(), x + sign.width(), middle - line / 2, true);
                x = end + 2 * letter;
            }
        }
    }

    /** One of the legend. */
    private record Sign(int width, String text, IntConsumer draw) {}
}
