/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Timeline;

/**
 * Samples of call stacks: in which code threads were at which moments while they ran. The stacks are those of a {@link StackLog}. Samples of each thread are in order of time. 12 bytes each; immutable.
 */
public final class SampleLog {
    /** Of recordings without samples. */
    public static final SampleLog EMPTY = new Builder().build(0);

    private static final double REGULAR = 0.9;
    private static final int LEAST_DISTANCES = 8;

    /** By thread: where its samples end. */
    private final int[] ends;
    private final long[] times;
    private final int[] stacks;
    private final long elsewhere;

    private SampleLog(int[] ends, long[] times, int[] stacks, long elsewhere) {
        this.ends = ends;
        this.times = times;
        this.stacks = stacks;
        this.elsewhere = elsewhere;
    }

    /** Takes samples in any order. Not safe for several threads. */
    public static final class Builder {
        private final IntArrayList threads = new IntArrayList();
        private final LongArrayList times = new LongArrayList();
        private final IntArrayList stacks = new IntArrayList();
        private long elsewhere;

        /**
         * A sample.
         *
         * @param thread number of the thread in the timeline
         * @param timeNanos when, reference time
         * @param stack id of its stack
         */
        public void add(int thread, long timeNanos, int stack) {
            threads.add(thread);
            times.add(timeNanos);
            stacks.add(stack);
        }

        /** How many there are. */
        public int size() {
            return threads.size();
        }

        /** Forgets all but the first ones. */
        public void cutTo(int size) {
            threads.size(size);
            times.size(size);
            stacks.size(size);
        }

        /** Some were left out, as their threads did not run then: they are of another clock. */
        public void leftOut(long samples) {
            elsewhere += samples;
        }

        /** All of them. The builder is of no use afterwards. */
        public SampleLog build(int threadCount) {
            int[] order = new int[threads.size()];
            Arrays.setAll(order, i -> i);
            IntArrays.stableSort(order, (a, b) -> {
                int byThread = Integer.compare(threads.getInt(a), threads.getInt(b));
                return byThread != 0 ? byThread : Long.compare(times.getLong(a), times.getLong(b));
            });
            int[] ends = new int[threadCount];
            long[] sortedTimes = new long[order.length];
            int[] sortedStacks = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                sortedTimes[i] = times.getLong(order[i]);
                sortedStacks[i] = stacks.getInt(order[i]);
                ends[threads.getInt(order[i])] = i + 1;
            }
            for (int thread = 1; thread < threadCount; thread++) {
                ends[thread] = Math.max(ends[thread], ends[thread - 1]);
            }
            return new SampleLog(ends, sortedTimes, sortedStacks, elsewhere);
        }
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return times.length == 0;
    }

    /** How many were left out, as their threads did not run at their times. */
    public long elsewhere() {
        return elsewhere;
    }

    /** The number of a thread's first sample. */
    public int first(int thread) {
        return thread == 0 ? 0 : ends[thread - 1];
    }

    /** The number behind a thread's last sample. */
    public int end(int thread) {
        return ends[thread];
    }

    /** A thread's first sample at a time or later; {@link #end} if there is none. O(log samples). */
    public int firstFrom(int thread, long timeNanos) {
        return Bisection.first(first(thread), end(thread), sample -> times[sample] >= timeNanos);
    }

    /** When a sample was taken, reference time. */
    public long time(int sample) {
        return times[sample];
    }

    /** The id of a sample's stack. */
    public int stack(int sample) {
        return stacks[sample];
    }

    /**
     * How far apart samples of a thread are that goes on running: nine of ten such distances are not longer. {@link Long#MAX_VALUE} if there are too few to tell. O(samples + segments).
     */
    public long distanceNanos(Timeline timeline) {
        LongArrayList distances = new LongArrayList();
        for (int thread = 0; thread < ends.length; thread++) {
            for (int sample = first(thread) + 1; sample < end(thread); sample++) {
                if (runsOn(timeline, thread, times[sample - 1], times[sample])) {
                    distances.add(times[sample] - times[sample - 1]);
                }
            }
        }
        if (distances.size() < LEAST_DISTANCES) {
            return Long.MAX_VALUE;
        }
        distances.sort(null);
        return Math.max(1, distances.getLong((int) (REGULAR * (distances.size() - 1))));
    }

    private static boolean runsOn(Timeline timeline, int thread, long from, long to) {
        int segment = timeline.segmentAt(thread, from);
        if (segment == Timeline.NONE) {
            return false;
        }
        while (segment < timeline.endSegment(thread) && timeline.start(segment) < to) {
            if (!timeline.isOnCpu(segment)) {
                return false;
            }
            segment++;
        }
        return true;
    }
}
