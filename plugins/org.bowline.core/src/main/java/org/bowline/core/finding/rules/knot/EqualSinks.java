/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;

/** Sinks that are threads of one name and equally at work, as the workers of a server are, or the parts of one program on several hosts: the one for which others wait most is told, with the others. */
final class EqualSinks {
    /** Whose share of the range differs by more does not do the same. */
    private static final double SAME = 0.1;

    private final Analysis analysis;
    private final double minWork;
    private final List<Alike> all = new ArrayList<>();
    private final Map<Integer, KnotWork> works = new HashMap<>();
    private final Map<Integer, SinkWaits> waits = new HashMap<>();

    /** Some of them, the one that is told first. */
    private static final class Alike {
        private final String name;
        private final double share;
        private final IntArrayList sinks = new IntArrayList();
        /** The least and the most that one of the others is at work. */
        private double least = Double.MAX_VALUE;
        private double most;
        /** The most that one of them is at work itself. */
        private double worst;

        Alike(String name, double share) {
            this.name = name;
            this.share = share;
        }
    }

    /**
     * @param least ns for which somebody waits for a sink that is told
     * @param minWork share of the range for which it is at work
     */
    EqualSinks(Analysis analysis, List<BackgroundKnots.Found> knots, long least, double minWork) {
        this.analysis = analysis;
        this.minWork = minWork;
        for (BackgroundKnots.Found found : knots) {
            Knot knot = found.knot();
            if (knot.kind() == Knot.Kind.SINK && !found.isBackground() && isThread(knot)
                    && analysis.tellsWakers(analysis.timeline().host(knot.vertex(0)))
                    && ToldKnot.heaviestNanos(analysis, knot) >= least) {
                KnotWork work = work(knot);
                if (work.share() >= minWork && !waits(knot).idles(work.share())) {
                    add(knot.vertex(0), work);
                }
            }
        }
    }

    private void add(int sink, KnotWork work) {
        String name = Words.stem(analysis.timeline().name(sink));
        Alike alike = all.stream().filter(one -> one.name.equals(name) && Math.abs(one.share - work.share()) <= SAME).findFirst()
                .orElse(null);
        if (alike == null) {
            alike = new Alike(name, work.share());
            all.add(alike);
        }
        if (!alike.sinks.isEmpty()) {
            alike.least = Math.min(alike.least, work.atWorkShare());
            alike.most = Math.max(alike.most, work.atWorkShare());
        }
        alike.sinks.add(sink);
        alike.worst = Math.max(alike.worst, work.ownShare());
    }

    private boolean isThread(Knot knot) {
        return knot.vertex(0) < analysis.timeline().threadCount() && analysis.graph().groups().of(knot.vertex(0)) == null;
    }

    /** For how long a sink is at work; looked up if it was asked before. Of a whole pool that is told as one it is another time. */
    KnotWork work(Knot sink) {
        return sink.vertexCount() == 1 ? works.computeIfAbsent(sink.vertex(0), vertex -> KnotWork.of(analysis, sink))
                : KnotWork.of(analysis, sink);
    }

    /** What a sink waits for; looked up if it was asked before. */
    SinkWaits waits(Knot sink) {
        return waits.computeIfAbsent(sink.vertex(0), vertex -> SinkWaits.of(analysis, vertex));
    }

    private @Nullable Alike like(Knot sink) {
        return all.stream().filter(one -> one.sinks.contains(sink.vertex(0))).findFirst().orElse(null);
    }

    /** Whether a sink is told: it is at work for long enough, does not idle, and no other one is told for it. */
    boolean isTold(Knot sink) {
        Alike same = like(sink);
        double share = work(sink).share();
        return share >= minWork && (same == null || same.sinks.getInt(0) == sink.vertex(0)) && !waits(sink).idles(share);
    }

    /** Those that are told with a sink. */
    int[] others(Knot sink) {
        Alike same = like(sink);
        return same == null ? new int[0] : same.sinks.subList(1, same.sinks.size()).intStream().toArray();
    }

    /** The most that one of those that are told with a sink is at work itself, as a share of the range. */
    double worst(Knot sink) {
        Alike same = like(sink);
        return same == null ? work(sink).ownShare() : same.worst;
    }

    /** That the others do the same, and how much they are at work, as a sentence with a space before it; empty if there are none. */
    String sentence(Knot sink) {
        int[] others = others(sink);
        Alike same = like(sink);
        if (others.length == 0 || same == null) {
            return "";
        }
        String least = percent(same.least);
        String most = percent(same.most);
        return " So " + (others.length == 1 ? "does " : "do ") + PoolNames.list(analysis, others) + ", at work in "
                + (least.equals(most) ? most : least + " to " + most) + '.';
    }
}
