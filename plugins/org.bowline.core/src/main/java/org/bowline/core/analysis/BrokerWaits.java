/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The waits of who may pass on what ended them, in the order of their ends: all of one thread, of which the next one begins when it has done so; or of threads among which a runtime moves tasks those that packets ended, as another thread than the one that
 * received may send, until the next packet comes. Of all of the recording. 20 bytes for each, and 24 for each time that threads among which tasks move are at work. Immutable.
 */
final class BrokerWaits {
    /** Of the time since somebody has asked so small a part passes until threads of tasks have sent on what has come: what others ask comes at any time of it. */
    private static final int PROMPT_PART = 5;

    /** When any of the threads among which tasks move is at work; null for one thread. */
    private final @Nullable TimeUnion active;
    private final int[] segments;
    private final long[] ends;
    private final long[] until;

    private BrokerWaits(@Nullable TimeUnion active, int[] segments, long[] ends, long[] until) {
        this.active = active;
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
        return new BrokerWaits(null, of.toIntArray(), ends.toLongArray(), until);
    }

    /** O(segments of the threads + waits × log waits). */
    static BrokerWaits ofTasks(Timeline timeline, int[] threads) {
        IntArrayList of = new IntArrayList();
        LongArrayList times = new LongArrayList();
        TimeUnion active = new TimeUnion(timeline.startNanos(), timeline.endNanos());
        for (int thread : threads) {
            active.addActive(timeline, thread);
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
        active.index();
        return new BrokerWaits(active, segments, ends, until);
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

    /**
     * Whether what is sent at a time is sent as soon as a wait has ended: it is by one thread, which has not waited since. Threads among which tasks move wait for whatever comes next while they have something else to do; one of them is at work all the time until they have sent it on.
     * O(log n).
     *
     * @param asked since when somebody has asked for it; {@link Long#MIN_VALUE} if nobody has
     */
    boolean isPrompt(int wait, long asked, long sent) {
        TimeUnion of = active;
        long until = sent - ends[wait];
        return of == null || until <= 0
                || (asked == Long.MIN_VALUE || until * PROMPT_PART <= ends[wait] - asked) && of.nanos(ends[wait], sent) == until;
    }

    /** Until when what is sent may be for what ended a wait. */
    long until(int wait) {
        return until[wait];
    }
}
