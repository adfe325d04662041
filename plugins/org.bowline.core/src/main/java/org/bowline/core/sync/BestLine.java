/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.Rational;

/**
 * The line that is taken for the relation of two clocks: of the feasible ones, which are all possible, the one that is likely. It promises nothing; the bounds do.
 *
 * <p>A message is late by what it took on its way, which is never less than the network needs and sometimes much more. So the fast messages tell where the line is, and the slow ones nearly nothing.
 * Three steps, each of which mends what the one before is bad at:
 * <ol>
 * <li>The line with the greatest equal distance to both sides ({@link FeasibleLines#widest}). It hangs on two or three messages.
 * <li>The same with a soft distance, −h·ln of the mean of exp(−distance / h) instead of the least distance: every message pushes the line away, the less the slower it was. The soft distances
 * of both sides are made equal, their sum greatest. A sum of such terms is concave, so that Newton's method finds the slope.
 * <li>Least squares over adjacent opposite messages: what the one was late for, the other may have been late for as well, so that the middle between them is closer to the line than either. A
 * pair weighs exp(−(its round trip − the least) / (σ · the least)). Two observations at the ends hold the line of step two where there are no such pairs.
 * </ol>
 * Each step goes from the first line towards what it found only as far as lines stay feasible. With few messages, one of which is fast by chance, the middle of what is feasible errs less.
 * The constants were chosen on recordings with known clocks (docs/adr/0024).
 *
 * <p>O(messages · steps), where Newton's method takes some ten steps; 16 bytes a message.
 */
final class BestLine {
    /** With fewer messages one way, the line is the middle of the feasible ones. */
    static final int LEAST_EACH_WAY = 16;
    /** The softness h as a share of the greatest equal distance. */
    private static final double SOFTNESS = 0.1;
    /** By what share of the least round trip a pair must be slower to weigh e times less. */
    private static final double EXCESS = 0.07;
    /** What an end of the line of step two weighs, in pairs as fast as the fastest. */
    private static final double END_WEIGHT = 0.3;
    /** Below this distance there is nothing to choose, ns. */
    private static final double LEAST_MARGIN = 2;
    private static final int MOST_STEPS = 40;
    private static final int MOST_HALVINGS = 30;
    /** A line that moves less than this between the ends is found, ns. */
    private static final double STILL = 0.01;
    /** Lines stay this share of the way off the hull, against rounding. */
    private static final double OFF_HULL = 1 - 0x1p-20;
    private static final int SLOPE_DECIMALS = 25;
    private static final int OFFSET_DECIMALS = 6;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final FeasibleLines feasible;
    private final FeasibleLines.Bounds bounds;
    private final double driftLimit;
    private final BooleanSupplier cancelled;
    /** All times are after this, and all offsets beyond this one. */
    private final long originX;
    private final long originY;
    private final int size;
    private final double[] time;
    private final double[] offset;
    private final BitSet upper = new BitSet();
    private int uppers;
    /** The farthest from the origin. */
    private double reach = 1;

    /** A line as the offset of the clocks at the origin, ns, and how it changes, ns per ns. */
    private record Line(double offset, double drift) {
        double at(double time) {
            return offset + drift * time;
        }
    }

    /** The soft distance at a drift: of the points above, of those below, and the first two derivatives of what is to be greatest. */
    private record Soft(double above, double below, double value, double first, double second) {}

    private BestLine(PairMessages messages, int from, int to, BitSet outliers, FeasibleLines feasible, FeasibleLines.Bounds bounds,
            int driftLimitPpm, BooleanSupplier cancelled) {
        this.feasible = feasible;
        this.bounds = bounds;
        this.cancelled = cancelled;
        driftLimit = driftLimitPpm / 1e6;
        int middle = from + (to - from) / 2;
        originX = messages.x(middle);
        originY = messages.y(middle);
        time = new double[to - from];
        offset = new double[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            poll(i);
            if (outliers.get(i)) {
                continue;
            }
            long run = Math.subtractExact(messages.x(i), originX);
            time[count] = run;
            offset[count] = Math.subtractExact(Math.subtractExact(messages.y(i), originY), run);
            reach = Math.max(reach, Math.abs(time[count]));
            if (messages.isUpper(i)) {
                upper.set(count);
                uppers++;
            }
            count++;
        }
        size = count;
    }

    /**
     * Chooses the line.
     *
     * @param messages sorted
     * @param from first message of the piece
     * @param to after its last one
     * @param outliers messages to leave out
     * @param feasible the lines that fit them; bounded from both sides
     * @param bounds what these say
     * @param driftLimitPpm how far the rates of two clocks may be apart: a drift as great is taken for a rare one
     * @param cancelled asked every 2^16 messages or sooner
     * @throws CancelledException if cancelled
     */
    static ClockTransform of(PairMessages messages, int from, int to, BitSet outliers, FeasibleLines feasible, FeasibleLines.Bounds bounds,
            int driftLimitPpm, BooleanSupplier cancelled) {
        if (Math.min(feasible.upperPoints(), feasible.lowerPoints()) < LEAST_EACH_WAY) {
            return bounds.central();
        }
        FeasibleLines.Widest widest = feasible.widest(bounds.flattest(), bounds.steepest());
        double margin = widest.margin().toBigDecimal().doubleValue();
        if (margin < LEAST_MARGIN) {
            return widest.line();
        }
        return new BestLine(messages, from, to, outliers, feasible, bounds, driftLimitPpm, cancelled).choose(widest.line(), margin);
    }

    private void poll(int message) {
        if ((message & POLL_MASK) == 0 && cancelled.getAsBoolean()) {
            throw new CancelledException();
        }
    }

    private ClockTransform choose(ClockTransform widest, double margin) {
        Line first = new Line(widest.exact(Rational.of(originX)).minus(Rational.of(originY)).toBigDecimal().doubleValue(),
                widest.exactSlope().minus(Rational.ONE).toBigDecimal().doubleValue());
        Line soft = within(first, soft(first, SOFTNESS * margin));
        ClockTransform chosen = exact(within(first, fitted(soft)));
        boolean possible = chosen.exactSlope().compareTo(bounds.flattest()) >= 0 && chosen.exactSlope().compareTo(bounds.steepest()) <= 0
                && feasible.contains(chosen);
        return possible ? chosen : widest;
    }

    private ClockTransform exact(Line line) {
        BigDecimal slope = BigDecimal.ONE.add(new BigDecimal(line.drift())).setScale(SLOPE_DECIMALS, RoundingMode.HALF_EVEN);
        BigDecimal base = BigDecimal.valueOf(originY).add(new BigDecimal(line.offset())).setScale(OFFSET_DECIMALS, RoundingMode.HALF_EVEN);
        return ClockTransform.of(Rational.of(slope), originX, Rational.of(base));
    }

    /** From a feasible line to a wished one, or as far as lines stay feasible. */
    private Line within(Line from, Line wished) {
        double share = feasible.share(originX, originY, from.offset(), from.drift(), wished.offset(), wished.drift());
        double change = wished.drift() - from.drift();
        double limit = (change > 0 ? bounds.steepest() : bounds.flattest()).minus(Rational.ONE).toBigDecimal().doubleValue();
        if (Math.abs(change) > Math.abs(limit - from.drift())) {
            share = Math.min(share, Math.abs((limit - from.drift()) / change));
        }
        if (share >= 1) {
            return wished;
        }
        share *= OFF_HULL;
        return new Line(from.offset() + share * (wished.offset() - from.offset()), from.drift() + share * change);
    }

    /** The line of equal and greatest soft distances. */
    private Line soft(Line from, double softness) {
        // In time as a share of the reach, so that a drift is the nanoseconds that it makes there.
        double drift = from.drift() * reach;
        Soft at = soft(drift, softness);
        for (int step = 0; step < MOST_STEPS && at.second() < 0; step++) {
            double move = -at.first() / at.second();
            Soft next = soft(drift + move, softness);
            for (int halving = 0; halving < MOST_HALVINGS && next.value() < at.value(); halving++) {
                move /= 2;
                next = soft(drift + move, softness);
            }
            if (next.value() < at.value()) {
                break;
            }
            drift += move;
            at = next;
            if (Math.abs(move) < STILL) {
                break;
            }
        }
        return new Line((at.above() - at.below()) / 2, drift / reach);
    }

    private Soft soft(double drift, double softness) {
        double leastAbove = Double.POSITIVE_INFINITY;
        double leastBelow = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            double distance = offset[i] - drift * time[i] / reach;
            if (upper.get(i)) {
                leastAbove = Math.min(leastAbove, distance);
            } else {
                leastBelow = Math.min(leastBelow, -distance);
            }
        }
        // Sums of weights, of weights times time, and of weights times time squared; above, then below.
        double[] sums = new double[6];
        for (int i = 0; i < size; i++) {
            poll(i);
            double at = time[i] / reach;
            double distance = offset[i] - drift * at;
            boolean above = upper.get(i);
            double weight = Math.exp(-(above ? distance - leastAbove : -distance - leastBelow) / softness);
            int side = above ? 0 : 3;
            sums[side] += weight;
            sums[side + 1] += weight * at;
            sums[side + 2] += weight * at * at;
        }
        double above = leastAbove - softness * Math.log(sums[0] / uppers);
        double below = leastBelow - softness * Math.log(sums[3] / (size - uppers));
        double meanAbove = sums[1] / sums[0];
        double meanBelow = sums[4] / sums[3];
        double spread = sums[2] / sums[0] - meanAbove * meanAbove + sums[5] / sums[3] - meanBelow * meanBelow;
        // As likely as a drift of a normal distribution with the limit as its standard deviation.
        double rare = driftLimit * driftLimit * reach * reach;
        return new Soft(above, below, above + below - softness * drift * drift / (2 * rare),
                meanBelow - meanAbove - softness * drift / rare, -spread / softness - softness / rare);
    }

    /** How late a message is against a line, ns. */
    private double late(int message, Line line) {
        double distance = offset[message] - line.at(time[message]);
        return upper.get(message) ? distance : -distance;
    }

    /** Least squares over adjacent opposite messages, and the ends of a line. */
    private Line fitted(Line line) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < size; i++) {
            if (upper.get(i) != upper.get(i - 1)) {
                least = Math.min(least, late(i - 1, line) + late(i, line));
            }
        }
        if (!(least > 0)) {
            return line;
        }
        LineSums sums = new LineSums();
        sums.add(END_WEIGHT, time[0] / reach, 0);
        sums.add(END_WEIGHT, time[size - 1] / reach, 0);
        for (int i = 1; i < size; i++) {
            poll(i);
            if (upper.get(i) != upper.get(i - 1)) {
                double before = late(i - 1, line);
                double after = late(i, line);
                double weight = Math.exp(-(before + after - least) / (EXCESS * least));
                // The middle between them is above the line if the one above is later than the one below.
                double middle = (upper.get(i) ? after - before : before - after) / 2;
                sums.add(weight, (time[i - 1] / 2 + time[i] / 2) / reach, middle);
            }
        }
        double drift = sums.slope();
        return new Line(line.offset() + sums.at(0, drift), line.drift() + drift / reach);
    }

    /** Weighted least squares of a straight line. */
    private static final class LineSums {
        private double weight;
        private double x;
        private double y;
        private double xx;
        private double xy;

        void add(double w, double atX, double atY) {
            weight += w;
            x += w * atX;
            y += w * atY;
            xx += w * atX * atX;
            xy += w * atX * atY;
        }

        double slope() {
            double spread = xx * weight - x * x;
            return spread > 0 ? (xy * weight - x * y) / spread : 0;
        }

        double at(double atX, double slope) {
            return y / weight + slope * (atX - x / weight);
        }
    }
}
