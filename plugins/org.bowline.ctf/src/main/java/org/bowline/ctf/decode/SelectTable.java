/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.bowline.ctf.metadata.RangeSet;

/** Where a selector's value leads: the first of the ranges that holds it. Small values by one look-up, others by scan. */
final class SelectTable {
    private static final int DIRECT = 256;

    private record Entry(boolean signed, long low, long high, int target) {}

    private final List<Entry> building = new ArrayList<>();
    private Entry[] entries = new Entry[0];
    private int otherwise;
    private final int[] direct = new int[DIRECT];

    void add(RangeSet set, int target) {
        for (RangeSet.Range range : set.ranges()) {
            building.add(new Entry(set.signed(), range.low(), range.high(), target));
        }
    }

    /** Ends building. */
    void otherwise(int target) {
        otherwise = target;
        entries = building.toArray(Entry[]::new);
        Arrays.setAll(direct, this::find);
    }

    int target(long value) {
        return value >= 0 && value < DIRECT ? direct[(int) value] : find(value);
    }

    private int find(long value) {
        for (Entry entry : entries) {
            if (entry.signed ? entry.low <= value && value <= entry.high
                    : Long.compareUnsigned(entry.low, value) <= 0 && Long.compareUnsigned(value, entry.high) <= 0) {
                return entry.target;
            }
        }
        return otherwise;
    }
}
