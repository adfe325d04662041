/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * How long the intervals of one label took, and where.
 *
 * @param label the label
 * @param latencies how long they took, those included that did not end
 * @param meanNanos mean of the lengths of those that ended, rounded; 0 if none did
 * @param paths number of those that ended and have a path
 * @param meanPathNanos mean of the lengths of these, rounded; 0 if there is none
 * @param parts the parts of their paths, largest mean first
 */
public record LabelStatistics(String label, Latencies latencies, long meanNanos, int paths, long meanPathNanos, List<Part> parts) {
    /** Number of those that ended. */
    public int count() {
        return latencies.ended();
    }

    /** What the mean of a part is of the mean of the paths. */
    public double share(Part part) {
        return meanPathNanos == 0 ? 0 : (double) part.meanNanos() / meanPathNanos;
    }

    /**
     * A part of the paths. Threads go by their names here, so that short-lived threads and pools make one part. An interval whose path does
     * not have the part counts with 0.
     *
     * @param host name of the host
     * @param thread name of the thread
     * @param state what it did
     * @param cause what it waited for, if blocked
     * @param kind how the legs came to be
     * @param target name of the vertex that was waited for; empty if there is none
     * @param intervals number of intervals whose path has the part
     * @param medianNanos median over all paths of the label, see {@link org.bowline.core.figures.Quantile}
     * @param meanNanos mean over all of them, rounded
     * @param p95Nanos 95th percentile over all of them
     */
    public record Part(String host, String thread, ThreadState state, Cause cause, LegKind kind, String target, int intervals,
            long medianNanos,
            long meanNanos, long p95Nanos) {}
}
