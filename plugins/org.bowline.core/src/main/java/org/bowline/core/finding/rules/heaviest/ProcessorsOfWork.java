/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.KnotMembers;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The processors of the host that have most to do for the work of a knot: however short the waits get, they need as long for it. The work is done by the knot's threads and those of programs that wait for them or for which they wait again and again, directly or through others.
 *
 * @param host whose processors
 * @param busy the share of their time in the range, as far as the host was recorded, in which they run threads of the work
 */
public record ProcessorsOfWork(int host, double busy) {
    /** Waits for less of the range do not make one work of two. */
    private static final double LEAST_OF_RANGE = 0.01;

    /** Null if the work is done on no host. O(edges + threads). */
    public static @Nullable ProcessorsOfWork of(Analysis analysis, Knot knot) {
        IntOpenHashSet vertices = new IntOpenHashSet();
        for (int i = 0; i < knot.vertexCount(); i++) {
            vertices.add(knot.vertex(i));
        }
        return of(analysis, vertices);
    }

    /** The same of the work that some vertices, or threads that are one with others, have a part in. */
    public static @Nullable ProcessorsOfWork of(Analysis analysis, IntOpenHashSet vertices) {
        IntOpenHashSet threads = threads(analysis, vertices);
        Timeline timeline = analysis.timeline();
        long[] onCpu = new long[timeline.hostCount()];
        BitSet hosts = new BitSet();
        for (ThreadTotals total : analysis.totals()) {
            if (threads.contains(total.thread())) {
                hosts.set(timeline.host(total.thread()));
                onCpu[timeline.host(total.thread())] += total.onCpu();
            }
        }
        ProcessorsOfWork most = null;
        for (int host = hosts.nextSetBit(0); host >= 0; host = hosts.nextSetBit(host + 1)) {
            double busy = share(analysis, host, onCpu[host]);
            if (most == null || busy > most.busy) {
                most = new ProcessorsOfWork(host, busy);
            }
        }
        return most;
    }

    /** What is left of the range, as a share. */
    double rest() {
        return Math.max(0, 1 - busy);
    }

    /** The same, if some threads had nothing to do. O(threads). */
    public double restWithout(Analysis analysis, IntOpenHashSet threads) {
        long nanos = analysis.totals().stream()
                .filter(total -> threads.contains(total.thread()) && analysis.timeline().host(total.thread()) == host)
                .mapToLong(ThreadTotals::onCpu).sum();
        return Math.min(1, rest() + share(analysis, host, nanos));
    }

    /** What some time on the processors of a host is of theirs: of a host that was recorded in a part of the range only, nothing is known of the rest. */
    private static double share(Analysis analysis, int host, long nanos) {
        return analysis.load(host).share(nanos);
    }

    private static IntOpenHashSet threads(Analysis analysis, IntOpenHashSet vertices) {
        WaitForGraph graph = analysis.graph();
        BitSet seen = new BitSet();
        IntArrayList left = new IntArrayList();
        vertices.forEach(one -> {
            int vertex = graph.groups().vertex(one); // the edges of a group are those of its first thread
            if (vertex < analysis.timeline().threadCount() && !seen.get(vertex)) {
                seen.set(vertex);
                left.add(vertex);
            }
        });
        IntArrayList[] neighbours = new IntArrayList[graph.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int source = graph.source(edge);
            int target = graph.target(edge);
            if (isOfOne(analysis, edge)
                    && (isProgram(analysis, source) && isProgram(analysis, target) || seen.get(source) && seen.get(target))) {
                add(neighbours, source, target);
                add(neighbours, target, source);
            }
        }
        IntOpenHashSet threads = new IntOpenHashSet();
        while (!left.isEmpty()) {
            int vertex = left.popInt();
            threads.addAll(IntArrayList.wrap(graph.groups().members(vertex)));
            IntArrayList others = neighbours[vertex];
            for (int i = 0; others != null && i < others.size(); i++) {
                if (!seen.get(others.getInt(i))) {
                    seen.set(others.getInt(i));
                    left.add(others.getInt(i));
                }
            }
        }
        return threads;
    }

    private static void add(@Nullable IntArrayList[] neighbours, int from, int to) {
        IntArrayList of = neighbours[from];
        if (of == null) {
            of = new IntArrayList();
            neighbours[from] = of;
        }
        of.add(to);
    }

    /** A group has the number of its first thread. */
    private static boolean isProgram(Analysis analysis, int vertex) {
        return vertex < analysis.timeline().threadCount() && analysis.get(Analysis.ROLES).isProgram(vertex);
    }

    private static boolean isOfOne(Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        return graph.waits(edge) >= KnotMembers.LEAST_WAITS && graph.directNanos(edge) >= LEAST_OF_RANGE * graph.rangeNanos();
    }
}
