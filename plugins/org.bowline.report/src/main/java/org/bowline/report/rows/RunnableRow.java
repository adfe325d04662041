/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;

/**
 * For how long a thread wanted a processor that did something else.
 *
 * @param thread number of the thread in the timeline
 * @param waiting the thread
 * @param knot number of the knot that it is in, from 1; {@link Rows#ABSENT} if it is in none
 * @param wantedNanos how long it wanted a processor in all
 * @param doing what the processor did
 * @param other number of the thread that ran, or {@link Timeline#NONE}
 * @param instead that thread; no vertex if none ran
 * @param nanos for how long
 */
public record RunnableRow(int thread, Vertex waiting, long knot, long wantedNanos, Doing doing, int other, Vertex instead, long nanos) {
    /** A row for each thread and what ran instead of it: threads by how long they wanted a processor, the longest first. */
    public static List<RunnableRow> of(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        List<RanInstead.Share> shares = analysis.get(Analysis.RAN_INSTEAD).shares();
        Map<Integer, Long> wanted = new HashMap<>();
        shares.forEach(share -> wanted.merge(share.thread(), share.nanos(), Long::sum));
        Map<Integer, Long> knots = knots(analysis);
        List<RunnableRow> rows = new ArrayList<>();
        for (RanInstead.Share share : shares) {
            rows.add(new RunnableRow(share.thread(), Vertex.of(timeline, share.thread()),
                    knots.getOrDefault(share.thread(), Rows.ABSENT), wanted.getOrDefault(share.thread(), 0L),
                    share.doing(), share.other(), share.other() == Timeline.NONE ? Vertex.NONE : Vertex.of(timeline, share.other()),
                    share.nanos()));
        }
        rows.sort((a, b) -> a.wantedNanos != b.wantedNanos ? Long.compare(b.wantedNanos, a.wantedNanos)
                : Integer.compare(a.thread, b.thread));
        return rows;
    }

    private static Map<Integer, Long> knots(Analysis analysis) {
        Map<Integer, Long> numbers = new HashMap<>();
        List<Knot> knots = analysis.knots();
        for (int i = 0; i < knots.size(); i++) {
            for (int v = 0; v < knots.get(i).vertexCount() && knots.get(i).kind() == Knot.Kind.KNOT; v++) {
                numbers.put(knots.get(i).vertex(v), i + 1L);
            }
        }
        return numbers;
    }

    /** Who ran, or what the processor did. */
    public String phrase() {
        return doing == Doing.THREAD ? instead.phrase() : doing.label();
    }
}
