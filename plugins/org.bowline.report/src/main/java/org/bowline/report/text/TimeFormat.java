/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.bowline.core.figures.Duration;
import org.bowline.core.interval.Latencies;

/** How times look on a screen: the only place that decides it. Files have plain nanoseconds. */
public final class TimeFormat {
    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.nnnnnnnnn", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final long SECOND = 1_000_000_000L;

    private TimeFormat() {}

    /** A moment as UTC time of day, {@code HH:MM:SS.nnnnnnnnn}: what --from and --to read. */
    public static String timeOfDay(long nanos) {
        return TIME_OF_DAY.format(instant(nanos));
    }

    /** The UTC date of a moment, {@code YYYY-MM-DD}. */
    public static String date(long nanos) {
        return DATE.format(instant(nanos));
    }

    /** A length of time with three digits and its unit: 815 ns, 1.50 ms, 12.3 s, 4711 s. Exact below a microsecond. */
    public static String duration(long nanos) {
        return Duration.duration(nanos);
    }

    /** A percentile of lengths: {@code 12.3 ms}, {@code at least 2.70 s}. */
    public static String latency(Latencies.Percentile percentile) {
        return (percentile.atLeast() ? "at least " : "") + duration(percentile.nanos());
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
    }
}
