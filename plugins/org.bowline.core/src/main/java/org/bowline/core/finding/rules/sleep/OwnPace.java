/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.times;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.waits.Deeds;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Workload;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A thread that sleeps before it gives others something to do: a load generator, a client that thinks between two requests, one that tries again after a while. A knot does not show that, and nobody waits for the thread but for new
 * work; yet nothing that is made faster makes the work shorter. O(segments of the range) where a thread sleeps for long enough, O(edges) else.
 */
public final class OwnPace implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.5,
            "share of the range in which the thread sleeps and nobody else has anything to do");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 5, 2,
            "sleeps after which it does something");
    /** Who runs for more than this share of a sleep after it does something. */
    private static final double LEAST_WORK = 0.05;
    private static final RuleInfo INFO = new RuleInfo("own-pace", "Sleep of its own accord", "scheduling events with wake-ups",
            "A thread of a program sleeps min-times or more, and does something after each of these sleeps. In min-share of the range it sleeps "
                    + "so while no thread of a program is at work, and none waits again and again for anything but timers and new work."
                    + "\nIt sleeps while it waits for timers, but not where it asks again as no answer came."
                    + "\nIt does something if, before it waits again, it ends a wait of another thread, sends a packet or computes for a twentieth of the "
                    + "sleep; or if it waits for a disk next.",
            "While it sleeps nobody has anything to do: faster processors, disks and networks do not make the work shorter.",
            "If it is meant to do so, as a load generator is, give it more to do and record again: what bounds the work shows then. Otherwise let it wait for what it needs (an event, a connection, an answer) instead of for some time, or for a shorter time.",
            List.of(MIN_SHARE, MIN_TIMES));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** A thread that sleeps. */
    private record Sleeper(int thread, int edge, int times, long nanos, TimeUnion asleep) {}

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        long least = Math.max(1, (long) Math.ceil(settings.get(MIN_SHARE) * analysis.rangeNanos()));
        List<Sleeper> sleepers = sleepers(analysis, least, settings.get(MIN_TIMES));
        if (!sleepers.isEmpty()) {
            TimeUnion busy = busy(analysis);
            sleepers = sleepers.stream().map(one -> alone(one, busy, analysis)).filter(one -> one.nanos >= least)
                    .sorted(Comparator.comparingLong((Sleeper one) -> -one.nanos).thenComparingInt(Sleeper::thread)).toList();
        }
        return RuleOutcome.of(sleepers.isEmpty() ? List.of() : List.of(finding(analysis, sleepers)),
                "no thread sleeps in " + percent(settings.get(MIN_SHARE))
                        + " of the range and does something after each sleep, while nobody has anything to do");
    }

    /** Those that wait for timers for so long, and do something then. */
    private static List<Sleeper> sleepers(Analysis analysis, long least, long minTimes) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        List<Sleeper> sleepers = new ArrayList<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int thread = graph.source(edge);
            if (timeline.kind(graph.target(edge)) == VertexKind.TIMER && graph.directNanos(edge) >= least && graph.waits(edge) >= minTimes
                    && thread < timeline.threadCount() && roles.isProgram(thread) && analysis.isChosen(thread)
                    && !analysis.aside().isAside(thread)) {
                Sleeper sleeper = sleeper(analysis, thread, edge);
                if (sleeper.times >= minTimes && sleeper.nanos >= least && !Unanswered.isInVain(analysis, thread)) {
                    sleepers.add(sleeper);
                }
            }
        }
        return sleepers;
    }

    private static Sleeper sleeper(Analysis analysis, int thread, int edge) {
        Timeline timeline = analysis.timeline();
        Deeds.OfThread deeds = analysis.get(Deeds.RESULT).of(thread);
        TimeUnion asleep = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        int times = 0;
        int slept = Timeline.NONE;
        long worked = 0;
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
            switch (timeline.state(s)) {
                case UNKNOWN -> slept = Timeline.NONE;
                case RUNNING -> worked += timeline.end(thread, s) - timeline.start(s);
                case BLOCKED -> {
                    if (slept != Timeline.NONE && does(timeline, thread, slept, s, worked, deeds)) {
                        asleep.add(timeline.start(slept), timeline.end(thread, slept));
                        times++;
                    }
                    slept = timeline.cause(s) == Cause.TIMER && !timeline.isHeld(s) ? s : Timeline.NONE;
                    worked = 0;
                }
                default -> {
                    // it wants to run, or is interrupted
                }
            }
        }
        return new Sleeper(thread, edge, times, asleep.nanos(), asleep);
    }

    /** Whether a thread does something between a sleep and its next wait: who only looks at a clock does not. */
    private static boolean does(Timeline timeline, int thread, int slept, int next, long worked, Deeds.OfThread deeds) {
        long from = timeline.end(thread, slept);
        return timeline.cause(next) == Cause.DISK || worked > LEAST_WORK * (from - timeline.start(slept))
                || deeds.between(from, timeline.start(next));
    }

    /** When a thread of a program works, or may, or waits for what is neither a timer nor new work. While a host is not recorded its threads may. */
    private static TimeUnion busy(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        TimeUnion busy = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int host = 0; host < timeline.hostCount(); host++) {
            if (timeline.recordings(host) > 0) {
                busy.addUnrecorded(timeline, host);
            }
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread) && analysis.isChosen(thread)) {
                analysis.progress().check();
                busy.addActive(timeline, thread);
                addWaits(analysis, thread, busy);
                addUnknown(analysis, thread, busy);
            }
        }
        return busy;
    }

    /** Of whom events were lost may have worked; who has had no event yet has not. */
    private static void addUnknown(Analysis analysis, int thread, TimeUnion busy) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(thread, analysis.toNanos());
        boolean seen = false;
        for (int s = timeline.firstSegment(thread); s < last; s++) {
            boolean unknown = timeline.state(s) == ThreadState.UNKNOWN;
            if (unknown && seen) {
                busy.add(timeline.start(s), timeline.end(thread, s));
            }
            seen |= !unknown;
        }
    }

    private static void addWaits(Analysis analysis, int thread, TimeUnion busy) {
        Timeline timeline = analysis.timeline();
        WaitForGraph graph = analysis.graph();
        int vertex = graph.groups().vertex(thread);
        int first = graph.firstEdge(vertex);
        BitSet counts = new BitSet();
        for (int edge = first; edge < graph.endEdge(vertex); edge++) {
            counts.set(edge - first, Workload.isRepeated(analysis, edge));
        }
        EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
            int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(vertex, graph.groups().vertex(target));
            boolean sleeps = target != Timeline.NONE && timeline.kind(target) == VertexKind.TIMER && !timeline.isHeld(segment);
            if (edge != Timeline.NONE && !sleeps && counts.get(edge - first)) {
                busy.add(timeline.start(segment), timeline.end(thread, segment));
            }
        }, analysis.progress());
    }

    /** What is left of its sleeps while nobody is busy. */
    private static Sleeper alone(Sleeper one, TimeUnion busy, Analysis analysis) {
        TimeUnion either = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        either.add(busy);
        either.add(one.asleep);
        return new Sleeper(one.thread, one.edge, one.times, either.nanos() - busy.nanos(), one.asleep);
    }

    private static Finding finding(Analysis analysis, List<Sleeper> sleepers) {
        WaitForGraph graph = analysis.graph();
        Sleeper longest = sleepers.get(0);
        double share = (double) longest.nanos / analysis.rangeNanos();
        boolean one = sleepers.size() == 1;
        int most = sleepers.stream().mapToInt(Sleeper::times).max().orElseThrow();
        LimitedWaits limits = new LimitedWaits(analysis);
        sleepers.forEach(sleeper -> limits.add(sleeper.thread, sleeper.asleep));
        boolean limited = limits.areMost();
        Finding.Builder finding = Finding.of(INFO, Severity.WARNING, share).subject(analysis.stableName(longest.thread))
                .summary(PoolNames.list(analysis, sleepers.stream().mapToInt(Sleeper::thread).toArray())
                        + (limited ? one ? " waits " : " wait " : one ? " sleeps " : " sleep, ")
                        + (one ? times(most) : "up to " + count(most, "time") + " each")
                        + (limited ? " with a time limit that passes" : "") + (one ? "; for " : "; for up to ")
                        + duration(longest.nanos) + " of that, " + percent(share)
                        + " of the range, nobody works and nobody waits for anything but timers and new work."
                        + (limited ? limits.sentence() + " Making"
                                : " If these are sleeps, and not waits for what does not come within a time limit, the pace is "
                                        + (one ? "its" : "their") + " own: making")
                        + " everything else faster makes the work at most " + percent(1 - share) + " shorter (an estimate).")
                .estimate();
        for (Sleeper sleeper : sleepers) {
            finding.evidence(new Evidence.Edge(sleeper.thread, graph.target(sleeper.edge), WaitEvidence.nanos(graph, sleeper.edge),
                    graph.waits(sleeper.edge), "timers"));
        }
        return finding.restsOn(IntStream.range(0, analysis.timeline().hostCount()).boxed()
                .flatMap(host -> analysis.doubts(host).stream()).distinct().toList()).build(); // that nobody works is said of all
    }
}
