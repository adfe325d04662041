/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import java.util.BitSet;
import java.util.Set;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Ticks;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.LatencyHistogram;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.requests.Request;
import org.bowline.tracecompass.core.requests.RequestScene;

/** Draws the requests: a point each, when it began and how long it took; beside them how many are how long. Points that would cover each other are drawn once, so a frame costs no more than its pixels. */
final class RequestPainter {
    private static final int MARGIN = 6;
    private static final int RADIUS = 3;
    private static final int GRID_ALPHA = 90;
    private static final int POINT_ALPHA = 170;
    private static final int NAME_ALPHA = 200;
    private static final int OPAQUE = 255;
    private static final int P99 = 99;
    private static final double BARS = 0.2;
    private static final double LEAST_BAR = 2;

    private final GC gc;
    private final RequestColors colors;
    private final RequestScene scene;
    private final Rectangle whole;
    private final Rectangle plane;
    private final Rectangle bars;
    private final int line;
    private final int letter;

    RequestPainter(GC gc, RequestColors colors, RequestScene scene, Rectangle whole) {
        this.gc = gc;
        this.colors = colors;
        this.scene = scene;
        this.whole = whole;
        line = gc.getFontMetrics().getHeight();
        letter = (int) Math.ceil(gc.getFontMetrics().getAverageCharacterWidth());
        plane = plane(gc, whole);
        int left = plane.x + plane.width + MARGIN;
        bars = new Rectangle(left, plane.y, Math.max(10, whole.x + whole.width - MARGIN - left), plane.height);
    }

    /** Where the points are, within the whole. */
    static Rectangle plane(GC gc, Rectangle whole) {
        int line = gc.getFontMetrics().getHeight();
        int left = MARGIN + 7 * (int) Math.ceil(gc.getFontMetrics().getAverageCharacterWidth());
        int right = (int) (BARS * whole.width) + 2 * MARGIN;
        return new Rectangle(whole.x + left, whole.y + MARGIN, Math.max(20, whole.width - left - right),
                Math.max(20, whole.height - 2 * line - 2 * MARGIN));
    }

    void paint(Set<Request> chosen, @Nullable Request cursor, boolean focused) {
        gc.setAdvanced(true);
        gc.setAntialias(SWT.ON);
        gc.setBackground(colors.background());
        gc.fillRectangle(whole);
        lengths();
        times();
        histogram();
        percentiles(false);
        gc.setClipping(around());
        points();
        percentiles(true);
        chosen.forEach(one -> ring(one, 2));
        if (cursor != null && focused) {
            ring(cursor, 1);
        }
        gc.setClipping(whole);
        gc.setForeground(colors.text());
        gc.setAlpha(focused ? OPAQUE : 120);
        gc.drawRectangle(plane);
        gc.setAlpha(OPAQUE);
    }

    /** A point at an edge, as that of the first request of the range, is drawn as a whole, and so is a ring around it. */
    private Rectangle around() {
        int reach = 2 * RADIUS + 2;
        return new Rectangle(plane.x - reach, plane.y - reach, plane.width + 2 * reach, plane.height + 2 * reach);
    }

    private int y(double place) {
        return plane.y + plane.height - (int) Math.round(place * plane.height);
    }

    private int x(double place) {
        return plane.x + (int) Math.round(place * plane.width);
    }

    private void lengths() {
        LatencyHistogram histogram = scene.histogram();
        for (double nanos : Ticks.ratios(Math.max(1, histogram.edgeNanos(0)), histogram.edgeNanos(histogram.steps()),
                Math.max(2, plane.height / (2 * line)))) {
            String label = Ticks.time(nanos);
            int at = y(histogram.place(nanos));
            grid(plane.x, at, bars.x + bars.width, at);
            Point size = gc.textExtent(label);
            gc.drawText(label, plane.x - 4 - size.x, Math.max(whole.y, at - size.y / 2), true);
        }
    }

    private void times() {
        long length = scene.toNanos() - scene.fromNanos();
        Ticks across = Ticks.of(0, (double) length, Math.max(2, plane.width / (9 * letter)));
        for (Ticks.Mark mark : across.marks()) {
            int at = x(mark.nanos() / length);
            grid(at, plane.y, at, plane.y + plane.height);
            Point size = gc.textExtent(mark.label());
            gc.drawText(mark.label(), at - size.x / 2, plane.y + plane.height + 1, true);
        }
        String axis = NLS.bind(Messages.Plot_Time, across.unit());
        Point size = gc.textExtent(axis);
        gc.drawText(axis, Math.max(whole.x, plane.x + (plane.width - size.x) / 2), plane.y + plane.height + line, true);
        String many = Messages.Plot_Count;
        Point room = gc.textExtent(many);
        gc.drawText(many, Math.min(bars.x, whole.x + whole.width - room.x - 2), plane.y + plane.height + 1, true);
    }

    private void grid(int x1, int y1, int x2, int y2) {
        gc.setForeground(colors.grid());
        gc.setAlpha(GRID_ALPHA);
        gc.drawLine(x1, y1, x2, y2);
        gc.setAlpha(OPAQUE);
        gc.setForeground(colors.text());
    }

    private void histogram() {
        LatencyHistogram histogram = scene.histogram();
        gc.setBackground(colors.point());
        for (int step = 0; step < histogram.steps(); step++) {
            if (histogram.count(step) > 0) {
                int low = y((double) step / histogram.steps());
                int high = y((step + 1.0) / histogram.steps());
                int width = (int) Math.max(LEAST_BAR, (double) bars.width * histogram.count(step) / histogram.most());
                gc.fillRectangle(bars.x, high, width, Math.max(1, low - high - 1));
            }
        }
    }

    /** The lines, or their names, which stand upon the points. */
    private void percentiles(boolean names) {
        Latencies latencies = scene.latencies();
        if (latencies.began() == 0) {
            return;
        }
        int median = percentile(NLS.bind(Messages.Plot_Median, TimeFormat.latency(latencies.median())), latencies.median().nanos(),
                Integer.MIN_VALUE, names);
        percentile(NLS.bind(Messages.Plot_P99, TimeFormat.latency(latencies.percentile(P99))), latencies.percentile(P99).nanos(), median,
                names);
    }

    /** A line, or its name, which stands above it at the end where it hides fewer points, and where there is no room beside another name, nowhere: the table has the number. */
    private int percentile(String name, long nanos, int other, boolean named) {
        int at = y(scene.histogram().place((double) nanos));
        Point size = gc.textExtent(name);
        int top = at - size.y - 1 >= plane.y ? at - size.y - 1 : at + 1;
        gc.setForeground(colors.percentile());
        if (!named) {
            gc.setLineStyle(SWT.LINE_DASH);
            gc.drawLine(plane.x, at, bars.x + bars.width, at);
            gc.setLineStyle(SWT.LINE_SOLID);
        } else if (other == Integer.MIN_VALUE || Math.abs(top - other) >= size.y) {
            Rectangle right = new Rectangle(plane.x + plane.width - size.x - 4, top, size.x + 2, size.y);
            Rectangle left = new Rectangle(plane.x + 2, top, size.x + 2, size.y);
            Rectangle place = pointsIn(left) < pointsIn(right) ? left : right;
            gc.setBackground(colors.background());
            gc.setAlpha(NAME_ALPHA);
            gc.fillRectangle(place);
            gc.setAlpha(OPAQUE);
            gc.drawText(name, place.x + 1, top, true);
        }
        return top;
    }

    private long pointsIn(Rectangle area) {
        return scene.requests().stream().filter(one -> area.contains(x(scene.x(one)), y(scene.y(one)))).count();
    }

    private void points() {
        BitSet drawn = new BitSet();
        gc.setBackground(colors.point());
        for (Request one : scene.requests()) {
            int x = x(scene.x(one));
            int y = y(scene.y(one));
            int cell = (y - plane.y) / 2 * (plane.width + 1) + (x - plane.x) / 2;
            if (cell < 0 || drawn.get(cell)) {
                continue;
            }
            drawn.set(cell);
            if (one.hasEnded()) {
                gc.setAlpha(POINT_ALPHA);
                gc.fillOval(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
                gc.setAlpha(OPAQUE);
            } else {
                gc.setForeground(colors.unfinished());
                gc.drawPolygon(new int[] {x, y - 2 * RADIUS, x - RADIUS, y, x + RADIUS, y});
            }
        }
    }

    private void ring(Request one, int width) {
        gc.setForeground(colors.chosen());
        gc.setLineWidth(width);
        gc.drawOval(x(scene.x(one)) - 2 * RADIUS, y(scene.y(one)) - 2 * RADIUS, 4 * RADIUS, 4 * RADIUS);
        gc.setLineWidth(1);
    }
}
