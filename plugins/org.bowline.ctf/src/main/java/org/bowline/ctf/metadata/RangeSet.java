/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;

/** Values that select something: inclusive ranges, of 64-bit signed or unsigned values. May overlap with others. */
public record RangeSet(boolean signed, List<Range> ranges) {
    /** Inclusive on both sides; compared as unsigned if the set is. */
    public record Range(long low, long high) {}

    /** Copies the list. */
    public RangeSet {
        ranges = List.copyOf(ranges);
    }

    /** Whether a range holds the value. O(ranges). */
    public boolean contains(long value) {
        for (Range range : ranges) {
            if (signed ? range.low <= value && value <= range.high
                    : Long.compareUnsigned(range.low, value) <= 0 && Long.compareUnsigned(value, range.high) <= 0) {
                return true;
            }
        }
        return false;
    }
}
