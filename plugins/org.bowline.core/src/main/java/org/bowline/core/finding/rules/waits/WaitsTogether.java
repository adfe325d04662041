/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/** The waits of several edges together: none of them, and no time, counts twice. Each thread that waits is gone through once, however many edges it has. */
public final class WaitsTogether {
    private WaitsTogether() {}

    /** For how long at least one of the waits of some edges lasts. O(edges + segments of who waits). */
    public static long nanos(Analysis analysis, IntArrayList edges) {
        TimeUnion waiting = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        each(analysis, edges, (segment, target, begin, end) -> {
            if (begin < end) {
                waiting.add(begin, end);
            }
        });
        return waiting.nanos();
    }

    /** How many waits some edges have together: one for a lock is on several where several had it meanwhile, and is one. O(edges), and O(segments of who waits) where locks are known. */
    public static long count(Analysis analysis, IntArrayList edges) {
        WaitForGraph graph = analysis.graph();
        long sum = edges.intStream().mapToLong(graph::waits).sum();
        if (edges.intStream().noneMatch(edge -> graph.holderNanos(edge) > 0)) {
            return sum;
        }
        long[] distinct = {0};
        int[] last = {Timeline.NONE};
        each(analysis, edges, (segment, target, begin, end) -> {
            distinct[0] += segment == last[0] ? 0 : 1;
            last[0] = segment;
        });
        return distinct[0] == 0 ? sum : Math.min(sum, distinct[0]);
    }

    /** Whose waits some edges are, each once, in ascending order. */
    public static int[] sources(WaitForGraph graph, IntArrayList edges) {
        return edges.intStream().map(graph::source).distinct().sorted().toArray();
    }

    /** Visits the waits of some edges, or their parts, by thread and in order of time. O(edges + segments of who waits). */
    public static void each(Analysis analysis, IntArrayList edges, EdgeWaits.PartVisitor visitor) {
        WaitForGraph graph = analysis.graph();
        Map<Integer, IntOpenHashSet> bySource = new Int2ObjectLinkedOpenHashMap<>();
        for (int edge : edges) {
            bySource.computeIfAbsent(graph.source(edge), source -> new IntOpenHashSet()).add(graph.target(edge));
        }
        bySource.forEach((source, targets) -> {
            for (int thread : graph.groups().members(source)) {
                EdgeWaits.eachPart(graph, thread, (segment, target, begin, end) -> {
                    if (target != Timeline.NONE && targets.contains(graph.groups().vertex(target))) {
                        visitor.part(segment, target, begin, end);
                    }
                }, analysis.progress());
            }
        });
    }
}
