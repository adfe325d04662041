/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.bowline.core.criticalpath.PathSort;

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
     * A part of the paths. An interval whose path does not have the part counts with 0.
     *
     * @param sort who did what
     * @param intervals number of intervals whose path has the part
     * @param medianNanos median over all paths of the label, see {@link org.bowline.core.figures.Quantile}
     * @param meanNanos mean over all of them, rounded
     * @param p95Nanos 95th percentile over all of them
     */
    public record Part(PathSort sort, int intervals, long medianNanos, long meanNanos, long p95Nanos) {}
}
