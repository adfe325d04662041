/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A knot (or a sink) that is at work most of the time: what is in it bounds the throughput. A knot of threads that mostly idle is none: a
 * closed loop of threads and devices that wait for nothing else has somebody at work at every moment.
 */
public final class DominantKnot implements Rule {
    private static final Setting<Double> MIN_WORK = Setting.share("min-work", 0.3,
            "share of the range for which somebody in the knot works: runs, wants to run, or serves a disk request; or nobody does, and what they sent to each other is on its way through a network");
    private static final Setting<Double> MIN_WORK_SINK = Setting.share("min-work-sink", 0.8,
            "the same for a single thread or disk that waits for nobody");
    private static final Setting<Double> MIN_WEIGHT = Setting.share("min-weight", 0.2,
            "weight of the knot's heaviest edge, or of all that wait for the sink, as a share of the range");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.8, "from this share of work on it is critical");
    private static final RuleInfo INFO = new RuleInfo("dominant-knot", "Dominant knot", "scheduling events with wake-ups",
            "A knot of the wait-for graph, at the default threshold and not in the background, of which somebody, or the network between them, is at work in at least min-work of the range, and "
                    + "whose heaviest edge weighs at least min-weight of it; or a sink that is itself at work for min-work-sink and for which others wait as long.",
            "Its threads and devices wait for each other in a circle, so the throughput rises when a wait inside it gets shorter, or one of its members waits less for what the "
                    + "summary names beside it (timers, the network); making anything else faster changes nothing.",
            "Shorten the heaviest wait inside: let its two ends work at the same time (a queue, a second thread, asynchronous or batched requests) or give less work to "
                    + "the slower one. The recording profile waits-stacks shows which code waits.",
            List.of(MIN_WORK, MIN_WORK_SINK, MIN_WEIGHT, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.slowest(analysis).orElseGet(() -> NextStep.usual(analysis, finding));
    }

    @Override
    public RuleOutcome evaluate(Analysis threads, RuleSettings settings) {
        if (!threads.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Analysis analysis = Merging.view(threads);
        List<Finding> findings = new ArrayList<>();
        List<BackgroundKnots.Found> knots = analysis.get(Workers.KNOTS).found();
        if (analysis.graph().edgeCount() == 0) {
            return RuleOutcome.notApplicable("no thread waits for anything in the range");
        }
        double most = 0;
        Set<String> told = new HashSet<>();
        for (int i = 0; i < knots.size(); i++) {
            analysis.progress().check();
            Knot knot = knots.get(i).knot();
            boolean sink = knot.kind() == Knot.Kind.SINK;
            if (knots.get(i).isBackground() || !tellsWakers(analysis, knot)) {
                continue;
            }
            if (heaviestNanos(analysis, knot) < settings.get(MIN_WEIGHT) * analysis.rangeNanos()) {
                continue;
            }
            KnotWork work = KnotWork.of(analysis, knot);
            double share = work.share();
            most = Math.max(most, share);
            if (share >= settings.get(sink ? MIN_WORK_SINK : MIN_WORK) && (sink || isNew(analysis, knot, told))) {
                findings.add(sink ? sink(threads, analysis, knot, i + 1, share, settings)
                        : knot(threads, analysis, knot, i + 1, work, settings));
            }
        }
        return RuleOutcome.of(findings, whyNone(knots, most));
    }

    private static long heaviestNanos(Analysis analysis, Knot knot) {
        if (knot.kind() == Knot.Kind.SINK) {
            return knot.weightNanos();
        }
        return knot.edgeCount() == 0 ? 0 : analysis.graph().weightNanos(knot.edge(0));
    }

    private static String whyNone(List<BackgroundKnots.Found> knots, double most) {
        long background = knots.stream().filter(BackgroundKnots.Found::isBackground).count();
        return knots.isEmpty() ? "there is no knot and no sink"
                : "of " + knots.size() + " knots and sinks" + (background == 0 ? "" : " (" + background + " in the background)")
                        + " none that is heavy enough is at work for more than " + percent(most)
                        + " of the range";
    }

    /** Of equal groups one is told, with how many there are. */
    private static boolean isNew(Analysis analysis, Knot knot, Set<String> told) {
        String signature = new KnotMembers(analysis, knot).signature();
        return signature.isEmpty() || told.add(signature);
    }

    /** On all of its hosts: a knot across hosts is as much a guess as its worst part. */
    private static boolean tellsWakers(Analysis analysis, Knot knot) {
        for (int i = 0; i < knot.vertexCount(); i++) {
            if (!analysis.tellsWakers(analysis.timeline().host(knot.vertex(i)))) {
                return false;
            }
        }
        return true;
    }

    private static Finding knot(Analysis threads, Analysis analysis, Knot knot, int number, KnotWork work, RuleSettings settings) {
        WaitForGraph graph = analysis.graph();
        int top = heaviestToShorten(analysis, knot, settings);
        KnotMembers members = new KnotMembers(analysis, knot);
        TreeSet<String> stable = new TreeSet<>();
        for (int member : members.inOrder()) {
            stable.add(analysis.stableName(member));
        }
        double share = work.share();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(String.join(", ", stable))
                .summary(PoolNames.list(analysis, members.inOrder()) + members.oneOf() + work.network() + " bound the work: "
                        + members.waits()
                        + ", and at least one of them is at work in " + percent(work.busyShare()) + " of the range. " + work.onTheWay()
                        + HeaviestWait.text(analysis, knot, top)
                        + members.others())
                .evidence(new Evidence.OfKnot(number, knot.weightNanos(), count(knot.vertexCount(), "member")));
        boolean estimate = !work.onTheWay().isEmpty(); // it rests on two clocks
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            estimate |= graph.isIdle(edge);
            finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, edge));
        }
        if (estimate) {
            finding.estimate(); // a disk's idle time is shared out by the number of requests
        }
        return restsOn(analysis, knot, finding).build();
    }

    /** The heaviest edge that is not for new work, if it weighs enough: a server that waits for requests waits for what bounds the work elsewhere. Else the heaviest. */
    private static int heaviestToShorten(Analysis analysis, Knot knot, RuleSettings settings) {
        NewWork newWork = analysis.get(NewWork.RESULT);
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (newWork.why(edge) == NewWork.Why.NOT
                    && analysis.graph().weightNanos(edge) >= settings.get(MIN_WEIGHT) * analysis.rangeNanos()) {
                return edge;
            }
        }
        return knot.edge(0);
    }

    private static Finding sink(Analysis threads, Analysis analysis, Knot sink, int number, double share, RuleSettings settings) {
        int vertex = sink.vertex(0);
        long wanted = HeaviestWait.wanted(analysis, vertex, analysis.fromNanos(), analysis.toNanos());
        double wants = (double) wanted / analysis.rangeNanos();
        double own = share - wants; // what bounds the work while it has no processor is whatever keeps it from one
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(own, settings.get(CRITICAL)), own)
                .subject(analysis.stableName(vertex))
                .summary(analysis.phraseOfGraph(vertex) + " bounds the work: it is at work in " + percent(share)
                        + " of the range and waits for nobody, while on average " + waiting(analysis, sink) + '.'
                        + (wants < HeaviestWait.LEAST_BEHIND ? ""
                                : " For " + duration(wanted) + ", " + percent(wants)
                                        + " of the range, it wants a processor and does not get one."))
                .advice("Give it less to do, make it faster, or split its work among several.")
                .evidence(new Evidence.OfKnot(number, sink.weightNanos(), "sink"));
        for (int i = 0; i < sink.edgeCount(); i++) {
            int edge = sink.edge(i);
            finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, edge));
        }
        return restsOn(analysis, sink, finding).build();
    }

    /** How many threads wait for a sink, at the average moment of the range: itself or through others. */
    private static String waiting(Analysis analysis, Knot sink) {
        double threads = (double) sink.weightNanos() / analysis.rangeNanos();
        return number(threads) + (threads == 1 ? " thread waits for it" : " threads wait for it");
    }

    private static Finding.Builder restsOn(Analysis analysis, Knot knot, Finding.Builder finding) {
        TreeSet<Integer> hosts = new TreeSet<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            hosts.add(analysis.timeline().host(knot.vertex(i)));
        }
        return finding.restsOn(hosts.stream().flatMap(host -> analysis.doubts(host).stream()).distinct().toList());
    }
}
