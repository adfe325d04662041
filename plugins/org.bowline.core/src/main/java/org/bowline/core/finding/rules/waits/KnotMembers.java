/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Pools;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** Who is in a knot, what its members wait for inside and outside of it, and whether there are others like them. O(edges of the members). */
public final class KnotMembers {
    /** Waits in which the kernel holds a thread back: they look like those for timers. */
    private static final String HELD = "held";
    private static final String THREADS = "other threads";
    private static final String DISKS = "other disks";
    /** Threads outside are named from this share of the waiting time on. */
    private static final double LEAST_NAMED = 0.1;
    /** Less than this share of the waiting time is not told. */
    private static final double LEAST_TOLD = 0.001;
    /** And if this share of the waits for threads outside is for them. */
    private static final double MOST_OF_OUTSIDE = 0.8;
    /** A thread that is at work, or wants a processor, for this share of the range may be the busiest. */
    private static final double LEAST_BUSY = 0.75;
    /** And the others have for at most this share of that, each. */
    private static final double MOST_OF_OTHERS = 0.7;

    /** So often a thread waits for one of another group if they are none. */
    public static final int LEAST_WAITS = 3;

    private final Analysis analysis;
    private final IntLinkedOpenHashSet members = new IntLinkedOpenHashSet();

    /** The vertices of a knot. O(its edges). */
    public KnotMembers(Analysis analysis, Knot knot) {
        this.analysis = analysis;
        for (int i = 0; i < knot.edgeCount(); i++) {
            members.add(analysis.graph().source(knot.edge(i)));
            members.add(analysis.graph().target(knot.edge(i)));
        }
    }

    /** In the order of the knot's edges, the heaviest first. */
    public int[] inOrder() {
        return members.toIntArray();
    }

    /** The threads, if there is nothing else; else none. */
    public IntOpenHashSet threads() {
        return members.intStream().allMatch(this::isThread) ? threadsAmong() : new IntOpenHashSet();
    }

    /** The threads among them. */
    public IntOpenHashSet threadsAmong() {
        IntOpenHashSet threads = new IntOpenHashSet();
        members.intStream().filter(this::isThread).forEach(member -> threads.addAll(IntList.of(analysis.graph().groups().members(member))));
        return threads;
    }

    /** Whether they are all threads of one pool. */
    public boolean areOnePool() {
        Pools pools = Pools.ofGraph(analysis);
        return members.intStream().mapToObj(pools::line).distinct().count() == 1;
    }

    private boolean isThread(int member) {
        return member < analysis.timeline().threadCount();
    }

    /** A clause: for whom they wait, and how much of it is for others, the largest sort of these by name. */
    public String waits() {
        WaitForGraph graph = analysis.graph();
        boolean knowsAll = members.intStream()
                .allMatch(member -> member >= analysis.timeline().threadCount() || graph.startsChains(member));
        Waits waits = new Waits();
        for (int member : inOrder()) {
            if (graph.groups().isOfTasks(member)) {
                waits.addGaps(member, TaskGaps.of(analysis, graph.groups().members(member)));
                continue;
            }
            for (int edge = graph.firstEdge(member); edge < graph.endEdge(member) && !graph.isIdle(edge); edge++) {
                waits.add(member, edge, (double) graph.directNanos(edge));
            }
        }
        double rest = waits.outside.values().stream().mapToDouble(Double::doubleValue).sum();
        double all = waits.inside + rest;
        if (!knowsAll || waits.inside == 0) {
            return "they wait for each other";
        }
        if (rest == 0 && !waits.newWorkOutside) {
            return "they wait only for each other";
        }
        String of = waits.newWork ? "not counting waits for new work, they wait " : "they wait ";
        if (rest < LEAST_TOLD * all) {
            return of + (rest == 0 ? "only for each other" : "for hardly anything but each other");
        }
        Outside others = waits.heaviest(all);
        return of + "for each other in " + percent(waits.inside / all) + " of their waiting time, "
                + (others.name().equals(HELD) ? "the kernel holds them back in " : "for " + others.name() + " in ")
                + percent(others.nanos() / all);
    }

    /** What they wait for: each other, others by their sort, and what there is to do. */
    private final class Waits {
        private final Map<String, Double> outside = new TreeMap<>();
        private double inside;
        private boolean newWork;
        private boolean newWorkOutside;
        private final IntLinkedOpenHashSet disks = new IntLinkedOpenHashSet();

        /** Of threads among which tasks move what all of them wait for counts, and not what each of them does. */
        void addGaps(int member, TaskGaps gaps) {
            WaitForGraph graph = analysis.graph();
            Timeline timeline = analysis.timeline();
            for (int gap = 0; gap < gaps.size(); gap++) {
                int target = timeline.target(gaps.segment(gap));
                int edge = target < 0 || timeline.state(gaps.segment(gap)) != ThreadState.BLOCKED ? -1
                        : graph.edge(member, graph.groups().vertex(target));
                if (edge >= 0) {
                    add(member, edge, (double) (gaps.end(gap) - gaps.begin(gap)));
                }
            }
        }

        void add(int member, int edge, double nanos) {
            WaitForGraph graph = analysis.graph();
            int target = graph.target(edge);
            if (nanos == 0) {
                return;
            }
            if (isForNewWork(edge)) {
                newWork = true;
                newWorkOutside |= !members.contains(target);
            } else if (members.contains(target)) {
                inside += nanos;
            } else {
                double held = analysis.timeline().kind(target) == VertexKind.TIMER ? held(member) : 0;
                outside.merge(HELD, held * nanos, Double::sum);
                outside.merge(sort(target), (1 - held) * nanos, Double::sum);
                if (analysis.timeline().kind(target) == VertexKind.DISK) {
                    disks.add(target);
                }
            }
        }

        /** What they wait for outside most. */
        Outside heaviest(double all) {
            String most = outside.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
            double nanos = outside.getOrDefault(most, 0.0);
            return most.equals(THREADS) ? ofThreads(nanos, all) : new Outside(most.equals(DISKS) ? disks() : most, nanos);
        }

        /** The disk outside for which they wait, or those. */
        private String disks() {
            return disks.size() == 1 ? analysis.phrase(disks.firstInt()) : DISKS;
        }
    }

    /** Whether who waits has nothing to do until it ends: it is waited for rather than waiting. */
    private boolean isForNewWork(int edge) {
        return analysis.get(NewWork.RESULT).why(edge) != NewWork.Why.NOT;
    }

    /** What members wait for outside, and for how long. */
    private record Outside(String name, double nanos) {}

    /** For how long a member is at work or wants to be; a device serves requests. */
    private long activeNanos(int member) {
        Timeline timeline = analysis.timeline();
        TimeUnion active = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        if (member >= timeline.threadCount()) {
            analysis.graph().addSending(member, active);
            for (int request = 0; request < timeline.requestCount(); request++) {
                if (timeline.requestDisk(request) == member) {
                    active.add(timeline.requestIssued(request), timeline.requestCompleted(request));
                }
            }
            return active.nanos();
        }
        for (int thread : analysis.graph().groups().members(member)) {
            active.addActive(timeline, thread);
        }
        return active.nanos();
    }

    /** The threads outside for which the members wait: equal ones by their name, if most of the waits are for these and they are a noticeable part of all. */
    private Outside ofThreads(double threadNanos, double allNanos) {
        WaitForGraph graph = analysis.graph();
        Pools pools = Pools.ofGraph(analysis);
        Map<Integer, IntLinkedOpenHashSet> lines = new LinkedHashMap<>();
        Map<Integer, Double> nanos = new LinkedHashMap<>();
        for (int member : inOrder()) {
            for (int edge = graph.firstEdge(member); edge < graph.endEdge(member) && !graph.isIdle(edge); edge++) {
                int target = graph.target(edge);
                if (!members.contains(target) && analysis.timeline().kind(target) == VertexKind.THREAD && graph.directNanos(edge) > 0
                        && !isForNewWork(edge)) {
                    lines.computeIfAbsent(pools.line(target), line -> new IntLinkedOpenHashSet()).add(target);
                    nanos.merge(pools.line(target), (double) graph.directNanos(edge), Double::sum);
                }
            }
        }
        return nanos.entrySet().stream()
                .filter(one -> one.getValue() >= MOST_OF_OUTSIDE * threadNanos && one.getValue() >= LEAST_NAMED * allNanos).findFirst()
                .map(one -> new Outside(named(lines.getOrDefault(one.getKey(), new IntLinkedOpenHashSet()).toIntArray()), one.getValue()))
                .orElse(new Outside(THREADS, threadNanos));
    }

    /** As in all texts; of a pool that has members in the knot, too, those are the others. */
    private String named(int[] vertices) {
        Timeline timeline = analysis.timeline();
        boolean isThread = vertices[0] < timeline.threadCount();
        boolean others = vertices.length > 1 && isThread && members.intStream()
                .anyMatch(member -> member < timeline.threadCount() && Kin.of(timeline, member).equals(Kin.of(timeline, vertices[0])));
        return vertices.length == 1 ? analysis.phraseOfGraph(vertices[0]) : (others ? "other " : "") + PoolNames.list(analysis, vertices);
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

    /**
     * A sentence, with a space behind it, on the one member that is at work or wants to be for most of the time while the others mostly wait: it has hardly any more time to give, as the one thread that
     * accepts all connections or runs all commands. Empty if there is none.
     */
    public String busiest() {
        Timeline timeline = analysis.timeline();
        int busiest = Timeline.NONE;
        long most = 0;
        long next = 0;
        for (int member : inOrder()) {
            long active = activeNanos(member);
            next = Math.max(next, Math.min(most, active));
            busiest = active > most ? member : busiest;
            most = Math.max(most, active);
        }
        if (busiest == Timeline.NONE || busiest >= timeline.threadCount() || analysis.graph().groups().of(busiest) != null
                || most < LEAST_BUSY * analysis.rangeNanos()
                || next > MOST_OF_OTHERS * most) {
            return "";
        }
        return analysis.phraseOfGraph(busiest) + " is by far the busiest of them: it is at work, or wants a processor, in "
                + percent((double) most / analysis.rangeNanos()) + " of the range, " + othersThan(busiest)
                + percent((double) next / analysis.rangeNanos()) + ". ";
    }

    private String othersThan(int member) {
        int[] others = members.intStream().filter(other -> other != member).toArray();
        return others.length == 1 && others[0] < analysis.timeline().threadCount() ? analysis.phraseOfGraph(others[0]) + " in "
                : "the others in at most ";
    }

    private String sort(int target) {
        Timeline timeline = analysis.timeline();
        VertexKind kind = timeline.kind(target);
        return switch (kind) {
            case THREAD -> THREADS;
            case TIMER -> "timers";
            case DISK -> DISKS;
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

    /**
     * What tells a group from others: who is in it; of several pools which, and how many threads of each if all groups have as many. Each of the clients of a database and whoever serves it are a group, and so are two clients
     * that share one: one of all these is told. Threads of one pool may be two groups that have nothing to do with each other.
     */
    public String signature() {
        Map<Integer, Integer> pools = new TreeMap<>(byPool(Pools.ofGraph(analysis)));
        return groups() > 1 ? pools.toString() : pools.size() > 1 ? pools.keySet().toString() : members.toString();
    }

    /**
     * How many groups there are like this one, itself included: 1 if it is the only one, if others are not whole groups, or if all are of one pool and wait for others of it: threads that all have to do with each other, as those
     * that share one lock, are no groups, whichever of them happen to be a knot.
     */
    int groups() {
        Pools pools = Pools.ofGraph(analysis);
        if (waitsForOthers(pools)) {
            return 1;
        }
        List<Integer> numbers = new ArrayList<>();
        byPool(pools).forEach((line, count) -> {
            int all = pools.members(line).length;
            numbers.add(all % count == 0 ? all / count : 1);
        });
        int least = numbers.stream().min(Comparator.naturalOrder()).orElse(1);
        return numbers.stream().allMatch(number -> number == least) ? least : 1;
    }

    private boolean waitsForOthers(Pools pools) {
        WaitForGraph graph = analysis.graph();
        if (byPool(pools).size() > 1) {
            return false;
        }
        int line = pools.line(inOrder()[0]);
        for (int member : inOrder()) {
            for (int edge = graph.firstEdge(member); edge < graph.endEdge(member) && !graph.isIdle(edge); edge++) {
                if (!members.contains(graph.target(edge)) && pools.line(graph.target(edge)) == line && graph.waits(edge) >= LEAST_WAITS) {
                    return true;
                }
            }
        }
        return false;
    }

    /** As an insertion in a sentence: {@code , one of 2 equal groups,}; empty if it is the only one. */
    public String oneOf() {
        int groups = groups();
        return groups < 2 ? "" : ", one of " + groups + " equal groups,";
    }

    /** A sentence on threads that do the same and are not in it; empty if there is none, or they are whole groups. */
    public String others() {
        if (groups() > 1) {
            return "";
        }
        Pools pools = Pools.ofGraph(analysis);
        int more = byPool(pools).entrySet().stream().mapToInt(entry -> pools.members(entry.getKey()).length - entry.getValue()).sum();
        return more == 0 ? "" : ' ' + count(more, "more thread does", "more threads do") + " the same as some of these.";
    }
}
