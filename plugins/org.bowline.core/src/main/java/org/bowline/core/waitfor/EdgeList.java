/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.IntPair;

/** Edges while they are collected: found by their two vertices, then added to. */
final class EdgeList {
    private final Long2IntOpenHashMap index = new Long2IntOpenHashMap();
    private final IntArrayList source = new IntArrayList();
    private final IntArrayList target = new IntArrayList();
    private final LongArrayList weight = new LongArrayList();
    private final LongArrayList direct = new LongArrayList();
    private final LongArrayList held = new LongArrayList();
    private final IntArrayList count = new IntArrayList();
    /** Time by the rules of {@link Blame}: as if the waker had been waited for, and as if the holder had. */
    private final LongArrayList waker = new LongArrayList();
    private final LongArrayList holder = new LongArrayList();
    private final IntArrayList blamed = new IntArrayList();
    /** The last segment that was counted as a wait. */
    private final IntArrayList counted = new IntArrayList();

    EdgeList() {
        index.defaultReturnValue(-1);
    }

    int size() {
        return source.size();
    }

    int targetOf(int edge) {
        return target.getInt(edge);
    }

    long weightOf(int edge) {
        return weight.getLong(edge);
    }

    /** The edge between two vertices; a new one without weight if there was none. */
    int edge(int from, int to) {
        int next = source.size();
        int edge = index.putIfAbsent(IntPair.of(from, to), next);
        if (edge >= 0) {
            return edge;
        }
        source.add(from);
        target.add(to);
        weight.add(0);
        direct.add(0);
        held.add(0);
        count.add(0);
        waker.add(0);
        holder.add(0);
        blamed.add(0);
        counted.add(-1);
        return next;
    }

    /** Whether a wait's segment was not counted yet; it is from now on. The shares of a wait that are of one thread are one wait for it. */
    boolean count(int edge, int segment) {
        return counted.set(edge, segment) != segment;
    }

    /** Adds to the times by who is waited for by the one and by the other rule. */
    void addByRule(int edge, long wakerNanos, long holderNanos) {
        waker.elements()[edge] += wakerNanos;
        holder.elements()[edge] += holderNanos;
    }

    /** Notes that there are waits of this sort: {@link WaitForGraph#BY_WAKER} or {@link WaitForGraph#BY_HOLDER}. */
    void blame(int edge, int sort) {
        blamed.elements()[edge] |= sort;
    }

    /** Adds to an edge. The caller has made sure that the sums fit. */
    void add(int edge, long weightNanos, long directNanos, long heldNanos, int waits) {
        weight.elements()[edge] += weightNanos;
        direct.elements()[edge] += directNanos;
        held.elements()[edge] += heldNanos;
        count.elements()[edge] += waits;
    }

    /** Adds what an edge of a graph has. Sums that do not fit stay at the largest number. */
    void addAll(int edge, WaitForGraph graph, int other) {
        weight.set(edge, TrimmedGraph.saturated(weight.getLong(edge), graph.weightNanos(other)));
        direct.set(edge, TrimmedGraph.saturated(direct.getLong(edge), graph.directNanos(other)));
        held.set(edge, TrimmedGraph.saturated(held.getLong(edge), graph.heldNanos(other)));
        waker.set(edge, TrimmedGraph.saturated(waker.getLong(edge), graph.wakerNanos(other)));
        holder.set(edge, TrimmedGraph.saturated(holder.getLong(edge), graph.holderNanos(other)));
        count.set(edge, (int) Math.min(Integer.MAX_VALUE, (long) count.getInt(edge) + graph.waits(other)));
        blame(edge, graph.blames(other));
    }

    /** Source and target of each edge whose last counted wait is the one that its source is in, as in {@link SweepPart#pairs}; ascending. */
    long[] countedOf(IntUnaryOperator segmentOf) {
        return IntStream.range(0, size())
                .filter(edge -> counted.getInt(edge) >= 0 && counted.getInt(edge) == segmentOf.applyAsInt(source.getInt(edge)))
                .mapToLong(this::pair).sorted().toArray();
    }

    private long pair(int edge) {
        return IntPair.of(source.getInt(edge), target.getInt(edge));
    }

    /** Source and target of all edges, as in {@link SweepPart#pairs}. */
    long[] pairs() {
        return IntStream.range(0, size()).mapToLong(this::pair).sorted().toArray();
    }

    /** Their figures in that order, as in {@link SweepPart#figures}. */
    long[] figures(long[] pairs) {
        long[] figures = new long[Math.multiplyExact(pairs.length, SweepPart.FIGURES)];
        int at = 0;
        for (long pair : pairs) {
            int edge = index.get(pair);
            figures[at++] = weight.getLong(edge);
            figures[at++] = direct.getLong(edge);
            figures[at++] = held.getLong(edge);
            figures[at++] = waker.getLong(edge);
            figures[at++] = holder.getLong(edge);
            figures[at++] = count.getInt(edge);
            figures[at++] = blamed.getInt(edge);
        }
        return figures;
    }

    /** The edges of a window. */
    static EdgeList of(SweepPart part) {
        EdgeList edges = new EdgeList();
        int at = 0;
        for (long pair : part.pairs()) {
            long[] figures = part.figures();
            int edge = edges.edge(IntPair.first(pair), IntPair.second(pair));
            edges.add(edge, figures[at], figures[at + 1], figures[at + 2], (int) figures[at + 5]);
            edges.addByRule(edge, figures[at + 3], figures[at + 4]);
            edges.blame(edge, (int) figures[at + 6]);
            at += SweepPart.FIGURES;
        }
        return edges;
    }

    /** The edges that have a weight, by source, then target. */
    EdgeList sorted() {
        int[] order = new int[size()];
        int kept = 0;
        for (int i = 0; i < order.length; i++) {
            if (weight.getLong(i) > 0) {
                order[kept++] = i;
            }
        }
        IntArrays.quickSort(order, 0, kept, (a, b) -> {
            int bySource = Integer.compare(source.getInt(a), source.getInt(b));
            return bySource != 0 ? bySource : Integer.compare(target.getInt(a), target.getInt(b));
        });
        EdgeList result = new EdgeList();
        for (int i = 0; i < kept; i++) {
            int edge = order[i];
            result.source.add(source.getInt(edge));
            result.target.add(target.getInt(edge));
            result.weight.add(weight.getLong(edge));
            result.direct.add(direct.getLong(edge));
            result.held.add(held.getLong(edge));
            result.count.add(count.getInt(edge));
            result.waker.add(waker.getLong(edge));
            result.holder.add(holder.getLong(edge));
            result.blamed.add(blamed.getInt(edge));
        }
        return result;
    }

    int[] sources() {
        return source.toIntArray();
    }

    int[] targets() {
        return target.toIntArray();
    }

    long[] weights() {
        return weight.toLongArray();
    }

    long[] directs() {
        return direct.toLongArray();
    }

    long[] helds() {
        return held.toLongArray();
    }

    long[] wakers() {
        return waker.toLongArray();
    }

    long[] holders() {
        return holder.toLongArray();
    }

    byte[] blames() {
        byte[] sorts = new byte[size()];
        for (int i = 0; i < sorts.length; i++) {
            sorts[i] = (byte) blamed.getInt(i);
        }
        return sorts;
    }

    int[] waits() {
        return count.toIntArray();
    }
}
