/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

/**
 * Which priority each thread had, as the kernel's scheduler tells it: the smaller the number, the sooner it runs. Which numbers those are is the tracer's: LTTng tells 20 for a usual thread,
 * perf 120. Only changes are kept: 12 bytes each, and most threads have one. Immutable.
 */
public final class PriorityLog {
    /** Nothing is known. */
    public static final PriorityLog EMPTY = new PriorityLog(new Changes[0]);
    /** A priority that is not known. */
    public static final int UNKNOWN = Integer.MIN_VALUE;

    private final @Nullable Changes[] byThread;

    private PriorityLog(@Nullable Changes[] byThread) {
        this.byThread = byThread;
    }

    /** Whether nothing is known of any thread. */
    public boolean isEmpty() {
        return byThread.length == 0;
    }

    /** The priority of a thread at a moment; before the first that is told that one; {@link #UNKNOWN} if none is. O(log changes). */
    public int at(int thread, long nanos) {
        Changes changes = thread < byThread.length ? byThread[thread] : null;
        if (changes == null) {
            return UNKNOWN;
        }
        int low = 0;
        int high = changes.size - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (changes.times[middle] <= nanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return changes.priorities[low];
    }

    /** Of one thread. */
    private static final class Changes {
        private long[] times = new long[2];
        private int[] priorities = new int[2];
        private int size;
        private boolean sorted = true;

        void add(long time, int priority) {
            if (size > 0 && times[size - 1] <= time && priorities[size - 1] == priority) {
                return;
            }
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                priorities = Arrays.copyOf(priorities, 2 * size);
            }
            sorted &= size == 0 || times[size - 1] <= time;
            times[size] = time;
            priorities[size++] = priority;
        }

        void sort() {
            if (sorted) {
                return;
            }
            int[] order = new int[size];
            Arrays.setAll(order, i -> i);
            long[] unsorted = times;
            int[] what = priorities;
            IntArrays.mergeSort(order, (a, b) -> Long.compare(unsorted[a], unsorted[b])); // stable
            times = new long[size];
            priorities = new int[size];
            for (int i = 0; i < size; i++) {
                times[i] = unsorted[order[i]];
                priorities[i] = what[order[i]];
            }
        }
    }

    /** Collects what is told. */
    public static final class Builder {
        private final @Nullable Changes[] byThread;

        /** @param threads how many there are */
        public Builder(int threads) {
            byThread = new Changes[threads];
        }

        /**
         * A thread has a priority from a moment on. Of a thread they may come in any order of time.
         *
         * @param timeNanos when, reference time
         */
        public void add(int thread, long timeNanos, int priority) {
            Changes changes = byThread[thread];
            if (changes == null) {
                changes = new Changes();
                byThread[thread] = changes;
            }
            changes.add(timeNanos, priority);
        }

        /** The log. */
        public PriorityLog build() {
            boolean any = false;
            for (Changes changes : byThread) {
                if (changes != null) {
                    changes.sort();
                    any = true;
                }
            }
            return any ? new PriorityLog(byThread) : EMPTY;
        }
    }
}
