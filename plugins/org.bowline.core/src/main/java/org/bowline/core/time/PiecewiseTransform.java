/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines from one clock to another, each valid from a time on: a continuous, non-decreasing function that covers all times. Immutable and thread-safe.
 * A call costs a binary search over the pieces and one {@link ClockTransform}.
 */
public final class PiecewiseTransform {
    /** One piece that leaves times as they are. */
    public static final PiecewiseTransform IDENTITY = of(ClockTransform.IDENTITY);

    private final long[] from;
    private final long[] imageFrom;
    private final ClockTransform[] lines;

    private PiecewiseTransform(long[] from, ClockTransform[] lines) {
        this.from = from;
        this.lines = lines;
        imageFrom = new long[from.length];
        imageFrom[0] = Long.MIN_VALUE;
        for (int i = 1; i < from.length; i++) {
            imageFrom[i] = lines[i].apply(from[i]);
            long before = lines[i - 1].apply(from[i]);
            if (from[i] <= from[i - 1] || Math.abs(imageFrom[i] - before) > 1) {
                throw new IllegalArgumentException(
                        "pieces " + (i - 1) + " and " + i + " do not join at " + from[i] + " ns: " + before + " and " + imageFrom[i]);
            }
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
     * @param lines the lines, one more than breaks; neighbours meet at their break to within 1 ns
     * @throws IllegalArgumentException if the breaks do not rise or the lines do not meet
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
        return lines.length == 1 ? lines[0].apply(nanos) : lines[pieceAt(nanos)].apply(nanos);
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
        while (true) {
            result.add(lines[at].then(next.lines[to]));
            // Where does each of the two change next? In host time, the earlier change counts.
            boolean mine = at + 1 < lines.length;
            boolean theirs = to + 1 < next.lines.length;
            if (!mine && !theirs) {
                break;
            }
            long last = breaks.isEmpty() ? Long.MIN_VALUE : breaks.get(breaks.size() - 1);
            long mineAt = mine ? from[at + 1] : Long.MAX_VALUE;
            long theirsAt = theirs ? lines[at].exactInverse(Rational.of(next.from[to + 1])).round().longValueExact() : Long.MAX_VALUE;
            long breakAt = Math.min(mineAt, theirsAt);
            if (breakAt <= last) {
                // A piece of less than a nanosecond: the line that follows replaces it.
                result.remove(result.size() - 2);
            } else {
                breaks.add(breakAt);
            }
            if (mine && mineAt <= theirsAt) {
                at++;
            }
            if (theirs && theirsAt <= mineAt) {
                to++;
            }
        }
        long[] array = new long[breaks.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = breaks.get(i);
        }
        return of(array, result);
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
