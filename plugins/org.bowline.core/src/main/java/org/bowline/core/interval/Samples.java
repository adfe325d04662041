/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.math.BigInteger;
import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Lengths of which a count is given from outside: those that are missing are 0. None is negative. */
final class Samples {
    private final LongArrayList values = new LongArrayList();

    void add(long value) {
        values.add(value);
    }

    int size() {
        return values.size();
    }

    /** The middle one, or the mean of the two in the middle, rounded down. */
    long median(int count) {
        long low = rank(count, (count + 1) / 2);
        long high = rank(count, count / 2 + 1);
        return low + (high - low) / 2;
    }

    /** The mean, rounded to the nearest; 0 of none. */
    long mean(int count) {
        if (count == 0) {
            return 0;
        }
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < values.size(); i++) {
            sum = sum.add(BigInteger.valueOf(values.getLong(i)));
        }
        BigInteger n = BigInteger.valueOf(count);
        return sum.add(n.shiftRight(1)).divide(n).longValueExact();
    }

    /** The smallest value that at least 95 % do not exceed. */
    long percentile95(int count) {
        return rank(count, (int) ((count * 95L + 99) / 100));
    }

    /** The value that is k-th, from 1, in ascending order. */
    private long rank(int count, int k) {
        int missing = count - values.size();
        if (k <= missing) {
            return 0;
        }
        Arrays.sort(values.elements(), 0, values.size());
        return values.getLong(k - missing - 1);
    }
}
