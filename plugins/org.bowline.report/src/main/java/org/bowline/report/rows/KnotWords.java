/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Workers;
import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotHint;
import org.bowline.core.waitfor.WaitForGraph;

/** Knots in sentences. */
public final class KnotWords {
    private static final int MOST_NAMES = 8;
    /** What is less would be written as none. */
    private static final double LEAST_THREADS = 0.05;

    private KnotWords() {}

    /** Its members, the first of them by name; threads of a pool as one. */
    public static String members(Analysis analysis, Knot knot) {
        Pools pools = FirstLook.pools(analysis);
        Map<Integer, IntArrayList> lines = new LinkedHashMap<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            lines.computeIfAbsent(pools.line(knot.vertex(i)), line -> new IntArrayList()).add(knot.vertex(i));
        }
        String names = lines.values().stream().limit(MOST_NAMES).map(line -> Vertex.ofPool(analysis.graph(), line.toIntArray()).phrase())
                .collect(Collectors.joining(", "));
        int told = lines.values().stream().limit(MOST_NAMES).mapToInt(IntArrayList::size).sum();
        return names + (knot.vertexCount() > told ? " and " + (knot.vertexCount() - told) + " more" : "");
    }

    /** Its members, and whether it is in the background. */
    public static String told(Analysis analysis, Knot knot) {
        return members(analysis, knot)
                + (analysis.get(Workers.KNOTS).isBackground(knot) ? " (in the background: no worker waits for it)" : "");
    }

    /**
     * What it costs, with figures that a person can check against the range: of a knot its heaviest wait, {@code a (A:1) for b (A:2): 344 ms
     * (53.1 % of the range)}; of a sink, {@link #waiting(WaitForGraph, Knot) who waits for it}.
     */
    public static String cost(Analysis analysis, Knot knot) {
        WaitForGraph graph = analysis.graph();
        if (knot.kind() == Knot.Kind.SINK) {
            return waiting(graph, knot);
        }
        int[] edges = IntStream.range(0, knot.edgeCount()).map(knot::edge).toArray();
        int[] waits = IntStream.of(edges).filter(edge -> !graph.isIdle(edge)).toArray();
        Folding.Edge heaviest = Folding.edges(graph, waits.length > 0 ? waits : edges, FirstLook.pools(analysis), false).get(0);
        WaitForRow row = heaviest.row();
        return "heaviest wait: " + row.source().phrase() + " for "
                + (heaviest.waiting() > 1 && row.source().equals(row.target()) ? "each other" : row.target().phrase()) + ", "
                + (row.directNanos() == 0 ? threads((double) row.weightNanos() / graph.rangeNanos()) + " on average"
                        : Duration.duration(heaviest.directEachNanos()) + (heaviest.waiting() > 1 ? " each" : "") + " ("
                                + Percent.percent((double) heaviest.directEachNanos() / graph.rangeNanos()) + " of the range)");
    }

    /** By how much a time may be off for the clocks' error: {@code ± 13.4 ms}; empty if by nothing. */
    public static String clockError(long nanos) {
        return nanos == 0 ? "" : nanos == Long.MAX_VALUE ? "± ?" : "± " + Duration.duration(nanos);
    }

    /** How many threads wait for a sink over the range, itself and through others: {@code 0.9 threads wait for it on average, and 2.0 for these in turn}. */
    public static String waiting(WaitForGraph graph, Knot sink) {
        double all = (double) sink.weightNanos() / graph.rangeNanos();
        double itself = (double) IntStream.range(0, graph.edgeCount())
                .filter(edge -> graph.target(edge) == sink.vertex(0) && !graph.isIdle(edge)).mapToLong(graph::directNanos).sum()
                / graph.rangeNanos();
        String more = Words.number(Math.max(0, all - itself));
        boolean isMore = itself > 0 && !more.equals("0.0");
        return waiting(isMore ? itself : all) + " for it on average" + (isMore ? ", and " + more + " for these in turn" : "");
    }

    /** {@code 2.9 threads wait}, {@code 1.0 thread waits}. */
    public static String waiting(double number) {
        return threads(number) + (Words.number(number).equals("1.0") ? " waits" : " wait");
    }

    /** {@code 2.9 threads}, {@code 1.0 thread}, {@code < 0.1 threads}. */
    public static String threads(double number) {
        String digits = number > 0 && number < LEAST_THREADS ? "< 0.1" : Words.number(number);
        return digits + (digits.equals("1.0") ? " thread" : " threads");
    }

    /**
     * How many threads wait, on average, while this wait lasts; a dash of what is no wait of a thread. Of a thread whose own waits do not count, on average over the
     * range: all that is known are those behind it.
     */
    public static String holdsUp(WaitForGraph graph, Folding.Edge edge) {
        return graph.isIdle(edge.edges()[0]) ? "–"
                : Words.number((double) edge.row().weightNanos()
                        / (edge.row().directNanos() == 0 ? graph.rangeNanos() : edge.row().directNanos()));
    }

    /** Where to find a knot if a threshold has none: {@code Up to a threshold of 14.2 %, {a, b} is one knot; above it, that comes apart.} */
    public static List<String> hints(Analysis analysis, long thresholdNanos) {
        return hints(analysis, analysis.hierarchy(), thresholdNanos);
    }

    /** The same of a part of the graph. */
    public static List<String> hints(Analysis analysis, KnotHierarchy part, long thresholdNanos) {
        return part.hints(thresholdNanos).stream().map(hint -> hint(analysis, hint)).toList();
    }

    private static String hint(Analysis analysis, KnotHint hint) {
        String share = Percent.option(hint.threshold(analysis.graph().rangeNanos()).value()).replace("%", " %");
        String members = '{' + members(analysis, hint.knot()) + '}';
        return hint.isBelow() ? "Up to a threshold of " + share + ", " + members + " is one knot; above it, that comes apart."
                : "From a threshold of " + share + " on, " + members
                        + " is one knot: the waits that lead out of it hold nobody up for longer.";
    }

    /** The option that shows the nearest of these knots; empty if there is none at any threshold. */
    public static String option(Analysis analysis, long thresholdNanos) {
        return analysis.hierarchy().hints(thresholdNanos).stream().findFirst()
                .map(hint -> "--threshold " + Percent.option(hint.threshold(analysis.graph().rangeNanos()).value())).orElse("");
    }
}
