/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact line from a host's clock to the reference clock: {@code reference = referenceBase + slope · (host − hostBase)}, rounded to the nearest nanosecond.
 *
 * <p>Immutable and thread-safe; the same time always gives the same answer. The error is at most 0.5 ns of rounding, plus less than 10⁻⁶ ns within weeks of the base and
 * less than 0.0002 ns for every time of either sign, and later times never map to earlier ones. A call is the upper half of one 128-bit multiplication (the lower half is
 * computed where it could decide the rounding) when the slope lies within 0.5 and 1.5, exact arithmetic on big
 * numbers otherwise (a clock never is there). An answer outside {@code long} throws {@link ArithmeticException}.
 *
 * <p>Giraldeau and Dagenais (TPDS 27(8), 2016) use a 64-bit window that moves with the times asked for; fixed-point arithmetic of 128 bits needs none.
 */
public final class ClockTransform implements Serializable {
    /** Leaves times as they are. */
    public static final ClockTransform IDENTITY = new ClockTransform(Rational.ONE, 0, Rational.ZERO);

    private final Rational slope;
    private final long hostBase;
    private final Rational referenceBase;
    private final boolean identity;
    private final FixedPointLine forward;
    private final FixedPointLine backward;

    private ClockTransform(Rational slope, long hostBase, Rational referenceBase) {
        if (slope.signum() <= 0) {
            throw new IllegalArgumentException("a clock must run forward, but its slope is " + slope.toBigDecimal());
        }
        this.slope = slope;
        this.hostBase = hostBase;
        this.referenceBase = referenceBase;
        this.identity = slope.equals(Rational.ONE) && referenceBase.equals(Rational.of(hostBase));
        this.forward = new FixedPointLine(slope, hostBase, referenceBase);
        // The inverse is taken about the whole nanosecond nearest to the reference base: host = hostBase + (r − referenceBase) / slope.
        long whole = referenceBase.round().longValueExact();
        Rational inverseSlope = Rational.ONE.over(slope);
        this.backward = new FixedPointLine(inverseSlope, whole,
                Rational.of(hostBase).plus(Rational.of(whole).minus(referenceBase).times(inverseSlope)));
    }

    /**
     * The line through (hostBase, referenceBase).
     *
     * @param slope reference nanoseconds per host nanosecond, above 0
     * @param hostBase host time, ns
     * @param referenceBase reference time at the base, ns
     * @throws IllegalArgumentException if the slope is not above 0
     * @throws ArithmeticException if the reference base is outside {@code long}
     */
    public static ClockTransform of(Rational slope, long hostBase, Rational referenceBase) {
        ClockTransform transform = new ClockTransform(slope, hostBase, referenceBase);
        return transform.identity ? IDENTITY : transform;
    }

    /** The line {@code reference = slope · host + offset}, with exact decimals. */
    public static ClockTransform of(BigDecimal slope, BigDecimal offset) {
        return of(Rational.of(slope), 0, Rational.of(offset));
    }

    /** The line of slope 1 that adds an offset. */
    public static ClockTransform shift(long offsetNanos) {
        return of(Rational.ONE, 0, Rational.of(offsetNanos));
    }

    /** The line through two points; the second must be later on both clocks. */
    public static ClockTransform through(long host1, Rational reference1, long host2, Rational reference2) {
        Rational run = Rational.of(host2).minus(Rational.of(host1));
        return of(reference2.minus(reference1).over(run), host1, reference1);
    }

    /** Reference time of a host time, to the nearest nanosecond. */
    public long apply(long hostNanos) {
        return identity ? hostNanos : forward.apply(hostNanos);
    }

    /** Host time of a reference time, to the nearest nanosecond. */
    public long inverse(long referenceNanos) {
        return identity ? referenceNanos : backward.apply(referenceNanos);
    }

    /** Reference time of a host time as an exact fraction. */
    public Rational exact(Rational hostNanos) {
        return referenceBase.plus(slope.times(hostNanos.minus(Rational.of(hostBase))));
    }

    /** Host time of a reference time as an exact fraction. */
    public Rational exactInverse(Rational referenceNanos) {
        return Rational.of(hostBase).plus(referenceNanos.minus(referenceBase).over(slope));
    }

    /** This transform, then another one, as one exact line. */
    public ClockTransform then(ClockTransform next) {
        if (identity) {
            return next;
        }
        return next.identity ? this : of(slope.times(next.slope), hostBase, next.exact(referenceBase));
    }

    /** The line the other way, exactly. */
    public ClockTransform inverted() {
        long whole = referenceBase.round().longValueExact();
        return identity ? this : of(Rational.ONE.over(slope), whole, exactInverse(Rational.of(whole)));
    }

    /** The same line about another host base; exact. */
    public ClockTransform rebased(long newHostBase) {
        return identity ? this : of(slope, newHostBase, exact(Rational.of(newHostBase)));
    }

    /** Whether times stay as they are. */
    public boolean isIdentity() {
        return identity;
    }

    /** Reference nanoseconds per host nanosecond, with 40 digits. */
    public BigDecimal slope() {
        return slope.toBigDecimal();
    }

    /** Reference nanoseconds per host nanosecond. */
    public Rational exactSlope() {
        return slope;
    }

    /** Host time about which the line is given, ns. */
    public long hostBaseNanos() {
        return hostBase;
    }

    /** Reference time at the host base, ns, with 40 digits. */
    public BigDecimal referenceBase() {
        return referenceBase.toBigDecimal();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClockTransform that && slope.equals(that.slope) && exact(Rational.ZERO).equals(that.exact(Rational.ZERO));
    }

    @Override
    public int hashCode() {
        return 31 * slope.hashCode() + exact(Rational.ZERO).hashCode();
    }

    @Override
    public String toString() {
        return identity ? "identity" : referenceBase.toBigDecimal().toPlainString() + " + " + slope() + "·(t − " + hostBase + ")";
    }

    /** {@code y = y0 + slope·(x − x0)} in fixed point: y = whole + d + (d·drift + fraction) / 2^shift, where drift = (slope − 1)·2^shift. */
    private static final class FixedPointLine implements Serializable {
        private static final int LARGEST_SHIFT = 100;
        private static final long FARTHEST = 1L << 61;
        private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

        private final Rational slope;
        private final Rational base;
        private final long origin;
        private final long whole;
        private final long drift;
        private final long fractionHigh;
        private final long fractionLow;
        private final int shift;
        /** What is left to shift in the upper half of the product. */
        private final int highShift;
        /** The bits below the point in the upper half: only if all are set does the lower half matter. None if it always does. */
        private final long undecided;
        /** What brings a time to the whole nanoseconds before the product: whole − origin. */
        private final long toWhole;
        /**
         * What brings the times within reach of the origin to the least of all numbers, so that one comparison finds the others: with origin, base and reach this small
         * neither the difference nor the sum can wrap around into them.
         */
        private final long toSpan;
        /** The first number that is not of a time within reach; the least of all if the fixed-point path cannot be taken at all. */
        private final long spanEnd;

        FixedPointLine(Rational slope, long origin, Rational base) {
            this.slope = slope;
            this.base = base;
            this.origin = origin;
            whole = base.floor().longValueExact();
            Rational epsilon = slope.minus(Rational.ONE);
            int bits = LARGEST_SHIFT;
            Rational limit = new Rational(BigInteger.ONE.shiftLeft(62), BigInteger.ONE);
            Rational magnitude = epsilon.signum() < 0 ? epsilon.negate() : epsilon;
            // Largest shift with |epsilon|·2^shift <= 2^62: first by the lengths of the numbers, then exactly.
            if (epsilon.signum() != 0) {
                int estimate = 62 - magnitude.numerator().bitLength() + magnitude.denominator().bitLength() + 1;
                bits = Math.min(LARGEST_SHIFT, estimate);
                while (bits > 0 && scaled(magnitude, bits).compareTo(limit) > 0) {
                    bits--;
                }
            }
            if (bits < 63 || !within(origin, FARTHEST) || !within(whole, 2 * FARTHEST)) {
                shift = 0;
                highShift = 0;
                undecided = 0;
                drift = 0;
                fractionHigh = 0;
                fractionLow = 0;
                toWhole = 0;
                toSpan = 0;
                spanEnd = Long.MIN_VALUE;
                return;
            }
            shift = bits;
            highShift = Math.max(0, bits - 64);
            undecided = (1L << highShift) - 1;
            drift = scaled(epsilon, bits).round().longValueExact();
            BigInteger fraction = scaled(base.minus(new Rational(base.floor(), BigInteger.ONE)), bits).round()
                    .add(BigInteger.ONE.shiftLeft(bits - 1));
            fractionHigh = fraction.shiftRight(64).longValueExact();
            fractionLow = fraction.mod(TWO_64).longValue();
            // The drift is off by 2^−(shift+1) at most (by nothing when it is a whole number).
            boolean exactDrift = scaled(epsilon, bits).denominator().equals(BigInteger.ONE);
            // Farthest distance from the origin at which the rounding of the drift stays below 2^−13 ns, and nothing can overflow.
            long reach = exactDrift ? FARTHEST : Math.min(FARTHEST, 1L << Math.min(61, bits - 12));
            toWhole = whole - origin;
            toSpan = reach - origin + Long.MIN_VALUE;
            spanEnd = 2 * reach + 1 + Long.MIN_VALUE;
        }

        private static boolean within(long value, long distance) {
            return value >= -distance && value <= distance;
        }

        private static Rational scaled(Rational value, int bits) {
            return new Rational(value.numerator().shiftLeft(bits), value.denominator());
        }

        long apply(long x) {
            if (x + toSpan >= spanEnd) {
                return slow(x);
            }
            long high = Math.multiplyHigh(drift, x - origin) + fractionHigh;
            if ((high & undecided) == undecided) {
                return carried(x - origin, high);
            }
            return x + toWhole + (high >> highShift);
        }

        /** The lower halves may carry into the upper one, and on to the whole nanoseconds: about once in 2^(shift − 64) times. */
        private long carried(long d, long upper) {
            long low = drift * d;
            long sum = low + fractionLow;
            long high = upper + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
            long correction = shift >= 64 ? high >> (shift - 64) : (high << (64 - shift)) | (sum >>> shift);
            return whole + d + correction;
        }

        private long slow(long x) {
            Rational y = base.plus(slope.times(Rational.of(x).minus(Rational.of(origin))));
            BigInteger rounded = y.round();
            if (rounded.bitLength() > 63) {
                throw new ArithmeticException("time " + x + " ns of one clock is outside the range of 64-bit nanoseconds on the other");
            }
            return rounded.longValue();
        }
    }
}
