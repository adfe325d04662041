/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Finds the place of a value in what ascends. Equal values may stand side by side, which is where {@link java.util.Arrays#binarySearch} leaves open which of them
 * it finds. All O(log n), without an allocation; the forms for arrays are for hot code, as each has a comparison of its own.
 */
public final class Bisection {
    private Bisection() {}

    /**
     * The first number for which something holds.
     *
     * @param from the first number to look at
     * @param to the number after the last
     * @param holds false up to some number, true from there on
     * @return {@code to} if it holds for none
     */
    public static int first(int from, int to, IntPredicate holds) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The first position in [from, to) whose value is greater; {@code to} if there is none. */
    public static int firstAbove(long[] ascending, int from, int to, long value) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first position in [from, to) whose value is greater; {@code to} if there is none. */
    public static int firstAbove(int[] ascending, int from, int to, int value) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first position whose value is greater; the size if there is none. */
    public static int firstAbove(LongArrayList ascending, long value) {
        return firstAbove(ascending.elements(), 0, ascending.size(), value);
    }

    /** The first position in [from, to) whose value is not less; {@code to} if there is none. */
    public static int firstAtLeast(long[] ascending, int from, int to, long value) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
