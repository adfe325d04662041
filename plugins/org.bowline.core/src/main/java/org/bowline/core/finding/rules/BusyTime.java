/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.finding.FindingContext;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The time for which at least one of some stretches lasts, within a range: their union. O(n log n). */
final class BusyTime {
    private final long from;
    private final long to;
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();

    BusyTime(long fromNanos, long toNanos) {
        from = fromNanos;
        to = toNanos;
    }

    void add(long begin, long end) {
        long clippedBegin = Math.max(from, begin);
        long clippedEnd = Math.min(to, end);
        if (clippedBegin < clippedEnd) {
            int last = ends.size() - 1;
            if (last >= 0 && ends.getLong(last) == clippedBegin) {
                ends.set(last, clippedEnd);
            } else {
                begins.add(clippedBegin);
                ends.add(clippedEnd);
            }
        }
    }

    /** Adds the time for which a thread runs, or wants to. */
    void addActive(FindingContext context, int thread) {
        Timeline timeline = context.timeline();
        int last = timeline.endSegment(thread);
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < last && timeline.start(s) < to; s++) {
            ThreadState state = timeline.state(s);
            if (state != ThreadState.BLOCKED && state != ThreadState.UNKNOWN) {
                add(timeline.start(s), timeline.end(thread, s));
            }
        }
    }

    /** Length of the union, ns. */
    long nanos() {
        long[] b = begins.toLongArray();
        long[] e = ends.toLongArray();
        LongArrays.quickSort(b, e);
        long sum = 0;
        long until = Long.MIN_VALUE;
        for (int i = 0; i < b.length; i++) {
            if (e[i] > until) {
                sum += e[i] - Math.max(b[i], until);
                until = e[i];
            }
        }
        return sum;
    }
}
