/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.io.Serializable;
import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.IntPair;

/**
 * What the sweep found in a window: the result of one that has the same begin and end, and of parts of it that were merged. Merging is associative, so neighbours can be merged in any grouping. Plain data.
 *
 * <p>Times add up. Numbers of waits do not: a wait that goes on over the border of two windows is found in both. So each part lists for which vertices it has counted the waits that were
 * under way at its begin and at its end; a thread has one wait at a time, so what the lists of two neighbours have in common was counted twice.
 *
 * @param fromNanos the window's begin, reference time
 * @param toNanos its end, exclusive; where it is the end of the range, what ends then has ended
 * @param pairs the edges: source in the upper half, target in the lower; ascending
 * @param figures {@link #FIGURES} numbers for each edge: weight, direct time, held time, time by waker, time by holder, ns; number of waits; what they are blamed by, a set of bits
 * @param atBegin source and target, as in pairs, of the waits that were under way at the begin and were counted; ascending
 * @param atEnd the same of those that were under way at the end
 * @param throughout threads whose wait was under way at the begin and is still at the end; ascending
 * @param sums what was counted beside the edges, {@link Tally#sums}
 */
record SweepPart(long fromNanos, long toNanos, long[] pairs, long[] figures, long[] atBegin, long[] atEnd, int[] throughout,
        long[] sums) implements Serializable {
    static final int FIGURES = 7;
    private static final int NONE = -1;
    private static final int WAITS = 5;
    private static final int BLAMED = 6;

    /**
     * Both windows as one. O(edges).
     *
     * @param later begins where this one ends
     * @throws IllegalArgumentException if it does not
     */
    SweepPart then(SweepPart later) {
        if (later.fromNanos != toNanos) {
            throw new IllegalArgumentException("only neighbours can be merged: the one window ends at " + toNanos
                    + ", the other begins at " + later.fromNanos);
        }
        long[] total = sums.clone();
        for (int i = 0; i < total.length; i++) {
            total[i] += later.sums[i];
        }
        LongArrayList edges = new LongArrayList(Math.max(pairs.length, later.pairs.length));
        LongArrayList numbers = new LongArrayList(Math.max(figures.length, later.figures.length));
        int a = 0;
        int b = 0;
        while (a < pairs.length || b < later.pairs.length) {
            boolean mine = b == later.pairs.length || (a < pairs.length && pairs[a] <= later.pairs[b]);
            boolean others = a == pairs.length || (b < later.pairs.length && later.pairs[b] <= pairs[a]);
            edges.add(mine ? pairs[a] : later.pairs[b]);
            addFigures(mine ? a : NONE, later, others ? b : NONE, numbers);
            a += mine ? 1 : 0;
            b += others ? 1 : 0;
        }
        return new SweepPart(fromNanos, later.toNanos, edges.toLongArray(), numbers.toLongArray(),
                union(atBegin, of(throughout, later.atBegin)), union(later.atEnd, of(later.throughout, atEnd)),
                common(throughout, later.throughout), total);
    }

    /** The figures of an edge of this part, of a later one, or of both. */
    private void addFigures(int mine, SweepPart later, int others, LongArrayList numbers) {
        int first = numbers.size();
        for (int i = 0; i < FIGURES; i++) {
            numbers.add(mine == NONE ? 0 : figures[FIGURES * mine + i]);
        }
        if (others == NONE) {
            return;
        }
        for (int i = 0; i < FIGURES; i++) {
            long number = later.figures[FIGURES * others + i];
            long before = numbers.getLong(first + i);
            numbers.set(first + i, i == BLAMED ? before | number : before + number);
        }
        if (mine != NONE && contains(atEnd, pairs[mine]) && contains(later.atBegin, pairs[mine])) {
            numbers.set(first + WAITS, numbers.getLong(first + WAITS) - 1);
        }
    }

    private static boolean contains(long[] sorted, long pair) {
        return Arrays.binarySearch(sorted, pair) >= 0;
    }

    /** Those whose source is one of some threads. */
    private static long[] of(int[] threads, long[] pairs) {
        return Arrays.stream(pairs).filter(pair -> Arrays.binarySearch(threads, IntPair.first(pair)) >= 0).toArray();
    }

    private static long[] union(long[] some, long[] others) {
        long[] all = Arrays.copyOf(some, some.length + others.length);
        System.arraycopy(others, 0, all, some.length, others.length);
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    private static int[] common(int[] some, int[] others) {
        IntArrayList both = new IntArrayList();
        for (int thread : some) {
            if (Arrays.binarySearch(others, thread) >= 0) {
                both.add(thread);
            }
        }
        return both.toIntArray();
    }
}
