/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.BitSet;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** The messages between two hosts, as points: x on the clock of the first, y on that of the second, and which way. 20 bytes a message. */
final class PairMessages {
    private final LongArrayList x = new LongArrayList();
    private final LongArrayList y = new LongArrayList();
    /** Whether the first host sent it. */
    private final BitSet upper = new BitSet();
    private int[] order = new int[0];
    private long fromFirst;

    void add(boolean firstSent, long firstNanos, long secondNanos) {
        upper.set(x.size(), firstSent);
        x.add(firstNanos);
        y.add(secondNanos);
        fromFirst += firstSent ? 1 : 0;
    }

    int size() {
        return x.size();
    }

    /** Messages from the first to the second host. */
    long fromFirst() {
        return fromFirst;
    }

    /** Messages from the second to the first host. */
    long fromSecond() {
        return size() - fromFirst;
    }

    /** Sorts by x; messages can be read then. */
    void sort() {
        order = new int[size()];
        boolean sorted = true;
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            sorted &= i == 0 || x.getLong(i - 1) <= x.getLong(i);
        }
        if (!sorted) {
            LongArrays.radixSortIndirect(order, x.elements(), true);
        }
    }

    long x(int message) {
        return x.getLong(order[message]);
    }

    long y(int message) {
        return y.getLong(order[message]);
    }

    boolean isUpper(int message) {
        return upper.get(order[message]);
    }
}
