/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

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
 */
public record SweepRun(String load, String build, long clients, String name, double throughput, double p50Nanos, double p99Nanos,
        String machine) {}
