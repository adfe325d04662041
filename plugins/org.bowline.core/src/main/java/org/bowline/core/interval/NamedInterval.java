/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Comparator;

/**
 * One unit of work that the user cares about, as a pair of events marked it.
 *
 * @param label its sort, like the type of a request; may be empty
 * @param key what pairs its begin with its end, like the number of a request
 * @param host the host on which it ended
 * @param thread the thread that ended it, or −1 if the timeline does not have it
 * @param beginNanos when it began, reference time
 * @param endNanos when it ended, later than the begin
 */
public record NamedInterval(String label, String key, int host, int thread, long beginNanos, long endNanos) {
    /** By begin, then end, then key. */
    public static final Comparator<NamedInterval> BY_TIME = Comparator.comparingLong(NamedInterval::beginNanos)
            .thenComparingLong(NamedInterval::endNanos).thenComparing(NamedInterval::key);

    /** Checks the order of begin and end. */
    public NamedInterval {
        if (endNanos <= beginNanos) {
            throw new IllegalArgumentException(
                    "interval ends before it begins: key=" + key + ", begin=" + beginNanos + ", end=" + endNanos);
        }
    }

    /** Length, ns. */
    public long nanos() {
        return endNanos - beginNanos;
    }
}
