/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.report.text.TimeFormat;

/** The range that is analysed; figures are those of the range, not of the trace. */
final class RangeOptions {
    @Option(names = "--from", paramLabel = "TIME", converter = TimeArgument.Converter.class,
            description = "Start of the range, reference time: HH:MM:SS.nnnnnnnnn (UTC), or nanoseconds since the epoch. "
                    + "Where only --to is given: the start of the trace.")
    @Nullable TimeArgument from;

    @Option(names = "--to", paramLabel = "TIME", converter = TimeArgument.Converter.class,
            description = "End of the range. Where only --from is given: the end of the trace.")
    @Nullable TimeArgument to;

    /**
     * A range of reference time.
     *
     * @param fromNanos begin
     * @param toNanos end, exclusive
     */
    record Range(long fromNanos, long toNanos) {}

    /** Whether one was said. */
    boolean given() {
        return from != null || to != null;
    }

    /**
     * The range within a recording: what lies outside is cut off.
     *
     * @throws Failure of usage if nothing is left
     */
    Range resolve(long startNanos, long endNanos) {
        long begin = from == null ? startNanos : from.resolve(startNanos, endNanos);
        long end = to == null ? endNanos : to.resolve(from == null ? startNanos : begin, endNanos);
        String trace = "The trace goes from " + TimeFormat.timeOfDay(startNanos) + " (" + startNanos + ") to "
                + TimeFormat.timeOfDay(endNanos) + " (" + endNanos
                + ").";
        if (from == null ? end <= startNanos : to == null && begin >= endNanos) {
            throw Failure.usage((from == null ? "--to " + TimeFormat.timeOfDay(end) : "--from " + TimeFormat.timeOfDay(begin))
                    + " lies outside of the trace. " + trace);
        }
        if (begin >= end) {
            // a time of day may be taken for one of the next day, if that is nearer to the trace
            boolean dated = !TimeFormat.date(begin).equals(TimeFormat.date(end));
            throw Failure.usage(
                    "the range is empty: --from " + moment(begin, dated) + " is not before --to " + moment(end, dated) + ". " + trace);
        }
        if (begin >= endNanos || end <= startNanos) {
            throw Failure.usage("the range from " + TimeFormat.timeOfDay(begin) + " to " + TimeFormat.timeOfDay(end)
                    + " lies outside of the trace. " + trace);
        }
        return new Range(Math.max(begin, startNanos), Math.min(end, endNanos));
    }

    private static String moment(long nanos, boolean dated) {
        return (dated ? TimeFormat.date(nanos) + ' ' : "") + TimeFormat.timeOfDay(nanos);
    }
}
