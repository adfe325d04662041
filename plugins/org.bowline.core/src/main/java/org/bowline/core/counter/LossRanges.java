/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Stretches of time in which events were lost. O(1) to add, O(log n) to ask, which is allowed after {@link #finish}. */
final class LossRanges {
    private final LongArrayList froms = new LongArrayList();
    private final LongArrayList untils = new LongArrayList();
    /** By begin, and of each the latest end of those that begin then or before. */
    private long[] begins = {};
    private long[] latest = {};

    void add(long from, long until) {
        froms.add(from);
        untils.add(until);
    }

    void finish() {
        int count = froms.size();
        int[] order = new int[count];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order, (a, b) -> Long.compare(froms.getLong(a), froms.getLong(b)));
        begins = new long[count];
        latest = new long[count];
        for (int i = 0; i < count; i++) {
            begins[i] = froms.getLong(order[i]);
            latest[i] = Math.max(untils.getLong(order[i]), i == 0 ? Long.MIN_VALUE : latest[i - 1]);
        }
    }

    /** Whether any of them has a moment in [from, to]. */
    boolean overlap(long from, long to) {
        int low = 0;
        int high = begins.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begins[middle] <= to) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && latest[low - 1] >= from;
    }
}
