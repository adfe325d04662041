/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;

import org.bowline.core.analysis.Pools;
import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/** Rows for people, in which the threads of a {@linkplain Pools pool} are one. Files have a row for each. */
public final class Folding {
    private Folding() {}

    /**
     * Edges between pools and single vertices, as one.
     *
     * @param row their sums
     * @param edges of which edges of the graph it is, in the order in which they were given
     * @param waiting how many threads, or other vertices, wait at the same time
     */
    public record Edge(WaitForRow row, int[] edges, int waiting) {
        /** The same as plain sums, per one that waits: never longer than the range. */
        public long directEachNanos() {
            return row.directNanos() / waiting;
        }

        /** By how much that may be off, at most, for the clocks' error, see {@link WaitForGraph#clockErrorNanos}; {@link Long#MAX_VALUE} if it is not known. */
        public long clockErrorEachNanos(WaitForGraph graph) {
            long error = 0;
            for (int edge : edges) {
                error = saturated(error, graph.clockErrorNanos(edge));
            }
            return error == Long.MAX_VALUE ? error : error / waiting;
        }
    }

    /**
     * Edges of a graph, those between the same pools as one; the heaviest first.
     *
     * @param whole whether a pool is called by all its threads, and not by those alone that are an end of these edges. If not, and of a pool one alone waits for others, or others for one alone, it is
     *            told who: they do not wait for each other
     */
    public static List<Edge> edges(WaitForGraph graph, int[] edges, Pools pools, boolean whole) {
        Map<Long, List<Integer>> lines = new LinkedHashMap<>();
        Map<Integer, IntLinkedOpenHashSet> present = new LinkedHashMap<>();
        for (int edge : edges) {
            int source = pools.line(graph.source(edge));
            int target = pools.line(graph.target(edge));
            lines.computeIfAbsent(IntPair.of(source, target), key -> new ArrayList<>()).add(edge);
            present.computeIfAbsent(source, key -> new IntLinkedOpenHashSet()).add(graph.source(edge));
            present.computeIfAbsent(target, key -> new IntLinkedOpenHashSet()).add(graph.target(edge));
        }
        List<Edge> rows = new ArrayList<>();
        lines.forEach((key, some) -> {
            int[] ofLine = some.stream().mapToInt(Integer::intValue).toArray();
            int source = IntPair.first(key);
            int target = IntPair.second(key);
            if (!whole && source == target && isOfOne(graph, ofLine)) {
                rows.add(edge(graph, ofLine, Vertex.ofPool(graph, ends(ofLine, graph::source)),
                        Vertex.ofPool(graph, ends(ofLine, graph::target))));
            } else {
                rows.add(edge(graph, ofLine, Vertex.ofPool(graph, whole ? pools.members(source) : sorted(present, source)),
                        Vertex.ofPool(graph, whole ? pools.members(target) : sorted(present, target))));
            }
        });
        rows.sort(Comparator.comparingLong((Edge edge) -> edge.row().weightNanos()).reversed());
        return rows;
    }

    private static boolean isOfOne(WaitForGraph graph, int[] edges) {
        return ends(edges, graph::source).length == 1 || ends(edges, graph::target).length == 1;
    }

    private static int[] ends(int[] edges, IntUnaryOperator end) {
        return Arrays.stream(edges).map(end).distinct().sorted().toArray();
    }

    private static int[] sorted(Map<Integer, IntLinkedOpenHashSet> present, int line) {
        IntLinkedOpenHashSet members = present.get(line);
        int[] some = members == null ? new int[] {line} : members.toIntArray();
        Arrays.sort(some);
        return some;
    }

    private static Edge edge(WaitForGraph graph, int[] edges, Vertex source, Vertex target) {
        long weight = 0;
        long direct = 0;
        long waits = 0;
        for (int edge : edges) {
            weight = saturated(weight, graph.weightNanos(edge));
            direct = saturated(direct, graph.directNanos(edge));
            waits += graph.waits(edge);
        }
        int waiting = Arrays.stream(edges).map(graph::source).distinct().map(graph.groups()::width).sum();
        return new Edge(new WaitForRow(source, target, weight, direct, waits), edges, waiting);
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * What threads did, pools added up, called by what they are: for a screen, never for a file.
     *
     * @param totals of the threads, none of them twice
     */
    public static List<ThreadRow> threads(Timeline timeline, List<ThreadTotals> totals, Pools pools) {
        Map<Integer, List<ThreadTotals>> lines = totals.stream()
                .collect(Collectors.groupingBy(total -> pools.line(total.thread()), LinkedHashMap::new, Collectors.toList()));
        List<ThreadRow> rows = new ArrayList<>();
        lines.values().forEach(line -> rows.add(thread(timeline, ThreadRows.of(timeline, line), line)));
        return Collections.unmodifiableList(rows);
    }

    private static ThreadRow thread(Timeline timeline, List<ThreadRow> rows, List<ThreadTotals> totals) {
        ThreadRow first = rows.get(0);
        Vertex vertex = Vertex.ofPool(timeline, totals.stream().mapToInt(ThreadTotals::thread).sorted().toArray());
        long[] byCause = new long[Cause.values().length];
        rows.forEach(row -> Arrays.setAll(byCause, i -> byCause[i] + row.blockedByCause()[i]));
        return new ThreadRow(first.host(), vertex.tid(), first.pid(), vertex.called(), first.startNanos(), first.endNanos(),
                sum(rows, ThreadRow::runningNanos), sum(rows, ThreadRow::runnableNanos), sum(rows, ThreadRow::preemptedNanos),
                sum(rows, ThreadRow::blockedNanos), sum(rows, ThreadRow::unknownNanos), byCause, sum(rows, ThreadRow::waits),
                sum(rows, ThreadRow::interruptedNanos));
    }

    private static long sum(List<ThreadRow> rows, ToLongFunction<ThreadRow> figure) {
        return rows.stream().mapToLong(figure).sum();
    }
}
