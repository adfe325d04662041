/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A run of a sweep. Texts are empty and figures no numbers where nothing is known.
 *
 * @param build what ran
 * @param clients how many asked at once
 * @param run tells it from others of its build and level
 * @param throughput per second; not a number if the run failed
 * @param p50Nanos median latency
 * @param p99Nanos 99th percentile of the latency
 * @param meanNanos mean latency
 * @param machine the model of the processor
 * @param problem why the run failed; empty if it did not
 * @param note what else is to be known of it
 * @param startNanos when the load began, ns since the epoch; {@link Rows#ABSENT} if it did not
 * @param loadNanos for how long it ran, likewise
 * @param kernel release
 * @param governor of the processors' clock
 * @param loadAverage threads that wanted to run in the minute before
 * @param steal share of time that a hypervisor took meanwhile, 0 to 1
 * @param buildId of the binary, in hex
 */
public record SweepRunRow(String build, long clients, String run, double throughput, double p50Nanos, double p99Nanos, double meanNanos,
        String machine, String problem, String note, long startNanos, long loadNanos, String kernel, String governor, double loadAverage,
        double steal, String buildId) {
    /** One that came to nothing. */
    public static SweepRunRow failed(String build, long clients, String run, String machine, String problem) {
        double none = Double.NaN;
        return new SweepRunRow(build, clients, run, none, none, none, none, machine, problem, "", Rows.ABSENT, Rows.ABSENT, "", "", none,
                none, "");
    }

    /** The same with a note. */
    public SweepRunRow noted(String text) {
        return new SweepRunRow(build, clients, run, throughput, p50Nanos, p99Nanos, meanNanos, machine, problem, text, startNanos,
                loadNanos,
                kernel, governor, loadAverage, steal, buildId);
    }
}
