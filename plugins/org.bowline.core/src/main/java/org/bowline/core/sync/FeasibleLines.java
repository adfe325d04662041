/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

/**
 * All lines {@code y = slope·x + offset} that pass below the upper points and above the lower points: the possible relations of two clocks.
 *
 * <p>x is the time of one clock, y of the other. A message from the first to the second gives an upper point (sent at x, it is received at y, which is later than the y of
 * x); one the other way a lower point. Points are added by rising x. Kept are the convex hulls of both sides, each seen from the other, and the two extreme lines: the steepest
 * runs through a lower and a later upper point, the flattest through an upper and a later lower point. Adding costs O(1) amortised. Products are compared in 128 bits: no
 * overflow as long as differences fit 64 bits.
 *
 * <p>The feasible set is a convex polygon in the plane of slopes and offsets; its corners are the extreme lines and the hulls' edges of slopes between. At a time, the
 * highest and the lowest y over <em>all</em> feasible lines are taken there, on a hull's edge or, before and after the hull, on an extreme line. The two extreme lines alone
 * bound nothing between.
 *
 * <p>Duda, Harrus, Haddad and Bernard (ICDCS 1987); the incremental form follows Poirier, Roy and Dagenais (2010).
 */
final class FeasibleLines {
    /** The clock rates of two hosts differ by less than a tenth: a line beyond relates no clocks. */
    private static final int RATE_TENTHS = 10;

    /** The hull of one side, with y turned so that it is always the lower hull of points that lie above the lines. */
    private final Hull above = new Hull(1);
    private final Hull below = new Hull(-1);
    private long upperPoints;
    private long lowerPoints;

    /** The points that are convex seen from the other side, and the extreme line that ends on this side. */
    private static final class Hull {
        final int sign;
        long[] x = new long[8];
        long[] y = new long[8];
        int size;
        /** The extreme line: from a point of the other side to a later one of this side. For above the steepest, for below the flattest. */
        boolean extreme;
        long fromX;
        long fromY;
        long toX;
        long toY;
        /** Where on the other side's hull the extreme line starts; it only moves to later points. */
        int fromIndex;

        Hull(int sign) {
            this.sign = sign;
        }

        void push(long px, long py) {
            if (size > 0 && x[size - 1] == px) {
                if (sign * y[size - 1] <= sign * py) {
                    return;
                }
                size--;
            }
            while (size >= 2 && turn(x[size - 2], y[size - 2], x[size - 1], y[size - 1], px, py) * sign <= 0) {
                size--;
            }
            if (size == x.length) {
                x = Arrays.copyOf(x, 2 * size);
                y = Arrays.copyOf(y, 2 * size);
            }
            x[size] = px;
            y[size++] = py;
        }

        /** The hull's point farthest out in the direction of a slope: where a line of the slope touches. */
        int tangent(Rational slope) {
            int low = 0;
            int high = size - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                // Edges of the lower hull get steeper, those of the upper hull flatter.
                BigInteger run = BigInteger.valueOf(x[middle + 1]).subtract(BigInteger.valueOf(x[middle]));
                BigInteger rise = BigInteger.valueOf(y[middle + 1]).subtract(BigInteger.valueOf(y[middle]));
                int edgeToSlope = rise.multiply(slope.denominator()).compareTo(slope.numerator().multiply(run));
                if (edgeToSlope * sign < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Sign of a·b − c·d, exactly. */
    static int compareProducts(long a, long b, long c, long d) {
        long high1 = Math.multiplyHigh(a, b);
        long high2 = Math.multiplyHigh(c, d);
        return high1 != high2 ? Long.compare(high1, high2) : Long.compareUnsigned(a * b, c * d);
    }

    /** Sign of the cross product of (b − a) and (c − a): 1 if c lies to the left, that is above the line from a to b when b is right of a. */
    static int turn(long ax, long ay, long bx, long by, long cx, long cy) {
        return compareProducts(Math.subtractExact(bx, ax), Math.subtractExact(cy, ay), Math.subtractExact(by, ay),
                Math.subtractExact(cx, ax));
    }

    // Complex: the cases of one step of a convex hull, for either side.
    /**
     * Adds a point if a feasible line is left then.
     *
     * @param upper whether lines must pass below it; else above it
     * @param x not before the points added so far
     * @return false if the point contradicts the others; it is not added then
     */
    boolean add(boolean upper, long x, long y) {
        Hull own = upper ? above : below;
        Hull other = upper ? below : above;
        int sign = own.sign;
        if (other.size > 0 && other.x[other.size - 1] == x && sign * Long.compare(other.y[other.size - 1], y) > 0) {
            return false;
        }
        // The other side's extreme line, to the right of all points, is the farthest the lines reach towards the new point's side.
        if (other.extreme && sign * turn(other.fromX, other.fromY, other.toX, other.toY, x, y) < 0) {
            return false;
        }
        if (other.size > 0 && other.x[0] < x && (!own.extreme || sign * turn(own.fromX, own.fromY, own.toX, own.toY, x, y) < 0)) {
            int at = Math.min(own.extreme ? own.fromIndex : 0, other.size - 1);
            while (at + 1 < other.size && other.x[at + 1] < x
                    && sign * turn(other.x[at], other.y[at], x, y, other.x[at + 1], other.y[at + 1]) >= 0) {
                at++;
            }
            if (!plausible(upper, Math.subtractExact(x, other.x[at]), Math.subtractExact(y, other.y[at]))) {
                return false;
            }
            own.extreme = true;
            own.fromIndex = at;
            own.fromX = other.x[at];
            own.fromY = other.y[at];
            own.toX = x;
            own.toY = y;
        }
        own.push(x, y);
        if (upper) {
            upperPoints++;
        } else {
            lowerPoints++;
        }
        return true;
    }

    /** Whether the steepest line is steep enough, or the flattest flat enough, to relate two clocks. */
    private static boolean plausible(boolean steepest, long run, long rise) {
        return steepest ? compareProducts(rise, RATE_TENTHS, run, RATE_TENTHS - 1) >= 0
                : compareProducts(rise, RATE_TENTHS, run, RATE_TENTHS + 1) <= 0;
    }

    /** Number of upper points added. */
    long upperPoints() {
        return upperPoints;
    }

    /** Number of lower points added. */
    long lowerPoints() {
        return lowerPoints;
    }

    /** Number of points kept. */
    int hullPoints() {
        return above.size + below.size;
    }

    /** Whether there are points on both sides, so that offsets are bounded. */
    boolean isTwoSided() {
        return above.size > 0 && below.size > 0;
    }

    /** Whether the points alone bound the slope above and below. */
    boolean boundsSlope() {
        return above.extreme && below.extreme;
    }

    /** The steepest feasible slope; only if {@link #boundsSlope}. */
    Rational steepest() {
        return slopeOf(above);
    }

    /** The flattest feasible slope; only if {@link #boundsSlope}. */
    Rational flattest() {
        return slopeOf(below);
    }

    private static Rational slopeOf(Hull hull) {
        return Rational.of(Math.subtractExact(hull.toY, hull.fromY), Math.subtractExact(hull.toX, hull.fromX));
    }

    /**
     * The bounds and the central line, once all points are there. Both sides must have points.
     *
     * @param driftLimitPpm how far the slope may be from 1 where the points do not bound it closer
     * @param middleX where the central line is to be best
     */
    Bounds bounds(int driftLimitPpm, long middleX) {
        Rational highest = new Rational(BigInteger.valueOf(1_000_000L + driftLimitPpm), BigInteger.valueOf(1_000_000));
        Rational lowest = new Rational(BigInteger.valueOf(1_000_000L - driftLimitPpm), BigInteger.valueOf(1_000_000));
        Rational steep = above.extreme ? steepest() : null;
        Rational flat = below.extreme ? flattest() : null;
        boolean assumed = false;
        // If the points demand a greater drift than the limit, the limit is wrong, not the points.
        if (steep == null || (steep.compareTo(highest) > 0 && (flat == null || flat.compareTo(highest) < 0))) {
            steep = flat == null || flat.compareTo(highest) < 0 ? highest : flat.plus(Rational.of(driftLimitPpm, 1_000_000));
            assumed = true;
        }
        if (flat == null || (flat.compareTo(lowest) < 0 && steep.compareTo(lowest) > 0)) {
            flat = steep.compareTo(lowest) > 0 ? lowest : steep.minus(Rational.of(driftLimitPpm, 1_000_000));
            assumed = true;
        }
        // points demand such a drift, and leave room for one that no clock has
        Rational slowest = Rational.of(RATE_TENTHS - 1, RATE_TENTHS);
        Rational fastest = Rational.of(RATE_TENTHS + 1, RATE_TENTHS);
        assumed |= flat.compareTo(slowest) < 0 || steep.compareTo(fastest) > 0;
        flat = flat.max(slowest);
        steep = steep.min(fastest);
        PiecewiseTransform high = envelope(above, flat, steep);
        PiecewiseTransform low = envelope(below, steep, flat);
        return new Bounds(low, high, central(low, high, flat, steep, middleX), flat, steep, assumed);
    }

    /** One side's bound: a line of the first slope up to the hull, its edges, and a line of the last slope. */
    private static PiecewiseTransform envelope(Hull hull, Rational firstSlope, Rational lastSlope) {
        int first = hull.tangent(firstSlope);
        int last = Math.max(first, hull.tangent(lastSlope));
        long[] breaks = new long[last - first + 1];
        List<ClockTransform> lines = new ArrayList<>();
        lines.add(ClockTransform.of(firstSlope, hull.x[first], Rational.of(hull.y[first])));
        for (int i = first; i <= last; i++) {
            breaks[i - first] = hull.x[i];
            lines.add(i < last ? ClockTransform.through(hull.x[i], Rational.of(hull.y[i]), hull.x[i + 1], Rational.of(hull.y[i + 1]))
                    : ClockTransform.of(lastSlope, hull.x[i], Rational.of(hull.y[i])));
        }
        return PiecewiseTransform.of(breaks, lines);
    }

    /**
     * The line through the middle of the bounds at the middle of the range, so that the greatest possible error there is the least possible; of these lines the one with the
     * middle of the feasible slopes, so that the greatest possible error of the rate is the least possible. It is feasible.
     */
    private ClockTransform central(PiecewiseTransform low, PiecewiseTransform high, Rational flat, Rational steep, long middleX) {
        Rational middle = exact(low, middleX).plus(exact(high, middleX)).half();
        // Feasible slopes through (middleX, middle): each point on either side bounds them.
        Rational least = flat;
        Rational most = steep;
        for (Hull hull : new Hull[] {above, below}) {
            for (int i = 0; i < hull.size; i++) {
                if (hull.x[i] != middleX) {
                    Rational bound = Rational.of(hull.y[i]).minus(middle).over(Rational.of(hull.x[i]).minus(Rational.of(middleX)));
                    if ((hull.x[i] > middleX) == (hull.sign > 0)) {
                        most = most.min(bound);
                    } else {
                        least = least.max(bound);
                    }
                }
            }
        }
        return ClockTransform.of(least.plus(most).half(), middleX, middle);
    }

    /**
     * The line with the greatest equal distance, along y, to the points of both sides; of several the one in the middle. Both sides must have points. The distance is concave in the slope, and its
     * greatest value is at the slope of an edge or at a limit: O(edges · log edges).
     *
     * @param flat the least slope allowed
     * @param steep the greatest slope allowed
     */
    Widest widest(Rational flat, Rational steep) {
        Rational first = flat;
        Rational last = flat;
        Rational best = gap(flat);
        List<Rational> slopes = new ArrayList<>();
        slopes.add(steep);
        for (Hull hull : new Hull[] {above, below}) {
            for (int i = 1; i < hull.size; i++) {
                Rational slope = Rational.of(Math.subtractExact(hull.y[i], hull.y[i - 1]), Math.subtractExact(hull.x[i], hull.x[i - 1]));
                if (slope.compareTo(flat) > 0 && slope.compareTo(steep) < 0) {
                    slopes.add(slope);
                }
            }
        }
        for (Rational slope : slopes) {
            Rational gap = gap(slope);
            int order = gap.compareTo(best);
            if (order > 0) {
                best = gap;
                first = slope;
                last = slope;
            } else if (order == 0) {
                first = first.min(slope);
                last = last.max(slope);
            }
        }
        Rational slope = first.plus(last).half();
        int low = below.tangent(slope);
        // About a point of the hull, so that the numbers stay short.
        Rational base = Rational.of(below.y[low]).plus(best.half());
        return new Widest(ClockTransform.of(slope, below.x[low], base), best.half());
    }

    /** How far, along y, two parallel lines of a slope can be apart that are both feasible. */
    private Rational gap(Rational slope) {
        int high = above.tangent(slope);
        int low = below.tangent(slope);
        return Rational.of(above.y[high]).minus(Rational.of(below.y[low]))
                .minus(slope.times(Rational.of(above.x[high]).minus(Rational.of(below.x[low]))));
    }

    /** Whether a line passes between the points, exactly. */
    boolean contains(ClockTransform line) {
        for (Hull hull : new Hull[] {above, below}) {
            for (int i = 0; i < hull.size; i++) {
                if (hull.sign * Rational.of(hull.y[i]).compareTo(line.exact(Rational.of(hull.x[i]))) < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * How much of the way from a feasible line to another one lines are feasible, in floating point. A line is {@code y − y0 = (x − x0)·(1 + drift) + offset}.
     *
     * @return 0 to 1; 1 if the other line is feasible
     */
    double share(long x0, long y0, double offset, double drift, double otherOffset, double otherDrift) {
        double share = 1;
        for (Hull hull : new Hull[] {above, below}) {
            for (int i = 0; i < hull.size; i++) {
                double run = Math.subtractExact(hull.x[i], x0);
                double beyond = Math.subtractExact(Math.subtractExact(hull.y[i], y0), Math.subtractExact(hull.x[i], x0));
                double room = hull.sign * (beyond - offset - drift * run);
                double needed = hull.sign * (otherOffset - offset + (otherDrift - drift) * run);
                if (needed > room) {
                    share = Math.min(share, Math.max(0, room) / needed);
                }
            }
        }
        return share;
    }

    private static Rational exact(PiecewiseTransform curve, long x) {
        return curve.line(curve.pieceAt(x)).exact(Rational.of(x));
    }

    /**
     * What the feasible lines say.
     *
     * @param low lowest y over all feasible lines
     * @param high highest y over all feasible lines
     * @param central the line through the middle; feasible
     * @param flattest least slope
     * @param steepest greatest slope
     * @param assumed whether a slope is limited by the drift limit and not by points
     */
    record Bounds(PiecewiseTransform low, PiecewiseTransform high, ClockTransform central, Rational flattest, Rational steepest,
            boolean assumed) {}

    /**
     * The line farthest from the points of both sides.
     *
     * @param line the line
     * @param margin its distance along y
     */
    record Widest(ClockTransform line, Rational margin) {}
}
