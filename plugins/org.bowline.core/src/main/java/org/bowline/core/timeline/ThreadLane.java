/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.order.Bisection;

/**
 * The events of one thread, one of the timeline or, on a host without a kernel trace, one of which only the id is known. They come in any order of time, as those of
 * several traces do, and are put into their places once. What they say is kept beside their times.
 */
public abstract class ThreadLane {
    private static final int FIRST = 16;

    private final int host;
    private final int thread;
    private final int tid;
    private long[] times = new long[FIRST];
    private int size;
    private boolean sorted = true;

    /**
     * No events yet.
     *
     * @param host number of the host
     * @param thread of the timeline, or {@link Timeline#NONE}
     * @param tid its id as the events have it
     */
    protected ThreadLane(int host, int thread, int tid) {
        this.host = host;
        this.thread = thread;
        this.tid = tid;
    }

    /** Number of the host. */
    public final int host() {
        return host;
    }

    /** The thread of the timeline, or {@link Timeline#NONE}. */
    public final int thread() {
        return thread;
    }

    /** Its id as the events have it. */
    public final int tid() {
        return tid;
    }

    /** Number of events. */
    public final int size() {
        return size;
    }

    /** When an event was, reference time; not before that of the event before. */
    public final long time(int event) {
        return times[event];
    }

    /** Number of the first event after a moment. O(log events). */
    protected final int firstAfter(long nanos) {
        return Bisection.firstAbove(times, 0, size, nanos);
    }

    /** The number of events for which there is room. */
    protected final int room() {
        return times.length;
    }

    /**
     * Takes the time of a further event, after there is room for it.
     *
     * @return its number
     */
    protected final int next(long timeNanos) {
        if (size == times.length) {
            int length = Math.toIntExact(Math.min(Integer.MAX_VALUE - 8L, size + (long) (size >> 1)));
            times = Arrays.copyOf(times, length);
            grow(length);
        }
        sorted &= size == 0 || times[size - 1] <= timeNanos;
        times[size] = timeNanos;
        return size++;
    }

    /** Puts the events into the order of time; those of the same moment stay as they came. Once, before any is asked for. */
    protected final void sort() {
        if (sorted) {
            return;
        }
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        long[] unsorted = times;
        IntArrays.mergeSort(order, (a, b) -> Long.compare(unsorted[a], unsorted[b])); // stable
        times = sorted(times, order);
        reorder(order);
        sorted = true;
    }

    /** Some values in another order: the first is that of the number that the order begins with. */
    protected static long[] sorted(long[] some, int[] order) {
        long[] result = new long[order.length];
        Arrays.setAll(result, i -> some[order[i]]);
        return result;
    }

    /** The same of ints. */
    protected static int[] sorted(int[] some, int[] order) {
        int[] result = new int[order.length];
        Arrays.setAll(result, i -> some[order[i]]);
        return result;
    }

    /** Makes room for what so many events say. */
    protected abstract void grow(int length);

    /** Puts what the events say into another order, as {@link #sorted(long[], int[])} does. */
    protected abstract void reorder(int[] order);
}
