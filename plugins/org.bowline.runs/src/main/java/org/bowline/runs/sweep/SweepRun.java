/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import org.bowline.report.rows.Rows;

/**
 * One run of a sweep.
 *
 * @param load the sort of load; empty if there is but one
 * @param build what ran
 * @param clients how many asked at once, ≥ 1
 * @param name tells it from other runs of the same load, build and clients
 * @param throughput work done per second, &gt; 0
 * @param p50Nanos median latency, ns; not a number if it is not known
 * @param p99Nanos 99th percentile of the latency, ns; not a number if it is not known
 * @param machine on which sort of processor; empty if it is not known
 * @param startNanos when its load began, ns since the epoch; {@link Rows#ABSENT} if it is not known
 * @param loadNanos for how long the load ran, ns; likewise
 */
public record SweepRun(String load, String build, long clients, String name, double throughput, double p50Nanos, double p99Nanos,
        String machine, long startNanos, long loadNanos) {
    /** A run of which it is not known when it was. */
    public SweepRun(String load, String build, long clients, String name, double throughput, double p50Nanos, double p99Nanos,
            String machine) {
        this(load, build, clients, name, throughput, p50Nanos, p99Nanos, machine, Rows.ABSENT, Rows.ABSENT);
    }

    /** Whether it is known when its load ran. */
    boolean isTimed() {
        return startNanos >= 0 && loadNanos > 0 && loadNanos <= Long.MAX_VALUE - startNanos;
    }
}
