/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.io.Serializable;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * What a window of the sweep starts with: the waits that are under way at its begin, those that began before and end then or later. Nothing else of what was before has an
 * influence on a window: how many chains pass through a thread follows from who waits for whom at that moment. So it is looked up, and no window waits for the one before. Plain data.
 *
 * @param nanos the window's begin, reference time
 * @param threads who waits
 * @param segments the wait of each, a segment of the timeline
 * @param shares the share of the wait that is under way, as in {@link WaitShares}
 */
record OpenWaits(long nanos, int[] threads, int[] segments, int[] shares) implements Serializable {
    /** At the begin of the range: what is under way then begins with it. */
    static OpenWaits none(long nanos) {
        return new OpenWaits(nanos, new int[0], new int[0], new int[0]);
    }

    /** O(threads × log segments + waits that are found × log holds of a lock); 12 bytes a wait. */
    static OpenWaits at(Timeline timeline, WaitShares shares, long nanos) {
        IntArrayList threads = new IntArrayList();
        IntArrayList segments = new IntArrayList();
        IntArrayList under = new IntArrayList();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int segment = timeline.isIdle(thread) ? Timeline.NONE : timeline.segmentAt(thread, nanos - 1);
            if (segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED) {
                threads.add(thread);
                segments.add(segment);
                under.add(shares.first(thread, segment, nanos - 1));
            }
        }
        return new OpenWaits(nanos, threads.toIntArray(), segments.toIntArray(), under.toIntArray());
    }
}
