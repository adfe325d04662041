/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.Arrays;
import java.util.function.Consumer;

import org.bowline.core.order.Bisection;

/** Times at which threads did something, of each thread ascending. 8 bytes a time. Immutable. */
public final class TimesByThread {
    /** Takes what a thread did at a time. */
    @FunctionalInterface
    public interface Sink {
        void add(int thread, long nanos);
    }

    private final long[] times;
    /** Where those of each thread begin, and at the end how many there are. */
    private final int[] first;

    /**
     * O(times × log times of a thread).
     *
     * @param threads how many there are
     * @param source tells all times to a sink, in whatever order; it is asked twice, and tells the same
     */
    public TimesByThread(int threads, Consumer<Sink> source) {
        first = new int[threads + 2]; // one more than stays: where the next one of a thread goes
        source.accept((thread, nanos) -> first[thread + 2]++);
        for (int thread = 2; thread < first.length; thread++) {
            first[thread] += first[thread - 1];
        }
        times = new long[first[threads + 1]];
        source.accept((thread, nanos) -> times[first[thread + 1]++] = nanos);
        for (int thread = 0; thread < threads; thread++) {
            Arrays.sort(times, first[thread], first[thread + 1]);
        }
    }

    /** The number of the first time of a thread. */
    int first(int thread) {
        return first[thread];
    }

    /** One past that of its last time. */
    int end(int thread) {
        return first[thread + 1];
    }

    /** A time, by its number. */
    long at(int number) {
        return times[number];
    }

    /** Whether a thread has a time between two, both included. O(log times). */
    public boolean any(int thread, long from, long to) {
        int at = Bisection.firstAtLeast(times, first(thread), end(thread), from);
        return at < end(thread) && times[at] <= to;
    }

    /** The first time of a thread after another one; {@link Long#MAX_VALUE} if there is none. O(log times). */
    public long after(int thread, long nanos) {
        int at = Bisection.firstAbove(times, first(thread), end(thread), nanos);
        return at < end(thread) ? times[at] : Long.MAX_VALUE;
    }
}
