/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The part of a recording in which the work was done: from the begin of the first interval to the end of the last. What lies around it, as the
 * start of servers and the time until somebody stops the recording, is mostly waiting for work to come; in a wait-for graph of everything that
 * outweighs the waits that matter.
 *
 * @param fromNanos begin of the first interval, reference time
 * @param toNanos end of the last interval, later than the begin
 */
public record WorkRange(long fromNanos, long toNanos) {
    /** The range of some intervals, in any order; null if there are none. Linear. */
    public static @Nullable WorkRange of(List<NamedInterval> intervals) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (NamedInterval interval : intervals) {
            from = Math.min(from, interval.beginNanos());
            to = Math.max(to, interval.endNanos());
        }
        return intervals.isEmpty() ? null : new WorkRange(from, to);
    }
}
