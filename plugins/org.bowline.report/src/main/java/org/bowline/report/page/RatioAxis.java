/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.bowline.report.page.BoxPlot.LEFT;
import static org.bowline.report.page.BoxPlot.RIGHT;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Ticks;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;

/** NEW ÷ BASE around one, in steps of equal ratio: estimates, their intervals, and the band of changes that could hardly be seen. */
final class RatioAxis {
    /** Below the axis of the values. */
    private static final double TOP = BoxPlot.AXIS + 36;
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
                if (!Double.isNaN(change) && (change != one.unseen || Double.isFinite(change))) {
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

    Markup shapes() {
        Markup unseen = new Markup();
        Markup lanes = new Markup();
        double top = TOP;
        for (Estimate one : estimates) {
            if (Double.isFinite(one.unseen) && one.unseen > 0) {
                double from = x(1 / (1 + one.unseen) - 1);
                unseen.add("<rect class=\"unseen\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", from, top, x(one.unseen) - from, LANE);
            }
            lanes.add("%s", lane(one, top + LANE / 2));
            top += LANE;
        }
        Markup ticks = tick(1);
        Arrays.stream(ROUND).filter(round -> Math.log(round) <= reach * ROOM_FOR_TEXT).limit(1)
                .forEach(round -> ticks.add("%s%s", tick(round), tick(1 / round)));
        return Markup.of("""
                %s
                <path class="zero" d="M%s %sH%s"/>
                <path class="same" d="M%s %sV%s"/>
                %s
                %s""", unseen, LEFT, axis, RIGHT, x(0), TOP, axis + 4, ticks, lanes);
    }

    private Markup lane(Estimate one, double y) {
        Markup lane = Markup.of("<text class=\"row\" x=\"%s\" y=\"%s\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 4, one.name);
        if (Double.isFinite(one.low) && !Double.isNaN(one.high)) {
            lane.add("<path class=\"interval\" d=\"M%s %sH%s%s%s\"/>", x(one.low), y, x(one.high),
                    end(x(one.low), y, logarithm(one.low) < -reach, -1), end(x(one.high), y, logarithm(one.high) > reach, 1));
        }
        return lane.add("<path class=\"estimate\" d=\"M%s %sl5 -5 5 5 -5 5z\"/>", x(one.change) - 5, y);
    }

    /** A cap, or an arrow where it goes on beyond the axis. */
    private static Markup end(double x, double y, boolean further, int direction) {
        return further ? Markup.of("M%s %sL%s %sL%s %s", x - direction * 6, y - 5, x, y, x - direction * 6, y + 5)
                : Markup.of("M%s %sv10", x, y - 5);
    }

    private Markup tick(double ratio) {
        double x = x(ratio - 1);
        return Markup.of("""
                <path class="grid" d="M%s %sv4"/>
                <text x="%s" y="%s" text-anchor="middle">×%s</text>""", x, axis, x, axis + 18, Ticks.plain(Math.rint(ratio * 1000) / 1000));
    }
}
