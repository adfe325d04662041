/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads of the work that a knot holds up and that are not in it: a server may hold up many that it asks nothing, and wait itself but for a moment. O(edges) at the first question, O(edges that are as heavy as asked + members of the
 * knot) at each.
 */
final class HeldUpOutside {
    /** Fewer waits are those of a thread that waits for the end. */
    private static final int LEAST_WAITS = 10;

    private final Analysis analysis;
    private final long least;
    /** Ascending, as asked; empty before the first question. */
    private final IntArrayList heavy = new IntArrayList();
    private boolean known;

    /** @param leastNanos what an edge weighs at least */
    HeldUpOutside(Analysis analysis, long leastNanos) {
        this.analysis = analysis;
        least = leastNanos;
    }

    /** The heaviest edge from such a thread to a member of a knot, of {@value #LEAST_WAITS} waits or more and other than for new work; −1 if none is so heavy, and of a sink. */
    int heaviest(Knot knot) {
        if (knot.kind() == Knot.Kind.SINK) {
            return -1;
        }
        if (!known) {
            find();
            known = true;
        }
        IntOpenHashSet members = new IntOpenHashSet();
        for (int i = 0; i < knot.vertexCount(); i++) {
            members.add(knot.vertex(i));
        }
        WaitForGraph graph = analysis.graph();
        int heaviest = -1;
        for (int i = 0; i < heavy.size(); i++) {
            int edge = heavy.getInt(i);
            if (members.contains(graph.target(edge)) && !members.contains(graph.source(edge))
                    && (heaviest < 0 || graph.weightNanos(edge) > graph.weightNanos(heaviest))) {
                heaviest = edge;
            }
        }
        return heaviest;
    }

    private void find() {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (graph.weightNanos(edge) >= least && graph.waits(edge) >= LEAST_WAITS && !graph.isIdle(edge)
                    && graph.source(edge) < analysis.timeline().threadCount() && newWork.why(edge) == NewWork.Why.NOT
                    && !FirstLook.leavesEdge(analysis, edge)) {
                heavy.add(edge);
            }
        }
    }
}
