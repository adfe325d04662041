/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.time.ClockMap;
import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.HostClock;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

/** Clocks as fields: exact fractions, so that they give the same nanoseconds. */
final class ClockCodec {
    private ClockCodec() {}

    static void write(FieldWriter out, ClockMap clocks) {
        for (int host = 0; host < clocks.hosts(); host++) {
            HostClock clock = clocks.clock(host);
            write(out, clock.estimate());
            writeBounds(out, clock.low());
            writeBounds(out, clock.high());
            out.number(clock.firstNanos());
            out.number(clock.lastNanos());
        }
    }

    private static void writeBounds(FieldWriter out, @Nullable List<PiecewiseTransform> hops) {
        out.flag(hops != null);
        if (hops != null) {
            out.list(hops, ClockCodec::write);
        }
    }

    private static void write(FieldWriter out, PiecewiseTransform transform) {
        out.number(transform.pieces());
        for (int piece = 0; piece < transform.pieces(); piece++) {
            if (piece > 0) {
                out.number(transform.fromNanos(piece));
            }
            ClockTransform line = transform.line(piece);
            out.fraction(line.exactSlope());
            out.number(line.hostBaseNanos());
            out.fraction(line.exact(Rational.of(line.hostBaseNanos())));
        }
    }

    static ClockMap read(FieldReader in, int hosts) {
        List<HostClock> clocks = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            clocks.add(new HostClock(transform(in), bounds(in), bounds(in), in.number(), in.number()));
        }
        return ClockMap.of(clocks);
    }

    private static @Nullable List<PiecewiseTransform> bounds(FieldReader in) {
        return in.flag() ? in.list(ClockCodec::transform) : null;
    }

    private static PiecewiseTransform transform(FieldReader in) {
        int pieces = in.whole(1, Integer.MAX_VALUE);
        List<ClockTransform> lines = new ArrayList<>();
        List<Long> breaks = new ArrayList<>();
        for (int piece = 0; piece < pieces; piece++) {
            if (piece > 0) {
                breaks.add(in.number());
            }
            lines.add(ClockTransform.of(in.fraction(), in.number(), in.fraction()));
        }
        return PiecewiseTransform.of(breaks.stream().mapToLong(Long::longValue).toArray(), lines);
    }
}
