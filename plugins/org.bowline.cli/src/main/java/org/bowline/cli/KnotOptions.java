/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/** Whose waits count, and which are too light to matter. */
final class KnotOptions {
    @Option(names = "--process", paramLabel = "NAME", converter = ThreadOption.Converter.class,
            description = "Start from the waits of this process only: all threads of the process that has a thread NAME (or HOST:NAME). "
                    + "May be given several times. Default: all threads.") private List<ThreadArgument> processes = new ArrayList<>();

    @Option(names = "--threshold", paramLabel = "WEIGHT", converter = ThresholdArgument.Converter.class,
            description = "Take knots apart as long as their lightest edge is not heavier than this: a share of the range like "
                    + "20%%, or a time like 18s, "
                    + "5ms, 250us, 4000ns. Default: 20%%.") private @Nullable ThresholdArgument threshold;

    /**
     * The knots of a graph.
     *
     * @param hierarchy at all thresholds
     * @param knots heaviest first
     * @param thresholdNanos at which threshold
     */
    record Knots(KnotHierarchy hierarchy, List<Knot> knots, long thresholdNanos) {}

    /** The wait-for graph of the chosen threads. */
    WaitForGraph graph(Timeline timeline, RangeOptions.Range range, Progress progress) {
        return WaitForAnalysis.run(timeline, range.fromNanos(), range.toNanos(), chosen(timeline), progress);
    }

    /** Its knots at the chosen threshold. */
    Knots find(WaitForGraph graph, Progress progress) {
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, progress);
        long chosen = thresholdNanos(graph.rangeNanos());
        long nanos = chosen < 0 ? hierarchy.thresholdNanos() : chosen;
        return new Knots(hierarchy, hierarchy.knotsAt(nanos), nanos);
    }

    /** The threshold in a range of a length, ns; below 0 for the usual one. */
    long thresholdNanos(long rangeNanos) {
        return threshold == null ? -1 : threshold.nanos(rangeNanos);
    }

    /** The threads whose waits count; null for all. */
    @Nullable
    IntPredicate chosen(Timeline timeline) {
        IntPredicate all = null;
        for (ThreadArgument process : processes) {
            IntPredicate one = process.resolveProcess(timeline);
            all = all == null ? one : all.or(one);
        }
        return all;
    }
}
