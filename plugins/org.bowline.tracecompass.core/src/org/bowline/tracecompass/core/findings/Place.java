/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;

/**
 * Where a link of a finding leads: a question for all views.
 *
 * @param fromNanos begin of the range to select, reference time
 * @param toNanos its end, exclusive; later than the begin
 * @param thread the thread to choose; {@link Timeline#NONE} to leave the chosen one as it is
 * @param knots the knot to choose; empty for none
 * @param view where it is seen best
 */
public record Place(long fromNanos, long toNanos, int thread, List<Knot> knots, View view) {
    /** A view, by what it shows. */
    public enum View {
        /** What every thread did over time. */
        THREADS,
        /** The critical path of the chosen thread. */
        PATH,
        /** Who waits for whom. */
        GRAPH,
        /** The clocks of the hosts. */
        CLOCKS
    }

    /** Checks the range and copies the list. */
    public Place {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("a place needs a range: from=" + fromNanos + ", to=" + toNanos);
        }
        knots = List.copyOf(knots);
    }

    private static Place of(Analysis analysis, int thread, View view) {
        return new Place(analysis.fromNanos(), analysis.toNanos(), thread, List.of(), view);
    }

    /** Where a piece of evidence can be looked at; null if it is nothing to look at. */
    public static @Nullable Place of(Analysis analysis, Evidence evidence) {
        if (evidence instanceof Evidence.Range range) {
            return range.fromNanos() == range.toNanos() ? null
                    : new Place(range.fromNanos(), range.toNanos(), Timeline.NONE, List.of(), View.THREADS);
        } else if (evidence instanceof Evidence.Vertex vertex) {
            return ofVertices(analysis, vertex.vertex(), vertex.vertex());
        } else if (evidence instanceof Evidence.Edge edge) {
            return ofVertices(analysis, edge.source(), edge.target());
        } else if (evidence instanceof Evidence.OfKnot knot) {
            List<Knot> knots = analysis.knots();
            return knot.number() < 1 || knot.number() > knots.size() ? null
                    : new Place(analysis.fromNanos(), analysis.toNanos(), Timeline.NONE, List.of(knots.get(knot.number() - 1)), View.GRAPH);
        }
        return evidence instanceof Evidence.OfHost ? of(analysis, Timeline.NONE, View.CLOCKS) : null;
    }

    /** Of a wait the one who waits; where that is a device, the one for whom it works. Devices alone are seen in the graph. */
    private static Place ofVertices(Analysis analysis, int source, int target) {
        int threads = analysis.timeline().threadCount();
        int thread = source < threads ? source : target < threads ? target : Timeline.NONE;
        return of(analysis, thread, thread == Timeline.NONE ? View.GRAPH : View.PATH);
    }

    /** What to look at after a finding; null if that is to be done outside of the window, or to look at the same findings. */
    public static @Nullable Place next(Analysis analysis, Finding finding) {
        return switch (NextStep.kind(analysis, finding)) {
            case CLOCKS -> of(analysis, Timeline.NONE, View.CLOCKS);
            case PATH -> of(analysis, NextStep.thread(analysis.timeline(), finding), View.PATH);
            case RECORD, FINDINGS -> null;
        };
    }
}
