/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines from one clock to another, each valid from a time on: a non-decreasing function that covers all times,
 * continuous unless bounds jump up. Immutable and thread-safe.
 * A call costs a binary search over the pieces and one {@link ClockTransform}.
 */
public final class PiecewiseTransform implements Serializable {
    /** One piece that leaves times as they are. */
    public static final PiecewiseTransform IDENTITY = of(ClockTransform.IDENTITY);

    /** Neighbours may disagree by the rounding of both where they meet. */
    private static final long ROUNDING = 2;
    /** So far may a piece begin before its forerunner ends, for breaks are whole nanoseconds and a piece may be steep. */
    private static final long TOLERANCE = 1_000;
    /** As good as standing still: a nanosecond in thirteen days. */
    private static final Rational ALMOST_FLAT = new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(50));

    private final long[] from;
    private final long[] imageFrom;
    private final ClockTransform[] lines;

    private PiecewiseTransform(long[] from, ClockTransform[] lines) {
        this.from = from;
        this.lines = lines;
        imageFrom = new long[from.length];
        imageFrom[0] = Long.MIN_VALUE;
        for (int i = 1; i < from.length; i++) {
            long before = Math.max(imageFrom[i - 1], lines[i - 1].apply(from[i]));
            long after = lines[i].apply(from[i]);
            if (from[i] <= from[i - 1] || after < before - TOLERANCE) {
                throw new IllegalArgumentException(
                        "pieces " + (i - 1) + " and " + i + " run backward at " + from[i] + " ns: " + before + " and " + after);
            }
            imageFrom[i] = Math.max(before, after);
        }
    }

    /** One line for all times. */
    public static PiecewiseTransform of(ClockTransform line) {
        return new PiecewiseTransform(new long[] {Long.MIN_VALUE}, new ClockTransform[] {line});
    }

    /**
     * Several lines.
     *
     * @param breaks the times at which the second, third... line takes over; rising
     * @param lines the lines, one more than breaks; at its break each begins where its forerunner ends, or above
     * @throws IllegalArgumentException if the breaks do not rise or time runs backward at one
     */
    public static PiecewiseTransform of(long[] breaks, List<ClockTransform> lines) {
        if (lines.size() != breaks.length + 1) {
            throw new IllegalArgumentException(lines.size() + " lines need " + (lines.size() - 1) + " breaks, not " + breaks.length);
        }
        long[] from = new long[lines.size()];
        from[0] = Long.MIN_VALUE;
        System.arraycopy(breaks, 0, from, 1, breaks.length);
        return new PiecewiseTransform(from, lines.toArray(new ClockTransform[0]));
    }

    /** Number of lines, at least 1. */
    public int pieces() {
        return from.length;
    }

    /** From when a piece holds; {@link Long#MIN_VALUE} for the first. */
    public long fromNanos(int piece) {
        return from[piece];
    }

    /** The line of a piece. */
    public ClockTransform line(int piece) {
        return lines[piece];
    }

    /** The piece that holds at a time. */
    public int pieceAt(long nanos) {
        return search(from, nanos);
    }

    private static int search(long[] starts, long nanos) {
        if (starts.length == 1) {
            return 0;
        }
        int at = Arrays.binarySearch(starts, nanos);
        return at >= 0 ? at : Math.max(0, -at - 2);
    }

    /** The time on the other clock, to the nearest nanosecond. */
    public long apply(long nanos) {
        if (lines.length == 1) {
            return lines[0].apply(nanos);
        }
        int at = pieceAt(nanos);
        long image = Math.max(imageFrom[at], lines[at].apply(nanos));
        return at + 1 < lines.length ? Math.min(image, imageFrom[at + 1]) : image;
    }

    /** The time whose image is nearest to a time of the other clock. */
    public long inverse(long image) {
        if (lines.length == 1) {
            return lines[0].inverse(image);
        }
        int at = search(imageFrom, image);
        long nanos = lines[at].inverse(image);
        long clipped = at > 0 ? Math.max(nanos, from[at]) : nanos;
        return at + 1 < from.length ? Math.min(clipped, from[at + 1]) : clipped;
    }

    /** Rises by next to nothing: stays at a value up to a time. */
    public static ClockTransform flatUntil(long nanos, long value) {
        return ClockTransform.of(ALMOST_FLAT, nanos, Rational.of(value));
    }

    /** The way back: exact lines; where this jumps, the inverse stays, and where this stays, the inverse jumps. */
    public PiecewiseTransform inverted() {
        return inverted(0);
    }

    /** The way back of an upper bound, as a lower bound: jumps come late. */
    public PiecewiseTransform invertedToLower() {
        return inverted(ROUNDING);
    }

    /** The way back of a lower bound, as an upper bound: jumps come early. */
    public PiecewiseTransform invertedToUpper() {
        return inverted(-ROUNDING);
    }

    private PiecewiseTransform inverted(long nudge) {
        List<ClockTransform> result = new ArrayList<>();
        List<Long> breaks = new ArrayList<>();
        result.add(lines[0].inverted());
        for (int i = 1; i < lines.length; i++) {
            long before = lines[i - 1].apply(from[i]);
            long after = imageFrom[i];
            if (after > before + ROUNDING) {
                follow(breaks, result, before, ClockTransform.of(ALMOST_FLAT, before, Rational.of(from[i])));
            }
            boolean jump = lines[i - 1].exactSlope().equals(ALMOST_FLAT);
            if (!lines[i].exactSlope().equals(ALMOST_FLAT)) {
                follow(breaks, result, jump ? after + nudge : after, lines[i].inverted());
            }
        }
        return of(toArray(breaks), result);
    }

    /** Appends a line; one that would last less than a nanosecond is replaced by its successor. */
    private static void follow(List<Long> breaks, List<ClockTransform> lines, long breakAt, ClockTransform line) {
        if (!breaks.isEmpty() && breakAt <= breaks.get(breaks.size() - 1)) {
            lines.set(lines.size() - 1, line);
        } else {
            breaks.add(breakAt);
            lines.add(line);
        }
    }

    private static long[] toArray(List<Long> values) {
        long[] array = new long[values.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = values.get(i);
        }
        return array;
    }

    /** The same function seen from the other end of time: {@code t → −f(−t)}. */
    public PiecewiseTransform mirrored() {
        int n = lines.length;
        List<ClockTransform> result = new ArrayList<>();
        long[] breaks = new long[n - 1];
        for (int i = n - 1; i >= 0; i--) {
            ClockTransform line = lines[i];
            result.add(ClockTransform.of(line.exactSlope(), -line.hostBaseNanos(), line.exact(Rational.of(line.hostBaseNanos())).negate()));
            if (i > 0) {
                breaks[n - 1 - i] = -from[i];
            }
        }
        return of(breaks, result);
    }

    /** Whether times stay as they are. */
    public boolean isIdentity() {
        return lines.length == 1 && lines[0].isIdentity();
    }

    /** This, then another one: exact lines, with a piece for each stretch on which neither changes its line. O(pieces of both). */
    public PiecewiseTransform then(PiecewiseTransform next) {
        if (isIdentity()) {
            return next;
        }
        if (next.isIdentity()) {
            return this;
        }
        List<ClockTransform> result = new ArrayList<>();
        List<Long> breaks = new ArrayList<>();
        int at = 0;
        int to = 0;
        result.add(lines[0].then(next.lines[0]));
        while (at + 1 < lines.length || to + 1 < next.lines.length) {
            // Where does each of the two change next? The earlier change counts. Beyond its own end a line of this says nothing about the other's breaks.
            long mineAt = at + 1 < lines.length ? from[at + 1] : Long.MAX_VALUE;
            long theirsAt = Long.MAX_VALUE;
            if (to + 1 < next.lines.length && (at + 1 == lines.length || next.from[to + 1] < imageFrom[at + 1])) {
                theirsAt = Math.min(mineAt, lines[at].inverse(next.from[to + 1]));
            }
            if (mineAt <= theirsAt) {
                at++;
            }
            if (theirsAt <= mineAt) {
                to++;
            }
            follow(breaks, result, Math.min(mineAt, theirsAt), lines[at].then(next.lines[to]));
        }
        return of(toArray(breaks), result);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(lines[0].toString());
        for (int i = 1; i < lines.length; i++) {
            text.append("; from ").append(from[i]).append(": ").append(lines[i]);
        }
        return text.toString();
    }
}
