/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import java.io.Serializable;
import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Stretches of time, which are joined where they overlap or touch: those that come in order of their begins at once, all others with {@link #join}. 16 bytes
 * each. What is asked needs the order.
 */
public final class Spans implements Serializable {
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private boolean ordered = true;

    /**
     * Adds a stretch. O(1).
     *
     * @param begin its first moment
     * @param end when it is over; a stretch that ends before it begins is the moment of its begin
     */
    public void add(long begin, long end) {
        long until = Math.max(begin, end);
        int last = begins.size() - 1;
        if (last >= 0 && begin < begins.getLong(last)) {
            ordered = false;
        } else if (last >= 0 && begin <= ends.getLong(last)) {
            ends.set(last, Math.max(ends.getLong(last), until));
            return;
        }
        begins.add(begin);
        ends.add(until);
    }

    /** Adds those of others. */
    public void add(Spans others) {
        for (int i = 0; i < others.size(); i++) {
            add(others.begin(i), others.end(i));
        }
    }

    /** Puts them into order and joins those that overlap or touch. O(n log n), O(1) if they came in order. */
    public void join() {
        if (ordered) {
            return;
        }
        long[] from = begins.toLongArray();
        long[] until = ends.toLongArray();
        int[] order = new int[from.length];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order, (a, b) -> Long.compare(from[a], from[b]));
        begins.clear();
        ends.clear();
        ordered = true;
        for (int i : order) {
            add(from[i], until[i]);
        }
    }

    /** Number of stretches. */
    public int size() {
        return begins.size();
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return begins.isEmpty();
    }

    /** When a stretch begins. */
    public long begin(int span) {
        return begins.getLong(span);
    }

    /** When it is over. */
    public long end(int span) {
        return ends.getLong(span);
    }

    /** Number of the first that ends after a moment; {@link #size} if none does. O(log n). */
    public int firstAfter(long nanos) {
        return Bisection.firstAbove(ends, nanos);
    }

    /** Whether any of them has a moment in [from, to]; the end of a stretch counts. O(log n). */
    public boolean touches(long from, long to) {
        int first = Bisection.firstAtLeast(ends.elements(), 0, ends.size(), from);
        return first < begins.size() && begins.getLong(first) <= to;
    }
}
