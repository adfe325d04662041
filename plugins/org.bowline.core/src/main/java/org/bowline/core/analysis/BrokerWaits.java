/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Timeline;

/**
 * The waits of who may pass on what ended them, in the order of their ends: all of one thread, of which the next one begins when it has done so; or of threads among which a runtime moves tasks those that packets ended, as another thread than the one that
 * received may send, until the next packet comes. Of all of the recording. 20 bytes for each. Immutable.
 */
final class BrokerWaits {
    private final int[] segments;
    private final long[] ends;
    private final long[] until;

    private BrokerWaits(int[] segments, long[] ends, long[] until) {
        this.segments = segments;
        this.ends = ends;
        this.until = until;
    }

    /** O(segments of the thread). */
    static BrokerWaits of(Timeline timeline, int thread) {
        IntArrayList of = new IntArrayList();
        LongArrayList ends = new LongArrayList();
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                of.add(s);
                ends.add(timeline.end(thread, s));
            }
        }
        long[] until = new long[of.size()];
        for (int i = 0; i < until.length; i++) {
            until[i] = i + 1 < until.length ? timeline.start(of.getInt(i + 1)) : Long.MAX_VALUE;
        }
        return new BrokerWaits(of.toIntArray(), ends.toLongArray(), until);
    }

    /** O(segments of the threads + waits × log waits). */
    static BrokerWaits ofTasks(Timeline timeline, int[] threads) {
        IntArrayList of = new IntArrayList();
        LongArrayList times = new LongArrayList();
        for (int thread : threads) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK && timeline.link(s) >= 0) {
                    of.add(s);
                    times.add(timeline.end(thread, s));
                }
            }
        }
        int[] order = new int[of.size()];
        Arrays.setAll(order, i -> i);
        IntArrays.stableSort(order, (a, b) -> Long.compare(times.getLong(a), times.getLong(b)));
        int[] segments = new int[order.length];
        long[] ends = new long[order.length];
        long[] until = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            segments[i] = of.getInt(order[i]);
            ends[i] = times.getLong(order[i]);
            until[i] = i + 1 < order.length ? times.getLong(order[i + 1]) : Long.MAX_VALUE;
        }
        return new BrokerWaits(segments, ends, until);
    }

    /** The last wait that ends until a time; {@link Timeline#NONE} if there is none. O(log waits). */
    int last(long nanos) {
        return Bisection.first(0, ends.length, at -> ends[at] > nanos) - 1;
    }

    /** The segment of a wait. */
    int segment(int wait) {
        return segments[wait];
    }

    /** When a wait ends. */
    long end(int wait) {
        return ends[wait];
    }

    /** Until when what is sent may be for what ended a wait. */
    long until(int wait) {
        return until[wait];
    }
}
