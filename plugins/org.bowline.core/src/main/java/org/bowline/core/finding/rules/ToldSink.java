/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** One thread or device that bounds the work, in words: a sink for which others wait, or a thread that hardly waits for the devices it is in a knot with. */
final class ToldSink {
    /** A sink waits for nobody if it waits for less than this share of the range. */
    private static final double LEAST = 0.05;
    /** Who is at work for so much of the range has no time to idle. */
    private static final double NEARLY_ALL = 0.8;
    /** Who is less at work, and has nothing to do for more than this, does not bound the work. */
    private static final double MOST_IDLE = 0.1;
    private static final String ADVICE = "Give it less to do, make it faster, or split its work among several.";

    private ToldSink() {}

    /**
     * @param threads every thread by itself
     * @param analysis those that are told as one merged
     * @param number of the knot, from 1
     * @param critical from this share of work on it is critical
     * @param others other sinks like it
     */
    static Finding.Builder finding(RuleInfo rule, Analysis threads, Analysis analysis, Knot sink, int number, KnotWork work,
            double critical, EqualSinks others) {
        int vertex = sink.vertex(0);
        String waits = waits(analysis, vertex);
        double worst = Math.max(work.ownShare(), others.worst(sink));
        Finding.Builder finding = Finding.of(rule, Severity.ofShare(worst, critical), worst)
                .subject(analysis.stableName(vertex))
                .summary(analysis.phraseOfGraph(vertex) + " bounds the work: it is at work in " + work.atWork()
                        + (work.isHeldUp() ? ", in another " + percent(work.heldUpShare()) + " it wants a processor and has none" : "")
                        + (work.isHeldUp() && !waits.isEmpty() ? "," : "") + waits + ", while on average "
                        + waiting(analysis, sink) + '.' + others.sentence(sink)
                        + DiskBeneath.sentences(analysis, new int[] {vertex}))
                .advice(ADVICE)
                .evidence(new Evidence.OfKnot(number, work.busyNanos() + work.onTheWayNanos(), "sink"));
        for (int i = 0; i < sink.edgeCount(); i++) {
            finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, sink.edge(i)));
        }
        return finding;
    }

    /** For what it waits, with a space before it; nothing of threads among which a runtime moves tasks, of which one always waits. */
    private static String waits(Analysis analysis, int vertex) {
        if (analysis.graph().groups().isOfTasks(vertex)) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        add(parts, analysis, vertex, For.TIMERS, "timers");
        add(parts, analysis, vertex, For.NEW_WORK, "new work");
        add(parts, analysis, vertex, For.UNKNOWN, "what the recording does not tell");
        boolean others = add(parts, analysis, vertex, For.OTHERS, "others");
        if (!others) {
            parts.add(parts.isEmpty() ? "nobody" : "nobody else");
        }
        int last = parts.size() - 1;
        return " and waits for " + String.join(", for ", parts.subList(0, Math.max(1, last)))
                + (last > 0 ? " and for " + parts.get(last) : "");
    }

    private static boolean add(List<String> parts, Analysis analysis, int vertex, For what, String name) {
        double share = (double) waits(analysis, vertex, what).nanos() / analysis.rangeNanos();
        if (share >= LEAST) {
            parts.add(name + " in " + percent(share));
        }
        return share >= LEAST;
    }

    /** Whether a sink that is not nearly always at work has nothing to do for a while: then it is not what bounds the work. */
    static boolean idles(Analysis analysis, int vertex, double share) {
        return share < NEARLY_ALL && !analysis.graph().groups().isOfTasks(vertex)
                && waits(analysis, vertex, For.NEW_WORK).nanos() >= MOST_IDLE * analysis.rangeNanos();
    }

    /** What a thread waits for. */
    private enum For {
        TIMERS, NEW_WORK, UNKNOWN, OTHERS
    }

    private static For what(Analysis analysis, int edge) {
        VertexKind kind = analysis.timeline().kind(analysis.graph().target(edge));
        return switch (kind) {
            case TIMER -> For.TIMERS;
            case UNKNOWN -> For.UNKNOWN;
            default -> HeaviestWait.isShorter(analysis, edge) ? For.OTHERS : For.NEW_WORK;
        };
    }

    /** When a thread of a vertex waits for something; for others each of them too short for the threshold of the knots. */
    private static TimeUnion waits(Analysis analysis, int vertex, For what) {
        WaitForGraph graph = analysis.graph();
        TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int thread : vertex < analysis.timeline().threadCount() ? graph.groups().members(vertex) : new int[0]) {
            EdgeWaits.eachPart(graph, thread, (segment, target, begin, end) -> {
                int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(vertex, graph.groups().vertex(target));
                if (edge == Timeline.NONE ? target == Timeline.NONE && what == For.UNKNOWN : what(analysis, edge) == what) {
                    union.add(begin, end);
                }
            }, analysis.progress());
        }
        return union;
    }

    /** How many threads wait for a sink, at the average moment of the range: itself or through others. */
    private static String waiting(Analysis analysis, Knot sink) {
        double threads = (double) sink.weightNanos() / analysis.rangeNanos();
        return number(threads) + (threads == 1 ? " thread waits for it" : " threads wait for it");
    }

    /**
     * The one thread of a knot with devices for which it hardly waits, if it is at work nearly all the time: it bounds the work as a sink does. Null if it is not so.
     *
     * @param number of the knot, from 1
     * @param least share of the range that it is at work for
     * @param critical from this share of work on it is critical
     */
    static Finding.@Nullable Builder besideDevices(RuleInfo rule, Analysis analysis, Knot knot, int number, double least, double critical) {
        int[] threads = IntStream.range(0, knot.vertexCount()).map(knot::vertex)
                .filter(vertex -> vertex < analysis.timeline().threadCount()).toArray();
        if (knot.kind() == Knot.Kind.SINK || threads.length != 1 || knot.vertexCount() == 1
                || analysis.graph().groups().of(threads[0]) != null) {
            return null;
        }
        TimeUnion active = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        active.addActive(analysis.timeline(), threads[0]);
        double share = (double) active.nanos() / analysis.rangeNanos();
        if (share < least || Computing.tells(analysis, share)) {
            return null;
        }
        WaitForGraph graph = analysis.graph();
        List<String> devices = new ArrayList<>();
        double waits = 0;
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (!graph.isIdle(edge)) {
                devices.add(analysis.phraseOfGraph(graph.target(edge)));
                waits += (double) graph.directNanos(edge) / analysis.rangeNanos();
            }
        }
        return Finding.of(rule, Severity.ofShare(share, critical), share)
                .subject(analysis.stableName(threads[0])).advice(ADVICE)
                .evidence(new Evidence.OfKnot(number, active.nanos(), count(knot.vertexCount(), "member")))
                .evidence(new Evidence.Vertex(threads[0], active.nanos(), "at work, or wanting a processor"))
                .summary(analysis.phraseOfGraph(threads[0])
                        + " bounds the work: it is at work, or wants a processor, in " + percent(share) + " of the range, and waits for "
                        + Words.list(devices, "and") + " in " + percent(waits) + " of it.");
    }
}
