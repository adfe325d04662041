/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Who waits for whom in a range, and the bottlenecks at every threshold. Immutable.
 *
 * @param origins whose waits were taken
 * @param graph the graph; tells the range
 * @param hierarchy its refinement
 * @param thresholdNanos where knots are no longer taken apart, if nobody says otherwise
 * @param aside what a first look leaves out; null for nothing
 * @param merging what is to be said of threads that were to be merged
 */
public record WaitForAnswer(WaitOrigins origins, WaitForGraph graph, KnotHierarchy hierarchy, long thresholdNanos,
        @Nullable SetAside aside, List<Caveat> merging) {
    /** Copies the caveats. */
    public WaitForAnswer {
        merging = List.copyOf(merging);
    }

    /** The caveats of an analysis and those of this graph, the most severe first. */
    public List<Caveat> caveats(List<Caveat> ofAnalysis) {
        List<Caveat> all = new ArrayList<>(ofAnalysis);
        all.addAll(graph.caveats());
        all.addAll(merging);
        all.sort(java.util.Comparator.comparing(Caveat::severity).reversed());
        return List.copyOf(all);
    }

    /** A weight as a share of the range; may exceed 1. */
    public double share(long nanos) {
        return (double) nanos / graph.rangeNanos();
    }
}
