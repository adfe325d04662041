/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import org.jspecify.annotations.Nullable;

import org.bowline.report.CompareRow;

/** NEW ÷ BASE around one, in steps of equal ratio: the estimate, its interval, and the band of changes that could hardly be seen. */
final class RatioAxis {
    private static final double LINE = 140;
    private static final double AXIS = 154;
    private static final double TOP = 126;
    /** Beyond this, one arrow is as good as another. */
    private static final double MOST = 10;
    private static final double LEAST = 1.02;
    private static final double MARGIN = 1.15;
    /** A number at the very end would stick out. */
    private static final double ROOM_FOR_TEXT = 0.86;
    private static final double[] ROUND = {5, 2, 1.5, 1.2, 1.1, 1.05, 1.02, 1.01};

    private final CompareRow row;
    private final double left;
    private final double right;
    private final double reach;

    private RatioAxis(CompareRow row, double left, double right) {
        this.row = row;
        this.left = left;
        this.right = right;
        double furthest = Math.log(LEAST);
        for (double change : new double[] {row.change(), row.changeLow(), row.changeHigh(), row.minimalEffect()}) {
            if (!Double.isNaN(change)) {
                furthest = Math.max(furthest, Math.min(Math.log(MOST), Math.abs(logarithm(change)) * MARGIN));
            }
        }
        reach = furthest;
    }

    /** None where there is no ratio: something came from nothing, or some runs have no number. */
    static @Nullable RatioAxis of(CompareRow row, double left, double right) {
        return Double.isFinite(row.change()) && row.base() > 0 && row.fresh() > 0 ? new RatioAxis(row, left, right) : null;
    }

    /** Of differences of plain values the lower end may be below nothing: that is off the axis. */
    private static double logarithm(double change) {
        return change <= -1 ? Double.NEGATIVE_INFINITY : Math.log1p(change);
    }

    private double x(double change) {
        double share = Math.max(-1, Math.min(1, logarithm(change) / reach));
        return left + (right - left) * (share + 1) / 2;
    }

    void write(Html html) {
        if (Double.isFinite(row.minimalEffect()) && row.minimalEffect() > 0) {
            double from = x(1 / (1 + row.minimalEffect()) - 1);
            html.shape("rect", "class", "unseen", "x", number(from), "y", number(TOP), "width", number(x(row.minimalEffect()) - from),
                    "height", number(AXIS - TOP));
        }
        html.shape("path", "class", "zero", "d", 'M' + number(left) + ' ' + number(AXIS) + 'H' + number(right));
        html.shape("path", "class", "same", "d", 'M' + number(x(0)) + ' ' + number(TOP) + 'V' + number(AXIS + 4));
        html.element("text", "ratio", "class", "row", "x", number(left - 8), "y", number(LINE + 4), "text-anchor", "end");
        tick(html, 1);
        for (double round : ROUND) {
            if (Math.log(round) <= reach * ROOM_FOR_TEXT) {
                tick(html, round);
                tick(html, 1 / round);
                break;
            }
        }
        if (Double.isFinite(row.changeLow()) && !Double.isNaN(row.changeHigh())) {
            double from = x(row.changeLow());
            double to = x(row.changeHigh());
            html.shape("path", "class", "interval", "d", 'M' + number(from) + ' ' + number(LINE) + 'H' + number(to)
                    + end(from, logarithm(row.changeLow()) < -reach, -1) + end(to, logarithm(row.changeHigh()) > reach, 1));
        }
        html.shape("path", "class", "estimate", "d", 'M' + number(x(row.change()) - 5) + ' ' + number(LINE) + "l5 -5 5 5 -5 5z");
    }

    /** A cap, or an arrow where it goes on beyond the axis. */
    private static String end(double x, boolean further, int direction) {
        return further ? 'M' + number(x - direction * 6) + ' ' + number(LINE - 5) + 'L' + number(x) + ' ' + number(LINE) + 'L'
                + number(x - direction * 6) + ' ' + number(LINE + 5) : 'M' + number(x) + ' ' + number(LINE - 5) + "v10";
    }

    private void tick(Html html, double ratio) {
        double x = x(ratio - 1);
        html.shape("path", "class", "grid", "d", 'M' + number(x) + ' ' + number(AXIS) + "v4");
        html.element("text", '×' + Ticks.plain(Math.rint(ratio * 1000) / 1000), "x", number(x), "y", number(AXIS + 18), "text-anchor",
                "middle");
    }
}
