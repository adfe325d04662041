/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.function.IntPredicate;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** When, where and in which module threads that told of their tags ran. */
final class TagStretches {
    private static final int POLL_MASK = (1 << 16) - 1;

    /** Takes stretches of one thread after the other, each in the order of time. */
    @FunctionalInterface
    interface Sink {
        /**
         * A thread ran in one module.
         *
         * @param segment of the timeline that it is a part of
         * @param path the module
         * @param fromNanos begin, reference time
         * @param toNanos end, exclusive; later than the begin
         */
        void ran(int thread, int segment, int path, long fromNanos, long toNanos);
    }

    private TagStretches() {}

    /**
     * Tells all stretches of running time within a range; interrupted time is none. O(segments + events of the threads with tags).
     *
     * @param threads whose; those that told nothing of their tags are left out
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    static void forEach(Timeline timeline, TagLog log, long from, long to, IntPredicate threads, Sink sink, Progress progress) {
        long steps = 0;
        for (TagLog.Lane lane : log.lanes()) {
            int thread = lane.thread();
            if (thread == Timeline.NONE || timeline.isIdle(thread) || !threads.test(thread)) {
                continue;
            }
            int event = lane.after(from);
            int first = timeline.segmentAt(thread, from);
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                    && timeline.start(s) < to; s++) {
                long until = Math.min(to, timeline.end(thread, s));
                for (long at = Math.max(from, timeline.start(s)); at < until;) {
                    if ((++steps & POLL_MASK) == 0) {
                        progress.check();
                    }
                    while (event < lane.size() && lane.time(event) <= at) {
                        event++;
                    }
                    long next = event < lane.size() ? Math.min(until, lane.time(event)) : until;
                    if (timeline.state(s) == ThreadState.RUNNING) {
                        sink.ran(thread, s, lane.path(event - 1), at, next);
                    }
                    at = next;
                }
            }
        }
    }
}
