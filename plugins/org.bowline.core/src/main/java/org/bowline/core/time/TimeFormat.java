/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moments as people write them: the UTC time of day {@code HH:MM:SS.nnnnnnnnn}, or plain nanoseconds since the epoch; and lengths of time with their unit. A time of day means
 * the one nearest to the trace's begin that is not before it by more than half a day, so that traces across midnight need no date.
 */
public final class TimeFormat {
    /** Nanoseconds of a day. */
    public static final long DAY_NANOS = 86_400_000_000_000L;

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final Pattern TIME_OF_DAY = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?");
    private static final Pattern NANOS = Pattern.compile("-?\\d{1,19}");

    private TimeFormat() {}

    /**
     * Reads a moment.
     *
     * @param text {@code HH:MM}, {@code HH:MM:SS}, {@code HH:MM:SS.n} with one to nine digits, or nanoseconds since the epoch
     * @param traceBeginNanos when the trace begins, reference time: says which day is meant
     * @return ns since the epoch
     * @throws IllegalArgumentException if it is neither, or not a time of a day
     */
    public static long parse(String text, long traceBeginNanos) {
        String trimmed = text.strip();
        if (NANOS.matcher(trimmed).matches()) {
            try {
                return Long.parseLong(trimmed);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("time " + trimmed + " has more nanoseconds than 64 bits hold", e);
            }
        }
        Matcher time = TIME_OF_DAY.matcher(trimmed);
        if (!time.matches()) {
            throw new IllegalArgumentException("time '" + text + "' is neither HH:MM:SS.nnnnnnnnn (UTC) nor nanoseconds since the epoch");
        }
        int hours = Integer.parseInt(time.group(1));
        int minutes = Integer.parseInt(time.group(2));
        int seconds = time.group(3) == null ? 0 : Integer.parseInt(time.group(3));
        if (hours > 23 || minutes > 59 || seconds > 59) {
            throw new IllegalArgumentException("time '" + text + "' is no time of a day: hours go to 23, minutes and seconds to 59");
        }
        String fraction = time.group(4);
        long nanos = fraction == null ? 0 : Long.parseLong((fraction + "00000000").substring(0, 9));
        long ofDay = ((hours * 60L + minutes) * 60 + seconds) * SECOND_NANOS + nanos;
        long moment = Math.floorDiv(traceBeginNanos, DAY_NANOS) * DAY_NANOS + ofDay;
        if (moment < traceBeginNanos - DAY_NANOS / 2) {
            return moment + DAY_NANOS;
        }
        return moment >= traceBeginNanos + DAY_NANOS / 2 ? moment - DAY_NANOS : moment;
    }

    /** A moment's UTC time of day, {@code HH:MM:SS.nnnnnnnnn}. */
    public static String timeOfDay(long nanos) {
        long ofDay = Math.floorMod(nanos, DAY_NANOS);
        long seconds = ofDay / SECOND_NANOS;
        return String.format(Locale.ROOT, "%02d:%02d:%02d.%09d", seconds / 3600, seconds / 60 % 60, seconds % 60, ofDay % SECOND_NANOS);
    }

    /** A length of time, exactly, in the greatest unit that is not above it: {@code 815 ns}, {@code 1.5 ms}, {@code 4711.000000001 s}. */
    public static String duration(long nanos) {
        long magnitude = nanos == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(nanos);
        String unit = magnitude < 1_000 ? "ns" : magnitude < 1_000_000 ? "µs" : magnitude < SECOND_NANOS ? "ms" : "s";
        int places = magnitude < 1_000 ? 0 : magnitude < 1_000_000 ? 3 : magnitude < SECOND_NANOS ? 6 : 9;
        return java.math.BigDecimal.valueOf(nanos, places).stripTrailingZeros().toPlainString() + ' ' + unit;
    }
}
