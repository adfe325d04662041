/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A weight that divides what counts from what does not: a share of a range, or a length of time.
 *
 * @param value a share of one, or nanoseconds
 * @param ofRange whether it is a share
 */
public record Threshold(BigDecimal value, boolean ofRange) {
    /** Enough that a weight comes back to the nanosecond from its share of the same range. */
    private static final int DIGITS = 20;
    /** A tenth of a per cent. */
    private static final int LEAST_DIGITS = 3;

    /** Checks the value. */
    public Threshold {
        if (value.signum() < 0) {
            throw new IllegalArgumentException("a threshold must not be negative: " + value);
        }
    }

    /**
     * Reads a share ({@code 20%}) or a length of time ({@code 18s}, {@code 5ms}, {@code 250us}, {@code 4000ns}). A number alone could mean either, so it is
     * refused.
     *
     * @throws IllegalArgumentException if the text has another form; the message says what is possible
     */
    public static Threshold parse(String text) {
        Optional<Threshold> share = Percent.parse(text).map(value -> new Threshold(value, true));
        return share.or(() -> Duration.parse(text).map(nanos -> new Threshold(BigDecimal.valueOf(nanos), false)))
                .orElseThrow(() -> new IllegalArgumentException("'" + text
                        + "' is not a threshold; write a share of the range like 20%, or a time like 18s, 5ms, 250us or 4000ns"));
    }

    /** A share of the range, in per cent. */
    public static Threshold ofPercent(int percent) {
        return new Threshold(BigDecimal.valueOf(percent, 2), true);
    }

    /** What a weight is of a range, so that it is the same share of another one. */
    public static Threshold ofShare(long nanos, long rangeNanos) {
        return new Threshold(BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(rangeNanos), DIGITS, RoundingMode.UP), true);
    }

    /**
     * A share of a range with as few digits of a per cent as will do, at least one: at most a weight, and not less than another one.
     *
     * @param nanos what it is near to
     * @param leastNanos not above it
     */
    public static Threshold atMost(long nanos, long leastNanos, long rangeNanos) {
        return rounded(nanos, rangeNanos, RoundingMode.DOWN, leastNanos, nanos);
    }

    /**
     * The same: at least a weight, and less than another one.
     *
     * @param nanos what it is near to
     * @param belowNanos above it
     */
    public static Threshold atLeast(long nanos, long belowNanos, long rangeNanos) {
        return rounded(nanos, rangeNanos, RoundingMode.UP, nanos, belowNanos - 1);
    }

    private static Threshold rounded(long nanos, long rangeNanos, RoundingMode mode, long least, long most) {
        for (int digits = LEAST_DIGITS; digits < DIGITS; digits++) {
            Threshold share = new Threshold(BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(rangeNanos), digits, mode), true);
            if (share.most(rangeNanos) >= least && share.most(rangeNanos) <= most) {
                return share;
            }
        }
        return ofShare(nanos, rangeNanos);
    }

    /** The largest weight that is not above it, in whole nanoseconds of a range. */
    public long most(long rangeNanos) {
        return Duration.whole(exact(rangeNanos));
    }

    /** The smallest weight that is not below it, in whole nanoseconds of a range. */
    public long least(long rangeNanos) {
        return Duration.whole(exact(rangeNanos).setScale(0, RoundingMode.CEILING));
    }

    private BigDecimal exact(long rangeNanos) {
        return ofRange ? value.multiply(BigDecimal.valueOf(rangeNanos)) : value;
    }
}
