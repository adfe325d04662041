/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.rules.waits.KnotMembers;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Of threads of a pool that all have to do with each other, as those that share a lock, the threshold leaves some in a knot by chance: each waits for each of the others, and only some of so many edges are heavy. Told
 * is the knot of all of them.
 */
public final class WholePool {
    /** So much of their waiting time the members wait for threads of the pool that are not in the knot. */
    private static final double LEAST_OUTSIDE = 0.1;
    /** And all together wait for each other at least so much of theirs: else what they wait for besides keeps them. */
    private static final double LEAST_INSIDE = 0.5;

    private WholePool() {}

    /** The knot with the other threads of its pool that belong to it; itself if there are none. O(edges of the pool × log). */
    public static Knot of(Analysis analysis, Knot knot) {
        IntOpenHashSet pool = pool(analysis, knot);
        IntOpenHashSet members = new IntOpenHashSet();
        for (int i = 0; i < knot.vertexCount(); i++) {
            members.add(knot.vertex(i));
        }
        if (pool.isEmpty() || share(analysis, members, target -> pool.contains(target) && !members.contains(target)) < LEAST_OUTSIDE) {
            return knot;
        }
        IntOpenHashSet all = reached(analysis, members, pool);
        return share(analysis, all, all::contains) < LEAST_INSIDE ? knot
                : knot.with(all.intStream().sorted().toArray(), between(analysis, all));
    }

    /** Members, and those of the pool to whom chains of waits lead from them. */
    private static IntOpenHashSet reached(Analysis analysis, IntOpenHashSet members, IntOpenHashSet pool) {
        WaitForGraph graph = analysis.graph();
        IntOpenHashSet all = new IntOpenHashSet(members);
        IntArrayList queue = new IntArrayList(members);
        for (int i = 0; i < queue.size(); i++) {
            for (int edge = graph.firstEdge(queue.getInt(i)); edge < graph.endEdge(queue.getInt(i)); edge++) {
                int other = graph.target(edge);
                if (pool.contains(other) && graph.waits(edge) >= KnotMembers.LEAST_WAITS && isWait(analysis, edge) && all.add(other)) {
                    queue.add(other);
                }
            }
        }
        return all;
    }

    /** The edges between some vertices, the heaviest first; those below a threshold, too. */
    static int[] between(Analysis analysis, IntOpenHashSet vertices) {
        WaitForGraph graph = analysis.graph();
        IntArrayList edges = new IntArrayList();
        for (int vertex : vertices) {
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                if (vertices.contains(graph.target(edge)) && !graph.isIdle(edge)) {
                    edges.add(edge);
                }
            }
        }
        edges.sort((a, b) -> graph.weightNanos(a) != graph.weightNanos(b) ? Long.compare(graph.weightNanos(b), graph.weightNanos(a))
                : Integer.compare(a, b));
        return edges.toIntArray();
    }

    /** The vertices of the pool of which all members are a part; empty if there is none, or they are all of it. */
    private static IntOpenHashSet pool(Analysis analysis, Knot knot) {
        Pools pools = Pools.ofGraph(analysis);
        int line = pools.line(knot.vertex(0));
        int[] threads = pools.members(line);
        for (int i = 1; i < knot.vertexCount(); i++) {
            if (pools.line(knot.vertex(i)) != line) {
                return new IntOpenHashSet();
            }
        }
        return knot.kind() == Knot.Kind.SINK || threads.length < Pools.LEAST_OF_POOL || threads.length == knot.vertexCount()
                ? new IntOpenHashSet() : new IntOpenHashSet(threads);
    }

    /** Which part of the time for which some threads wait, other than for new work, is for vertices that count. */
    private static double share(Analysis analysis, IntOpenHashSet members, IntPredicate counts) {
        WaitForGraph graph = analysis.graph();
        double all = 0;
        double some = 0;
        for (int member : members) {
            for (int edge = graph.firstEdge(member); edge < graph.endEdge(member); edge++) {
                if (isWait(analysis, edge)) {
                    all += graph.directNanos(edge);
                    some += counts.test(graph.target(edge)) ? graph.directNanos(edge) : 0;
                }
            }
        }
        return all == 0 ? 0 : some / all;
    }

    private static boolean isWait(Analysis analysis, int edge) {
        return !analysis.graph().isIdle(edge) && analysis.get(NewWork.RESULT).why(edge) == NewWork.Why.NOT;
    }
}
