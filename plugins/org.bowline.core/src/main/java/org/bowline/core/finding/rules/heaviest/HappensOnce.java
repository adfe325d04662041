/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.HashMap;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Waits of a knot that are one single wait and hardly anything else, as that of a server for the command to stop, or of its helpers for the server until it does: however heavy, they tell nothing of work that repeats.
 */
public final class HappensOnce {
    /** Without the longest wait this part of the time is left where somebody waits again and again. */
    private static final int REST_PART = 10;

    /** Instead of who is waited for: another thread of the pool, once or more often. */
    private static final int ONE_WITHIN = -1;
    private static final int WITHIN = -2;

    /** What is told together with an edge. */
    private enum Together {
        NOTHING, ONE_WAIT, MORE
    }

    private final Analysis analysis;
    private final Knot knot;
    /** By line of who waits, and who is waited for, of a pool that waits for itself its line: of many equal threads each has an edge. */
    private final Map<Long, Together> known = new HashMap<>();

    /** Looks at nothing yet. */
    public HappensOnce(Analysis analysis, Knot knot) {
        this.analysis = analysis;
        this.knot = knot;
    }

    /**
     * Whether without its longest wait less than a {@value #REST_PART}th is left of an edge, together with those that are told with it: where each thread of a pool waits once, but in turn, there is more. O(edges of the pool +
     * segments of its threads) for the first of its edges, O(segments of who waits) for the others.
     */
    public boolean is(int edge) {
        WaitForGraph graph = analysis.graph();
        Pools pools = Pools.ofGraph(analysis);
        int line = pools.line(graph.source(edge));
        boolean isWithin = line == pools.line(graph.target(edge));
        int whom = !isWithin ? graph.target(edge) : isOneOfMany(analysis, edge) ? ONE_WITHIN : WITHIN;
        Together together = known.computeIfAbsent((long) line << Integer.SIZE | Integer.toUnsignedLong(whom), key -> {
            IntArrayList edges = HeaviestWait.toldTogether(analysis, knot, edge);
            return edges.size() == 1 ? Together.NOTHING : isOne(analysis, edges) ? Together.ONE_WAIT : Together.MORE;
        });
        return together == Together.NOTHING ? isOne(analysis, IntArrayList.of(edge)) : together == Together.ONE_WAIT;
    }

    /** Leaves out of the edges between threads of a pool those that happen once, if they have less than a {@value #REST_PART}th of the waits: where there are more, as between threads that have few tasks, they are how these wait for each other. */
    static void removeExceptions(Analysis analysis, IntArrayList edges) {
        WaitForGraph graph = analysis.graph();
        IntArrayList rest = new IntArrayList(edges.intStream().filter(edge -> !isOneOfMany(analysis, edge)).toArray());
        long all = edges.intStream().mapToLong(graph::waits).sum();
        if ((all - rest.intStream().mapToLong(graph::waits).sum()) * REST_PART < all) {
            edges.clear();
            edges.addAll(rest);
        }
    }

    /** Whether a wait between threads of a pool is none of those that they wait for each other again and again: it happens once, and is a noticeable part of the range. */
    private static boolean isOneOfMany(Analysis analysis, int edge) {
        return analysis.graph().directNanos(edge) >= HeaviestWait.LEAST_BEHIND * analysis.rangeNanos()
                && isOne(analysis, IntArrayList.of(edge));
    }

    /** Whether some edges together are one wait and hardly anything else; not if nobody is known to wait so. O(segments of who waits). */
    static boolean isOne(Analysis analysis, IntArrayList edges) {
        TimeUnion waiting = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        int[] last = {Timeline.NONE};
        long[] ofLast = {0}; // a wait may be told in several parts
        long[] longest = {0};
        WaitsTogether.each(analysis, edges, (segment, target, begin, end) -> {
            if (begin < end) {
                waiting.add(begin, end);
                ofLast[0] = (segment == last[0] ? ofLast[0] : 0) + end - begin;
                last[0] = segment;
                longest[0] = Math.max(longest[0], ofLast[0]);
            }
        });
        long all = waiting.nanos();
        return (all - longest[0]) * REST_PART < all;
    }
}
