/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

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
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
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
            "weight of the heaviest wait in the knot or for it, or of all that wait for the sink, as a share of the range; that a device has nothing to do is no wait");
    /** A sink waits for nobody if it waits for less than this share of the range. */
    private static final double LEAST_OF_SINK = 0.05;
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.8, "from this share of work on it is critical");
    /** That its threads only want a processor is told from this share of the range on. */
    private static final double LEAST_HELD_UP = 0.1;
    private static final String SINK_ADVICE = "Give it less to do, make it faster, or split its work among several.";
    private static final RuleInfo INFO = new RuleInfo("dominant-knot", "Dominant knot", "scheduling events with wake-ups",
            "A knot of the wait-for graph, at the default threshold and not in the background, of which somebody, or the network between them, is at work in at least min-work of the range, and "
                    + "whose heaviest wait, or one of a thread outside that waits for it ten times or more, weighs at least min-weight of it (threads that meet at a barrier, and of which some are a knot, are told together); or a sink that is itself at work for min-work-sink and for which others wait as long; or a thread that is at work for min-work-sink and in a knot with devices alone, for which it hardly waits.",
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
        Passed passed = new Passed();
        Set<String> told = new HashSet<>();
        long least = leastNanos(analysis, settings);
        HeldUpOutside outside = new HeldUpOutside(analysis, least);
        for (int i = 0; i < knots.size(); i++) {
            analysis.progress().check();
            Knot knot = knots.get(i).knot();
            boolean sink = knot.kind() == Knot.Kind.SINK;
            if (knots.get(i).isBackground()) {
                passed.background++;
                continue;
            }
            if (!tellsWakers(analysis, knot)) {
                passed.guesses++;
                continue;
            }
            if (heaviestNanos(analysis, knot) < least && outside.heaviest(knot) < 0) {
                Finding alone = alone(analysis, knot, i + 1, settings);
                if (alone != null) {
                    findings.add(alone);
                }
                passed.light++;
                continue;
            }
            KnotWork work = KnotWork.of(analysis, knot);
            double share = work.share();
            passed.idle++;
            passed.most = Math.max(passed.most, share);
            if (share >= settings.get(sink ? MIN_WORK_SINK : MIN_WORK) && (sink || isNew(threads, analysis, knot, told))) {
                findings.add(sink ? sink(threads, analysis, knot, i + 1, work, settings)
                        : knot(threads, analysis, knot, i + 1, work, settings));
            }
        }
        return RuleOutcome.of(findings, passed.why(knots.size(), settings));
    }

    private static long leastNanos(Analysis analysis, RuleSettings settings) {
        return (long) Math.ceil(settings.get(MIN_WEIGHT) * analysis.rangeNanos());
    }

    /** Of a knot without the idle time of its devices: a disk that has nothing to do holds up nobody by that. */
    private static long heaviestNanos(Analysis analysis, Knot knot) {
        if (knot.kind() == Knot.Kind.SINK) {
            return knot.weightNanos();
        }
        long heaviest = 0;
        for (int i = 0; i < knot.edgeCount(); i++) {
            if (!analysis.graph().isIdle(knot.edge(i))) {
                heaviest = Math.max(heaviest, analysis.graph().weightNanos(knot.edge(i)));
            }
        }
        return heaviest;
    }

    /** Of equal groups one is told, with how many there are; of those who meet at a barrier, too. */
    private static boolean isNew(Analysis threads, Analysis analysis, Knot knot, Set<String> told) {
        KnotMembers members = new KnotMembers(analysis, knot);
        Barriers.Phases meeting = meeting(threads, members);
        String signature = meeting == null ? members.signature() : "barrier of " + meeting.threads();
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
        Barriers.Phases meeting = meeting(threads, members);
        double share = work.share();
        double own = share - work.heldUpShare(); // what bounds the work while nobody has a processor is whatever keeps it from them, and is told before
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), own)
                .subject(meeting == null ? String.join(", ", stable) : Meetings.subject(threads, meeting))
                .summary((meeting == null ? bound(analysis, members, work, heaviestNanos(analysis, knot) < leastNanos(analysis, settings))
                        : Meetings.who(threads, meeting) + " meet at a barrier and bound the work: " + Meetings.last(threads, meeting)
                                + ", and waiting for the last one takes " + percent(meeting.share()) + " of their time. ")
                        + HeaviestWait.text(analysis, knot, top)
                        + DiskBeneath.sentences(analysis, members.inOrder()) + (meeting == null ? members.others() : ""))
                .evidence(new Evidence.OfKnot(number, work.busyNanos() + work.onTheWayNanos(), count(knot.vertexCount(), "member")));
        if (meeting != null) {
            finding.advice(LoadImbalance.ADVICE);
        }
        boolean estimate = !work.onTheWay().isEmpty(); // it rests on two clocks
        finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, top)); // the next step leads to the first
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            estimate |= graph.isIdle(edge);
            if (edge != top) {
                finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, edge));
            }
        }
        if (estimate) {
            finding.estimate(); // a disk's idle time is shared out by the number of requests
        }
        return restsOn(analysis, knot, finding).build();
    }

    /** @param outside whether it is told for the waits of others alone */
    private static String bound(Analysis analysis, KnotMembers members, KnotWork work, boolean outside) {
        return PoolNames.list(analysis, members.inOrder()) + inserted(members.oneOf(), work.network()) + " bound the work: "
                + (outside ? "others wait for them, " : "") + members.waits()
                + ", and at least one of them is at work in " + atWork(work)
                + (isHeldUp(work) ? "; in another " + percent(work.heldUpShare())
                        + " at least one of them wants a processor, and none of them has one. " : ". ")
                + work.onTheWay() + members.busiest();
    }

    /** Two insertions with commas around them, one behind the other. */
    private static String inserted(String first, String second) {
        return first.endsWith(",") && second.startsWith(",") ? first.substring(0, first.length() - 1) + second : first + second;
    }

    /** Threads that meet at barriers all wait for each other, so which of them are a knot is by chance: those who meet are told. Null if they do not, or others are in it. */
    private static Barriers.@Nullable Phases meeting(Analysis threads, KnotMembers members) {
        IntOpenHashSet all = members.threads();
        return all.isEmpty() ? null
                : LoadImbalance.usual(threads).stream().filter(phases -> phases.threads().containsAll(all)).findFirst().orElse(null);
    }

    /** The heaviest wait, not the idle time of a device, that is not for new work, if it weighs enough: a server that waits for requests waits for what bounds the work elsewhere. Else the heaviest that leads to the knot; else the heaviest in it, but for waits for the new work of who sleeps. */
    private static int heaviestToShorten(Analysis analysis, Knot knot, RuleSettings settings) {
        NewWork newWork = analysis.get(NewWork.RESULT);
        long least = leastNanos(analysis, settings);
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (!analysis.graph().isIdle(edge) && newWork.why(edge) == NewWork.Why.NOT && analysis.graph().weightNanos(edge) >= least) {
                return edge;
            }
        }
        int outside = heaviestNanos(analysis, knot) >= least ? -1 : new HeldUpOutside(analysis, least).heaviest(knot);
        if (outside >= 0) {
            return outside;
        }
        int[] edges = IntStream.range(0, knot.edgeCount()).map(knot::edge).filter(edge -> !analysis.graph().isIdle(edge)).toArray();
        return IntStream.of(edges).filter(edge -> HeaviestWait.isShorter(analysis, edge) || !sleepsMeanwhile(analysis.graph(), edge))
                .findFirst()
                .orElse(edges[0]);
    }

    /** Whether who is waited for sleeps for more than half of that time: it is not at work on what it asks for next. */
    private static boolean sleepsMeanwhile(WaitForGraph graph, int edge) {
        int thread = graph.target(edge);
        long asleep = 0;
        for (int of = graph.firstEdge(thread); of < graph.endEdge(thread); of++) {
            asleep += graph.timeline().kind(graph.target(of)) == VertexKind.TIMER ? graph.directNanos(of) : 0;
        }
        return 2 * asleep > graph.directNanos(edge);
    }

    private static Finding sink(Analysis threads, Analysis analysis, Knot sink, int number, KnotWork work, RuleSettings settings) {
        int vertex = sink.vertex(0);
        double others = (double) waitNanos(analysis, vertex) / analysis.rangeNanos();
        double own = work.share() - work.heldUpShare(); // what bounds the work while it has no processor is whatever keeps it from one
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(own, settings.get(CRITICAL)), own)
                .subject(analysis.stableName(vertex))
                .summary(analysis.phraseOfGraph(vertex) + " bounds the work: it is at work in " + atWork(work)
                        + (isHeldUp(work) ? ", in another " + percent(work.heldUpShare()) + " it wants a processor and has none," : "")
                        + " and waits for " + (others < LEAST_OF_SINK ? "nobody" : "others in " + percent(others)) + ", while on average "
                        + waiting(analysis, sink) + '.'
                        + DiskBeneath.sentences(analysis, new int[] {vertex}))
                .advice(SINK_ADVICE)
                .evidence(new Evidence.OfKnot(number, work.busyNanos() + work.onTheWayNanos(), "sink"));
        for (int i = 0; i < sink.edgeCount(); i++) {
            int edge = sink.edge(i);
            finding.evidence(HeaviestWait.evidence(threads.graph(), analysis, edge));
        }
        return restsOn(analysis, sink, finding).build();
    }

    /** For how long a vertex waits for others, other than for new work: each of them too short for the threshold of the knots. */
    private static long waitNanos(Analysis analysis, int vertex) {
        WaitForGraph graph = analysis.graph();
        long nanos = 0;
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            boolean sleeps = graph.timeline().kind(graph.target(edge)) == VertexKind.TIMER;
            nanos += sleeps || !HeaviestWait.isShorter(analysis, edge) ? 0 : graph.directNanos(edge);
        }
        return nanos;
    }

    /** The one thread of a knot with devices for which it hardly waits, if it is at work nearly all the time: it bounds the work as a sink does. Null if it is not so. */
    private static @Nullable Finding alone(Analysis analysis, Knot knot, int number, RuleSettings settings) {
        int[] threads = IntStream.range(0, knot.vertexCount()).map(knot::vertex)
                .filter(vertex -> vertex < analysis.timeline().threadCount()).toArray();
        if (knot.kind() == Knot.Kind.SINK || threads.length != 1 || knot.vertexCount() == 1
                || analysis.graph().groups().of(threads[0]) != null) {
            return null;
        }
        TimeUnion active = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        active.addActive(analysis.timeline(), threads[0]);
        double share = (double) active.nanos() / analysis.rangeNanos();
        if (share < settings.get(MIN_WORK_SINK) || Computing.tells(analysis, share)) {
            return null;
        }
        WaitForGraph graph = analysis.graph();
        List<String> devices = new ArrayList<>();
        double waits = 0;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(threads[0])).advice(SINK_ADVICE)
                .evidence(new Evidence.OfKnot(number, active.nanos(), count(knot.vertexCount(), "member")))
                .evidence(new Evidence.Vertex(threads[0], active.nanos(), "at work, or wanting a processor"));
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (!graph.isIdle(edge)) {
                devices.add(analysis.phraseOfGraph(graph.target(edge)));
                waits += (double) graph.directNanos(edge) / analysis.rangeNanos();
            }
        }
        return restsOn(analysis, knot, finding.summary(analysis.phraseOfGraph(threads[0])
                + " bounds the work: it is at work, or wants a processor, in " + percent(share) + " of the range, and waits for "
                + Words.list(devices, "and") + " in " + percent(waits) + " of it.")).build();
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

    /** Why knots and sinks are not told. */
    private static final class Passed {
        private int background;
        private int guesses;
        private int light;
        /** Those that are heavy enough. */
        private int idle;
        /** The most that one of them is at work, as a share of the range. */
        private double most;

        String why(int all, RuleSettings settings) {
            if (all == 0) {
                return "there is no knot and no sink";
            }
            List<String> parts = new ArrayList<>();
            add(parts, all, background, "in the background");
            add(parts, all, guesses, "on a host where who ended a wait is a guess");
            add(parts, all, light, "too light (under " + percent(settings.get(MIN_WEIGHT)) + " of the range)");
            add(parts, all, idle, "at work for at most " + percent(most) + " of the range");
            return (all == 1 ? "there is one knot or sink: " : "there are " + all + " knots and sinks: ") + Words.list(parts, "and");
        }

        private static void add(List<String> parts, int all, int some, String what) {
            if (some > 0) {
                parts.add((all == 1 ? "it is " : some + (some == 1 ? " is " : " are ")) + what);
            }
        }
    }

    /** For how much of the range somebody is at work; without the time for which nobody does more than want a processor, if that is told apart. */
    private static String atWork(KnotWork work) {
        return percent(isHeldUp(work) ? work.busyShare() - work.heldUpShare() : work.busyShare()) + " of the range";
    }

    private static boolean isHeldUp(KnotWork work) {
        return work.heldUpShare() >= LEAST_HELD_UP;
    }
}
