/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.finding.rules.waits.Workload;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * For how long others wait for the one thread of a knot with devices. A thread that writes a log for others is busy with the disk all the time, and those that do the work wait for it only when they need what it has
 * written: only so long does it hold up the work.
 */
public final class AwaitedOutside {
    /** Who is awaited in at most this part of the time for which it is at work does not bound what the others do. */
    public static final double MOST = 0.5;
    /** Who is awaited for less of the range does not work for those who wait, but for others, as who receives messages and hands them on. */
    private static final double LEAST = 0.1;

    private AwaitedOutside() {}

    /** As a share of the range, for the one thread of a knot; 1 if the knot is of another form. */
    public static double share(Analysis analysis, Knot knot) {
        int thread = onlyThread(analysis, knot);
        return thread == Timeline.NONE ? 1 : share(analysis, thread);
    }

    /**
     * The same for a thread; 1 if others hardly wait for it again and again other than for new work, or those who do are at work for less time than it: then it does the work. O(edges + segments of those who wait).
     */
    public static double share(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        WaitForGraph graph = analysis.graph();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntOpenHashSet waiting = new IntOpenHashSet();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int source = graph.source(edge);
            if (graph.target(edge) == thread && source != thread && source < timeline.threadCount() && graph.groups().of(source) == null
                    && roles.isProgram(source) && !FirstLook.leaves(analysis, source) && Workload.isRepeated(analysis, edge)) {
                waiting.add(source);
            }
        }
        TimeUnion waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        long active = 0;
        for (int source : waiting) {
            active += activeNanos(analysis, source);
            EdgeWaits.each(graph, source, (segment, target, nanos) -> {
                if (target == thread) {
                    waits.add(timeline.start(segment), timeline.end(source, segment));
                }
            }, analysis.progress());
        }
        double share = (double) waits.nanos() / analysis.rangeNanos();
        return share < LEAST || active < activeNanos(analysis, thread) ? 1 : share;
    }

    private static long activeNanos(Analysis analysis, int thread) {
        TimeUnion active = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        active.addActive(analysis.timeline(), thread);
        return active.nanos();
    }

    /** The one thread of a knot that it is in with devices alone; {@link Timeline#NONE} if there is none, or it stands for several. */
    private static int onlyThread(Analysis analysis, Knot knot) {
        int thread = Timeline.NONE;
        for (int i = 0; i < knot.vertexCount(); i++) {
            int vertex = knot.vertex(i);
            if (analysis.timeline().kind(vertex) == VertexKind.THREAD) {
                if (thread != Timeline.NONE || analysis.graph().groups().of(vertex) != null) {
                    return Timeline.NONE;
                }
                thread = vertex;
            }
        }
        return knot.vertexCount() > 1 ? thread : Timeline.NONE;
    }
}
