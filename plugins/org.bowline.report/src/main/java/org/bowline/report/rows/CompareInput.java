/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.List;

import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Caveat;

/**
 * Everything that a page of a comparison shows.
 *
 * @param version of Bowline
 * @param baseRuns names of the runs of BASE
 * @param newRuns names of the runs of NEW
 * @param measures what was compared, in the order of the comparison
 * @param latencies the intervals behind it, by label
 * @param caveats why it may not be fair
 * @param code which code threads waited in; empty if that is not known of both sets
 * @param findings what the rules found in either set, the worst first
 */
public record CompareInput(String version, List<String> baseRuns, List<String> newRuns, List<Measure> measures, List<Latency> latencies,
        List<Caveat> caveats, List<Code> code, List<CompareFindingRow> findings) {
    /**
     * A measure and its number in each run.
     *
     * @param row the verdict
     * @param base a number per run of BASE, in their order; not a number where a run has none
     * @param fresh the same of NEW
     */
    public record Measure(CompareRow row, List<Double> base, List<Double> fresh) {
        /** Copies the lists. */
        public Measure {
            base = List.copyOf(base);
            fresh = List.copyOf(fresh);
        }
    }

    /**
     * The intervals of a label.
     *
     * @param label which
     * @param base how long they took in each run of BASE
     * @param fresh the same of NEW
     * @param median what became of the median of all
     * @param tail what became of the 99th percentile of all
     */
    public record Latency(String label, List<Latencies> base, List<Latencies> fresh, PooledChange median, PooledChange tail) {
        /** Copies the lists. */
        public Latency {
            base = List.copyOf(base);
            fresh = List.copyOf(fresh);
        }
    }

    /** Copies the lists. */
    public CompareInput {
        baseRuns = List.copyOf(baseRuns);
        newRuns = List.copyOf(newRuns);
        measures = List.copyOf(measures);
        latencies = List.copyOf(latencies);
        caveats = List.copyOf(caveats);
        code = List.copyOf(code);
        findings = List.copyOf(findings);
    }

    /** Of runs of which no code is known, and in which nothing was found. */
    public CompareInput(String version, List<String> baseRuns, List<String> newRuns, List<Measure> measures, List<Latency> latencies,
            List<Caveat> caveats) {
        this(version, baseRuns, newRuns, measures, latencies, caveats, List.of(), List.of());
    }

    /**
     * Code that threads waited in.
     *
     * @param frames host, thread, functions from the outermost on, what is waited for
     * @param baseNanos for how long, in a second of a run of BASE, in the mean; rounded
     * @param newNanos the same of NEW
     */
    public record Code(List<String> frames, long baseNanos, long newNanos) {
        /** Copies the list. */
        public Code {
            frames = List.copyOf(frames);
        }
    }
}
