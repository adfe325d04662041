/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

/**
 * Something that every run has a number of.
 *
 * @param kind what sort of number
 * @param label of which sort of interval; empty if it is not of intervals
 * @param subject of what else: a cause, a part of a path, the members of a knot; may be empty
 */
public record Measure(Kind kind, String label, String subject) implements Comparable<Measure> {
    /** Which direction is better. */
    public enum Better {
        /** Less of it. */
        LOWER,
        /** More of it. */
        HIGHER,
        /** Neither: it explains. */
        NEITHER
    }

    /** Sorts of numbers, in the order in which they are reported. */
    public enum Kind {
        /** Median length of the intervals of a label. */
        LATENCY_P50("latency-p50", "ns", Better.LOWER, true),
        /** 99th percentile of the lengths of the intervals of a label. */
        LATENCY_P99("latency-p99", "ns", Better.LOWER, true),
        /** Intervals of a label per second of the run. */
        THROUGHPUT("throughput", "per s", Better.HIGHER, true),
        /** Standard deviation of the lengths of the intervals of a label, of the population. */
        DEVIATION("deviation", "ns", Better.LOWER, false),
        /** Coefficient of variation of these lengths: the standard deviation as a share of the mean. */
        VARIATION("variation", "share", Better.LOWER, false),
        /** Their variance, of the population. */
        VARIANCE("variance", "ns²", Better.LOWER, false),
        /** Critical path blocked by a cause, per interval of a label. */
        INTERVAL_CAUSE("interval-cause", "ns per interval", Better.LOWER, false),
        /** Share of a part in the critical paths of a label. */
        PATH_SHARE("path-share", "share", Better.NEITHER, false),
        /** Share of a part in the critical path of the thread that was asked for. */
        THREAD_PATH_SHARE("thread-path-share", "share", Better.NEITHER, false),
        /** Time for which all threads waited for a cause, per second of the run. */
        WAIT_CAUSE("wait-cause", "ns per s", Better.NEITHER, false),
        /** Weight of a knot or sink per second of the run; 0 in runs that do not have it. */
        KNOT("knot", "ns per s", Better.NEITHER, false),
        /** Share of a module, and of those within it, in the running time of its host. */
        TAG_SHARE("tag-share", "share", Better.NEITHER, false),
        /** Time for which threads waited in some code, per second of the run. */
        CODE_WAIT("code-wait", "ns per s", Better.NEITHER, false),
        /** Weight of an edge of the wait-for graph per second of the run. */
        EDGE_WAIT("edge-wait", "ns per s", Better.NEITHER, false);

        private final String label;
        private final String unit;
        private final Better better;
        private final boolean outcome;

        Kind(String label, String unit, Better better, boolean outcome) {
            this.label = label;
            this.unit = unit;
            this.better = better;
            this.outcome = outcome;
        }

        /** As written in reports. */
        public String label() {
            return label;
        }

        /** Of its numbers. */
        public String unit() {
            return unit;
        }

        /** Which direction is better. */
        public Better better() {
            return better;
        }

        /** Whether it is what users feel; what explains it is judged apart, so that many explanations do not hide an outcome. */
        public boolean isOutcome() {
            return outcome;
        }
    }

    @Override
    public int compareTo(Measure other) {
        int order = kind.compareTo(other.kind);
        order = order != 0 ? order : label.compareTo(other.label);
        return order != 0 ? order : subject.compareTo(other.subject);
    }
}
