/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Which threads of programs the work is done by. A runtime or a database has threads that look once in a while whether there is something to do, and do next to nothing: that they wait holds nobody up. O(threads + edges). Immutable.
 */
final class Workload {
    /** Who is at work for so much of the range does some of it. */
    private static final double LEAST_OF_RANGE = 0.005;
    /** So does who is at work for so much of the time for which all threads of programs are, where all do little. */
    private static final double LEAST_OF_ALL = 0.1;
    /** Who works waits for who is part of it for so much of the range, all together. */
    private static final double LEAST_AWAITED = 0.1;
    /** Threads that live for less than this part of the range count together with those of their name. */
    private static final int SHORT_PART = 10;

    private final BitSet working = new BitSet();
    private final BitSet awaited = new BitSet();

    Workload(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, Long> ofShort = new HashMap<>();
        long all = 0;
        for (ThreadTotals total : analysis.totals()) {
            if (roles.isProgram(total.thread())) {
                all += total.active();
                if (livesShortly(analysis, total)) {
                    ofShort.merge(name(timeline, total.thread()), total.active(), Long::sum);
                }
            }
        }
        double least = Math.min(LEAST_OF_RANGE * analysis.rangeNanos(), LEAST_OF_ALL * all);
        for (ThreadTotals total : analysis.totals()) {
            long nanos = livesShortly(analysis, total) ? ofShort.getOrDefault(name(timeline, total.thread()), 0L) : total.active();
            working.set(total.thread(), roles.isProgram(total.thread()) && nanos >= least);
        }
        addAwaited(analysis);
    }

    private void addAwaited(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        long[] nanos = new long[analysis.timeline().threadCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (working.get(graph.source(edge)) && graph.target(edge) < nanos.length && graph.source(edge) != graph.target(edge)
                    && isRepeated(analysis, edge)) {
                int target = graph.target(edge);
                nanos[target] += graph.directNanos(edge);
                awaited.set(target, nanos[target] >= LEAST_AWAITED * analysis.rangeNanos());
            }
        }
    }

    private static boolean livesShortly(Analysis analysis, ThreadTotals total) {
        return total.endNanos() - total.startNanos() < analysis.rangeNanos() / SHORT_PART;
    }

    private static String name(Timeline timeline, int thread) {
        return timeline.host(thread) + ":" + Words.stem(timeline.name(thread));
    }

    /** Whether such waits occur again and again, and are not for new work: who has nothing to do loses nothing. O(1) after the first. */
    static boolean isRepeated(Analysis analysis, int edge) {
        return analysis.graph().repeats(edge) >= SetAside.FEW && analysis.get(NewWork.RESULT).why(edge) == NewWork.Why.NOT;
    }

    /** Whether a thread does some of the work, or those who do wait for it for a tenth of the range. */
    boolean isPartOf(int thread) {
        return working.get(thread) || awaited.get(thread);
    }
}
