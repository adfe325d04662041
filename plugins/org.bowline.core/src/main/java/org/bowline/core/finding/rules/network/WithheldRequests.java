/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;

import org.bowline.core.analysis.Analysis;
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
import org.bowline.core.finding.rules.waits.WaitingThreads;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Disk requests that the kernel gives to the disk late, by the clock, while whoever made them waits and the disk has nothing to do: as a limit for input and output of a control group does (blk-throttle). O(segments of the threads that
 * wait for disks, and requests).
 */
public final class WithheldRequests implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which at least one thread waits so");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits for a disk");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("withheld-requests", "Disk requests that a limit holds back",
            "scheduling events with wake-ups and block requests",
            "A thread of a program waits for a request that a thread of the kernel gives to the disk after half of the wait or more, woken by a timer since the wait began; min-times or more. For min-share of the range at least one thread waits for such a request that the disk does not have yet, and the disk has nothing to do.",
            "A disk that has nothing to do while others wait for it is not the limit. The kernel holds requests back by the clock where a control group may read or write only so much or so often (io.max; IOReadBandwidthMax=, IOWriteIOPSMax= of systemd; --device-write-bps, --device-write-iops of a container engine), and where a driver delays them (dm-delay).",
            "Look at io.max of the control group of the program and of those above it. Give it more, or let the program write less often: several changes with one commit, larger pieces.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));
    /** The kernel's thread may have run a little since the timer woke it. */
    private static final int MOST_SEGMENTS = 16;

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** What is held back from a disk, and from whom. */
    private static final class Withheld {
        final IntSortedSet threads = new IntAVLTreeSet();
        /** By thread. */
        final Int2LongOpenHashMap nanos = new Int2LongOpenHashMap();
        final Int2IntOpenHashMap times = new Int2IntOpenHashMap();
        final Samples delays = new Samples();
        final List<long[]> stretches = new ArrayList<>();

        void add(int thread, long begin, long end, long delay) {
            threads.add(thread);
            nanos.addTo(thread, end - begin);
            times.addTo(thread, 1);
            delays.add(delay);
            stretches.add(new long[] {begin, end});
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Map<Integer, Withheld> byDisk = byDisk(analysis);
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Map.Entry<Integer, Withheld> one : byDisk.entrySet()) {
            Withheld withheld = one.getValue();
            long nanos = whileIdle(analysis, one.getKey(), withheld);
            double share = (double) nanos / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE) && withheld.delays.size() >= settings.get(MIN_TIMES)) {
                findings.add(finding(analysis, one.getKey(), withheld, nanos, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no request is given to a disk late by the clock while somebody waits for it"
                : "requests are given to disks late by the clock, while these have nothing to do, for at most " + percent(most)
                        + " of the range");
    }

    private static Map<Integer, Withheld> byDisk(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<Integer, Withheld> byDisk = new TreeMap<>();
        BitSet waiting = WaitingThreads.of(analysis, Cause.DISK);
        for (int thread = waiting.nextSetBit(0); thread >= 0; thread = waiting.nextSetBit(thread + 1)) {
            if (!roles.isProgram(thread) || !analysis.isChosen(thread)) {
                continue;
            }
            analysis.progress().check();
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < timeline.endSegment(thread)
                    && timeline.start(s) < analysis.toNanos(); s++) {
                int request = timeline.cause(s) == Cause.DISK && timeline.state(s) == ThreadState.BLOCKED ? timeline.link(s)
                        : Timeline.NONE;
                if (request != Timeline.NONE && isLate(timeline, roles, thread, s, request)) {
                    long given = timeline.requestQueued(request);
                    long from = Math.max(timeline.start(s), analysis.fromNanos());
                    long to = Math.min(given, analysis.toNanos());
                    if (from < to) { // else the disk had it before the range
                        byDisk.computeIfAbsent(timeline.requestDisk(request), disk -> new Withheld())
                                .add(thread, from, to, given - timeline.start(s));
                    }
                }
            }
        }
        return byDisk;
    }

    /** Whether a request for which a thread waits is given to the disk after half of the wait, by a thread of the kernel that a timer woke meanwhile. */
    private static boolean isLate(Timeline timeline, ThreadRoles roles, int thread, int segment, int request) {
        long begin = timeline.start(segment);
        long given = timeline.requestQueued(request);
        int issuer = timeline.requestIssuer(request);
        if (2 * (given - begin) < timeline.end(thread, segment) - begin || issuer == Timeline.NONE || issuer == thread
                || issuer >= timeline.threadCount() || roles.isProgram(issuer)) {
            return false;
        }
        int s = timeline.segmentAt(issuer, given);
        for (int looks = 0; s > timeline.firstSegment(issuer) && looks < MOST_SEGMENTS && timeline.state(s) != ThreadState.BLOCKED;
                looks++) {
            s--;
        }
        return s != Timeline.NONE && timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.TIMER
                && timeline.end(issuer, s) >= begin;
    }

    /** For how long at least one waits for what the disk does not have yet, and the disk has nothing to do. */
    private static long whileIdle(Analysis analysis, int disk, Withheld withheld) {
        Timeline timeline = analysis.timeline();
        TimeUnion waited = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        withheld.stretches.forEach(stretch -> waited.add(stretch[0], stretch[1]));
        TimeUnion busy = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (timeline.requestDisk(request) == disk) {
                busy.add(timeline.requestIssued(request), timeline.requestCompleted(request));
            }
        }
        long[] nanos = {0};
        waited.each(analysis.fromNanos(), analysis.toNanos(), (begin, end) -> nanos[0] += end - begin - busy.nanos(begin, end));
        return nanos[0];
    }

    private static Finding finding(Analysis analysis, int disk, Withheld withheld, long nanos, RuleSettings settings) {
        int[] threads = withheld.threads.toIntArray();
        double share = (double) nanos / analysis.rangeNanos();
        String name = analysis.phrase(disk);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(disk))
                .summary(PoolNames.list(analysis, threads) + (threads.length == 1 ? " waits" : " wait") + " for " + name
                        + " while the kernel holds requests back from it: for " + duration(nanos) + ", " + percent(share)
                        + " of the range, " + (threads.length == 1 ? "it waits" : "at least one of them waits")
                        + " and the disk has nothing to do. "
                        + count(withheld.delays.size(), "time") + " the disk gets the request only when a timer of the kernel ends, "
                        + duration(withheld.delays.median())
                        + " after the wait began at the median, as a limit for input and output makes it (io.max of a control group)."
                        + " Without these waits the work would be at most " + percent(share) + " shorter (an estimate).");
        for (int thread : threads) {
            finding.evidence(new Evidence.Edge(thread, disk, withheld.nanos.get(thread), withheld.times.get(thread),
                    "before the disk had the request"));
        }
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(disk))).build();
    }
}
