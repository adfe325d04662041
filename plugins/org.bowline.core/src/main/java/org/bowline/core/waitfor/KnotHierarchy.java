/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.List;

import org.bowline.core.progress.Progress;

/** The bottlenecks of a wait-for graph at every threshold. Immutable; safe for many readers. */
public final class KnotHierarchy {
    private KnotHierarchy() {}

    /** Computes the whole refinement. */
    public static KnotHierarchy of(WaitForGraph graph, KnotPolicy policy, Progress progress) {
        throw new UnsupportedOperationException("not written yet: " + graph + policy + progress);
    }

    /** Edges lighter than this were left out from the start, ns. */
    public long trimNanos() {
        return 0;
    }

    /** The policy's threshold, ns. */
    public long thresholdNanos() {
        return 0;
    }

    /** The bottlenecks at the policy's threshold, heaviest first. */
    public List<Knot> knots() {
        return knotsAt(thresholdNanos());
    }

    /** The bottlenecks at a threshold, heaviest first. */
    public List<Knot> knotsAt(long thresholdNanos) {
        throw new UnsupportedOperationException("not written yet: " + thresholdNanos);
    }

    /** The thresholds at which a bottleneck comes apart, ascending: where a slider has its ticks. */
    public long[] breaks() {
        return new long[0];
    }
}
