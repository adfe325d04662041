/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import org.bowline.core.timeline.Timeline;

/** From when threads sent something that was lost, or not acknowledged in time, until their kernels sent it again: nothing of it is on its way meanwhile. */
final class Resending {
    private final Timeline timeline;

    Resending(Timeline timeline) {
        this.timeline = timeline;
    }

    /** For how long between two times something of a thread waits to be sent again. O(log all that were sent again + those of the thread). */
    long within(int thread, long from, long to) {
        long nanos = 0;
        long until = from;
        for (int i = first(thread); i < timeline.resentCount() && timeline.resentThread(i) == thread && timeline.resentBefore(i) < to;
                i++) {
            long end = Math.min(to, timeline.resentAgain(i));
            nanos += Math.max(0, end - Math.max(until, timeline.resentBefore(i)));
            until = Math.max(until, end);
        }
        return nanos;
    }

    /** The first that is not of a thread before. */
    private int first(int thread) {
        int low = 0;
        int high = timeline.resentCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timeline.resentThread(middle) < thread) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
