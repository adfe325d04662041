/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.waitfor.WaitForGraph;

/** What a wait is shown by beside a finding: an edge that can be looked up, with its time. */
public final class WaitEvidence {
    private WaitEvidence() {}

    /**
     * What an edge of a graph points at: itself; of an edge between threads that are one vertex, the heaviest edge of single threads in it, which can be looked up.
     *
     * @param single the graph of single threads
     * @param analysis whose graph may be a merged one
     * @param edge of that
     */
    public static Evidence.Edge of(WaitForGraph single, Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        int source = graph.source(edge);
        int target = graph.target(edge);
        if (graph.groups().of(source) == null && graph.groups().of(target) == null) {
            return new Evidence.Edge(source, target, nanos(graph, edge), graph.waits(edge), note(analysis, graph, edge));
        }
        int heaviest = -1;
        int all = 0;
        for (int member : graph.groups().members(source)) {
            for (int one = single.firstEdge(member); one < single.endEdge(member); one++) {
                if (graph.groups().vertex(single.target(one)) == target && single.isIdle(one) == graph.isIdle(edge)) {
                    all++;
                    heaviest = heaviest < 0 || single.weightNanos(one) > single.weightNanos(heaviest) ? one : heaviest;
                }
            }
        }
        String whole = "of " + analysis.phraseOfGraph(source) + " for " + analysis.phraseOfGraph(target) + ", "
                + percent(graph.heldShare(edge)) + " of the range on average";
        return heaviest < 0 ? new Evidence.Edge(source, target, graph.heldNanos(edge), graph.waits(edge), whole)
                : new Evidence.Edge(single.source(heaviest), single.target(heaviest), nanos(single, heaviest), single.waits(heaviest),
                        "the heaviest of " + count(all, "edge") + ' ' + whole);
    }

    /** For how long the source of an edge waits; where its own waits do not count, for how long they hold up somebody. Of one thread never more than the range, as a weight may be. */
    public static long nanos(WaitForGraph graph, int edge) {
        return graph.directNanos(edge) > 0 ? graph.directNanos(edge) : graph.heldNanos(edge);
    }

    /** An edge beside its time: its part of the range, and how many threads each wait holds up if the source is not the only one. */
    private static String note(Analysis analysis, WaitForGraph graph, int edge) {
        double heldUp = (double) graph.weightNanos(edge) / nanos(graph, edge);
        return percent((double) nanos(graph, edge) / analysis.rangeNanos()) + " of the range"
                + (heldUp < HeaviestWait.OTHERS_TOO ? "" : ", each holds up " + number(heldUp) + " threads on average");
    }
}
