/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.event.RecordedFacts;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

/**
 * A thread that waits for its own writes, one after the other, for much of its life, or for much of the time in which it has something to do:
 * a server that waits for its disk in every request is bound by it, also where it has few requests.
 */
public final class DiskBoundWrites implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the thread's part of the range, or of its busy time: that in which it does not wait for anything but disks and devices");
    private static final Setting<Double> MIN_COST = Setting.share("min-cost", 0.1,
            "share of the thread's part of the range that the waits take at least, whatever their share of its busy time");
    private static final Setting<Long> MIN_WAITS = Setting.count("min-waits", 10, 1, "waits for its own writes");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5,
            "from this share of the thread's part of the range on it is critical");
    private static final RuleInfo INFO = new RuleInfo("disk-bound-sync-writes", "Disk-bound synchronous writes",
            "scheduling, interrupt and disk request events (profile waits-disk)",
            "A thread waits at least min-waits times until a disk has completed a write or flush that the thread itself requested: for min-share of its part of the range, or for "
                    + "min-share of its busy time and min-cost of its part of the range. One finding a thread, or threads of one name, and disk.",
            "The disk does one small thing at a time and the thread does nothing meanwhile; a faster processor or more memory does not help.",
            "Write more at once: one fdatasync for several requests (group commit), asynchronous I/O, a thread of its own for the log; or a device with a faster flush.",
            List.of(MIN_SHARE, MIN_WAITS, CRITICAL, MIN_COST));

    /** Waits of one thread for one disk. */
    private static final class Waits {
        private final Samples lengths = new Samples();
        private long nanos;
        private long serviceNanos;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
    }

    /** A thread that is bound by a disk, for a share of its time. */
    private record Bound(ThreadTotals total, int disk, Waits waits, double share) {
        int thread() {
            return total.thread();
        }
    }

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        if (timeline.requestCount() == 0) {
            return RuleOutcome.notApplicable(recordsDisks(analysis) ? "no disk request was made" : "disk requests were not recorded");
        }
        Map<String, List<Bound>> byName = new LinkedHashMap<>(); // and disk
        ThreadTotals most = null;
        for (ThreadTotals total : analysis.totals()) {
            analysis.progress().check();
            if (!analysis.isChosen(total.thread()) || total.blocked(Cause.DISK) == 0) {
                continue;
            }
            most = most == null || ofDisks(total) > ofDisks(most) ? total : most;
            if (!isMuch(total, total.blocked(Cause.DISK), settings)) {
                continue; // its own writes are no more
            }
            waits(analysis, total.thread()).forEach((disk, waits) -> {
                double share = (double) waits.nanos / life(total);
                if (isMuch(total, waits.nanos, settings) && waits.lengths.size() >= settings.get(MIN_WAITS)) {
                    byName.computeIfAbsent(Kin.of(timeline, total.thread()) + ' ' + disk, key -> new ArrayList<>())
                            .add(new Bound(total, disk, waits, share));
                }
            });
        }
        List<Finding> findings = new ArrayList<>();
        for (List<Bound> some : byName.values()) {
            if (Pools.areSeveral(timeline, new IntArrayList(some.stream().mapToInt(Bound::thread).toArray()))) {
                findings.add(together(analysis, some, settings));
            } else {
                some.forEach(one -> findings.add(finding(analysis, one, settings)));
            }
        }
        return RuleOutcome.of(findings, most == null ? Whose.none(analysis, "thread", "waits for a disk") : quiet(analysis, most));
    }

    private static boolean isMuch(ThreadTotals total, long nanos, RuleSettings settings) {
        double share = (double) nanos / life(total);
        return share >= settings.get(MIN_SHARE)
                || (nanos >= settings.get(MIN_SHARE) * busy(total) && share >= settings.get(MIN_COST));
    }

    private static String quiet(Analysis analysis, ThreadTotals most) {
        long count = 0;
        long nanos = 0;
        for (Waits waits : waits(analysis, most.thread()).values()) {
            count += waits.lengths.size();
            nanos += waits.nanos;
        }
        return analysis.phrase(most.thread()) + " waits most for disks: " + percent(ofDisks(most)) + " of its time, "
                + (count == 0 ? "none of it for its own writes"
                        : percent((double) nanos / life(most)) + " in " + count(count, "wait") + " for its own writes");
    }

    private static long life(ThreadTotals total) {
        return Math.max(1, total.endNanos() - total.startNanos());
    }

    private static double ofDisks(ThreadTotals total) {
        return (double) total.blocked(Cause.DISK) / life(total);
    }

    /** The time in which a thread does not wait for anything but disks and devices, as far as it is known what it does. */
    private static long busy(ThreadTotals total) {
        long idle = total.nanos(ThreadState.UNKNOWN);
        for (Cause cause : Cause.values()) {
            idle += cause == Cause.NONE || cause == Cause.DISK || cause == Cause.DEVICE ? 0 : total.blocked(cause);
        }
        return total.endNanos() - total.startNanos() - idle;
    }

    private static boolean recordsDisks(Analysis analysis) {
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            Recorded recorded = analysis.recorded(host);
            if (recorded != null && recorded.facts().contains(RecordedFacts.Sort.DISK_REQUESTS)) {
                return true;
            }
        }
        return false;
    }

    private static SortedMap<Integer, Waits> waits(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        TreeMap<Integer, Waits> byDisk = new TreeMap<>();
        int last = timeline.endSegment(thread);
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last && timeline.start(s) < analysis.toNanos();
                s++) {
            int request = timeline.awaitedRequest(s);
            if (request == Timeline.NONE || timeline.requestIssuer(request) != thread || !timeline.requestWrites(request)) {
                continue;
            }
            Waits waits = byDisk.computeIfAbsent(timeline.requestDisk(request), disk -> new Waits());
            long begin = Math.max(analysis.fromNanos(), timeline.start(s));
            long end = Math.min(analysis.toNanos(), timeline.end(thread, s));
            waits.lengths.add(end - begin);
            waits.nanos += end - begin;
            waits.serviceNanos += Math.max(0,
                    Math.min(end, timeline.requestCompleted(request)) - Math.max(begin, timeline.requestIssued(request)));
            waits.firstNanos = Math.min(waits.firstNanos, begin);
            waits.lastNanos = Math.max(waits.lastNanos, end);
        }
        return byDisk;
    }

    /** Threads of one name are told together: each is bound by the same disk, whatever else they wait for. */
    private static Finding together(Analysis analysis, List<Bound> some, RuleSettings settings) {
        int disk = some.get(0).disk();
        int[] threads = some.stream().mapToInt(Bound::thread).sorted().toArray();
        double least = some.stream().mapToDouble(Bound::share).min().orElse(0);
        double most = some.stream().mapToDouble(Bound::share).max().orElse(0);
        Samples lengths = new Samples();
        long nanos = 0;
        long serviceNanos = 0;
        for (Bound one : some) {
            lengths.addAll(one.waits().lengths);
            nanos += one.waits().nanos;
            serviceNanos += one.waits().serviceNanos;
        }
        Finding.Builder finding = Finding
                .of(INFO, Severity.ofShare(most, settings.get(CRITICAL)), (double) nanos / some.size() / analysis.rangeNanos())
                .subject(analysis.stableName(threads[0]) + ", " + analysis.stableName(disk))
                .summary(PoolNames.list(analysis, threads) + " each spend " + range(percent(least), percent(most))
                        + " of their time waiting for " + analysis.phrase(disk) + " to complete what they wrote: "
                        + count(lengths.size(), "wait") + " of " + duration(lengths.median()) + " at the median, "
                        + percent((double) serviceNanos / nanos) + " of it at the device and not in its queue."
                        + DiskBeneath.sentences(analysis, new int[] {disk}));
        for (Bound one : some) {
            finding.evidence(new Evidence.Edge(one.thread(), disk, one.waits().nanos, one.waits().lengths.size(),
                    percent(one.share()) + " of the thread's time"));
        }
        return finding.restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }

    /** From one figure to another one, or the one if they read the same. */
    private static String range(String least, String most) {
        return least.equals(most) ? least : least + " to " + most;
    }

    private static Finding finding(Analysis analysis, Bound bound, RuleSettings settings) {
        ThreadTotals total = bound.total();
        Waits waits = bound.waits();
        int disk = bound.disk();
        double share = bound.share();
        int thread = total.thread();
        double ofRange = (double) waits.nanos / analysis.rangeNanos();
        double awaited = analysis.tellsWakers() ? AwaitedOutside.share(analysis, thread) : 1;
        boolean forOthers = awaited <= AwaitedOutside.MOST * ofRange;
        return Finding
                .of(INFO, Severity.ofShare(forOthers ? awaited : share, settings.get(CRITICAL)), forOthers ? awaited : ofRange)
                .subject(analysis.stableName(thread) + ", " + analysis.stableName(disk))
                .summary(analysis.phrase(thread) + " spends " + duration(waits.nanos) + ", " + percent(share) + " of its time"
                        + (share >= settings.get(MIN_SHARE) ? ""
                                : " and " + percent((double) waits.nanos / busy(total))
                                        + " of that in which it does not wait for anything else")
                        + ", waiting for " + analysis.phrase(disk) + " to complete what it wrote: " + count(waits.lengths.size(), "wait")
                        + " of "
                        + duration(waits.lengths.median()) + " at the median, "
                        + percent((double) waits.serviceNanos / waits.nanos)
                        + " of it at the device and not in its queue."
                        + DiskBeneath.sentences(analysis, new int[] {disk})
                        + (forOthers ? " Others wait for " + analysis.phrase(thread) + " in " + percent(awaited) + " of the range." : ""))
                .evidence(new Evidence.Edge(thread, disk, waits.nanos, waits.lengths.size(), percent(share) + " of the thread's time"))
                .evidence(new Evidence.Range(waits.firstNanos, waits.lastNanos, "from the first of these waits to the last"))
                .restsOn(analysis.doubts(analysis.timeline().host(thread))).build();
    }
}
