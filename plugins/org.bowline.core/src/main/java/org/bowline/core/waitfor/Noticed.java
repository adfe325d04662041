/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.timeline.Timeline;

/**
 * For how long a device or a knot must hold threads up to be seen: what weighs less than a hundredth of the range is trimmed from all knots (the paper's share).
 *
 * @param leastNanos that hundredth
 */
record Noticed(long leastNanos) {
    private static final int PART = 100;

    /** Of a range. */
    static Noticed of(Timeline timeline, long fromNanos, long toNanos) {
        return new Noticed(timeline.recordedNanos(fromNanos, toNanos) / PART);
    }

    /** Whether such a weight is seen. */
    boolean test(long weightNanos) {
        return weightNanos > 0 && weightNanos >= leastNanos;
    }
}
