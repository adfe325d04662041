/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.Arrays;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.SegmentSums;
import org.bowline.core.timeline.Timeline;

/**
 * The states to draw of a thread. Immutable; safe for many readers.
 *
 * <p><b>The rule.</b> The range is divided into pixels. A pixel that holds parts of one or two segments is drawn exactly: every begin and end
 * in it is that of a segment. A pixel that holds three or more segments is <em>mixed</em>: it is drawn as a whole in the state the thread spent
 * most time in within the pixel, and if that is blocked, with the cause of most of the blocked time (of equal ones the first by ordinal);
 * neighbouring mixed pixels of the same state and cause are one interval. So nothing is drawn that was not there, what is not marked mixed is
 * exact to the nanosecond, and there are at most two intervals per pixel. The intervals tile the part of the range in which the thread lives.
 */
public final class StateRows {
    private final Timeline timeline;

    /** Rows of a timeline; costs nothing. A row costs O(pixels · log segments) then, but for the first one of a long thread. */
    public StateRows(Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * The states of a thread within a range that is divided evenly: pixel i begins at {@code from + ⌊i · (to − from) / pixels⌋}.
     *
     * @param thread number of the thread
     * @param fromNanos begin, reference time
     * @param toNanos end, exclusive; nothing is drawn if it is not later
     * @param pixels number of pixels, at least 1; no more than nanoseconds are used
     * @param sink takes the intervals
     * @throws IllegalArgumentException if there are no pixels
     * @throws ArithmeticException if the range is longer than 2^63 ns
     */
    public void states(int thread, long fromNanos, long toNanos, int pixels, StateSink sink) {
        if (pixels < 1) {
            throw new IllegalArgumentException("a picture needs at least 1 pixel, not " + pixels);
        }
        if (toNanos > fromNanos) {
            long length = Math.subtractExact(toNanos, fromNanos);
            new Row(timeline, thread, new PixelGrid.Even(fromNanos, length, (int) Math.min(pixels, length)), sink).draw();
        }
    }

    /**
     * The states of a thread for ascending times: each time begins a pixel that ends at the next time; the last one is 1 ns wide. Times that
     * are equal to the one before count for nothing.
     *
     * @param thread number of the thread
     * @param timesNanos reference times, ascending
     * @param sink takes the intervals
     * @throws IllegalArgumentException if a time is earlier than the one before
     */
    public void states(int thread, long[] timesNanos, StateSink sink) {
        long[] times = timesNanos.clone();
        int pixels = 0;
        for (int i = 0; i < times.length; i++) {
            if (i > 0 && times[i] < times[i - 1]) {
                throw new IllegalArgumentException("time " + i + " is before the one before it: " + times[i] + " after " + times[i - 1]);
            }
            if (pixels == 0 || times[i] > times[pixels - 1]) {
                times[pixels++] = times[i];
            }
        }
        if (pixels > 0) {
            new Row(timeline, thread, new PixelGrid.Listed(times, pixels), sink).draw();
        }
    }

    /** One row while it is drawn. */
    private static final class Row {
        private static final int NONE = -1;

        private final Timeline timeline;
        private final int thread;
        private final PixelGrid grid;
        private final StateSink sink;
        private final long[] totals = new long[SegmentSums.SLOTS];
        /** The mixed interval that may go on with the next pixel. */
        private int mixedClass = NONE;
        private long mixedStart;
        private long mixedEnd;

        Row(Timeline timeline, int thread, PixelGrid grid, StateSink sink) {
            this.timeline = timeline;
            this.thread = thread;
            this.grid = grid;
            this.sink = sink;
        }

        void draw() {
            long begin = Math.max(grid.edge(0), timeline.threadStart(thread));
            long end = Math.min(grid.edge(grid.pixels()), timeline.threadEnd(thread));
            if (begin >= end) {
                return;
            }
            int segment = timeline.segmentAt(thread, begin);
            int pixel = 0;
            // what is drawn up to; the segment holds it
            long drawn = begin;
            while (timeline.end(thread, segment) < end) {
                long boundary = timeline.end(thread, segment);
                pixel = grid.pixelOf(boundary, pixel);
                long left = Math.max(begin, grid.edge(pixel));
                long right = Math.min(end, grid.edge(pixel + 1));
                // at the pixel's begin, or the first boundary within it
                if (boundary == left || timeline.end(thread, segment + 1) >= right) {
                    exact(segment, drawn, boundary);
                    segment++;
                    drawn = boundary;
                    continue;
                }
                if (drawn < left) {
                    exact(segment, drawn, left);
                }
                int last = lastBefore(right, segment + 2);
                mixed(segment, last, left, right);
                drawn = right;
                if (right == end) {
                    flush();
                    return;
                }
                segment = timeline.end(thread, last) == right ? last + 1 : last;
            }
            exact(segment, drawn, end);
        }

        /** The last segment that begins before a time, from one on that does: in steps that double, then halve. */
        private int lastBefore(long nanos, int from) {
            int limit = timeline.endSegment(thread);
            int low = from;
            int step = 1;
            while (low + step < limit && timeline.start(low + step) < nanos) {
                low += step;
                step <<= 1;
            }
            int high = Math.min(limit, low + step);
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                if (timeline.start(middle) < nanos) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void exact(int segment, long start, long end) {
            flush();
            sink.state(start, end, timeline.state(segment), timeline.cause(segment), timeline.target(segment), timeline.cpu(segment),
                    false);
        }

        private void mixed(int first, int last, long start, long end) {
            Arrays.fill(totals, 0);
            timeline.sums().add(thread, first, last, start, end, totals);
            int most = mostTime();
            if (mixedClass == most && mixedEnd == start) {
                mixedEnd = end;
                return;
            }
            flush();
            mixedClass = most;
            mixedStart = start;
            mixedEnd = end;
        }

        /** The class of the state with the most time; of the blocked ones the cause with the most. */
        private int mostTime() {
            int bestState = NONE;
            int bestBlocked = NONE;
            long blocked = 0;
            int waits = ThreadState.BLOCKED.ordinal();
            for (int i = 0; i < SegmentSums.CLASSES; i++) {
                if (SegmentSums.state(i) != ThreadState.BLOCKED) {
                    bestState = bestState == NONE || totals[i] > totals[bestState] ? i : bestState;
                } else {
                    blocked += totals[i];
                    bestBlocked = bestBlocked == NONE || totals[i] > totals[bestBlocked] ? i : bestBlocked;
                }
            }
            boolean wins = blocked > totals[bestState] || (blocked == totals[bestState] && waits < bestState);
            return wins ? bestBlocked : bestState;
        }

        private void flush() {
            if (mixedClass != NONE) {
                sink.state(mixedStart, mixedEnd, SegmentSums.state(mixedClass), SegmentSums.cause(mixedClass), Timeline.NONE, NONE, true);
                mixedClass = NONE;
            }
        }
    }
}
