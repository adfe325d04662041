/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.bowline.core.figures.Percent.percent;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/** What threads of a pool do while others want something of them: how much they run, how long they want to and may not, and what they wait for most. */
public final class Meanwhile {
    /** Of less it is not said what it is. */
    private static final double LEAST = 0.05;

    /** For whom they wait, of one kind, and for how long in all. */
    private static final class Awaited {
        private final IntArrayList vertices = new IntArrayList();
        private double nanos;

        void add(int vertex, double more) {
            if (!vertices.contains(vertex)) {
                vertices.add(vertex);
            }
            nanos += more;
        }

        double nanos() {
            return nanos;
        }
    }

    private Meanwhile() {}

    /** A sentence with a space before it. O(edges of the threads, and all threads). */
    public static String sentence(Analysis analysis, IntArrayList threads) {
        double range = (double) analysis.rangeNanos() * threads.size();
        List<ThreadTotals> totals = analysis.totals().stream().filter(total -> threads.contains(total.thread())).toList();
        long runs = totals.stream().mapToLong(ThreadTotals::onCpu).sum();
        long wants = totals.stream().mapToLong(ThreadTotals::active).sum() - runs;
        Awaited most = awaited(analysis, threads).values().stream().max(Comparator.comparingDouble(Awaited::nanos)).orElse(null);
        String waits = most == null || most.nanos < LEAST * range ? ""
                : ", and waits for " + PoolNames.list(analysis, most.vertices.toIntArray()) + " for " + percent(most.nanos / range)
                        + ", more than for anything else";
        // who wants a processor does not run: more of them would not help
        String queues = wants < LEAST * range ? ""
                : (waits.isEmpty() ? " and" : ",") + " wants a processor and has none for " + percent(wants / range);
        return " Meanwhile " + (threads.size() == 1 ? "it" : "each of them") + " runs for " + percent(runs / range) + " of the range"
                + queues
                + waits + '.';
    }

    /** By kind, in order: for whom the threads wait, but for new work. */
    private static Map<String, Awaited> awaited(Analysis analysis, IntArrayList threads) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        NewWork work = analysis.get(NewWork.RESULT);
        Map<String, Awaited> all = new LinkedHashMap<>();
        for (int vertex : threads.intStream().map(graph.groups()::vertex).distinct().toArray()) {
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                int target = graph.target(edge);
                if (!work.isOfThread(edge)) {
                    String kind = target < timeline.threadCount() ? Kin.of(timeline, target) : "vertex " + target;
                    all.computeIfAbsent(kind, key -> new Awaited()).add(target, (double) graph.directNanos(edge));
                }
            }
        }
        return all;
    }
}
