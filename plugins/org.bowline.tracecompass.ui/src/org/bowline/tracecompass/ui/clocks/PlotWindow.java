/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import org.eclipse.swt.graphics.Rectangle;

/**
 * Which part of a plane is seen where. All in ns: time across, offset up.
 *
 * @param area the pixels
 * @param left time at the left edge
 * @param right time at the right edge, later
 * @param bottom offset at the bottom
 * @param top offset at the top, larger
 */
record PlotWindow(Rectangle area, double left, double right, double bottom, double top) {
    /** Nobody looks closer than this: a few clock ticks. */
    private static final double SHORTEST_NANOS = 20;
    private static final double LONGEST_NANOS = 1e18;

    int x(double time) {
        return area.x + (int) Math.round(clamp((time - left) / (right - left)) * area.width);
    }

    int y(double offset) {
        return area.y + (int) Math.round(clamp((top - offset) / (top - bottom)) * area.height);
    }

    /** Far outside is far enough: widgets draw with 16 bits. */
    private static double clamp(double part) {
        return Math.max(-4, Math.min(5, part));
    }

    double time(int x) {
        return left + (double) (x - area.x) / Math.max(1, area.width) * (right - left);
    }

    double offset(int y) {
        return top - (double) (y - area.y) / Math.max(1, area.height) * (top - bottom);
    }

    boolean sees(double time, double offset) {
        return time >= left && time <= right && offset >= bottom && offset <= top;
    }

    PlotWindow in(Rectangle newArea) {
        return new PlotWindow(newArea, left, right, bottom, top);
    }

    /** Nearer (factors above 1) or farther, so that what is at a pixel stays there. */
    PlotWindow zoomed(double across, double up, int x, int y) {
        double time = time(x);
        double offset = offset(y);
        double width = (right - left) / across;
        double height = (top - bottom) / up;
        double kx = width < SHORTEST_NANOS || width > LONGEST_NANOS ? 1 : across;
        double ky = height < SHORTEST_NANOS || height > LONGEST_NANOS ? 1 : up;
        return new PlotWindow(area, time - (time - left) / kx, time + (right - time) / kx, offset - (offset - bottom) / ky,
                offset + (top - offset) / ky);
    }

    /** The same, that many pixels to the right and down. */
    PlotWindow moved(int dx, int dy) {
        double across = dx * (right - left) / Math.max(1, area.width);
        double up = dy * (top - bottom) / Math.max(1, area.height);
        return new PlotWindow(area, left - across, right - across, bottom + up, top + up);
    }

    /** Moved as little as possible, so that a point is seen. */
    PlotWindow showing(double time, double offset) {
        double across = time < left ? time - left : Math.max(0, time - right);
        double up = offset < bottom ? offset - bottom : Math.max(0, offset - top);
        return new PlotWindow(area, left + across, right + across, bottom + up, top + up);
    }
}
