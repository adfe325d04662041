/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.function.Predicate;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;

/** The time for which at least one of some stretches lasts, within a range: their union. O(n log n). */
public final class TimeUnion {
    private final long from;
    private final long to;
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();

    /** The union, within a range, of what is going to be added. */
    public TimeUnion(long fromNanos, long toNanos) {
        from = fromNanos;
        to = toNanos;
    }

    /** Adds a stretch; what lies outside of the range is cut off. */
    public void add(long begin, long end) {
        long clippedBegin = Math.max(from, begin);
        long clippedEnd = Math.min(to, end);
        if (clippedBegin < clippedEnd) {
            int last = ends.size() - 1;
            if (last >= 0 && ends.get(last) == clippedBegin) {
                ends.set(last, clippedEnd);
            } else {
                begins.add(clippedBegin);
                ends.add(clippedEnd);
            }
        }
    }

    /** Adds the time for which a thread runs, or wants to. */
    public void addActive(Timeline timeline, int thread) {
        add(timeline, thread, state -> state != ThreadState.BLOCKED && state != ThreadState.UNKNOWN);
    }

    /** Adds the time for which a thread is the one on its processor. */
    public void addOnCpu(Timeline timeline, int thread) {
        add(timeline, thread, ThreadState::isOnCpu);
    }

    private void add(Timeline timeline, int thread, Predicate<ThreadState> wanted) {
        if (from >= timeline.threadEnd(thread)) {
            return;
        }
        int last = timeline.endSegment(thread);
        int first = timeline.segmentAt(thread, from);
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last && timeline.start(s) < to; s++) {
            if (wanted.test(timeline.state(s))) {
                add(timeline.start(s), timeline.end(thread, s));
            }
        }
    }

    /** Adds the time for which a host was recorded. */
    public void addRecorded(Timeline timeline, int host) {
        for (int i = 0; i < timeline.recordings(host); i++) {
            add(timeline.recordingStart(host, i), timeline.recordingEnd(host, i));
        }
    }

    /** Adds the time for which a host was not recorded. */
    public void addUnrecorded(Timeline timeline, int host) {
        long until = from;
        for (int i = 0; i < timeline.recordings(host); i++) {
            add(until, timeline.recordingStart(host, i));
            until = timeline.recordingEnd(host, i);
        }
        add(until, to);
    }

    /** Length of the union, ns. */
    public long nanos() {
        IntColumn order = Ascending.order(begins);
        long sum = 0;
        long until = Long.MIN_VALUE;
        for (int i = 0; i < order.size(); i++) {
            long end = ends.get(order.get(i));
            if (end > until) {
                sum += end - Math.max(begins.get(order.get(i)), until);
                until = end;
            }
        }
        return sum;
    }
}
