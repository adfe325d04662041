/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.model.Caveat;
import org.bowline.core.study.NothingKnown;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.TimeFormat;

/** The range that is analysed; figures are those of the range, not of the trace. */
final class RangeOptions {
    @Option(names = "--from", paramLabel = "TIME", converter = TimeArgument.Converter.class,
            description = "Begin of the range, reference time: HH:MM:SS.nnnnnnnnn (UTC), or nanoseconds since the epoch. Default: "
                    + "begin of the trace.")
    @Nullable TimeArgument from;

    @Option(names = "--to", paramLabel = "TIME", converter = TimeArgument.Converter.class,
            description = "End of the range. Default: end of the trace.")
    @Nullable TimeArgument to;

    /**
     * A range of reference time.
     *
     * @param fromNanos begin
     * @param toNanos end, exclusive
     */
    record Range(long fromNanos, long toNanos) {}

    /**
     * The range within a timeline: what lies outside is cut off.
     *
     * @param caveats of the analysis
     * @throws Failure if there is nothing in the timeline (it says which traces could not be read), or (of usage) nothing is left
     */
    Range resolve(Timeline timeline, List<Caveat> caveats) {
        return resolve(timeline, caveats, false);
    }

    /**
     * The same where the lengths of intervals are enough: without a kernel trace they are all that is known, in whatever range.
     *
     * @param intervals whether intervals were asked for
     */
    Range resolve(Timeline timeline, List<Caveat> caveats, boolean intervals) {
        if (timeline.segmentCount() == 0 && intervals && from == null && to == null) {
            return new Range(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (timeline.segmentCount() == 0) {
            throw Failure.unreadable(NothingKnown.why(caveats), null);
        }
        return resolve(timeline.startNanos(), timeline.endNanos());
    }

    /** What else to try where the wait-for graph of a range has no knot. */
    String narrower() {
        return from != null || to != null ? "Another range, or --process NAME, may have one."
                : "In a whole trace, start and end often hide what happens in between: narrow it with --from and --to, or with --process NAME.";
    }

    /** The same of the trace's begin and end. */
    Range resolve(long startNanos, long endNanos) {
        long begin = from == null ? startNanos : from.resolve(startNanos, endNanos);
        long end = to == null ? endNanos : to.resolve(from == null ? startNanos : begin, endNanos);
        String trace = "The trace goes from " + TimeFormat.timeOfDay(startNanos) + " (" + startNanos + ") to "
                + TimeFormat.timeOfDay(endNanos) + " (" + endNanos
                + ").";
        if (begin >= end) {
            throw Failure.usage("the range is empty: --from " + TimeFormat.timeOfDay(begin) + " is not before --to "
                    + TimeFormat.timeOfDay(end) + ". " + trace);
        }
        if (begin >= endNanos || end <= startNanos) {
            throw Failure.usage("the range from " + TimeFormat.timeOfDay(begin) + " to " + TimeFormat.timeOfDay(end)
                    + " lies outside of the trace. " + trace);
        }
        return new Range(Math.max(begin, startNanos), Math.min(end, endNanos));
    }
}
