/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** Who is in a knot, what its members wait for inside and outside of it, and whether there are others like them. O(edges of the members). */
final class KnotMembers {
    /** Waits in which the kernel holds a thread back: they look like those for timers. */
    private static final String HELD = "held";

    private final Analysis analysis;
    private final IntLinkedOpenHashSet members = new IntLinkedOpenHashSet();

    KnotMembers(Analysis analysis, Knot knot) {
        this.analysis = analysis;
        for (int i = 0; i < knot.edgeCount(); i++) {
            members.add(analysis.graph().source(knot.edge(i)));
            members.add(analysis.graph().target(knot.edge(i)));
        }
    }

    /** In the order of the knot's edges, the heaviest first. */
    int[] inOrder() {
        return members.toIntArray();
    }

    /** A clause: for whom they wait, and how much of it is for others, the largest sort of these by name. */
    String waits() {
        WaitForGraph graph = analysis.graph();
        boolean knowsAll = members.intStream()
                .allMatch(member -> member >= analysis.timeline().threadCount() || graph.startsChains(member));
        double inside = 0;
        Map<String, Double> outside = new TreeMap<>();
        for (int member : inOrder()) {
            for (int edge = graph.firstEdge(member); edge < graph.endEdge(member) && !graph.isIdle(edge); edge++) {
                if (members.contains(graph.target(edge))) {
                    inside += graph.directNanos(edge);
                } else if (graph.directNanos(edge) > 0) {
                    double held = analysis.timeline().kind(graph.target(edge)) == VertexKind.TIMER ? held(member) : 0;
                    outside.merge(HELD, held * graph.directNanos(edge), Double::sum);
                    outside.merge(sort(graph.target(edge)), (1 - held) * graph.directNanos(edge), Double::sum);
                }
            }
        }
        double rest = outside.values().stream().mapToDouble(Double::doubleValue).sum();
        if (!knowsAll || inside + rest == 0) {
            return "they wait for each other";
        }
        if (rest == 0) {
            return "they wait only for each other";
        }
        String most = outside.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
        return "they wait for each other in " + percent(inside / (inside + rest)) + " of their waiting time, "
                + (most.equals(HELD) ? "the kernel holds them back in " : "for " + most + " in ")
                + percent(outside.getOrDefault(most, 0.0) / (inside + rest));
    }

    /** Which part of the waits of a vertex for timers is not its own choice: the kernel holds it back. */
    private double held(int vertex) {
        Timeline timeline = analysis.timeline();
        long[] sums = {0, 0};
        for (int thread : analysis.graph().groups().members(vertex)) {
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                if (target != Timeline.NONE && timeline.kind(target) == VertexKind.TIMER) {
                    sums[0] += nanos;
                    sums[1] += timeline.isHeld(segment) ? nanos : 0;
                }
            }, analysis.progress());
        }
        return sums[0] == 0 ? 0 : (double) sums[1] / sums[0];
    }

    private String sort(int target) {
        Timeline timeline = analysis.timeline();
        VertexKind kind = timeline.kind(target);
        return switch (kind) {
            case THREAD -> "other threads";
            case TIMER -> "timers";
            case DISK -> "other disks";
            case NIC, NETWORK -> "the network";
            case DEVICE -> "other devices";
            case IPI, KERNEL -> "the kernel";
            case UNKNOWN -> "what the recording does not tell";
        };
    }

    /** Members of each pool, by the thread that stands for it; what is no thread stands for itself. */
    private Map<Integer, Integer> byPool(Pools pools) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int member : inOrder()) {
            counts.merge(pools.line(member), 1, Integer::sum);
        }
        return counts;
    }

    /** What tells groups that are equal from others: how many threads of which pools are in it. Empty if there is no other like it. */
    String signature() {
        return groups() < 2 ? "" : new TreeMap<>(byPool(Pools.ofGraph(analysis))).toString();
    }

    /** How many groups there are like this one, itself included: 1 if it is the only one, or others are not whole groups. */
    int groups() {
        Pools pools = Pools.ofGraph(analysis);
        List<Integer> numbers = new ArrayList<>();
        byPool(pools).forEach((line, count) -> {
            int all = pools.members(line).length;
            numbers.add(all % count == 0 ? all / count : 1);
        });
        int least = numbers.stream().min(Comparator.naturalOrder()).orElse(1);
        return numbers.stream().allMatch(number -> number == least) ? least : 1;
    }

    /** As an insertion in a sentence: {@code , one of 2 equal groups,}; empty if it is the only one. */
    String oneOf() {
        int groups = groups();
        return groups < 2 ? "" : ", one of " + groups + " equal groups,";
    }

    /** A sentence on threads that do the same and are not in it; empty if there is none, or they are whole groups. */
    String others() {
        if (groups() > 1) {
            return "";
        }
        Pools pools = Pools.ofGraph(analysis);
        int more = byPool(pools).entrySet().stream().mapToInt(entry -> pools.members(entry.getKey()).length - entry.getValue()).sum();
        return more == 0 ? "" : ' ' + count(more, "more thread does", "more threads do") + " the same as some of these.";
    }
}
