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
 * @param count number of intervals that have a path
 * @param medianNanos median of their lengths
 * @param meanNanos mean of their lengths, rounded
 * @param p95Nanos the length that 95 % of them do not exceed (nearest rank)
 * @param parts the parts of their paths, largest mean first
 */
public record LabelStatistics(String label, int count, long medianNanos, long meanNanos, long p95Nanos, List<Part> parts) {
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
     * @param medianNanos median over all intervals of the label
     * @param meanNanos mean over all of them, rounded
     * @param p95Nanos 95 % of them do not exceed this (nearest rank)
     */
    public record Part(String host, String thread, ThreadState state, Cause cause, LegKind kind, String target, int intervals,
            long medianNanos,
            long meanNanos, long p95Nanos) {}
}
