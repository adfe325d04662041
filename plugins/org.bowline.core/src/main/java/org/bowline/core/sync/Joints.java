/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

/** Joins the pieces of a relation of two clocks across the windows in which it changed. */
final class Joints {
    private static final int MOST_WIDENINGS = 62;

    private Joints() {}

    /**
     * A continuous, rising function of the lines: two neighbours change where they cross, if that is within the window; else a line across the window joins them, made longer
     * if time would run backward on it.
     *
     * @return null if a join would reach into the next
     */
    static @Nullable PiecewiseTransform join(List<ClockTransform> lines, long[] from, long[] to) {
        List<Long> breaks = new ArrayList<>();
        List<ClockTransform> result = new ArrayList<>();
        result.add(lines.get(0));
        for (int i = 0; i < from.length; i++) {
            ClockTransform line = lines.get(i);
            ClockTransform next = lines.get(i + 1);
            long least = breaks.isEmpty() ? Long.MIN_VALUE : breaks.get(breaks.size() - 1) + 1;
            Long crossing = crossing(line, next, from[i], to[i]);
            if (crossing != null && crossing >= least) {
                breaks.add(crossing);
                result.add(next);
                continue;
            }
            long margin = 0;
            for (int tries = 0;; tries++) {
                long begin = from[i] - margin;
                long end = Math.max(to[i] + margin, begin + 1);
                if (begin < least || (i + 1 < from.length && end > from[i + 1]) || tries == MOST_WIDENINGS) {
                    return null;
                }
                // Whole nanoseconds on both clocks, so that the way back meets there too.
                Rational first = new Rational(line.exact(Rational.of(begin)).round(), BigInteger.ONE);
                Rational last = new Rational(next.exact(Rational.of(end)).round(), BigInteger.ONE);
                // A window between two messages may be shorter than the lines are sure of.
                if (last.compareTo(first) > 0) {
                    breaks.add(begin);
                    result.add(ClockTransform.through(begin, first, end, last));
                    breaks.add(end);
                    result.add(next);
                    break;
                }
                margin = Math.max(1, 2 * margin);
            }
        }
        return PiecewiseTransform.of(breaks.stream().mapToLong(Long::longValue).toArray(), result);
    }

    private static @Nullable Long crossing(ClockTransform line, ClockTransform next, long from, long to) {
        Rational difference = next.exactSlope().minus(line.exactSlope());
        if (difference.signum() == 0) {
            return null;
        }
        Rational start = Rational.of(from);
        Rational at = start.plus(line.exact(start).minus(next.exact(start)).over(difference));
        return at.compareTo(start) >= 0 && at.compareTo(Rational.of(to)) <= 0 ? (Long) at.round().longValueExact() : null;
    }

    /**
     * The lowest time: within a window either of the two pieces may hold already, but no time is before an earlier one.
     *
     * @param flattest a slope that no line is flatter than
     */
    static PiecewiseTransform lowest(List<PiecewiseTransform> lows, long[] from, long[] to, Rational flattest) {
        List<Long> breaks = new ArrayList<>();
        List<ClockTransform> result = new ArrayList<>();
        result.add(lows.get(0).line(0));
        copy(lows.get(0), Long.MIN_VALUE, from.length == 0 ? Long.MAX_VALUE : from[0], breaks, result);
        for (int i = 0; i < from.length; i++) {
            long begin = from[i];
            long last = i + 1 < from.length ? from[i + 1] : Long.MAX_VALUE;
            PiecewiseTransform next = lows.get(i + 1);
            // By now the time has come so far; it never goes back.
            long reached = result.get(result.size() - 1).apply(begin) - 1;
            long other = Math.min(reached, next.apply(begin) - 1);
            Rational rise = Rational.of(reached).minus(Rational.of(other)).over(flattest);
            long meet = Math.addExact(begin, rise.ceil().longValueExact());
            long end = to[i];
            if (meet >= end) {
                // The next piece starts below what was reached: stay until it has come up.
                end = Math.min(last, Math.max(end, next.inverse(reached) + 2));
                append(breaks, result, begin, PiecewiseTransform.flatUntil(end, reached));
            } else {
                if (meet > begin) {
                    append(breaks, result, begin, PiecewiseTransform.flatUntil(meet, reached));
                }
                append(breaks, result, meet, ClockTransform.of(flattest, begin, Rational.of(other)));
            }
            if (end < last) {
                append(breaks, result, end, next.line(next.pieceAt(end)));
                copy(next, end, last, breaks, result);
            }
        }
        return PiecewiseTransform.of(breaks.stream().mapToLong(Long::longValue).toArray(), result);
    }

    private static void append(List<Long> breaks, List<ClockTransform> lines, long at, ClockTransform line) {
        if (!breaks.isEmpty() && breaks.get(breaks.size() - 1) >= at) {
            lines.set(lines.size() - 1, line);
        } else {
            breaks.add(at);
            lines.add(line);
        }
    }

    /** Copies the lines that begin after one time and before another. */
    private static void copy(PiecewiseTransform curve, long after, long before, List<Long> breaks, List<ClockTransform> lines) {
        for (int piece = 1; piece < curve.pieces(); piece++) {
            if (curve.fromNanos(piece) > after && curve.fromNanos(piece) < before) {
                append(breaks, lines, curve.fromNanos(piece), curve.line(piece));
            }
        }
    }
}
