/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** Computes the {@link WaitForGraph} of a range. */
public final class WaitForAnalysis {
    private WaitForAnalysis() {}

    /**
     * The wait-for graph of a range.
     *
     * @param timeline what the threads did
     * @param fromNanos begin of the range, reference time
     * @param toNanos end of the range, exclusive; later than the begin
     * @param chosen the threads whose waits start chains; null for all. Chains run on through any thread
     * @param progress told how far it is; asked whether to stop
     * @throws IllegalArgumentException if the range is empty, or so long that the weights might not fit into 63 bits
     */
    public static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen, Progress progress) {
        throw new UnsupportedOperationException("not written yet: " + timeline + fromNanos + toNanos + chosen + progress);
    }
}
