/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.clock;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.jspecify.annotations.Nullable;

import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

/**
 * The times of one trace on the reference clock: {@code reference = clock(trace time + correction)}, to the nearest nanosecond, as Bowline's own views have
 * them. Immutable, safe for many threads, serialisable in a form of its own that is checked when it is read.
 */
public final class HostClockTransform implements ITmfTimestampTransform {
    private static final long serialVersionUID = 1L;
    /** Times beyond are no times of events but Trace Compass's begin and end of all time: they stay. */
    private static final long FARTHEST_NANOS = Long.MAX_VALUE / 2;

    private final String host;
    private final transient long correctionNanos;
    private final transient PiecewiseTransform clock;

    /**
     * The clock of a host for one of its traces.
     *
     * @param host the host's name within its experiment
     * @param correctionNanos what to add to the trace's times to be on the host's clock
     * @param clock from the host's clock to the reference clock
     */
    public HostClockTransform(String host, long correctionNanos, PiecewiseTransform clock) {
        this.host = Objects.requireNonNull(host);
        this.correctionNanos = correctionNanos;
        this.clock = Objects.requireNonNull(clock);
    }

    /** The host's name within its experiment. */
    public String host() {
        return host;
    }

    /** What is added to the trace's times to be on the host's clock, ns. */
    public long correctionNanos() {
        return correctionNanos;
    }

    @Override
    public long transform(long nanos) {
        if (Math.abs(nanos) > FARTHEST_NANOS || nanos == Long.MIN_VALUE) {
            return nanos;
        }
        return clock.apply(nanos + correctionNanos);
    }

    @Override
    public ITmfTimestamp transform(ITmfTimestamp timestamp) {
        long nanos = timestamp.toNanos();
        long transformed = transform(nanos);
        return transformed == nanos ? timestamp : TmfTimestamp.fromNanos(transformed);
    }

    @Override
    public ITmfTimestampTransform composeWith(ITmfTimestampTransform first) {
        return first.transform(0L) == 0 && first.transform(FARTHEST_NANOS / 2) == FARTHEST_NANOS / 2
                && !(first instanceof HostClockTransform) ? this
                        : new Composed(this, first);
    }

    /** Whether this applies a host's clock as it is now known. */
    public boolean isOf(String name, PiecewiseTransform now) {
        return host.equals(name) && same(clock, now);
    }

    private static boolean same(PiecewiseTransform one, PiecewiseTransform other) {
        if (one.pieces() != other.pieces()) {
            return false;
        }
        for (int i = 0; i < one.pieces(); i++) {
            if (one.fromNanos(i) != other.fromNanos(i) || !one.line(i).equals(other.line(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostClockTransform that && correctionNanos == that.correctionNanos && that.isOf(host, clock);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * host.hashCode() + Long.hashCode(correctionNanos)) + clock.line(0).hashCode();
    }

    @Override
    public String toString() {
        return "Bowline: clock of " + host + ": " + clock + (correctionNanos == 0 ? "" : " of t + " + correctionNanos);
    }

    private Object writeReplace() {
        return new Stored(this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("only its stored form is read");
    }

    /** What is in the file: for each piece where it begins and its exact line {@code base + slope (t - origin)}. */
    private static final class Stored implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int MOST_PIECES = 1 << 20;

        private final String host;
        private final long correction;
        private final long[] from;
        private final long[] origin;
        private final BigInteger[] fractions;

        Stored(HostClockTransform transform) {
            host = transform.host;
            correction = transform.correctionNanos;
            int pieces = transform.clock.pieces();
            from = new long[pieces];
            origin = new long[pieces];
            fractions = new BigInteger[4 * pieces];
            for (int i = 0; i < pieces; i++) {
                ClockTransform line = transform.clock.line(i);
                from[i] = transform.clock.fromNanos(i);
                origin[i] = line.hostBaseNanos();
                Rational slope = line.exactSlope();
                Rational base = line.exact(Rational.of(origin[i]));
                fractions[4 * i] = slope.numerator();
                fractions[4 * i + 1] = slope.denominator();
                fractions[4 * i + 2] = base.numerator();
                fractions[4 * i + 3] = base.denominator();
            }
        }

        private Object readResolve() throws InvalidObjectException {
            try {
                int pieces = from.length;
                if (pieces == 0 || pieces > MOST_PIECES || origin.length != pieces || fractions.length != 4 * pieces) {
                    throw new InvalidObjectException("the pieces of the clock do not fit together");
                }
                List<ClockTransform> lines = new ArrayList<>(pieces);
                for (int i = 0; i < pieces; i++) {
                    lines.add(ClockTransform.of(new Rational(fractions[4 * i], fractions[4 * i + 1]), origin[i],
                            new Rational(fractions[4 * i + 2], fractions[4 * i + 3])));
                }
                return new HostClockTransform(host, correction, PiecewiseTransform.of(Arrays.copyOfRange(from, 1, pieces), lines));
            } catch (IllegalArgumentException | ArithmeticException | NullPointerException e) {
                InvalidObjectException refused = new InvalidObjectException("not a clock: " + e.getMessage());
                refused.initCause(e);
                throw refused;
            }
        }
    }

    /** One transform, then another: what Trace Compass makes when the user adds an offset to a synchronised trace. */
    private record Composed(ITmfTimestampTransform second, ITmfTimestampTransform first) implements ITmfTimestampTransform {
        private static final long serialVersionUID = 1L;

        @Override
        public long transform(long nanos) {
            return second.transform(first.transform(nanos));
        }

        @Override
        public ITmfTimestamp transform(ITmfTimestamp timestamp) {
            return second.transform(first.transform(timestamp));
        }

        @Override
        public ITmfTimestampTransform composeWith(ITmfTimestampTransform before) {
            return new Composed(this, before);
        }
    }
}
