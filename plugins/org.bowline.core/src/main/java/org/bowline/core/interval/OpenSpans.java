/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.order.Bisection;

/**
 * In which spans of time a thread had something to do for a request; spans of a thread may overlap. Immutable; questions take O(log spans). One that does not end has {@link Long#MAX_VALUE}
 * as its end.
 */
public final class OpenSpans {
    /** None of any thread. */
    public static final OpenSpans NONE = new Builder().build();

    /** Of each thread its first span. */
    private final Int2IntOpenHashMap first = new Int2IntOpenHashMap();
    /** Of each thread the number of its spans. */
    private final Int2IntOpenHashMap count = new Int2IntOpenHashMap();
    /** By thread, then by begin. */
    private final long[] begins;
    /** The latest end of the thread's spans so far. */
    private final long[] ends;

    /** Takes spans, in any order. */
    public static final class Builder {
        private final IntArrayList threads = new IntArrayList();
        private final LongArrayList begins = new LongArrayList();
        private final LongArrayList ends = new LongArrayList();

        /** Adds a span of a thread. */
        public void add(int thread, long begin, long end) {
            threads.add(thread);
            begins.add(begin);
            ends.add(end);
        }

        /** Adds what another one has. */
        public void addAll(Builder other) {
            threads.addAll(other.threads);
            begins.addAll(other.begins);
            ends.addAll(other.ends);
        }

        /** Those that were added. O(spans × log spans). */
        public OpenSpans build() {
            return new OpenSpans(this);
        }
    }

    private OpenSpans(Builder all) {
        int[] order = IntStream.range(0, all.threads.size()).boxed()
                .sorted(Comparator.<Integer>comparingInt(all.threads::getInt).thenComparingLong(all.begins::getLong))
                .mapToInt(Integer::intValue).toArray();
        begins = Arrays.stream(order).mapToLong(all.begins::getLong).toArray();
        ends = Arrays.stream(order).mapToLong(all.ends::getLong).toArray();
        for (int i = 0; i < order.length; i++) {
            int thread = all.threads.getInt(order[i]);
            if (count.addTo(thread, 1) == 0) {
                first.put(thread, i);
            } else {
                ends[i] = Math.max(ends[i], ends[i - 1]);
            }
        }
    }

    /** Whether no thread has any. */
    public boolean isEmpty() {
        return begins.length == 0;
    }

    /** Whether a thread has any. */
    public boolean has(int thread) {
        return count.containsKey(thread);
    }

    /** Whether a span of a thread ended before a time [from, to), another one begins after it, and none is open meanwhile. */
    public boolean isBetween(int thread, long from, long to) {
        int next = firstFrom(thread, to);
        return next > first.get(thread) && next < end(thread) && ends[next - 1] <= from;
    }

    /** Whether any span of a thread is open somewhere in [from, to). */
    public boolean isOpen(int thread, long from, long to) {
        int next = firstFrom(thread, to);
        return next > first.get(thread) && ends[next - 1] > from;
    }

    /** Whether any span of a thread begins in [from, to). */
    public boolean begins(int thread, long from, long to) {
        int next = firstFrom(thread, from);
        return next < end(thread) && begins[next] < to;
    }

    private int firstFrom(int thread, long time) {
        return Bisection.firstAtLeast(begins, first.get(thread), end(thread), time);
    }

    private int end(int thread) {
        return first.get(thread) + count.get(thread);
    }
}
