/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.core.whatif.Cheaper;
import org.bowline.report.analyses.WhatIfChoice.Kind;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WhatIfRow;

/** The rows of {@link WhatIfDescriptor}. */
final class WhatIfRows {
    private static final int[] NOBODY = {};

    private WhatIfRows() {}

    /** What was chosen, each by itself and then all together; if nothing was, everything there is, the largest bound first, and waits for new work last. */
    static List<WhatIfRow> of(Analysis analysis, List<WhatIfChoice> choices, BigDecimal cheaper) {
        List<WhatIfRow> rows = new ArrayList<>();
        if (choices.isEmpty()) {
            addAll(analysis, cheaper, rows);
            rows.sort(Comparator.comparing(WhatIfRow::isNewWork)
                    .thenComparing(Comparator.comparingLong(WhatIfRow::boundNanos).reversed()));
            return rows;
        }
        for (WhatIfChoice choice : choices) {
            Cheaper one = choice.in(analysis);
            int[] edges = one.edges();
            boolean single = edges.length == 1 && choice.kind() == Kind.EDGE;
            Vertex source = single ? vertex(analysis, one.graph().source(edges[0]))
                    : one.running().length == 1 ? vertex(analysis, one.running()[0]) : Vertex.NONE;
            Vertex target = single || (choice.kind() == Kind.DEVICE && isOne(one)) ? vertex(analysis, one.graph().target(edges[0]))
                    : Vertex.NONE;
            rows.add(row(analysis, choice.kind(), source, target, words(choice, source, target), single ? newWork(analysis, edges[0]) : "",
                    one.nanos(analysis::isChosen, analysis.progress()), cheaper));
        }
        if (choices.size() > 1) {
            rows.add(row(analysis, Kind.TOGETHER, Vertex.NONE, Vertex.NONE, "all of these", "",
                    together(analysis, choices).nanos(analysis::isChosen, analysis.progress()), cheaper));
        }
        return rows;
    }

    /** Whether all edges lead to one vertex. */
    private static boolean isOne(Cheaper one) {
        for (int edge : one.edges()) {
            if (one.graph().target(edge) != one.graph().target(one.edges()[0])) {
                return false;
            }
        }
        return one.edges().length > 0;
    }

    static Cheaper together(Analysis analysis, List<WhatIfChoice> choices) {
        return WhatIfChoice.together(choices.stream().map(choice -> choice.in(analysis)).toList());
    }

    private static Vertex vertex(Analysis analysis, int vertex) {
        return Vertex.of(analysis.timeline(), vertex);
    }

    private static String words(WhatIfChoice choice, Vertex source, Vertex target) {
        int comma = choice.text().indexOf(',');
        return switch (choice.kind()) {
            case EDGE -> words(source.equals(Vertex.NONE) ? choice.text().substring(0, comma) : source.phrase(),
                    target.equals(Vertex.NONE) ? choice.text().substring(comma + 1) : target.phrase());
            case DEVICE -> "all waits for " + (target.equals(Vertex.NONE) ? choice.text() : target.phrase());
            case RUNNING -> "work of " + (source.equals(Vertex.NONE) ? choice.text() : source.phrase());
            case TOGETHER -> choice.text();
        };
    }

    private static String words(String source, String target) {
        return "waits of " + source + " for " + target;
    }

    /** Why an edge is a wait for new work; empty if it is not. What little is left of one of a pool for who hands requests on may still hold everybody up, but nothing is won by making the rest shorter. */
    private static String newWork(Analysis analysis, int edge) {
        NewWork newWork = analysis.get(NewWork.RESULT);
        boolean mostly = newWork.why(edge) == NewWork.Why.NOT && newWork.isMostly(analysis.graph(), edge);
        return (mostly ? NewWork.Why.REQUESTS : newWork.why(edge)).label();
    }

    private static WhatIfRow row(Analysis analysis, Kind kind, Vertex source, Vertex target, String what, String newWork, long nanos,
            BigDecimal cheaper) {
        return new WhatIfRow(kind.label(), source, target, what, newWork, nanos, Cheaper.bound(nanos, cheaper),
                analysis.graph().rangeNanos());
    }

    /** Each edge, each device, each thread by itself. */
    private static void addAll(Analysis analysis, BigDecimal cheaper, List<WhatIfRow> rows) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (!graph.isIdle(edge) && !FirstLook.leavesEdge(analysis, edge)) {
                Vertex source = vertex(analysis, graph.source(edge));
                Vertex target = vertex(analysis, graph.target(edge));
                rows.add(row(analysis, Kind.EDGE, source, target, words(source.phrase(), target.phrase()),
                        newWork(analysis, edge), Math.min(graph.heldNanos(edge), graph.rangeNanos()), cheaper));
            }
        }
        for (int vertex = timeline.threadCount(); vertex < timeline.vertexCount(); vertex++) {
            boolean isDevice = timeline.kind(vertex) == VertexKind.DISK || timeline.kind(vertex) == VertexKind.NIC
                    || timeline.kind(vertex) == VertexKind.DEVICE || timeline.kind(vertex) == VertexKind.NETWORK;
            int[] edges = isDevice ? WhatIfChoice.into(graph, IntOpenHashSet.of(vertex)) : NOBODY;
            if (edges.length > 1) { // of a single one that is its edge
                Vertex target = vertex(analysis, vertex);
                rows.add(row(analysis, Kind.DEVICE, Vertex.NONE, target, "all waits for " + target.phrase(), "",
                        new Cheaper(graph, edges, NOBODY).nanos(analysis::isChosen, analysis.progress()), cheaper));
            }
        }
        for (ThreadTotals total : analysis.totals()) {
            if (analysis.isChosen(total.thread()) && total.nanos(ThreadState.RUNNING) > 0) {
                Vertex source = vertex(analysis, total.thread());
                rows.add(row(analysis, Kind.RUNNING, source, Vertex.NONE, "work of " + source.phrase(), "",
                        Math.min(total.nanos(ThreadState.RUNNING), graph.rangeNanos()), cheaper));
            }
        }
    }

    /**
     * What the intervals of a label would win at most.
     *
     * @param label of the intervals
     * @param count how many were ended by a thread of the timeline
     * @param lengthNanos of all of them
     * @param onChainNanos for how long their ends depend on it
     * @param boundNanos what they would win at most, each by itself, all added up
     * @param mostNanos the largest of these
     */
    record OfLabel(String label, long count, long lengthNanos, long onChainNanos, long boundNanos, long mostNanos) {
        OfLabel plus(OfLabel other) {
            return new OfLabel(label, count + other.count, lengthNanos + other.lengthNanos, onChainNanos + other.onChainNanos,
                    boundNanos + other.boundNanos, Math.max(mostNanos, other.mostNanos));
        }

        double share() {
            return (double) boundNanos / lengthNanos;
        }
    }

    /** By label; nothing without intervals or a choice. */
    static List<OfLabel> labels(Analysis analysis, List<WhatIfChoice> choices, BigDecimal cheaper) {
        if (choices.isEmpty() || !analysis.intervalsWanted()) {
            return List.of();
        }
        Cheaper all = together(analysis, choices);
        Map<String, OfLabel> labels = new TreeMap<>();
        for (NamedInterval interval : analysis.matched().intervals()) {
            analysis.progress().check();
            if (interval.thread() != Timeline.NONE) {
                long onChain = all.chainNanos(interval.thread(), interval.beginNanos(), interval.endNanos(), analysis.progress());
                long bound = Cheaper.bound(onChain, cheaper);
                labels.merge(interval.label(), new OfLabel(interval.label(), 1, interval.nanos(), onChain, bound, bound), OfLabel::plus);
            }
        }
        return List.copyOf(labels.values());
    }
}
