/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.math.BigInteger;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.TraceMetadata;

/** The clock of a trace, and how far its origin is from the epoch. */
public final class ClockOffset {
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);

    private ClockOffset() {}

    /** The clock of a trace's events, or null if its events have no time. */
    public static @Nullable ClockClass clock(TraceMetadata metadata) {
        return metadata.clocks().isEmpty() ? null : metadata.clocks().get(0);
    }

    /** The offset of a clock from the epoch, rounded down to ns; clamped to what fits. */
    public static long nanos(ClockClass clock) {
        BigInteger cycles = BigInteger.valueOf(clock.offsetCycles()).multiply(NANOS_PER_SECOND);
        BigInteger[] parts = cycles.divideAndRemainder(BigInteger.valueOf(clock.frequencyHz()));
        BigInteger whole = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        BigInteger nanos = BigInteger.valueOf(clock.offsetSeconds()).multiply(NANOS_PER_SECOND).add(whole);
        return nanos.bitLength() < Long.SIZE ? nanos.longValue() : nanos.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
