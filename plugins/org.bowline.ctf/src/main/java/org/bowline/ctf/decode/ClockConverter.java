/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.math.BigInteger;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.ClockClass;

/**
 * Clock cycles to nanoseconds since the clock's origin: offset_s·10⁹ + ⌊(offset + cycles)·10⁹ / frequency⌋, exact. (babeltrace2 rounds
 * through a double where the frequency is not 1 GHz.)
 */
final class ClockConverter {
    private static final long BILLION = 1_000_000_000L;
    private static final BigInteger BIG_BILLION = BigInteger.valueOf(BILLION);
    /** Above this frequency the remainder times 10⁹ does not fit 64 bits. */
    private static final long SPLIT_LIMIT = Long.MAX_VALUE / BILLION;

    private final @Nullable ClockClass clock;
    private final boolean plain;
    private final long baseNanos;
    private final boolean split;
    private final long frequency;
    private final long offsetCycles;

    ClockConverter(@Nullable ClockClass clock) {
        this.clock = clock;
        if (clock == null) {
            plain = true;
            split = false;
            baseNanos = 0;
            frequency = BILLION;
            offsetCycles = 0;
            return;
        }
        frequency = Math.max(1, clock.frequencyHz());
        BigInteger base = BigInteger.valueOf(clock.offsetSeconds()).multiply(BIG_BILLION);
        boolean gigahertz = frequency == BILLION;
        offsetCycles = clock.offsetCycles();
        if (gigahertz) {
            base = base.add(BigInteger.valueOf(offsetCycles));
        }
        boolean fits = base.bitLength() < Long.SIZE;
        baseNanos = fits ? base.longValue() : 0;
        plain = gigahertz && fits;
        split = !gigahertz && fits && frequency <= SPLIT_LIMIT && offsetCycles >= 0;
    }

    /** Whether the values of two clocks can be compared. */
    boolean isLike(ClockConverter other) {
        return Objects.equals(clock, other.clock);
    }

    /** Whether there is a clock at all; without one every time is 0. */
    boolean hasClock() {
        return clock != null;
    }

    /**
     * @param cycles unsigned
     * @throws ArithmeticException if the time is not within 292 years of the origin
     */
    long nanos(long cycles) {
        if (clock == null) {
            return 0;
        }
        if (plain && cycles >= 0) {
            return Math.addExact(baseNanos, cycles);
        }
        if (split && cycles >= 0) {
            long total = offsetCycles + cycles;
            if (total >= 0) {
                long seconds = total / frequency;
                long rest = total - seconds * frequency;
                long nanos = seconds * BILLION + rest * BILLION / frequency;
                long sum = baseNanos + nanos;
                // overflow in parts may still be a good sum
                if (seconds < SPLIT_LIMIT && (baseNanos < 0 || sum >= 0)) {
                    return sum;
                }
            }
        }
        return exact(clock, cycles);
    }

    private static long exact(ClockClass clock, long cycles) {
        BigInteger total = new BigInteger(Long.toUnsignedString(cycles)).add(BigInteger.valueOf(clock.offsetCycles()))
                .multiply(BIG_BILLION);
        BigInteger[] parts = total.divideAndRemainder(BigInteger.valueOf(Math.max(1, clock.frequencyHz())));
        BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        return floor.add(BigInteger.valueOf(clock.offsetSeconds()).multiply(BIG_BILLION)).longValueExact();
    }

    /** How many whole cycles a duration has, at least one; {@link Long#MAX_VALUE} if they do not fit. */
    long cycles(long durationNanos) {
        long high = Math.multiplyHigh(frequency, durationNanos);
        long low = frequency * durationNanos;
        return high != 0 || low < 0 ? Long.MAX_VALUE : Math.max(1, low / BILLION);
    }

    /** As {@link #nanos}, or {@code otherwise} if the time cannot be told. */
    long nanosOr(long cycles, long otherwise) {
        try {
            return nanos(cycles);
        } catch (ArithmeticException e) {
            return otherwise;
        }
    }

    /** Extends a clock value of {@code size} bits by the value before it: the first time not before it that has these low bits. */
    static long extend(long before, long value, int size) {
        return size >= 64 ? value : before + (((value - before) & ((1L << size) - 1)));
    }
}
