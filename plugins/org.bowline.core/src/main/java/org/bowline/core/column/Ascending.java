/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

/**
 * Puts columns in order, with columns: what has no room on the heap is sorted outside of it. Merges the stretches that ascend already, as what was recorded has few of them: O(n log stretches), and reads and writes in
 * sequence, as a file likes it.
 */
public final class Ascending {
    private Ascending() {}

    /**
     * The positions of all values in ascending order; equal ones stay in the order of their positions. Takes two columns of {@code int} as long as the values' while it runs.
     */
    public static IntColumn order(LongColumn values) {
        IntColumn order = IntColumn.zeros(values.size());
        for (int i = 0; i < order.size(); i++) {
            order.set(i, i);
        }
        IntColumn ends = stretches(values);
        if (ends.size() < 2) {
            return order;
        }
        IntColumn from = order;
        IntColumn to = IntColumn.zeros(values.size());
        while (ends.size() > 1) {
            mergeOrders(values, from, ends, to);
            halve(ends);
            IntColumn merged = to;
            to = from;
            from = merged;
        }
        to.letGo();
        return from;
    }

    /** The values in ascending order. May be the column itself, sorted in place, or another one as long; the column is of no use afterwards. */
    public static LongColumn sorted(LongColumn values) {
        if (values.sortOnHeap()) {
            return values;
        }
        IntColumn ends = stretches(values);
        if (ends.size() < 2) {
            return values;
        }
        LongColumn from = values;
        LongColumn to = LongColumn.zeros(values.size());
        while (ends.size() > 1) {
            mergeValues(from, ends, to);
            halve(ends);
            LongColumn merged = to;
            to = from;
            from = merged;
        }
        return from;
    }

    /** One past the last value of each stretch that ascends. */
    private static IntColumn stretches(LongColumn values) {
        IntColumn ends = new IntColumn();
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i) < values.get(i - 1)) {
                ends.add(i);
            }
        }
        ends.add(values.size());
        return ends;
    }

    /** Makes one stretch of two each; a last one alone stays. */
    private static void halve(IntColumn ends) {
        int kept = 0;
        for (int stretch = 0; stretch < ends.size(); stretch += 2) {
            ends.set(kept++, ends.get(Math.min(stretch + 1, ends.size() - 1)));
        }
        ends.truncate(kept);
    }

    private static void mergeOrders(LongColumn values, IntColumn from, IntColumn ends, IntColumn to) {
        int at = 0;
        for (int stretch = 0; stretch < ends.size(); stretch += 2) {
            int left = at;
            int middle = ends.get(stretch);
            int right = middle;
            int end = ends.get(Math.min(stretch + 1, ends.size() - 1));
            for (; at < end; at++) {
                if (right == end || (left < middle && values.get(from.get(left)) <= values.get(from.get(right)))) {
                    to.set(at, from.get(left++));
                } else {
                    to.set(at, from.get(right++));
                }
            }
        }
    }

    private static void mergeValues(LongColumn from, IntColumn ends, LongColumn to) {
        int at = 0;
        for (int stretch = 0; stretch < ends.size(); stretch += 2) {
            int left = at;
            int middle = ends.get(stretch);
            int right = middle;
            int end = ends.get(Math.min(stretch + 1, ends.size() - 1));
            for (; at < end; at++) {
                if (right == end || (left < middle && from.get(left) <= from.get(right))) {
                    to.set(at, from.get(left++));
                } else {
                    to.set(at, from.get(right++));
                }
            }
        }
    }
}
