/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.timeline.JavaMachines;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Which threads of programs the work is done by. A runtime or a database has threads that look once in a while whether there is something to do, and do next to nothing: that they wait holds nobody up. O(threads + edges). Immutable.
 */
public final class Workload {
    /** Who is at work for so much of the range does some of it. */
    private static final double LEAST_OF_RANGE = 0.01;
    /** So does who is at work for so much of the time for which all threads of programs are, where all do little. */
    private static final double LEAST_OF_ALL = 0.1;
    /** Who works waits for who is part of it for so much of the range, all together. */
    private static final double LEAST_AWAITED = 0.1;
    /** For so much of the time for which a script waits somebody else may have something to do. */
    private static final double MOST_BESIDE = 0.5;
    /** Threads that live for less than this part of the range count together with those of their name. */
    private static final int SHORT_PART = 10;

    private final Analysis analysis;
    private final BitSet working = new BitSet();
    private final BitSet awaited = new BitSet();

    /** Sums up what each program's threads do in the range. O(threads). */
    public Workload(Analysis analysis) {
        this.analysis = analysis;
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, Long> ofShort = new HashMap<>();
        long all = 0;
        for (ThreadTotals total : analysis.totals()) {
            if (roles.isProgram(total.thread())) {
                all += total.active();
                if (livesShortly(analysis, total)) {
                    ofShort.merge(Kin.of(timeline, total.thread()), total.active(), Long::sum);
                }
            }
        }
        double least = Math.min(LEAST_OF_RANGE * analysis.rangeNanos(), LEAST_OF_ALL * all);
        for (ThreadTotals total : analysis.totals()) {
            long nanos = livesShortly(analysis, total) ? ofShort.getOrDefault(Kin.of(timeline, total.thread()), 0L) : total.active();
            working.set(total.thread(), roles.isProgram(total.thread()) && nanos >= least);
        }
        addAwaited(analysis);
    }

    private void addAwaited(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        long[] nanos = new long[analysis.timeline().threadCount()];
        BitSet servants = JavaMachines.servants(analysis.timeline(), analysis.get(Analysis.ROLES));
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (working.get(graph.source(edge)) && graph.target(edge) < nanos.length && graph.source(edge) != graph.target(edge)
                    && !servants.get(graph.source(edge)) && isRepeated(analysis, edge)) {
                int target = graph.target(edge);
                nanos[target] += graph.directNanos(edge);
                awaited.set(target, nanos[target] >= LEAST_AWAITED * analysis.rangeNanos());
            }
        }
    }

    private static boolean livesShortly(Analysis analysis, ThreadTotals total) {
        return total.endNanos() - total.startNanos() < analysis.rangeNanos() / SHORT_PART;
    }

    /** Whether such waits occur again and again, and are not for new work: who has nothing to do loses nothing. O(1) after the first. */
    public static boolean isRepeated(Analysis analysis, int edge) {
        return analysis.graph().repeats(edge) >= SetAside.FEW && analysis.get(NewWork.RESULT).why(edge) == NewWork.Why.NOT;
    }

    /** Whether a thread does some of the work, or those who do wait for it for a tenth of the range. */
    public boolean isPartOf(int thread) {
        return working.get(thread) || awaited.get(thread);
    }

    /**
     * Whether the work goes on with a thread that waits for processes which it has started: in most of the time for which it does, nobody else has anything to do. A script that has started a server and looks now and
     * then whether it is still there keeps nobody waiting. O(segments of who is part of the work).
     */
    public boolean isScriptOfIt(int thread) {
        BitSet tree = new BitSet();
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
            tree.set(graph.target(edge), graph.target(edge) < timeline.threadCount() && timeline.parent(graph.target(edge)) == thread);
        }
        TimeUnion waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        TimeUnion others = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
            if (target != Timeline.NONE && tree.get(target)) {
                waits.add(timeline.start(segment), timeline.end(thread, segment));
            }
        }, analysis.progress());
        tree.set(thread);
        for (int other = 0; other < timeline.threadCount(); other++) {
            if (isPartOf(other) && !isBelow(timeline, other, tree, thread)) {
                addBusy(other, others);
            }
        }
        TimeUnion both = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        both.add(waits);
        both.add(others);
        return waits.nanos() + others.nanos() - both.nanos() <= MOST_BESIDE * waits.nanos();
    }

    /** Whether a thread is one of some, or was started by one of them, directly or through others; but not by the first of all alone. */
    private static boolean isBelow(Timeline timeline, int thread, BitSet tree, int root) {
        int ancestor = thread;
        for (int generations = 0; ancestor != Timeline.NONE && !tree.get(ancestor) && generations < timeline.threadCount(); generations++) {
            ancestor = timeline.parent(ancestor);
        }
        return ancestor == thread || ancestor != Timeline.NONE && ancestor != root;
    }

    /** When a thread is at work, or waits for what it needs: neither for new work nor until a timer. */
    private void addBusy(int thread, TimeUnion union) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        union.addActive(timeline, thread);
        EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
            int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(graph.groups().vertex(thread), graph.groups().vertex(target));
            boolean needed = edge != Timeline.NONE && analysis.get(NewWork.RESULT).why(edge) == NewWork.Why.NOT
                    && switch (timeline.kind(target)) {
                        case THREAD, DISK, NETWORK, NIC -> true;
                        case TIMER, DEVICE, IPI, KERNEL, UNKNOWN -> false;
                    };
            if (needed) {
                union.add(timeline.start(segment), timeline.end(thread, segment));
            }
        }, analysis.progress());
    }
}
