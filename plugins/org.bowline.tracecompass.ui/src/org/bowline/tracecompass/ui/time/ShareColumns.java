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
    private final Rectangle bounds;
    private final int ground;
    private final Fill fill;
    /** By style: from the bottom, in pixels, as far as is not drawn yet. */
    private final int[] from = new int[StateStyle.STATES];
    private final int[] to = new int[StateStyle.STATES];
    private final int[] since = new int[StateStyle.STATES];

    /** Tells the shares of a pixel, by style. */
    interface Shares {
        void of(int pixel, double[] into);
    }

    /** Fills a rectangle in the colour of a style. */
    interface Fill {
        void fill(int style, int x, int y, int width, int height);
    }

    /** @param ground the style that all of the bounds have already */
    ShareColumns(Rectangle bounds, int ground, Fill fill) {
        this.bounds = bounds;
        this.ground = ground;
        this.fill = fill;
    }

    static void draw(StatePresentation presentation, SharedState shared, Rectangle bounds, GC gc) {
        int[] x = new int[shared.pixels() + 1];
        for (int i = 0; i < x.length; i++) {
            long at = presentation.getDrawingHelper().getXForTime(shared.edge(i));
            x[i] = (int) Math.max(bounds.x, Math.min((long) bounds.x + bounds.width, at));
        }
        Color[] colors = new Color[StateStyle.STATES];
        for (int style = 0; style < colors.length; style++) {
            colors[style] = new Color(StateColors.of(StateStyle.of(style)));
        }
        Color before = gc.getBackground();
        new ShareColumns(bounds, shared.getValue(), (style, left, top, width, height) -> {
            gc.setBackground(colors[style]);
            gc.fillRectangle(left, top, width, height);
        }).draw(x, shared::shares);
        gc.setBackground(before);
    }

    /** @param x where the pixels begin, and where the last one ends; those that are not seen are as wide as nothing */
    void draw(int[] x, Shares shares) {
        double[] of = new double[StateStyle.STATES];
        for (int pixel = 0; pixel + 1 < x.length; pixel++) {
            if (x[pixel] < x[pixel + 1]) { // else it is not seen, or another one is drawn there
                shares.of(pixel, of);
                column(of, x[pixel]);
            }
        }
        for (int style = 0; style < since.length; style++) {
            fill(style, x[x.length - 1]);
        }
    }

    private void column(double[] shares, int at) {
        double sum = 0;
        for (int style = 0; style < shares.length; style++) {
            int low = (int) Math.round(sum * bounds.height);
            sum += shares[style];
            int high = style == ground ? low : (int) Math.round(Math.min(1, sum) * bounds.height);
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
            fill.fill(style, since[style], bounds.y + bounds.height - to[style], until - since[style], to[style] - from[style]);
        }
        to[style] = from[style];
    }
}
