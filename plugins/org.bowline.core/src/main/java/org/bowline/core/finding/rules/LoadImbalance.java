/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that meet at barriers, again and again, and some of which arrive much later than the others. A barrier is seen as one thread that
 * wakes all others of the same set within a short time, and is itself the last to arrive: it was not waiting when the others were, or it had
 * been woken by the last of them (a coordinator). What is woken in a burst by somebody who never waits for them is a queue, and no barrier.
 */
public final class LoadImbalance implements Rule {
    private static final Setting<Long> MIN_THREADS = Setting.count("min-threads", 3, 2, "threads that meet");
    private static final Setting<Long> MIN_PHASES = Setting.count("min-phases", 5, 2,
            "phases, each ended by a barrier of the same threads");
    private static final Setting<Long> BURST = Setting.duration("burst", 1_000_000,
            "wake-ups by one thread that follow each other so closely are one release");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the threads' time in the phases that they wait for the last one");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("load-imbalance", "Load imbalance between phases",
            "scheduling events with wake-ups, seen where the waker runs",
            "At least min-threads threads of a process are released from a wait together, min-phases times, by the last of them to arrive or by a coordinator that "
                    + "the last of them woke; waiting for the last one costs min-share of their time from the first release to the last.",
            "Every phase lasts as long as its slowest thread; what the others wait is lost, and more threads make it worse.",
            "Split the work more evenly, or into more and smaller pieces that threads take when they are free; or let a phase begin before all have ended the last one.",
            List.of(MIN_THREADS, MIN_PHASES, BURST, MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        ThreadGroups groups = ThreadGroups.of(analysis);
        HandOvers handOvers = HandOvers.of(analysis);
        List<Finding> findings = new ArrayList<>();
        long barriers = 0;
        double most = 0;
        for (int group = 0; group < groups.size(); group++) {
            analysis.progress().check();
            if (groups.members(group).size() < settings.get(MIN_THREADS)) {
                continue;
            }
            for (Phases phases : phases(analysis.timeline(), handOvers.of(group), settings).values()) {
                if (phases.count() >= settings.get(MIN_PHASES)) {
                    barriers++;
                    most = Math.max(most, phases.share());
                    if (phases.share() >= settings.get(MIN_SHARE)) {
                        findings.add(finding(analysis, phases, settings));
                    }
                }
            }
        }
        return RuleOutcome.of(findings, barriers == 0 ? "no threads meet at barriers"
                : "the threads that meet at barriers wait for the last one for " + percent(most) + " of their time");
    }

    /** The barriers of one set of threads, in time order. */
    private static final class Phases {
        private final IntArrayList threads;
        private final Int2LongOpenHashMap last = new Int2LongOpenHashMap();
        private final Int2LongOpenHashMap waited = new Int2LongOpenHashMap();
        private int releases;
        private long firstNanos;
        private long lastNanos;
        private long lostNanos;

        Phases(IntArrayList threads) {
            this.threads = threads;
        }

        /** The phases lie between releases. */
        int count() {
            return releases - 1;
        }

        double share() {
            return lastNanos <= firstNanos ? 0 : (double) lostNanos / threads.size() / (lastNanos - firstNanos);
        }

        /**
         * Whether nobody among them looks like a foreman: one who is never released by another, and goes by another name than all others.
         * Who wakes a pool that waits for work is one.
         */
        boolean isOfEquals(Timeline timeline) {
            if (last.size() != 1) {
                return true;
            }
            int always = last.keySet().iterator().nextInt();
            return waited.containsKey(always) || threads.intStream()
                    .anyMatch(other -> other != always
                            && ThreadGroups.stem(timeline.name(other)).equals(ThreadGroups.stem(timeline.name(always))));
        }

        void release(long nanos, Int2LongOpenHashMap arrivals, int lastThread, long lastArrival) {
            if (releases++ == 0) {
                firstNanos = nanos;
            } else {
                for (Int2LongMap.Entry arrival : arrivals.int2LongEntrySet()) {
                    long lost = Math.max(0, lastArrival - Math.max(arrival.getLongValue(), lastNanos));
                    lostNanos += lost;
                    waited.addTo(arrival.getIntKey(), lost);
                }
                last.addTo(lastThread, 1);
            }
            lastNanos = nanos;
        }
    }

    // Complex: two cursors run over one list of wake-ups and share what they found.
    /** All barriers of a group, by the set of threads that meet. */
    private static Map<IntArrayList, Phases> phases(Timeline timeline, HandOvers.OfGroup all, RuleSettings settings) {
        Map<IntArrayList, Phases> bySet = new HashMap<>();
        Int2LongOpenHashMap wokenAt = new Int2LongOpenHashMap();
        wokenAt.defaultReturnValue(Long.MIN_VALUE);
        Int2LongOpenHashMap wokenBy = new Int2LongOpenHashMap();
        long minThreads = settings.get(MIN_THREADS);
        long burst = settings.get(BURST);
        int end = 0; // of the wake-ups by one thread that follow each other closely
        int i = 0;
        while (i < all.size()) {
            int waker = all.waker(i);
            if (i >= end) {
                end = i + 1;
                while (end < all.size() && all.waker(end) == waker && all.end(end) - all.end(end - 1) <= burst) {
                    end++;
                }
            }
            if (end - i + 1 < minThreads) { // too few for a release: nearly all wake-ups of nearly all programs
                for (; i < end; i++) {
                    wokenAt.put(all.woken(i), all.end(i));
                    wokenBy.put(all.woken(i), waker);
                }
                continue;
            }
            Int2LongOpenHashMap arrivals = new Int2LongOpenHashMap();
            int next = i;
            while (next < end && !arrivals.containsKey(all.woken(next)) && all.begin(next) < all.end(i)) {
                arrivals.put(all.woken(next), all.begin(next));
                next++;
            }
            // a coordinator that the last one woke, then blocked itself, when all others waited already; else the waker is one of the workers,
            // and arrives when it wakes the others
            long called = wokenAt.get(waker);
            boolean coordinator = called != Long.MIN_VALUE && arrivals.containsKey((int) wokenBy.get(waker));
            if (coordinator) {
                int caller = (int) wokenBy.get(waker);
                for (Int2LongMap.Entry arrival : arrivals.int2LongEntrySet()) {
                    coordinator &= arrival.getIntKey() == caller || arrival.getLongValue() <= called;
                }
            }
            if (arrivals.size() + (coordinator ? 0 : 1) >= minThreads) {
                IntArrayList set = new IntArrayList(arrivals.keySet());
                int lastThread = waker;
                long lastArrival = all.end(i);
                if (coordinator) {
                    lastThread = (int) wokenBy.get(waker);
                    lastArrival = called;
                } else {
                    set.add(waker);
                }
                set.sort(null);
                bySet.computeIfAbsent(set, Phases::new).release(all.end(i), arrivals, lastThread, lastArrival);
            }
            for (; i < next; i++) {
                wokenAt.put(all.woken(i), all.end(i));
                wokenBy.put(all.woken(i), all.waker(i));
            }
        }
        bySet.values().removeIf(phases -> !phases.isOfEquals(timeline));
        return bySet;
    }

    private static Finding finding(Analysis analysis, Phases phases, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(phases.threads.getInt(0));
        String name = ThreadGroups.name(timeline, phases.threads);
        Int2LongMap.Entry slowest = phases.last.int2LongEntrySet().stream()
                .max(Comparator.<Int2LongMap.Entry>comparingLong(entry -> entry.getLongValue())
                        .thenComparing(Comparator.<Int2LongMap.Entry>comparingInt(entry -> entry.getIntKey()).reversed()))
                .orElseThrow(); // of equals the first: not as they lie in a map
        Finding.Builder finding = Finding
                .of(INFO, Severity.ofShare(phases.share(), settings.get(CRITICAL)),
                        phases.share() * (phases.lastNanos - phases.firstNanos) / analysis.rangeNanos())
                .subject(timeline.hostName(host) + ':' + name)
                .summary(count(phases.threads.size(), "thread") + ' ' + name + " (" + timeline.hostName(host) + ") meet "
                        + count(phases.releases, "time") + " and wait for the last one for " + duration(phases.lostNanos) + ", "
                        + percent(phases.share())
                        + " of their time; "
                        + analysis.phrase(slowest.getIntKey()) + " is last in " + slowest.getLongValue() + " of "
                        + count(phases.count(), "phase") + '.')
                .evidence(new Evidence.Range(phases.firstNanos, phases.lastNanos, "from the first release to the last")).estimate();
        phases.last.int2LongEntrySet().stream().sorted(Comparator.<Int2LongMap.Entry>comparingLong(entry -> -entry.getLongValue())
                .thenComparingInt(entry -> entry.getIntKey()))
                .forEach(entry -> finding.evidence(new Evidence.Vertex(entry.getIntKey(), phases.waited.get(entry.getIntKey()),
                        "last in " + count(entry.getLongValue(), "phase"))));
        return finding.restsOn(analysis.doubts(host)).build();
    }
}
