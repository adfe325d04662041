/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * What threads do for which others wait, while these wait: they work, want a processor, or wait themselves, and for whom. That a server keeps its clients waiting is no cause yet; that it sleeps meanwhile is one. Waits of several
 * threads count each, so the shares are those of all their time. Threads among which tasks move are at work if one of them is, and wait for what ends that they all wait.
 */
public final class WhileAwaited {
    /** Of less of the waits it is not said what they are for. */
    private static final double LEAST = 0.1;
    /** Those for whom they wait for so much of all waits for threads are named, or all are. */
    private static final double NEARLY_ALL = 0.9;

    private final Analysis analysis;
    private final WaitForGraph graph;
    private final Timeline timeline;
    /** Of thousands of threads that live shortly most never wait for a timer. */
    private final BitSet sleepers;
    private final Int2ObjectOpenHashMap<Doing> doings = new Int2ObjectOpenHashMap<>();
    /** For whom those wait that are waited for, by kind. */
    private final Map<String, Wait> waits = new LinkedHashMap<>();
    private double waitingNanos;
    private double onCpuNanos;
    private double wantingNanos;

    /**
     * When a thread, or those among which tasks move, do what.
     *
     * @param asked when they are waited for
     */
    private record Doing(TimeUnion onCpu, TimeUnion active, Map<String, Until> waits, TimeUnion asked) {
        void index() {
            onCpu.index();
            active.index();
            waits.values().forEach(until -> until.when.index());
        }
    }

    /** Waits for vertices of one kind. */
    private static final class Until {
        private final IntColumn vertices = new IntColumn();
        private final LongColumn begins = new LongColumn();
        private final LongColumn ends = new LongColumn();
        private final TimeUnion when;

        Until(TimeUnion when) {
            this.when = when;
        }

        void add(int vertex, long begin, long end) {
            vertices.add(vertex);
            begins.add(begin);
            ends.add(end);
            when.add(begin, end);
        }

        /** Adds those that are waited for at some of some time, which is indexed. */
        void addVertices(TimeUnion time, IntRBTreeSet to) {
            for (int i = 0; i < vertices.size(); i++) {
                if (!to.contains(vertices.get(i)) && time.nanos(begins.get(i), ends.get(i)) > 0) {
                    to.add(vertices.get(i));
                }
            }
        }
    }

    /** For how long they do so while they are waited for. */
    private static final class Wait {
        private final IntRBTreeSet vertices = new IntRBTreeSet();
        private double nanos;
    }

    private WhileAwaited(Analysis analysis) {
        this.analysis = analysis;
        graph = analysis.graph();
        timeline = analysis.timeline();
        sleepers = WaitingThreads.of(analysis, Cause.TIMER);
    }

    /**
     * A sentence with a space before it; empty if it is not known, or if who is waited for is no thread.
     *
     * <p>O(segments of those who wait, × log of those for whom they do × for how many kinds these wait).
     *
     * @param edges of the graph, whose targets are threads of a pool, of which the sources may be, too, or one and the same vertex
     */
    public static String sentence(Analysis analysis, IntArrayList edges) {
        WhileAwaited awaited = new WhileAwaited(analysis);
        for (int edge : edges) {
            if (analysis.graph().isIdle(edge) || analysis.timeline().kind(analysis.graph().target(edge)) != VertexKind.THREAD) {
                return "";
            }
        }
        WaitsTogether.each(analysis, edges, (segment, target, begin, end) -> {
            if (begin < end) {
                awaited.add(awaited.doing(target), begin, end);
            }
        });
        return awaited.told(edges);
    }

    /**
     * The same of threads from when they are asked for something until they give it; empty if tasks move among some of them, as it is not known which of these did what for whom.
     *
     * @param when what the sentence begins with, a space after it
     * @param subject who they are
     * @param from in reference time, one for each of the threads, as to
     */
    public static String sentence(Analysis analysis, String when, String subject, IntArrayList threads, LongArrayList from,
            LongArrayList to) {
        WhileAwaited awaited = new WhileAwaited(analysis);
        boolean tasks = false;
        for (int i = 0; i < threads.size(); i++) {
            long begin = Math.max(from.getLong(i), analysis.fromNanos());
            long end = Math.min(to.getLong(i), analysis.toNanos());
            tasks |= awaited.tasks(threads.getInt(i)) != null;
            if (begin < end) {
                awaited.add(awaited.doing(threads.getInt(i)), begin, end);
            }
        }
        awaited.addVertices();
        return awaited.waitingNanos <= 0 || tasks ? "" : awaited.sentence(" " + when, false, subject, awaited.waitingNanos);
    }

    private void add(Doing doing, long from, long to) {
        long onCpu = doing.onCpu.nanos(from, to);
        waitingNanos += to - from;
        onCpuNanos += onCpu;
        wantingNanos += doing.active.nanos(from, to) - onCpu;
        doing.waits.forEach((key, until) -> {
            long during = until.when.nanos(from, to);
            if (during > 0) {
                Wait wait = waits.computeIfAbsent(key, k -> new Wait());
                wait.nanos += during;
            }
        });
        doing.asked.add(from, to);
    }

    private Doing doing(int thread) {
        ThreadGroups.Group group = tasks(thread);
        int[] threads = group == null ? new int[] {thread} : group.threads();
        return doings.computeIfAbsent(threads[0], first -> {
            Doing doing = group == null ? ofThread(thread) : ofTasks(threads);
            doing.index();
            return doing;
        });
    }

    /** Those among which tasks move, and a thread is; null if it is none of such. */
    private ThreadGroups.@Nullable Group tasks(int thread) {
        ThreadGroups.Group group = graph.groups().of(graph.groups().vertex(thread));
        return group != null && group.way() == ThreadGroups.Way.TASKS ? group : null;
    }

    private Doing doing(int[] threads) {
        Doing doing = new Doing(union(), union(), new LinkedHashMap<>(), union());
        for (int thread : threads) {
            doing.onCpu.addOnCpu(timeline, thread);
            doing.active.addActive(timeline, thread);
        }
        return doing;
    }

    private TimeUnion union() {
        return new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    private Doing ofThread(int thread) {
        Doing doing = doing(new int[] {thread});
        BitSet inParts = sleepers.get(thread) ? analysis.get(WaitsInParts.RESULT).of(thread).parts()
                : new BitSet();
        int first = timeline.firstSegment(thread);
        IntArrayList open = new IntArrayList(); // parts of a wait, which is for whoever ends the last one
        EdgeWaits.eachPart(graph, thread, (segment, target, begin, end) -> {
            if (inParts.get(segment - first)) {
                open.add(segment);
            } else {
                if (begin < end && !timeline.isHeld(segment)) {
                    open.forEach(part -> wait(doing, target, timeline.start(part), timeline.end(thread, part)));
                    wait(doing, target, begin, end);
                }
                open.clear();
            }
        }, analysis.progress());
        return doing;
    }

    private Doing ofTasks(int[] threads) {
        TaskGaps gaps = TaskGaps.of(analysis, threads);
        Doing doing = doing(gaps.threads());
        IntOpenHashSet own = new IntOpenHashSet(threads);
        Int2ObjectOpenHashMap<IntArrayList> byThread = new Int2ObjectOpenHashMap<>();
        for (int gap = 0; gap < gaps.size(); gap++) {
            byThread.computeIfAbsent(gaps.thread(gap), thread -> new IntArrayList()).add(gap);
        }
        byThread.int2ObjectEntrySet().fastForEach(entry -> {
            int[] at = {0};
            EdgeWaits.each(graph, entry.getIntKey(), (segment, target, nanos) -> {
                IntArrayList ended = entry.getValue();
                while (at[0] < ended.size() && gaps.segment(ended.getInt(at[0])) < segment) {
                    at[0]++;
                }
                if (at[0] < ended.size() && gaps.segment(ended.getInt(at[0])) == segment && !own.contains(target)) {
                    wait(doing, target, gaps.begin(ended.getInt(at[0])), gaps.end(ended.getInt(at[0])));
                    at[0]++; // a wait for a lock is visited once for each that held it
                }
            }, analysis.progress());
        });
        return doing;
    }

    private void wait(Doing doing, int target, long begin, long end) {
        if (target != Timeline.NONE && timeline.kind(target) != VertexKind.UNKNOWN) {
            int vertex = graph.groups().vertex(target);
            doing.waits.computeIfAbsent(key(vertex), key -> new Until(union())).add(vertex, begin, end);
        }
    }

    private String key(int vertex) {
        return vertex < timeline.threadCount() && graph.groups().of(vertex) == null ? Kin.of(timeline, vertex) : "vertex " + vertex;
    }

    /** One thing that they do, in words. */
    private record Told(double nanos, String subject, String verb) {}

    private String told(IntArrayList edges) {
        IntOpenHashSet targets = new IntOpenHashSet(edges.intStream().map(graph::target).toArray());
        int target = graph.target(edges.getInt(0));
        boolean eachOther = graph.source(edges.getInt(0)) == target || edges.intStream().map(graph::source).anyMatch(targets::contains);
        Set<String> sources = edges.intStream().map(graph::source).mapToObj(this::key).collect(Collectors.toSet());
        double inQueue = waits.entrySet().stream().filter(wait -> sources.contains(wait.getKey()))
                .mapToDouble(wait -> wait.getValue().nanos)
                .sum();
        if (waitingNanos <= 0 || (eachOther || targets.size() > 1) && tasks(target) != null) {
            return ""; // that tasks wait for each other does not count
        }
        addVertices();
        waits.keySet().removeAll(sources); // what they sent to each other is on its way, or they queue
        if (!eachOther) {
            return sentence(" Meanwhile ", tasks(target) != null,
                    targets.size() == 1 ? subject(target) : oneOf(PoolNames.list(analysis, sorted(targets))),
                    waitingNanos);
        }
        return waitingNanos - inQueue < LEAST * waitingNanos ? ""
                : sentence(" Meanwhile ", false, "the first of them, which waits for none of the others,", waitingNanos - inQueue);
    }

    private void addVertices() {
        doings.values().forEach(doing -> {
            doing.asked.index();
            doing.waits.forEach((key, until) -> {
                Wait wait = waits.get(key);
                if (wait != null) {
                    until.addVertices(doing.asked, wait.vertices);
                }
            });
        });
    }

    private String subject(int vertex) {
        String name = analysis.phraseOfGraph(vertex);
        return graph.groups().of(vertex) == null || tasks(vertex) != null ? name : oneOf(name);
    }

    private static String oneOf(String names) {
        return "the one of " + names + " that is waited for";
    }

    private static int[] sorted(IntOpenHashSet vertices) {
        return vertices.intStream().sorted().toArray();
    }

    private String sentence(String begin, boolean tasks, String subject, double whole) {
        List<Told> all = new ArrayList<>();
        String some = tasks ? "at least one of " : "";
        all.add(new Told(onCpuNanos, some, "is at work"));
        all.add(new Told(wantingNanos, some, tasks ? "wants a processor while none is at work" : "wants a processor"));
        addWaits(all, tasks, whole);
        all.removeIf(told -> told.nanos < LEAST * whole);
        all.sort(Comparator.comparingDouble(Told::nanos).reversed());
        List<String> clauses = new ArrayList<>();
        for (Told told : all) {
            boolean first = clauses.isEmpty();
            String who = tasks ? told.subject + (first ? subject : "them") + ' ' : first ? subject + ' ' : "";
            clauses.add(who + told.verb + " for " + percent(told.nanos / whole) + (first ? " of that time" : ""));
        }
        return clauses.isEmpty() ? "" : begin + Words.list(clauses, "and") + '.';
    }

    /** Waits for threads are told together: an event loop waits for all that it asked, whoever is the first to answer. */
    private void addWaits(List<Told> all, boolean tasks, double whole) {
        String wait = tasks ? "wait for " : "waits for ";
        String every = tasks ? "all of " : "";
        double timers = 0;
        double threads = 0;
        double named = 0;
        IntArrayList awaited = new IntArrayList();
        IntArrayList each = new IntArrayList();
        for (Wait one : waits.values().stream().sorted(Comparator.comparingDouble((Wait some) -> some.nanos).reversed()).toList()) {
            switch (timeline.kind(one.vertices.firstInt())) {
                case TIMER -> timers += one.nanos;
                case THREAD -> {
                    threads += one.nanos;
                    each.addAll(one.vertices);
                    if (one.nanos >= LEAST * whole) {
                        named += one.nanos;
                        awaited.addAll(one.vertices);
                    }
                }
                default -> all.add(new Told(one.nanos, every, wait + PoolNames.list(analysis, one.vertices.toIntArray())));
            }
        }
        all.add(new Told(timers, every, wait + "timers"));
        if (named >= NEARLY_ALL * threads && !awaited.isEmpty()) {
            all.add(new Told(named, every, wait + PoolNames.list(analysis, awaited.toIntArray())));
        } else if (!each.isEmpty()) {
            all.add(new Told(threads, every, wait + PoolNames.list(analysis, each.toIntArray())));
        }
    }
}
