/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

/**
 * Puts columns in order, with columns: what has no room on the heap is sorted outside of it. Merges the stretches that ascend already, as what was recorded has few of them: O(n log stretches), and reads and writes in
 * sequence, as a file likes it. Positions are spread by their values first, unless they are very many, so that what is to be merged is short: where the values lie evenly, that is O(n).
 */
public final class Ascending {
    /** Of fewer stretches merging is faster. */
    private static final int LEAST_TO_SPREAD = 4;
    /** Fewer values are merged in no time. */
    private static final int FEW_VALUES = 1 << 8;
    /** More are perhaps not in memory, where they would be read and written here and there. */
    private static final int MOST_TO_SPREAD = 1 << 24;
    /** So many lie between two bounds, on average. */
    private static final int VALUES_OF_PART = 4;
    /** Fewer are sorted by insertion. */
    private static final int FEW_OF_PART = 32;

    private Ascending() {}

    /**
     * The positions of all values in ascending order; equal ones stay in the order of their positions. Takes two columns of {@code int} as long as the values' while it runs.
     */
    public static IntColumn order(LongColumn values) {
        IntColumn ends = stretches(values);
        if (ends.size() >= LEAST_TO_SPREAD && values.size() >= FEW_VALUES && values.size() <= MOST_TO_SPREAD) {
            return spread(values);
        }
        IntColumn order = IntColumn.zeros(values.size());
        for (int i = 0; i < order.size(); i++) {
            order.set(i, i);
        }
        if (ends.size() < 2) {
            return order;
        }
        IntColumn free = IntColumn.zeros(values.size());
        IntColumn sorted = merge(values, order, ends, free);
        (sorted == order ? free : order).letGo();
        return sorted;
    }

    /** Puts the positions into parts of the values' range, each with those of its values, and then each part in order. */
    private static IntColumn spread(LongColumn values) {
        int size = values.size();
        Parts parts = new Parts(values);
        IntColumn order = IntColumn.zeros(size);
        for (int i = 0; i < size; i++) {
            order.set(parts.place(values.get(i)), i);
        }
        IntColumn ends = new IntColumn();
        IntColumn to = new IntColumn();
        int begin = 0;
        for (int part = 0; part < parts.count(); part++) {
            int end = parts.end(part);
            if (end - begin <= FEW_OF_PART) {
                insert(values, order, begin, end);
            } else {
                sort(values, order, begin, end, ends, to);
            }
            begin = end;
        }
        parts.next.letGo();
        to.letGo();
        return order;
    }

    /** Parts of a range of values, equally wide, with room for the values in each. */
    private static final class Parts {
        private final long least;
        private final int shift;
        /** Where the next value of each part goes; and one more. */
        private final IntColumn next;

        Parts(LongColumn values) {
            int size = values.size();
            long smallest = values.get(0);
            long most = smallest;
            for (int i = 1; i < size; i++) {
                smallest = Math.min(smallest, values.get(i));
                most = Math.max(most, values.get(i));
            }
            least = smallest;
            // a range of more than half of all numbers is one without a sign
            int bits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
            shift = Math.max(0, bits - (Integer.SIZE - Integer.numberOfLeadingZeros(size / VALUES_OF_PART)));
            next = IntColumn.zeros(part(most) + 2);
            for (int i = 0; i < size; i++) {
                int after = part(values.get(i)) + 1;
                next.set(after, next.get(after) + 1);
            }
            for (int part = 1; part < next.size(); part++) {
                next.set(part, next.get(part) + next.get(part - 1));
            }
        }

        private int part(long value) {
            return (int) ((value - least) >>> shift);
        }

        int count() {
            return next.size() - 1;
        }

        int place(long value) {
            int part = part(value);
            int at = next.get(part);
            next.set(part, at + 1);
            return at;
        }

        /** When all have their places. */
        int end(int part) {
            return next.get(part);
        }
    }

    private static void insert(LongColumn values, IntColumn order, int begin, int end) {
        for (int i = begin + 1; i < end; i++) {
            int position = order.get(i);
            long value = values.get(position);
            int at = i;
            while (at > begin && values.get(order.get(at - 1)) > value) {
                order.set(at, order.get(at - 1));
                at--;
            }
            order.set(at, position);
        }
    }

    /** Puts a part of the positions in order. */
    private static void sort(LongColumn values, IntColumn order, int begin, int end, IntColumn ends, IntColumn to) {
        ends.truncate(0);
        for (int i = begin + 1; i < end; i++) {
            if (values.get(order.get(i)) < values.get(order.get(i - 1))) {
                ends.add(i - begin);
            }
        }
        ends.add(end - begin);
        if (ends.size() < 2) {
            return;
        }
        IntColumn from = IntColumn.zeros(end - begin);
        for (int i = begin; i < end; i++) {
            from.set(i - begin, order.get(i));
        }
        to.truncate(0);
        to.addZeros(end - begin);
        IntColumn sorted = merge(values, from, ends, to);
        for (int i = begin; i < end; i++) {
            order.set(i, sorted.get(i - begin));
        }
    }

    /** Merges the stretches of some positions; both columns are of no use afterwards, but for the one that it returns. */
    private static IntColumn merge(LongColumn values, IntColumn positions, IntColumn ends, IntColumn free) {
        IntColumn from = positions;
        IntColumn to = free;
        while (ends.size() > 1) {
            mergeOrders(values, from, ends, to);
            halve(ends);
            IntColumn merged = to;
            to = from;
            from = merged;
        }
        return from;
    }

    /** The values in ascending order. May be the column itself, sorted in place, or another one as long; the column is of no use afterwards. */
    public static LongColumn sorted(LongColumn values) {
        IntColumn ends = stretches(values);
        if (ends.size() < 2) {
            return values;
        }
        if (ends.size() >= LEAST_TO_SPREAD && values.size() >= FEW_VALUES && values.size() <= MOST_TO_SPREAD) {
            return spreadValues(values);
        }
        return values.sortOnHeap() ? values : merged(values, ends);
    }

    /** Merges stretches that ascend; the column is of no use afterwards. */
    private static LongColumn merged(LongColumn values, IntColumn ends) {
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

    /** Puts the values into parts of their range, and then each part in order. */
    private static LongColumn spreadValues(LongColumn values) {
        Parts parts = new Parts(values);
        LongColumn spread = LongColumn.zeros(values.size());
        for (int i = 0; i < values.size(); i++) {
            spread.set(parts.place(values.get(i)), values.get(i));
        }
        int begin = 0;
        for (int part = 0; part < parts.count(); part++) {
            int end = parts.end(part);
            if (end - begin <= FEW_OF_PART) {
                insert(spread, begin, end);
            } else {
                sort(spread, begin, end);
            }
            begin = end;
        }
        parts.next.letGo();
        return spread;
    }

    private static void insert(LongColumn values, int begin, int end) {
        for (int i = begin + 1; i < end; i++) {
            long value = values.get(i);
            int at = i;
            while (at > begin && values.get(at - 1) > value) {
                values.set(at, values.get(at - 1));
                at--;
            }
            values.set(at, value);
        }
    }

    /** Sorts some values. */
    private static void sort(LongColumn values, int begin, int end) {
        LongColumn part = LongColumn.zeros(end - begin);
        for (int i = begin; i < end; i++) {
            part.set(i - begin, values.get(i));
        }
        LongColumn sorted = part.sortOnHeap() ? part : merged(part, stretches(part));
        for (int i = begin; i < end; i++) {
            values.set(i, sorted.get(i - begin));
        }
        sorted.letGo();
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
