/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Pools in which at nearly all times some thread waits for the one that gives them work, which waits for them: there are more of them than there is work. How long one of them waits says only how many they are.
 */
public final class IdlePool {
    /** Nearly always: between two waits a thread of the pool is woken, and another one falls asleep. */
    private static final double NEARLY_ALWAYS = 0.99;

    private final Analysis analysis;
    /** By line of the pool and who gives it work: of many equal threads each has an edge. */
    private final Map<Long, Boolean> known = new HashMap<>();

    /** Looks at nothing yet: each pool is looked at when it is first asked for. */
    public IdlePool(Analysis analysis) {
        this.analysis = analysis;
    }

    /** Whether an edge leads from a pool that always has a free thread to the one that gives it work, and that waits for its threads itself. O(edges of the pool + segments of its threads) for the first of its edges. */
    public boolean isFree(int edge) {
        WaitForGraph graph = analysis.graph();
        Pools pools = Pools.ofGraph(analysis);
        int line = pools.line(graph.source(edge));
        return known.computeIfAbsent((long) line << Integer.SIZE | graph.target(edge),
                key -> isFree(analysis, pools.members(line), graph.target(edge)));
    }

    /** The waits of whoever gives such a pool its work for its threads, as it does not choose among them: the edges beside this one, the heaviest first; none if this is no such wait. */
    static IntArrayList givers(Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        int giver = graph.source(edge);
        int[] pool = Pools.ofGraph(analysis).members(graph.target(edge));
        return isFree(analysis, pool, giver) ? toPool(analysis, giver, new IntOpenHashSet(pool)) : new IntArrayList();
    }

    private static boolean isFree(Analysis analysis, int[] pool, int giver) {
        WaitForGraph graph = analysis.graph();
        IntOpenHashSet members = new IntOpenHashSet(pool);
        if (pool.length < Pools.LEAST_OF_POOL || members.contains(giver) || giver >= analysis.timeline().threadCount()
                || toPool(analysis, giver, members).intStream().mapToLong(graph::directNanos).sum() < HeaviestWait.LEAST_BEHIND
                        * analysis.rangeNanos()) {
            return false;
        }
        IntArrayList edges = new IntArrayList();
        Arrays.stream(pool).map(member -> graph.edge(member, giver)).filter(each -> each >= 0).forEach(edges::add);
        return WaitsTogether.nanos(analysis, edges) >= NEARLY_ALWAYS * analysis.rangeNanos();
    }

    private static IntArrayList toPool(Analysis analysis, int giver, IntOpenHashSet members) {
        WaitForGraph graph = analysis.graph();
        IntArrayList edges = new IntArrayList();
        for (int edge = graph.firstEdge(giver); edge < graph.endEdge(giver); edge++) {
            if (members.contains(graph.target(edge)) && HeaviestWait.isShorter(analysis, edge)) {
                edges.add(edge);
            }
        }
        edges.sort((a, b) -> Long.compare(graph.weightNanos(b), graph.weightNanos(a)));
        return edges;
    }
}
