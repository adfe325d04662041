/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The condition under which no more is won without the waits of several threads for a disk than these last. Who finds something taken may sleep before it looks again, as those do that write to one database file: such sleeps get fewer with the waits of who has it,
 * and nothing in the recording tells them from pauses.
 */
final class SleepsBeside {
    private SleepsBeside() {}

    /** What follows the figure; empty if it is no disk that is waited for, threads that wait so hardly sleep while none of them does, or tasks move among them. O(segments of who waits). */
    static String condition(Analysis analysis, IntArrayList edges) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        if (timeline.kind(graph.target(edges.getInt(0))) != VertexKind.DISK) {
            return ""; // who asks another thread and sleeps in between pauses
        }
        int[] sources = WaitsTogether.sources(graph, edges);
        TimeUnion either = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        if (Arrays.stream(sources).map(source -> graph.groups().members(source).length).sum() == 1) {
            return "";
        }
        for (int source : sources) {
            if (graph.groups().isOfTasks(source)) {
                return "";
            }
            for (int thread : graph.groups().members(source)) {
                int last = timeline.endSegment(thread, analysis.toNanos());
                for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                    if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.TIMER && !timeline.isHeld(s)) {
                        either.add(timeline.start(s), timeline.end(thread, s));
                    }
                }
            }
        }
        WaitsTogether.each(analysis, edges, (segment, target, begin, end) -> either.add(begin, end));
        long asleep = either.nanos() - WaitsTogether.nanos(analysis, edges);
        return asleep >= HeaviestWait.LEAST_BEHIND * analysis.rangeNanos() ? ", if they sleep as long as now" : "";
    }
}
