/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.duration;
import static org.bowline.core.model.Words.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
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

    /** Packets between two on a path. */
    private static final class Trips {
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
    public RuleOutcome evaluate(FindingContext context, RuleSettings settings) {
        if (context.timeline().packetCount() == 0) {
            return RuleOutcome.notApplicable("no packet has both its sending and its arrival in the traces");
        }
        IntervalPaths intervals = context.intervals();
        return intervals != null && !intervals.paths().isEmpty() ? ofIntervals(context, intervals, settings) : ofThreads(context, settings);
    }

    // intervals

    private static RuleOutcome ofIntervals(FindingContext context, IntervalPaths intervals, RuleSettings settings) {
        Map<String, List<NamedInterval>> byLabel = new TreeMap<>();
        for (IntervalPaths.OfInterval path : intervals.paths()) {
            if (path.interval().thread() != Timeline.NONE) {
                byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path.interval());
            }
        }
        List<Finding> findings = new ArrayList<>();
        byLabel.forEach((label, all) -> {
            Finding finding = ofLabel(context, label, sample(all, settings.get(MOST_INTERVALS)), settings);
            if (finding != null) {
                findings.add(finding);
            }
        });
        return RuleOutcome.of(findings, "in no sort of interval the same two processes talk back and forth often or long enough");
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

    private static @Nullable Finding ofLabel(FindingContext context, String label, List<NamedInterval> intervals, RuleSettings settings) {
        Map<Pair, LongArrayList> trips = new HashMap<>();
        Map<Pair, LongArrayList> perMille = new HashMap<>();
        Map<Pair, LongArrayList> nanos = new HashMap<>();
        NamedInterval longest = intervals.get(0);
        for (NamedInterval interval : intervals) {
            context.progress().check();
            longest = interval.nanos() > longest.nanos() ? interval : longest;
            trips(context,
                    CriticalPath.of(context.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(), context.progress()))
                    .forEach((pair, of) -> {
                        trips.computeIfAbsent(pair, key -> new LongArrayList()).add(of.count());
                        nanos.computeIfAbsent(pair, key -> new LongArrayList()).add(of.nanos);
                        perMille.computeIfAbsent(pair, key -> new LongArrayList()).add(1000 * of.nanos / interval.nanos());
                    });
        }
        Pair best = null;
        double bestShare = 0;
        for (Map.Entry<Pair, LongArrayList> entry : trips.entrySet()) {
            double share = median(perMille.get(entry.getKey()), intervals.size()) / 1000.0;
            if (median(entry.getValue(), intervals.size()) >= settings.get(MIN_TRIPS) && share >= settings.get(MIN_SHARE)
                    && (share > bestShare || best == null)) {
                best = entry.getKey();
                bestShare = share;
            }
        }
        if (best == null) {
            return null;
        }
        String name = label.isEmpty() ? "" : label + ' ';
        String between = between(context, best);
        return Finding.of(INFO, Severity.ofShare(bestShare, settings.get(CRITICAL)), bestShare)
                .subject("interval " + label + ": " + stable(context, best))
                .summary("The interval " + name + "makes " + count(median(trips.get(best), intervals.size()), "round trip") + " between "
                        + between
                        + ", one after the other (median of " + intervals.size() + "): "
                        + duration(median(nanos.get(best), intervals.size())) + " or "
                        + percent(bestShare) + " of it is packets on their way.")
                .evidence(new Evidence.Range(longest.beginNanos(), longest.endNanos(), "the longest of them: " + longest.key()))
                .evidence(new Evidence.Edge(best.one(), best.other(), median(nanos.get(best), intervals.size()),
                        median(trips.get(best), intervals.size()),
                        "round trips at the median"))
                .restsOn(context.doubts(context.timeline().host(best.one()))).build();
    }

    /** The median, of which intervals without a value count with 0. */
    private static long median(@Nullable LongArrayList values, int of) {
        if (values == null) {
            return 0;
        }
        LongArrayList all = new LongArrayList(values);
        while (all.size() < of) {
            all.add(0);
        }
        all.sort(null);
        return all.getLong((all.size() - 1) / 2);
    }

    // threads

    private static RuleOutcome ofThreads(FindingContext context, RuleSettings settings) {
        Timeline timeline = context.timeline();
        List<ThreadTotals> most = context.totals().stream()
                .filter(total -> context.isChosen(total.thread()) && total.blocked(Cause.NETWORK) > 0)
                .sorted(Comparator.comparingLong((ThreadTotals total) -> total.blocked(Cause.NETWORK)).reversed()).limit(MOST_THREADS)
                .toList();
        List<Finding> findings = new ArrayList<>();
        for (ThreadTotals total : most) {
            IntArrayList waits = networkWaits(context, total.thread(), settings.get(MOST_WAITS));
            if (waits.size() < settings.get(MIN_TRIPS_OF_THREAD)) {
                continue;
            }
            long from = Math.max(context.fromNanos(), timeline.start(waits.getInt(0)));
            long to = Math.min(context.toNanos(), timeline.end(total.thread(), waits.getInt(waits.size() - 1)));
            if (ways(timeline, total.thread(), waits) < settings.get(MIN_SHARE) / LEAST_OF_BOTH_WAYS * (to - from)) {
                continue; // not worth the path
            }
            CriticalPath path = CriticalPath.of(timeline, total.thread(), from, to, context.progress());
            Map.Entry<Pair, Trips> best = trips(context, path).entrySet().stream()
                    .max(Comparator.comparingLong((Map.Entry<Pair, Trips> entry) -> entry.getValue().nanos)).orElse(null);
            if (best == null) {
                continue;
            }
            double share = (double) best.getValue().nanos / (to - from);
            if (best.getValue().count() >= settings.get(MIN_TRIPS_OF_THREAD) && share >= settings.get(MIN_SHARE)) {
                findings.add(Finding.of(INFO, Severity.WARNING, share * (to - from) / context.rangeNanos())
                        .subject(context.stableName(total.thread()) + ": " + stable(context, best.getKey()))
                        .summary("The critical path of " + context.phrase(total.thread()) + " has "
                                + count(best.getValue().count(), "round trip") + " between "
                                + between(context, best.getKey()) + ", one after the other: " + duration(best.getValue().nanos) + " or "
                                + percent(share)
                                + " of it is packets on their way.")
                        .evidence(new Evidence.Range(from, to, "the path that was looked at"))
                        .evidence(new Evidence.Edge(best.getKey().one(), best.getKey().other(), best.getValue().nanos,
                                best.getValue().count(), "round trips"))
                        .estimate().restsOn(context.doubts(timeline.host(total.thread()))).build());
            }
        }
        return RuleOutcome.of(findings, most.isEmpty() ? "no thread waits for packets"
                : "none of the threads that wait most for packets spends enough time on round trips with one peer");
    }

    private static IntArrayList networkWaits(FindingContext context, int thread, long most) {
        Timeline timeline = context.timeline();
        IntArrayList waits = new IntArrayList();
        int last = timeline.endSegment(thread);
        for (int s = HandOvers.firstSegment(timeline, thread, context.fromNanos()); s < last && timeline.start(s) < context.toNanos()
                && waits.size() < most; s++) {
            if (timeline.cause(s) == Cause.NETWORK && timeline.link(s) != Timeline.NONE) {
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

    /** Packets on their way on a path, by who talks with whom: the first member of each one's group of threads stands for it. */
    private static Map<Pair, Trips> trips(FindingContext context, CriticalPath path) {
        ThreadGroups groups = ThreadGroups.of(context);
        Map<Pair, Trips> result = new HashMap<>();
        for (int leg = 0; leg < path.size(); leg++) {
            if (path.kind(leg) == LegKind.NETWORK_TRANSIT && path.target(leg) >= 0 && path.target(leg) < path.timeline().threadCount()) {
                int to = representative(groups, path.thread(leg));
                int from = representative(groups, path.target(leg));
                if (to == from) {
                    continue;
                }
                Pair pair = Pair.of(from, to);
                Trips trips = result.computeIfAbsent(pair, key -> new Trips());
                trips.nanos += path.nanos(leg);
                if (from == pair.one()) {
                    trips.forth++;
                } else {
                    trips.back++;
                }
            }
        }
        return result;
    }

    private static int representative(ThreadGroups groups, int thread) {
        int group = groups.of(thread);
        return group == ThreadGroups.NONE ? thread : groups.members(group).getInt(0);
    }

    private static String between(FindingContext context, Pair pair) {
        Timeline timeline = context.timeline();
        return timeline.name(pair.one()) + " (" + timeline.hostName(timeline.host(pair.one())) + ") and " + timeline.name(pair.other())
                + " ("
                + timeline.hostName(timeline.host(pair.other())) + ')';
    }

    private static String stable(FindingContext context, Pair pair) {
        return context.stableName(pair.one()) + ", " + context.stableName(pair.other());
    }
}
