/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.bowline.core.figures.Percent.percent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.finding.rules.server.LeftOver;
import org.bowline.core.finding.rules.waits.NeededProcessor;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** What is won at most without waits of a knot, while its threads and the processors have as much to do as before (ADR 267), and the most of it that was told. */
public final class WonWithout {
    /** Of a knot in which one thread leaves less than this share of the range for all waits, it is told, and no wait. */
    private static final double LEAST_LEFT = 0.1;
    /** As long as the one that is waited for has as much to do, less is won; that is told where it is less by this share of the range. */
    private static final double LEAST_LESS = 0.01;
    /** Processors that are so busy, with the work or beside it, bound the work; others are only the reason why no more is won. */
    private static final double FULL = 0.95;

    /** Who is on a processor for a smaller share of the range as it waits for locks is on it for its work. */
    private static final double LEAST_AT_LOCKS = 0.001;

    private final Analysis analysis;
    private final Knot knot;
    private final double most;
    private final @Nullable ThreadTotals busiest;
    private final @Nullable ProcessorsOfWork processors;
    private double share;
    private int edge = -1;
    private boolean full;

    /** @param most what can be won at most, as a share of the range */
    WonWithout(Analysis analysis, Knot knot, double most) {
        this.analysis = analysis;
        this.knot = knot;
        this.most = most;
        busiest = busiest(analysis, knot);
        processors = ProcessorsOfWork.of(analysis, knot);
    }

    /** The most that was told, as a share of the range. */
    double share() {
        return share;
    }

    /** The edge of the graph that this was told of; −1 if none was. */
    int edge() {
        return edge;
    }

    /** Whether no more is won as the processors of a host have as much to do as before, and are busy nearly all of the time. */
    boolean isFull() {
        return full;
    }

    /**
     * What is told instead of all else that is said of a knot where one thread is on a processor nearly all the time: hardly any of its waits is worth anything. Empty if there is none, it is one of
     * several that are a vertex, or nobody of the knot waits for it for long. Of those who wait, only threads of other processes are named if one of them waits as long as any other: its own process also has threads that wait for it as they have nothing to do, which helped it once.
     */
    public static String ofBusiest(Analysis analysis, Knot knot) {
        WaitForGraph graph = analysis.graph();
        ThreadTotals busiest = busiest(analysis, knot);
        double rest = NeededProcessor.rest(analysis, busiest);
        if (busiest == null || rest >= LEAST_LEFT || graph.groups().of(busiest.thread()) != null) {
            return "";
        }
        int[] within = waiting(analysis, IntStream.range(0, knot.edgeCount()).map(knot::edge), busiest.thread());
        if (within.length == 0) {
            return "";
        }
        int[] outside = Arrays.stream(waiting(analysis,
                IntStream.range(0, graph.edgeCount())
                        .filter(edge -> graph.source(edge) < analysis.timeline().threadCount() && !FirstLook.leavesEdge(analysis, edge)),
                busiest.thread()))
                .filter(thread -> !Kin.areOfOneProcess(analysis.timeline(), thread, busiest.thread())).toArray();
        int[] waiting = outside.length > 0 && longest(analysis, outside, busiest.thread()) >= longest(analysis, within, busiest.thread())
                ? outside
                : IntStream.concat(Arrays.stream(within), Arrays.stream(outside)).distinct().sorted().toArray();
        return analysis.phrase(busiest.thread()) + " bounds the work: it is on a processor in "
                + percent(Math.min(1, (double) busiest.onCpu() / analysis.rangeNanos())) + " of the range, " + atLocks(analysis, busiest)
                + "and "
                + PoolNames.list(analysis, waiting)
                + (waiting.length == 1 && graph.groups().of(waiting[0]) == null ? " waits" : " wait")
                + " for it. Without these waits and its own the work would be at most "
                + percent(rest)
                + " shorter (an estimate)." + WorksFor.sentence(analysis, busiest.thread());
    }

    /** A clause: for how much of that time it waits for locks there, unless that is next to nothing. */
    private static String atLocks(Analysis analysis, ThreadTotals total) {
        double share = (double) NeededProcessor.atLocks(analysis, total.thread()) / analysis.rangeNanos();
        return share < LEAST_AT_LOCKS ? "" : "in " + percent(share) + " as it waits for locks, ";
    }

    /** For how long the one of some threads waits for another one that waits longest for it. */
    private static long longest(Analysis analysis, int[] waiting, int thread) {
        WaitForGraph graph = analysis.graph();
        return Arrays.stream(waiting).mapToLong(waiter -> graph.directNanos(graph.edge(waiter, thread))).max().orElse(0);
    }

    /** Who waits for a thread for long, by some edges, ascending. */
    private static int[] waiting(Analysis analysis, IntStream edges, int thread) {
        WaitForGraph graph = analysis.graph();
        return edges.filter(edge -> graph.target(edge) == thread && HeaviestWait.isShorter(analysis, edge)
                && graph.directNanos(edge) >= HeaviestWait.LEAST_BEHIND * analysis.rangeNanos()).map(graph::source).distinct().sorted()
                .toArray();
    }

    /** The thread of the knot that needs a processor for longest: without any wait the work takes that long. Null if there is none. */
    private static @Nullable ThreadTotals busiest(Analysis analysis, Knot knot) {
        return busiest(analysis, knot, new IntOpenHashSet());
    }

    /** The same of the others than some. */
    private static @Nullable ThreadTotals busiest(Analysis analysis, Knot knot, IntOpenHashSet without) {
        WaitForGraph graph = analysis.graph();
        IntOpenHashSet members = new IntOpenHashSet();
        for (int i = 0; i < knot.edgeCount(); i++) {
            members.addAll(IntArrayList.wrap(graph.groups().members(graph.source(knot.edge(i)))));
            members.addAll(IntArrayList.wrap(graph.groups().members(graph.target(knot.edge(i)))));
        }
        return analysis.totals().stream().filter(total -> members.contains(total.thread()) && !without.contains(total.thread()))
                .max(Comparator.comparingLong(total -> NeededProcessor.nanos(analysis, total))).orElse(null);
    }

    /**
     * What is won without some time of the waits of an edge, or of those like it: {@code 20.0 % shorter}. However short the waits, the thread that is busiest takes as long for what it does, and so do the processors of a host. A
     * wait for somebody who is at work there gets shorter by what that one does less, too: both are told.
     *
     * @param forOne whether all of them are for the same
     * @param condition what follows the figure if nothing but the waits limits it
     */
    String tell(int of, long nanos, boolean forOne, String condition) {
        double waiting = Math.min(Math.min(most, LeftOver.share(analysis, of)), (double) nanos / analysis.rangeNanos());
        Limit limit = limit();
        if (limit.rest >= waiting - LEAST_LESS) {
            note(of, Math.min(waiting, limit.rest), false);
            return percent(Math.min(waiting, limit.rest)) + " shorter" + condition;
        }
        double withLess = Math.min(waiting, restWithout(analysis.graph().target(of)));
        boolean isHost = limit.host != Timeline.NONE;
        boolean isFull = isHost && analysis.load(limit.host).load() >= FULL;
        if (forOne && isOf(limit, analysis.graph().target(of)) && limit.rest < withLess - LEAST_LESS) {
            note(of, withLess, isFull);
            return percent(withLess) + " shorter, or " + percent(limit.rest) + " with as much to do for " + limit.who + " as now";
        }
        note(of, limit.rest, isFull);
        return percent(limit.rest) + " shorter" + (isHost ? ", since " + limit.who + " would have as much to do as now" : "");
    }

    /**
     * What takes as long as before, however short the waits.
     *
     * @param rest what it leaves of the range, as a share
     * @param who its name
     * @param thread the one; {@link Timeline#NONE} if it is the processors of a host, or nothing
     * @param host the one with the processors; {@link Timeline#NONE} if it is a thread, or nothing
     */
    private record Limit(double rest, String who, int thread, int host) {}

    private Limit limit() {
        double ofThread = NeededProcessor.rest(analysis, busiest);
        if (processors != null && processors.rest() < ofThread) {
            return new Limit(processors.rest(), "the processors of " + analysis.timeline().hostName(processors.host()), Timeline.NONE,
                    processors.host());
        }
        return busiest == null ? new Limit(1, "", Timeline.NONE, Timeline.NONE)
                : new Limit(ofThread, analysis.phrase(busiest.thread()), busiest.thread(), Timeline.NONE);
    }

    /** What is left of the range, as a share, by what is at work beside some vertex: the next busiest thread, and what else the processors have to do. */
    private double restWithout(int vertex) {
        IntOpenHashSet members = new IntOpenHashSet(analysis.graph().groups().members(vertex));
        ThreadTotals next = busiest != null && !members.contains(busiest.thread()) ? busiest : busiest(analysis, knot, members);
        return Math.min(NeededProcessor.rest(analysis, next), processors == null ? 1 : processors.restWithout(analysis, members));
    }

    /** Whether a vertex is the thread that takes as long, or one on the processors that do. */
    private boolean isOf(Limit limit, int vertex) {
        Timeline timeline = analysis.timeline();
        int[] members = analysis.graph().groups().members(vertex);
        return limit.host == Timeline.NONE ? Arrays.stream(members).anyMatch(member -> member == limit.thread)
                : timeline.kind(members[0]) == VertexKind.THREAD && timeline.host(members[0]) == limit.host;
    }

    private void note(int of, double won, boolean isFull) {
        if (won > share || edge < 0 && isFull) {
            share = won;
            edge = of;
            full = isFull;
        }
    }
}
