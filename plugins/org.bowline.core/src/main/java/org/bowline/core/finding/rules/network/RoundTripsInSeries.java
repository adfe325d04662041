/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Programs;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * Packets go back and forth between the same two on a critical path, one round trip after the other. With intervals, within one unit of work;
 * without, over a thread's waits for the network, where many independent units in a row look the same: so the bar is higher, and it is never critical.
 */
public final class RoundTripsInSeries implements Rule {
    private static final Setting<Long> MIN_TRIPS = Setting.count("min-trips", 3, 2,
            "round trips with the same peer in an interval, at the median");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.3,
            "share of the interval (of the thread's time) in which packets are on their way there, at the median");
    private static final Setting<Long> MIN_TRIPS_OF_THREAD = Setting.count("min-trips-of-thread", 100, 2,
            "without intervals: round trips of a thread in the range");
    private static final Setting<Long> MOST_INTERVALS = Setting.count("most-intervals", 64, 1,
            "intervals a label that are looked at, spread evenly");
    private static final Setting<Long> MOST_WAITS = Setting.count("most-waits", 2_000, 1,
            "waits for the network of a thread that are looked at, from the first on");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share of an interval on it is critical");
    private static final int MOST_THREADS = 3;
    /** The way towards a thread takes at least one in so many parts of both ways together. */
    private static final double LEAST_OF_BOTH_WAYS = 4;
    private static final RuleInfo INFO = new RuleInfo("round-trips-in-series", "Network round trips in series",
            "packets of both ends (profile waits-network)",
            "On the critical path of the intervals of one label there are, at the median, min-trips round trips between the same two processes, and their packets are on "
                    + "their way for min-share of the interval. Without intervals: the same over the network waits of one of the three threads that have most, with "
                    + "min-trips-of-thread.",
            "Each trip costs the network's latency once more, whatever the processors do; a longer way makes all of them longer.",
            "Ask for several things at once (batch, pipeline, a join instead of a loop), ask for them side by side, or keep the answers nearer.",
            List.of(MIN_TRIPS, MIN_SHARE, MIN_TRIPS_OF_THREAD, MOST_INTERVALS, MOST_WAITS, CRITICAL));

    /** Between two processes, whichever way. */
    private record Pair(int one, int other) {
        static Pair of(int a, int b) {
            return new Pair(Math.min(a, b), Math.max(a, b));
        }
    }

    /** Whose packets these are: the threads of each side, ascending. */
    private static final class Sides {
        private final IntAVLTreeSet ones = new IntAVLTreeSet();
        private final IntAVLTreeSet others = new IntAVLTreeSet();

        void add(Sides more) {
            ones.addAll(more.ones);
            others.addAll(more.others);
        }

        String between(Analysis analysis) {
            return side(analysis, ones) + " and " + side(analysis, others);
        }

        private static String side(Analysis analysis, IntAVLTreeSet threads) {
            Timeline timeline = analysis.timeline();
            int first = threads.firstInt();
            return threads.size() == 1 ? timeline.name(first) + " (" + timeline.hostName(timeline.host(first)) + ')'
                    : PoolNames.list(analysis, threads.toIntArray());
        }

        String stable(Analysis analysis) {
            return analysis.stableName(ones.firstInt()) + ", " + analysis.stableName(others.firstInt());
        }

        Evidence.Edge evidence(long nanos, long trips, String note) {
            return new Evidence.Edge(ones.firstInt(), others.firstInt(), nanos, trips, note);
        }
    }

    /** Packets between two on a path. */
    private static final class Trips {
        private final Sides sides = new Sides();
        private long forth;
        private long back;
        private long nanos;

        long count() {
            return Math.min(forth, back);
        }
    }

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.slowest(analysis).orElseGet(() -> NextStep.usual(analysis, finding));
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        IntervalPaths intervals = analysis.intervals();
        return intervals != null && !intervals.paths().isEmpty() ? ofIntervals(analysis, intervals, settings)
                : ofThreads(analysis, settings);
    }

    // intervals

    private static RuleOutcome ofIntervals(Analysis analysis, IntervalPaths intervals, RuleSettings settings) {
        Map<String, List<NamedInterval>> byLabel = new TreeMap<>();
        for (IntervalPaths.OfInterval path : intervals.paths()) {
            if (path.interval().thread() != Timeline.NONE) {
                byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path.interval());
            }
        }
        List<Finding> findings = new ArrayList<>();
        byLabel.forEach((label, all) -> {
            Finding finding = ofLabel(analysis, label, sample(all, settings.get(MOST_INTERVALS)), settings);
            if (finding != null) {
                findings.add(finding);
            }
        });
        return RuleOutcome.of(findings,
                "in no kind of interval do the same two processes make enough round trips, or spend enough time on them");
    }

    private static List<NamedInterval> sample(List<NamedInterval> all, long most) {
        if (all.size() <= most) {
            return all;
        }
        List<NamedInterval> some = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            some.add(all.get((int) (i * (long) all.size() / most)));
        }
        return some;
    }

    /** What two processes have to do with each other in the intervals of a label; those in which it is nothing count with 0. */
    private static final class Talk {
        private final Sides sides = new Sides();
        private final Samples trips = new Samples();
        private final Samples perMille = new Samples();
        private final Samples nanos = new Samples();
    }

    private static @Nullable Finding ofLabel(Analysis analysis, String label, List<NamedInterval> intervals, RuleSettings settings) {
        Map<Pair, Talk> talks = new HashMap<>();
        NamedInterval longest = intervals.get(0);
        for (NamedInterval interval : intervals) {
            analysis.progress().check();
            longest = interval.nanos() > longest.nanos() ? interval : longest;
            trips(analysis,
                    CriticalPath.of(analysis.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(),
                            analysis.progress()))
                    .forEach((pair, of) -> {
                        Talk talk = talks.computeIfAbsent(pair, key -> new Talk());
                        talk.sides.add(of.sides);
                        talk.trips.add(of.count());
                        talk.nanos.add(of.nanos);
                        talk.perMille.add(1000 * of.nanos / interval.nanos());
                    });
        }
        Talk best = null;
        double bestShare = 0;
        for (Talk talk : talks.values()) {
            double share = talk.perMille.percentile(intervals.size(), 50) / 1000.0;
            if (talk.trips.percentile(intervals.size(), 50) >= settings.get(MIN_TRIPS) && share >= settings.get(MIN_SHARE)
                    && (share > bestShare || best == null)) {
                best = talk;
                bestShare = share;
            }
        }
        if (best == null) {
            return null;
        }
        long trips = best.trips.percentile(intervals.size(), 50);
        long nanos = best.nanos.percentile(intervals.size(), 50);
        String name = label.isEmpty() ? "" : label + ' ';
        Sides sides = best.sides;
        return Finding.of(INFO, Severity.ofShare(bestShare, settings.get(CRITICAL)), bestShare)
                .subject("interval " + label + ": " + sides.stable(analysis))
                .summary("The interval " + name + "makes " + count(trips, "round trip") + " between "
                        + sides.between(analysis)
                        + ", one after the other (median of " + intervals.size() + "): "
                        + duration(nanos) + " or "
                        + percent(bestShare) + " of it is packets on their way.")
                .evidence(new Evidence.Range(longest.beginNanos(), longest.endNanos(), "the longest of them: " + longest.key()))
                .evidence(sides.evidence(nanos, trips, "round trips at the median"))
                .restsOn(analysis.doubts(analysis.timeline().host(sides.ones.firstInt()))).build();
    }

    // threads

    private static RuleOutcome ofThreads(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        List<ThreadTotals> most = analysis.totals().stream()
                .filter(total -> analysis.isChosen(total.thread()) && total.blocked(Cause.NETWORK) > 0)
                .sorted(Comparator.comparingLong((ThreadTotals total) -> total.blocked(Cause.NETWORK)).reversed()).limit(MOST_THREADS)
                .toList();
        Map<Pair, Finding> byPair = new LinkedHashMap<>();
        for (ThreadTotals total : most) {
            IntArrayList waits = networkWaits(analysis, total.thread(), settings.get(MOST_WAITS));
            if (waits.size() < settings.get(MIN_TRIPS_OF_THREAD)) {
                continue;
            }
            long from = Math.max(analysis.fromNanos(), timeline.start(waits.getInt(0)));
            long to = Math.min(analysis.toNanos(), timeline.end(total.thread(), waits.getInt(waits.size() - 1)));
            if (ways(timeline, total.thread(), waits) < settings.get(MIN_SHARE) / LEAST_OF_BOTH_WAYS * (to - from)) {
                continue; // not worth the path
            }
            CriticalPath path = CriticalPath.of(timeline, total.thread(), from, to, analysis.progress());
            Map.Entry<Pair, Trips> best = trips(analysis, path).entrySet().stream()
                    .max(Comparator.comparingLong((Map.Entry<Pair, Trips> entry) -> entry.getValue().nanos)).orElse(null);
            if (best == null) {
                continue;
            }
            double share = (double) best.getValue().nanos / (to - from);
            if (best.getValue().count() >= settings.get(MIN_TRIPS_OF_THREAD) && share >= settings.get(MIN_SHARE)) {
                Sides sides = best.getValue().sides;
                Finding finding = Finding.of(INFO, Severity.WARNING, share * (to - from) / analysis.rangeNanos())
                        .subject(analysis.stableName(total.thread()) + ": " + sides.stable(analysis))
                        .summary("The critical path of " + analysis.phrase(total.thread()) + " has "
                                + count(best.getValue().count(), "round trip") + " between "
                                + sides.between(analysis) + ", one after the other: " + duration(best.getValue().nanos) + " or "
                                + percent(share)
                                + " of it is packets on their way.")
                        .evidence(new Evidence.Range(from, to, "the path that was looked at"))
                        .evidence(sides.evidence(best.getValue().nanos, best.getValue().count(), "round trips"))
                        .estimate().restsOn(analysis.doubts(timeline.host(total.thread()))).build();
                // both ends of one conversation, or several of equal threads, say the same
                byPair.merge(best.getKey(), finding, (before, now) -> now.score() > before.score() ? now : before);
            }
        }
        return RuleOutcome.of(List.copyOf(byPair.values()), most.isEmpty() ? Whose.none(analysis, "thread", "waits for packets")
                : "none of the threads that wait longest for packets makes enough round trips with one peer, or spends enough time on them");
    }

    private static IntArrayList networkWaits(Analysis analysis, int thread, long most) {
        Timeline timeline = analysis.timeline();
        IntArrayList waits = new IntArrayList();
        int last = timeline.endSegment(thread);
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last && timeline.start(s) < analysis.toNanos()
                && waits.size() < most; s++) {
            if (timeline.cause(s) == Cause.NETWORK && timeline.link(s) != Timeline.NONE && !timeline.packetAcknowledges(timeline.link(s))) {
                waits.add(s);
            }
        }
        return waits;
    }

    /** For how long the packets that ended these waits were on their way during them. */
    private static long ways(Timeline timeline, int thread, IntArrayList waits) {
        long nanos = 0;
        for (int i = 0; i < waits.size(); i++) {
            int wait = waits.getInt(i);
            nanos += Math.max(0, timeline.end(thread, wait) - Math.max(timeline.start(wait), timeline.packetSent(timeline.link(wait))));
        }
        return nanos;
    }

    // paths

    /** Packets on their way on a path, by who talks with whom: the first member of each one's group of threads stands for it. What only acknowledges a part of a long answer is no trip, and what is lost is not on its way. */
    private static Map<Pair, Trips> trips(Analysis analysis, CriticalPath path) {
        Programs groups = Programs.of(analysis);
        Resending again = analysis.get(Resending.RESULT);
        Map<Pair, Trips> result = new HashMap<>();
        for (int leg = 0; leg < path.size(); leg++) {
            if (path.kind(leg) == LegKind.NETWORK_TRANSIT && path.target(leg) >= 0 && path.target(leg) < path.timeline().threadCount()) {
                int to = representative(groups, path.thread(leg));
                int from = representative(groups, path.target(leg));
                int packet = path.link(leg);
                if (to == from || packet != Timeline.NONE && path.timeline().packetAcknowledges(packet)) {
                    continue;
                }
                Pair pair = Pair.of(from, to);
                Trips trips = result.computeIfAbsent(pair, key -> new Trips());
                trips.nanos += path.nanos(leg) - again.within(path.target(leg), path.start(leg), path.start(leg) + path.nanos(leg));
                if (from == pair.one()) {
                    trips.forth++;
                    trips.sides.ones.add(path.target(leg));
                    trips.sides.others.add(path.thread(leg));
                } else {
                    trips.back++;
                    trips.sides.ones.add(path.thread(leg));
                    trips.sides.others.add(path.target(leg));
                }
            }
        }
        return result;
    }

    private static int representative(Programs groups, int thread) {
        int group = groups.of(thread);
        return group == Programs.NONE ? thread : groups.members(group).getInt(0);
    }
}
