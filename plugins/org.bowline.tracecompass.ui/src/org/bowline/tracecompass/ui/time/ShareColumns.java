/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;

import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.SharedState;

/**
 * Draws how the time of each pixel column is shared out among states: above each other, what runs at the bottom, so that a column is read as a bar. Trace Compass has drawn the state of most of the time on all of the
 * ground; what is left of that is its share. Neighbouring columns of equal heights are one rectangle.
 */
final class ShareColumns {
    private final SharedState shared;
    private final Rectangle bounds;
    private final GC gc;
    private final int[] x;
    /** By style: from the bottom, in pixels, as far as is not drawn yet. */
    private final int[] from = new int[StateStyle.STATES];
    private final int[] to = new int[StateStyle.STATES];
    private final int[] since = new int[StateStyle.STATES];
    private final Color[] colors = new Color[StateStyle.STATES];

    ShareColumns(StatePresentation presentation, SharedState shared, Rectangle bounds, GC gc) {
        this.shared = shared;
        this.bounds = bounds;
        this.gc = gc;
        x = new int[shared.pixels() + 1];
        for (int i = 0; i < x.length; i++) {
            long at = presentation.getDrawingHelper().getXForTime(shared.edge(i));
            x[i] = (int) Math.max(bounds.x, Math.min((long) bounds.x + bounds.width, at));
        }
        for (int style = 0; style < colors.length; style++) {
            colors[style] = new Color(StateColors.of(StateStyle.of(style)));
        }
    }

    void draw() {
        Color before = gc.getBackground();
        double[] shares = new double[StateStyle.STATES];
        for (int pixel = 0; pixel < shared.pixels(); pixel++) {
            if (x[pixel] < x[pixel + 1]) { // else it is not seen, or another one is drawn there
                shared.shares(pixel, shares);
                column(shares, x[pixel]);
            }
        }
        for (int style = 0; style < since.length; style++) {
            fill(style, x[x.length - 1]);
        }
        gc.setBackground(before);
    }

    private void column(double[] shares, int at) {
        double sum = 0;
        for (int style = 0; style < shares.length; style++) {
            int low = (int) Math.round(sum * bounds.height);
            sum += shares[style];
            int high = style == shared.getValue() ? low : (int) Math.round(Math.min(1, sum) * bounds.height);
            if (low != from[style] || high != to[style]) {
                fill(style, at);
                from[style] = low;
                to[style] = high;
                since[style] = at;
            }
        }
    }

    private void fill(int style, int until) {
        if (to[style] > from[style] && until > since[style]) {
            gc.setBackground(colors[style]);
            gc.fillRectangle(since[style], bounds.y + bounds.height - to[style], until - since[style], to[style] - from[style]);
        }
        to[style] = from[style];
    }
}
