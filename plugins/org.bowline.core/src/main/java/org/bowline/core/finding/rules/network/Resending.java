/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import org.bowline.core.analysis.Result;
import org.bowline.core.timeline.Timeline;

/** From when threads sent something that was lost, or not acknowledged in time, until their kernels sent it again: nothing of it is on its way meanwhile. Immutable. */
final class Resending {
    /** Those of the recording. */
    static final Result<Resending> RESULT = Result.of(analysis -> new Resending(analysis.timeline()));

    /** By thread, then time, from {@link #first} on; those of a thread do not overlap. */
    private final int[] threads;
    private final long[] begins;
    private final long[] ends;
    private final int first;

    /** O(all that were sent again). */
    Resending(Timeline timeline) {
        int count = timeline.resentCount();
        threads = new int[count];
        begins = new long[count];
        ends = new long[count];
        int at = count;
        for (int i = count - 1; i >= 0; i--) { // they are in the order in which they were sent again, so the last one reaches furthest
            if (at < count && threads[at] == timeline.resentThread(i) && timeline.resentAgain(i) >= begins[at]) {
                begins[at] = Math.min(begins[at], timeline.resentBefore(i));
            } else {
                at--;
                threads[at] = timeline.resentThread(i);
                begins[at] = timeline.resentBefore(i);
                ends[at] = timeline.resentAgain(i);
            }
        }
        first = at;
    }

    /** For how long between two times something of a thread waits to be sent again. O(log all + those between). */
    long within(int thread, long from, long to) {
        long nanos = 0;
        for (int i = firstAfter(thread, from); i < threads.length && threads[i] == thread && begins[i] < to; i++) {
            nanos += Math.min(to, ends[i]) - Math.max(from, begins[i]);
        }
        return nanos;
    }

    /** The first of a thread, or of one behind it, that ends after a time. */
    private int firstAfter(int thread, long from) {
        int low = first;
        int high = threads.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (threads[middle] < thread || threads[middle] == thread && ends[middle] <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
