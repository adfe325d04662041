/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.disk.DiskBeneath;
import org.bowline.core.finding.rules.hang.IdleTwins;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.heaviest.WorksFor;
import org.bowline.core.finding.rules.processor.Computing;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** One thread or device that bounds the work, in words: a sink for which others wait, or a thread that hardly waits for the devices it is in a knot with. */
final class ToldSink {
    private static final String ADVICE = "Give it less to do, make it faster, or split its work among several.";

    private ToldSink() {}

    /**
     * @param threads every thread by itself
     * @param analysis those that are told as one merged
     * @param number of the knot, from 1
     * @param critical from this share of work on it is critical
     * @param sinks all sinks
     */
    static Finding.Builder finding(RuleInfo rule, Analysis threads, Analysis analysis, Knot sink, int number, double critical,
            EqualSinks sinks) {
        int vertex = sink.vertex(0);
        KnotWork work = sinks.work(sink);
        boolean several = analysis.graph().groups().of(vertex) != null;
        String waits = sinks.waits(sink).words(several);
        double worst = sinks.worst(sink);
        IdleTwins twins = vertex < threads.timeline().threadCount() && analysis.graph().groups().of(vertex) == null
                ? IdleTwins.of(threads, IntArrayList.of(vertex)) : IdleTwins.NONE;
        Finding.Builder finding = Finding.of(rule, Severity.ofShare(worst, critical), worst)
                .subject(analysis.stableName(vertex))
                .summary(analysis.phraseOfGraph(vertex)
                        + (several ? " bound the work: at least one of them is at work in " : " bounds the work: it is at work in ")
                        + work.atWork()
                        + (work.isHeldUp() ? ", in another " + percent(work.heldUpShare())
                                + (several ? " at least one of them wants a processor and none has one"
                                        : " it wants a processor and has none")
                                : "")
                        + ((work.isHeldUp() || several) && !waits.isEmpty() ? "," : "") + waits + ", while on average "
                        + waiting(analysis, sink, several ? "them" : "it") + '.' + WorksFor.sentence(analysis, vertex)
                        + sinks.sentence(sink)
                        + twins.sentence(threads)
                        + DiskBeneath.sentences(analysis, new int[] {vertex}))
                .advice(twins.isEmpty() ? ADVICE : IdleTwins.ADVICE)
                .evidence(new Evidence.OfKnot(number, work.busyNanos() + work.onTheWayNanos(), "sink"));
        for (int i = 0; i < sink.edgeCount(); i++) {
            finding.evidence(WaitEvidence.of(threads.graph(), analysis, sink.edge(i)));
        }
        return finding;
    }

    /** How many threads wait for a sink, at the average moment of the range: itself, and through others. */
    private static String waiting(Analysis analysis, Knot sink, String it) {
        WaitForGraph graph = analysis.graph();
        double all = (double) sink.weightNanos() / analysis.rangeNanos();
        double itself = (double) IntStream.range(0, graph.edgeCount())
                .filter(edge -> graph.target(edge) == sink.vertex(0) && !graph.isIdle(edge)).mapToLong(graph::directNanos).sum()
                / analysis.rangeNanos();
        String more = number(all - itself);
        boolean isMore = itself > 0 && !more.equals("0.0") && all > itself;
        double told = isMore ? itself : all;
        return number(told) + (told == 1 ? " thread waits for " : " threads wait for ") + it
                + (isMore ? ", and " + more + " wait for these in turn" : "");
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
