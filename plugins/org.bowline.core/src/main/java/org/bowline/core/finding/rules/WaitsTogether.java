/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/** The waits of several edges together: none of them, and no time, counts twice. */
final class WaitsTogether {
    private WaitsTogether() {}

    /** For how long at least one of the waits of some edges lasts. */
    static long nanos(Analysis analysis, IntArrayList edges) {
        TimeUnion waiting = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        WaitForGraph graph = analysis.graph();
        for (int i = 0; i < edges.size(); i++) {
            for (int thread : graph.groups().members(graph.source(edges.getInt(i)))) {
                addWaits(analysis, thread, graph.target(edges.getInt(i)), waiting);
            }
        }
        return waiting.nanos();
    }

    /** How many waits some edges have together: one for a lock is on several where several had it meanwhile, and is one. O(edges), and O(segments of who waits) where locks are known. */
    static long count(Analysis analysis, IntArrayList edges) {
        WaitForGraph graph = analysis.graph();
        long sum = edges.intStream().mapToLong(graph::waits).sum();
        if (edges.intStream().noneMatch(edge -> graph.holderNanos(edge) > 0)) {
            return sum;
        }
        long[] distinct = {0};
        for (int source : sources(graph, edges)) {
            for (int thread : graph.groups().members(source)) {
                int[] last = {Timeline.NONE};
                EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
                    boolean isOne = target != Timeline.NONE && segment != last[0]
                            && edges.contains(graph.edge(source, graph.groups().vertex(target)));
                    distinct[0] += isOne ? 1 : 0;
                    last[0] = isOne ? segment : last[0];
                }, analysis.progress());
            }
        }
        return distinct[0] == 0 ? sum : Math.min(sum, distinct[0]);
    }

    /** Whose waits some edges are, each once, in ascending order. */
    static int[] sources(WaitForGraph graph, IntArrayList edges) {
        return edges.intStream().map(graph::source).distinct().sorted().toArray();
    }

    private static void addWaits(Analysis analysis, int thread, int target, TimeUnion waiting) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        EdgeWaits.each(graph, thread, (segment, other, nanos) -> {
            if (nanos > 0 && graph.groups().vertex(other) == target) {
                waiting.add(timeline.start(segment), timeline.end(thread, segment));
            }
        }, analysis.progress());
    }
}
