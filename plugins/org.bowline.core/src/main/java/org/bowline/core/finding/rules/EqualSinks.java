/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.timeline.Kin;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;

/** Sinks that are threads of one name of a host, as the workers of a server are: one of them is told, with how many there are. */
final class EqualSinks {
    private final Analysis analysis;
    private final Map<String, IntArrayList> byName = new HashMap<>();

    /**
     * @param least ns for which somebody waits for a sink that is told
     * @param minWork share of the range for which it is at work
     */
    EqualSinks(Analysis analysis, List<BackgroundKnots.Found> knots, long least, double minWork) {
        this.analysis = analysis;
        for (BackgroundKnots.Found found : knots) {
            Knot knot = found.knot();
            if (knot.kind() == Knot.Kind.SINK && !found.isBackground() && isThread(knot)
                    && analysis.tellsWakers(analysis.timeline().host(knot.vertex(0)))
                    && ToldKnot.heaviestNanos(analysis, knot) >= least && KnotWork.of(analysis, knot).share() >= minWork) {
                byName.computeIfAbsent(name(knot), name -> new IntArrayList()).add(knot.vertex(0));
            }
        }
    }

    private boolean isThread(Knot knot) {
        return knot.vertex(0) < analysis.timeline().threadCount() && analysis.graph().groups().of(knot.vertex(0)) == null;
    }

    private String name(Knot knot) {
        return Kin.of(analysis.timeline(), knot.vertex(0));
    }

    private IntArrayList like(Knot sink) {
        return isThread(sink) ? byName.getOrDefault(name(sink), IntArrayList.of()) : IntArrayList.of();
    }

    /** Whether another one is told for a sink. */
    boolean isToldBefore(Knot sink) {
        IntArrayList same = like(sink);
        return !same.isEmpty() && same.getInt(0) != sink.vertex(0);
    }

    /** That the others do the same, as a sentence with a space before it; empty if there are none. */
    String sentence(Knot sink) {
        IntArrayList same = like(sink);
        return same.size() < 2 ? ""
                : " So " + (same.size() == 2 ? "does " : "do ")
                        + PoolNames.list(analysis, same.subList(1, same.size()).intStream().toArray()) + '.';
    }
}
