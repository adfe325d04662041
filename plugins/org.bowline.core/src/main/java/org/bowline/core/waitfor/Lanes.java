/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.timeline.Timeline;

/**
 * Lives of threads in rows, in each of which one follows another: as many rows as lived at the same time. A thread follows the one that ended last. What is outside of the range does not count.
 *
 * @param count how many rows, at least 1
 * @param gapNanos time between two lives of a row, the sum over all rows
 * @param gaps how many such times
 */
public record Lanes(int count, long gapNanos, int gaps) {
    /** The lives of threads in a range. O(threads × (log threads + rows)). */
    public static Lanes of(Timeline timeline, int[] threads, long fromNanos, long toNanos) {
        int[] byBirth = threads.clone();
        IntArrays.stableSort(byBirth, (a, b) -> Long.compare(timeline.threadStart(a), timeline.threadStart(b)));
        LongArrayList ends = new LongArrayList();
        long gap = 0;
        int gaps = 0;
        for (int thread : byBirth) {
            long start = Math.max(fromNanos, timeline.threadStart(thread));
            long end = Math.min(toNanos, timeline.threadEnd(thread));
            if (start >= end) {
                continue;
            }
            int lane = -1;
            for (int i = 0; i < ends.size(); i++) {
                if (ends.getLong(i) <= start && (lane < 0 || ends.getLong(i) > ends.getLong(lane))) {
                    lane = i;
                }
            }
            if (lane < 0) {
                ends.add(end);
            } else {
                long between = start - ends.getLong(lane);
                gap += between;
                gaps += between > 0 ? 1 : 0;
                ends.set(lane, end);
            }
        }
        return new Lanes(Math.max(1, ends.size()), gap, gaps);
    }

    /** A row for each of so many threads that live all the time. */
    static Lanes beside(int threads) {
        return new Lanes(threads, 0, 0);
    }
}
