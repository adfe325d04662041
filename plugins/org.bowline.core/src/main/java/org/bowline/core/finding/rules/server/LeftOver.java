/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.waitfor.WaitForGraph;

/** What can be won at most where somebody waits for a thread behind which all workers or connections are in use: however quick that thread is, these need as long as before. */
public final class LeftOver {
    private LeftOver() {}

    /** The share of the range in which who is behind the target of an edge may be free; 1 if nobody is, or the edge leads from there. O(pools + programs that ask others). */
    public static double share(Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        IntOpenHashSet source = new IntOpenHashSet(graph.groups().members(graph.source(edge)));
        IntPredicate isTarget = new IntOpenHashSet(graph.groups().members(graph.target(edge)))::contains;
        double range = analysis.rangeNanos();
        double share = 1;
        for (BusyPool pool : analysis.get(BusyPool.RESULT)) {
            if (pool.handed().from().intStream().anyMatch(isTarget) && pool.workers().intStream().noneMatch(source::contains)
                    && pool.isSaturated()) {
                share = Math.min(share, 1 - (1 - pool.idle()) * (pool.lastNanos() - pool.firstNanos()) / range);
            }
        }
        for (AskedOver asked : analysis.get(AskedOver.RESULT)) {
            if (IntStream.of(asked.askers()).anyMatch(isTarget) && IntStream.of(asked.servers()).noneMatch(source::contains)
                    && asked.answers() && asked.isSaturated()) {
                share = Math.min(share, 1 - asked.busy() * (asked.lastNanos() - asked.firstNanos()) / range);
            }
        }
        return Math.max(0, share);
    }
}
