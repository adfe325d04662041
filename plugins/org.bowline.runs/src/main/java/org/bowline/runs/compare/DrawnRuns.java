/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.Arrays;
import java.util.List;

import org.bowline.core.figures.Quantile;

/**
 * The values of runs, put in order once, so that percentiles of many draws from the runs cost little: every value counts as often as its run was drawn.
 *
 * <p>Memory: 12 bytes for each value, and 4 for each run and {@value #BLOCK} values. Cost: O(values × log values) to make, O(runs × log values) for each
 * percentile.
 */
final class DrawnRuns {
    private static final int BLOCK = 64;

    private final int[] sizes;
    /** Of all runs, ascending, and the run of each. */
    private final long[] values;
    private final int[] runOf;
    /** How many values of each run lie before each block of values; by block, then by run. */
    private final int[] before;

    /**
     * Puts runs in order.
     *
     * @param runs each ascending
     */
    DrawnRuns(List<long[]> runs) {
        sizes = runs.stream().mapToInt(run -> run.length).toArray();
        values = runs.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        runOf = new int[values.length];
        int[] taken = new int[values.length];
        for (int run = 0; run < sizes.length; run++) {
            for (long value : runs.get(run)) {
                int first = first(value);
                runOf[first + taken[first]++] = run;
            }
        }
        before = new int[blocks() * sizes.length];
        for (int block = 1; block < blocks(); block++) {
            System.arraycopy(before, (block - 1) * sizes.length, before, block * sizes.length, sizes.length);
            for (int i = (block - 1) * BLOCK; i < block * BLOCK; i++) {
                before[block * sizes.length + runOf[i]]++;
            }
        }
    }

    /**
     * The percentile of a draw.
     *
     * @param times how often each run was drawn; at least one that has values was
     * @param percent from 0 to 100
     * @throws ArithmeticException if they are more values than an array can have
     */
    long percentile(int[] times, int percent) {
        int count = 0;
        for (int run = 0; run < sizes.length; run++) {
            count = Math.addExact(count, Math.multiplyExact(times[run], sizes[run]));
        }
        Quantile place = Quantile.at(count, percent);
        long low = value(times, place.below());
        return place.part() == 0 ? low : place.between(low, value(times, place.above()));
    }

    private long value(int[] times, int rank) {
        int block = 0;
        int last = blocks() - 1;
        while (block < last) {
            int middle = (block + last + 1) >>> 1;
            if (before(times, middle) <= rank) {
                block = middle;
            } else {
                last = middle - 1;
            }
        }
        int left = rank - before(times, block);
        int i = block * BLOCK;
        while (left >= times[runOf[i]]) {
            left -= times[runOf[i++]];
        }
        return values[i];
    }

    private int before(int[] times, int block) {
        int count = 0;
        for (int run = 0; run < sizes.length; run++) {
            count += times[run] * before[block * sizes.length + run];
        }
        return count;
    }

    private int blocks() {
        return (values.length + BLOCK - 1) / BLOCK;
    }

    /** Where the first of equal values is. */
    private int first(long value) {
        int from = 0;
        int to = values.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (values[middle] < value) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
