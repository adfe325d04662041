/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A moment of reference time as the user writes it: {@code HH:MM:SS.nnnnnnnnn} (UTC, one to nine digits of a fraction, or none), or
 * nanoseconds since the epoch. A time of day has a date only in a trace: the first day on which it falls into it.
 *
 * @param nanos since the epoch, or since midnight
 * @param ofDay whether it is a time of day
 */
record TimeArgument(long nanos, boolean ofDay) {
    private static final Pattern TIME_OF_DAY = Pattern.compile("(\\d{1,2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,9}))?");
    private static final Pattern NANOS = Pattern.compile("\\d{1,19}");
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400L * SECOND;

    /** Reads either form. */
    static TimeArgument parse(String text) {
        Matcher time = TIME_OF_DAY.matcher(text);
        if (time.matches()) {
            int hours = Integer.parseInt(time.group(1));
            int minutes = Integer.parseInt(time.group(2));
            int seconds = Integer.parseInt(time.group(3));
            if (hours > 23 || minutes > 59 || seconds > 59) {
                throw new TypeConversionException("'" + text + "' is not a time of day: hours go to 23, minutes and seconds to 59");
            }
            String fraction = time.group(4) == null ? "" : time.group(4);
            long nanos = fraction.isEmpty() ? 0 : Long.parseLong((fraction + "00000000").substring(0, 9));
            return new TimeArgument((hours * 3600L + minutes * 60L + seconds) * SECOND + nanos, true);
        }
        if (NANOS.matcher(text).matches()) {
            try {
                return new TimeArgument(Long.parseLong(text), false);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is too many nanoseconds");
            }
        }
        throw new TypeConversionException("'" + text + "' is not a time; write HH:MM:SS.nnnnnnnnn (UTC) or nanoseconds since the epoch");
    }

    /**
     * The moment in a trace. A time of day is the first one at or after {@code notBefore}, if that is still in the trace; else the nearest
     * to the trace's begin or end, so that a range may reach beyond the trace.
     *
     * @param notBefore the trace's begin, or the begin of the range
     * @param end the trace's end
     */
    long resolve(long notBefore, long end) {
        if (!ofDay) {
            return nanos;
        }
        long midnight = Math.floorDiv(notBefore, DAY) * DAY;
        long best = midnight + nanos;
        for (long candidate : new long[] {best, best + DAY, best - DAY}) {
            if (distance(candidate, notBefore, end) < distance(best, notBefore, end)) {
                best = candidate;
            }
        }
        return best;
    }

    private static long distance(long moment, long begin, long end) {
        return Math.max(0, Math.max(begin - moment, moment - end));
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<TimeArgument> {
        @Override
        public TimeArgument convert(String value) {
            return parse(value);
        }
    }
}
