/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;
import static org.bowline.report.html.Lane.LEFT;
import static org.bowline.report.html.Lane.RIGHT;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.report.CompareRow;
import org.bowline.report.PooledChange;

/** NEW ÷ BASE around one, in steps of equal ratio: estimates, their intervals, and the band of changes that could hardly be seen. */
final class RatioAxis {
    /** Below the axis of the values. */
    private static final double TOP = Lane.AXIS + 36;
    private static final double LANE = 28;
    /** Beyond this, one arrow is as good as another. */
    private static final double MOST = 10;
    private static final double LEAST = 1.02;
    private static final double MARGIN = 1.15;
    /** A number at the very end would stick out. */
    private static final double ROOM_FOR_TEXT = 0.86;
    private static final double[] ROUND = {5, 2, 1.5, 1.2, 1.1, 1.05, 1.02, 1.01};

    private final List<Estimate> estimates;
    private final double axis;
    private final double reach;

    /**
     * A ratio, as changes: parts of the base.
     *
     * @param name what it is of
     * @param change the estimate
     * @param low lower end of its interval; not a number if there is none
     * @param high upper end
     * @param unseen up to which size changes are hard to see; not a number if that is not known
     */
    private record Estimate(String name, double change, double low, double high, double unseen) {}

    private RatioAxis(List<Estimate> estimates) {
        this.estimates = estimates;
        axis = TOP + LANE * estimates.size();
        double furthest = Math.log(LEAST);
        for (Estimate one : estimates) {
            for (double change : new double[] {one.change, one.low, one.high, one.unseen}) {
                if (!Double.isNaN(change)) {
                    furthest = Math.max(furthest, Math.min(Math.log(MOST), Math.abs(logarithm(change)) * MARGIN));
                }
            }
        }
        reach = furthest;
    }

    /** Of means of runs. None where there is no ratio: something came from nothing, or some runs have no number. */
    static @Nullable RatioAxis of(CompareRow row) {
        return Double.isFinite(row.change()) && row.base() > 0 && row.fresh() > 0
                ? new RatioAxis(List.of(new Estimate("ratio", row.change(), row.changeLow(), row.changeHigh(), row.minimalEffect())))
                : null;
    }

    /** Of a median and a 99th percentile of all intervals; none likewise. */
    static @Nullable RatioAxis of(PooledChange median, PooledChange tail) {
        return isRatio(median) && isRatio(tail)
                ? new RatioAxis(List.of(estimate("p50", median), estimate("p99", tail))) : null;
    }

    private static boolean isRatio(PooledChange pooled) {
        return pooled.base() > 0 && pooled.fresh() > 0;
    }

    private static Estimate estimate(String name, PooledChange pooled) {
        return new Estimate(name, pooled.change(), pooled.low(), pooled.high(), Double.NaN);
    }

    /** Of differences of plain values the lower end may be below nothing: that is off the axis. */
    private static double logarithm(double change) {
        return change <= -1 ? Double.NEGATIVE_INFINITY : Math.log1p(change);
    }

    private double x(double change) {
        double share = Math.max(-1, Math.min(1, logarithm(change) / reach));
        return LEFT + (RIGHT - LEFT) * (share + 1) / 2;
    }

    /** Where the figure may end. */
    double bottom() {
        return axis + 24;
    }

    void write(Html html) {
        for (int i = 0; i < estimates.size(); i++) {
            double unseen = estimates.get(i).unseen;
            if (Double.isFinite(unseen) && unseen > 0) {
                double from = x(1 / (1 + unseen) - 1);
                html.shape("rect", "class", "unseen", "x", number(from), "y", number(TOP + LANE * i), "width", number(x(unseen) - from),
                        "height", number(LANE));
            }
        }
        html.shape("path", "class", "zero", "d", 'M' + number(LEFT) + ' ' + number(axis) + 'H' + number(RIGHT));
        html.shape("path", "class", "same", "d", 'M' + number(x(0)) + ' ' + number(TOP) + 'V' + number(axis + 4));
        tick(html, 1);
        for (double round : ROUND) {
            if (Math.log(round) <= reach * ROOM_FOR_TEXT) {
                tick(html, round);
                tick(html, 1 / round);
                break;
            }
        }
        for (int i = 0; i < estimates.size(); i++) {
            write(html, estimates.get(i), TOP + LANE * i + LANE / 2);
        }
    }

    private void write(Html html, Estimate one, double y) {
        html.element("text", one.name, "class", "row", "x", number(LEFT - 8), "y", number(y + 4), "text-anchor", "end");
        if (Double.isFinite(one.low) && !Double.isNaN(one.high)) {
            double from = x(one.low);
            double to = x(one.high);
            html.shape("path", "class", "interval", "d", 'M' + number(from) + ' ' + number(y) + 'H' + number(to)
                    + end(from, y, logarithm(one.low) < -reach, -1) + end(to, y, logarithm(one.high) > reach, 1));
        }
        html.shape("path", "class", "estimate", "d", 'M' + number(x(one.change) - 5) + ' ' + number(y) + "l5 -5 5 5 -5 5z");
    }

    /** A cap, or an arrow where it goes on beyond the axis. */
    private static String end(double x, double y, boolean further, int direction) {
        return further ? 'M' + number(x - direction * 6) + ' ' + number(y - 5) + 'L' + number(x) + ' ' + number(y) + 'L'
                + number(x - direction * 6) + ' ' + number(y + 5) : 'M' + number(x) + ' ' + number(y - 5) + "v10";
    }

    private void tick(Html html, double ratio) {
        double x = x(ratio - 1);
        html.shape("path", "class", "grid", "d", 'M' + number(x) + ' ' + number(axis) + "v4");
        html.element("text", '×' + Ticks.plain(Math.rint(ratio * 1000) / 1000), "x", number(x), "y", number(axis + 18), "text-anchor",
                "middle");
    }
}
