/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.view;

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

    /** Rows of a timeline; costs nothing. */
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
     */
    public void states(int thread, long fromNanos, long toNanos, int pixels, StateSink sink) {
        if (pixels < 1) {
            throw new IllegalArgumentException("a picture needs at least 1 pixel, not " + pixels);
        }
        int first = timeline.firstSegment(thread);
        for (int s = first; s < timeline.endSegment(thread); s++) {
            long start = Math.max(fromNanos, timeline.start(s));
            long end = Math.min(toNanos, timeline.end(thread, s));
            if (start < end) {
                sink.state(start, end, timeline.state(s), timeline.cause(s), timeline.target(s), timeline.cpu(s), false);
            }
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
        if (timesNanos.length > 0) {
            states(thread, timesNanos[0], timesNanos[timesNanos.length - 1] + 1, timesNanos.length, sink);
        }
    }
}
