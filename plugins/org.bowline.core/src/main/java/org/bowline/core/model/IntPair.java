/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

/** Two integers in one {@code long}, as keys of tables that shall not make an object for each: no two pairs are the same key, also where a part is negative. O(1). */
public final class IntPair {
    private IntPair() {}

    /** The key of a pair; keys are in the order of their first parts. */
    public static long of(int first, int second) {
        return (long) first << 32 | second & 0xffff_ffffL;
    }

    /** The first part of a key. */
    public static int first(long pair) {
        return (int) (pair >> 32);
    }

    /** The second part of a key. */
    public static int second(long pair) {
        return (int) pair;
    }
}
