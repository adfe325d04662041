/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigInteger;
import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Lengths of which a count is given from outside: those that are missing are 0. None is negative. */
public final class Samples {
    private final LongArrayList values = new LongArrayList();

    /** One more. */
    public void add(long value) {
        values.add(value);
    }

    /** All of others. */
    public void addAll(Samples others) {
        values.addAll(others.values);
    }

    /** How many were added. */
    public int size() {
        return values.size();
    }

    /** The mean, rounded to the nearest; 0 of none. */
    public long mean(int count) {
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

    /** The median of as many as were added, at least one. */
    public long median() {
        return percentile(values.size(), 50);
    }

    /** A percentile of a count, at least one. */
    public long percentile(int count, int percent) {
        Arrays.sort(values.elements(), 0, values.size());
        Quantile place = Quantile.at(count, percent);
        int missing = count - values.size();
        return place.between(value(place.below() - missing), value(place.above() - missing));
    }

    private long value(int index) {
        return index < 0 ? 0 : values.getLong(index);
    }
}
