/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The barriers at which threads of a host meet. A barrier is seen as one thread that wakes all others of the same set within a short time, and is
 * itself the last to arrive: it was not waiting when the others were, or it had been woken by the last of them (a coordinator).
 *
 * <p>Others wake several at a time, too, and are not barriers:
 * <ul>
 * <li>a foreman who fills the queue of a pool: always the same one wakes the others, and he has another name, or mostly waits for work himself;
 * <li>the slowest stage of a pipeline, which makes room for the stage before it and work for the one after it: always the same one wakes the same
 * two others. Three threads of which always the same one is late look alike, and are left out; so are three where two of one name take turns at being the stage;
 * <li>threads that wake each other singly more often than together;
 * <li>who gives back a lock of the kernel, as that of a process's memory, for which several wait that may have it at the same time: where programs meet they wait interruptibly.
 * </ul>
 *
 * <p>All threads that wait for a condition, and are woken for one piece of work at a time, meet here, too: each time the one that has got it comes
 * last. What they wait for may be a sleep of that one, so that is {@link Phases#sleepShare counted}.
 */
public final class Barriers {
    /** Of sets of threads that are woken together, so many that are woken most often are looked at. */
    private static final int MOST_SETS = 64;
    /** So many threads are those of a pipeline's stage: itself, the one before and the one after. */
    private static final int STAGE = 3;
    /** The same thread is always the last one if the others are so for a smaller share of the phases. */
    private static final double SELDOM = 0.1;
    /** Who is always the last works for at least this share of the time. */
    private static final double MIN_AT_WORK = 0.5;

    /** A release is held up for so much of the time since the one before, at most. */
    private static final int SINCE_PART = 10;
    /** But not longer than so many times what is close anyway. */
    private static final int MOST_BURSTS = 10;

    private Barriers() {}

    /** One thread that wakes others together. */
    private record Release(long nanos, IntArrayList set, Int2LongOpenHashMap arrivals, int last, long lastArrival) {}

    /** The barriers of one set of threads, in time order. */
    public static final class Phases {
        private final IntArrayList threads;
        private final Int2LongOpenHashMap last = new Int2LongOpenHashMap();
        private final Int2LongOpenHashMap waited = new Int2LongOpenHashMap();
        private final Int2LongOpenHashMap lostTo = new Int2LongOpenHashMap();
        private int releases;
        private long released;
        private long firstNanos;
        private long lastNanos;
        private long lostNanos;
        private long lateNanos;
        private long sleptNanos;

        private Phases(IntArrayList threads) {
            this.threads = threads;
        }

        /** Those that meet, ascending. */
        public IntArrayList threads() {
            return threads;
        }

        int releases() {
            return releases;
        }

        /** The phases lie between releases. */
        int count() {
            return releases - 1;
        }

        /** The share of their time from the first release to the last for which they wait for the last one; at most 1. */
        public double share() {
            return lastNanos <= firstNanos ? 0 : (double) lostNanos / threads.size() / (lastNanos - firstNanos);
        }

        long firstNanos() {
            return firstNanos;
        }

        long lastNanos() {
            return lastNanos;
        }

        /** For how long they wait for the last one, all together. */
        long lostNanos() {
            return lostNanos;
        }

        /** The share of the time for which at least one of them waits for the last one, for which that one sleeps until a timer ends. */
        double sleepShare() {
            return lateNanos == 0 ? 0 : (double) sleptNanos / lateNanos;
        }

        /** How often each thread was the last one. */
        Int2LongOpenHashMap last() {
            return last;
        }

        /** For how long the others waited, all together, where each thread was the last one. */
        Int2LongOpenHashMap lostTo() {
            return lostTo;
        }

        /** For how long a thread waited for the last one. */
        long waited(int thread) {
            return waited.get(thread);
        }

        private void add(Timeline timeline, Release release) {
            if (releases++ == 0) {
                firstNanos = release.nanos;
            } else {
                long begin = release.lastArrival; // from then on one of them waits
                for (Int2LongMap.Entry arrival : release.arrivals.int2LongEntrySet()) {
                    long lost = Math.max(0, release.lastArrival - Math.max(arrival.getLongValue(), lastNanos));
                    lostNanos += lost;
                    begin = Math.min(begin, release.lastArrival - lost);
                    waited.addTo(arrival.getIntKey(), lost);
                    lostTo.addTo(release.last, lost);
                }
                last.addTo(release.last, 1);
                lateNanos += release.lastArrival - begin;
                sleptNanos += slept(timeline, release.last, begin, release.lastArrival);
            }
            released += release.arrivals.size();
            lastNanos = release.nanos;
        }

        /** For how long a thread sleeps until a timer ends, other than held back by the kernel. O(log segments + segments of that time). */
        private static long slept(Timeline timeline, int thread, long begin, long end) {
            long nanos = 0;
            int at = begin < end ? timeline.segmentAt(thread, begin) : Timeline.NONE;
            for (int s = at; s != Timeline.NONE && s < timeline.endSegment(thread) && timeline.start(s) < end; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.TIMER && !timeline.isHeld(s)) {
                    nanos += Math.min(end, timeline.end(thread, s)) - Math.max(begin, timeline.start(s));
                }
            }
            return nanos;
        }

        private boolean isBarrier(Timeline timeline, HandOvers.OfGroup all) {
            Int2LongMap.Entry most = last.int2LongEntrySet().stream().max(Comparator.comparingLong(Int2LongMap.Entry::getLongValue))
                    .orElseThrow();
            return (most.getLongValue() < (1 - SELDOM) * count() ? !isStage(timeline, most.getIntKey())
                    : isOneOfThem(timeline, most.getIntKey()))
                    && within(timeline, all) <= 2 * released;
        }

        /** Whether two of three bear one name, and one of these is always the last: they take turns, and the third is what comes before or behind them. */
        private boolean isStage(Timeline timeline, int mostly) {
            String stem = Words.stem(timeline.name(mostly));
            IntPredicate isAlike = thread -> Words.stem(timeline.name(thread)).equals(stem);
            long alike = last.int2LongEntrySet().stream().filter(entry -> isAlike.test(entry.getIntKey()))
                    .mapToLong(Int2LongMap.Entry::getLongValue).sum();
            return threads.size() <= STAGE && !threads.intStream().allMatch(isAlike) && alike >= (1 - SELDOM) * count();
        }

        /** Whether the one that is always the last is as the others are, and works while they wait. */
        private boolean isOneOfThem(Timeline timeline, int always) {
            if (waited.containsKey(always)) {
                return true;
            }
            String stem = Words.stem(timeline.name(always));
            if (threads.size() <= STAGE
                    || threads.intStream().noneMatch(other -> other != always && Words.stem(timeline.name(other)).equals(stem))) {
                return false;
            }
            TimeUnion work = new TimeUnion(firstNanos, lastNanos);
            work.addActive(timeline, always);
            return work.nanos() >= MIN_AT_WORK * (lastNanos - firstNanos);
        }

        /** How many waits they ended for each other from the first release to the last, at barriers and else. */
        private long within(Timeline timeline, HandOvers.OfGroup all) {
            IntOpenHashSet members = new IntOpenHashSet(threads);
            long count = 0;
            for (int i = 0; i < all.size() && all.end(i) <= lastNanos; i++) {
                count += all.end(i) >= firstNanos && members.contains(all.waker(i)) && members.contains(all.woken(i))
                        && !isInKernel(timeline, all, i) ? 1 : 0;
            }
            return count;
        }
    }

    /**
     * All barriers among the threads of a host, by the set of threads that meet.
     *
     * @param all the hand-overs within the host
     * @param minThreads the least number of threads that meet
     * @param minPhases the least number of phases
     * @param burstNanos wake-ups by one thread that follow each other so closely are one release
     */
    static List<Phases> of(Analysis analysis, HandOvers.OfGroup all, long minThreads, long minPhases, long burstNanos) {
        Map<IntArrayList, Phases> bySet = new HashMap<>();
        for (Release release : releases(analysis, all, minThreads, burstNanos)) {
            bySet.computeIfAbsent(release.set, Phases::new).add(analysis.timeline(), release);
        }
        return bySet.values().stream().filter(phases -> phases.count() >= minPhases)
                .sorted(Comparator.comparingInt(Phases::releases).reversed().thenComparingLong(Phases::firstNanos)).limit(MOST_SETS)
                .filter(phases -> phases.isBarrier(analysis.timeline(), all)).toList();
    }

    /** In time order. */
    private static List<Release> releases(Analysis analysis, HandOvers.OfGroup all, long minThreads, long burstNanos) {
        int[] callers = callers(all);
        int[] order = IntStream.range(0, all.size()).filter(i -> !isInKernel(analysis.timeline(), all, i)).toArray();
        IntArrays.stableSort(order, (a, b) -> Integer.compare(all.waker(a), all.waker(b))); // each one's wake-ups by time
        List<Release> releases = new ArrayList<>();
        int i = 0;
        while (i < order.length) {
            int end = i + 1; // of the wake-ups by one thread that follow each other closely
            long left = heldUpNanos(all, order, i, burstNanos);
            while (end < order.length && all.waker(order[end]) == all.waker(order[i])) {
                long gap = all.end(order[end]) - all.end(order[end - 1]);
                if (gap > Math.max(burstNanos, left)) {
                    break;
                }
                left -= gap > burstNanos ? gap : 0;
                end++;
            }
            while (i < end) {
                if (end - i + 1 < minThreads) { // too few for a release: nearly all wake-ups of nearly all programs
                    i = end;
                } else {
                    i = addRelease(all, order, i, end, callers[order[i]], minThreads, releases);
                }
            }
            if ((i & 1023) == 0) {
                analysis.progress().check();
            }
        }
        releases.sort(Comparator.comparingLong(Release::nanos));
        return releases;
    }

    /** Whether who is woken has waited inside the kernel. O(log segments). */
    private static boolean isInKernel(Timeline timeline, HandOvers.OfGroup all, int i) {
        return timeline.isInKernel(timeline.segmentAt(all.woken(i), all.begin(i)));
    }

    /** For how long a release may be held up, all in all, by an interrupt, or as another virtual machine has the processor: it is still short beside the time since the waker last woke anybody. Who works before it wakes the next one does so each time. */
    private static long heldUpNanos(HandOvers.OfGroup all, int[] order, int i, long burstNanos) {
        long since = i > 0 && all.waker(order[i - 1]) == all.waker(order[i]) ? all.end(order[i]) - all.end(order[i - 1]) : 0;
        return Math.min(MOST_BURSTS * burstNanos, since / SINCE_PART);
    }

    /** Of each hand-over, which one its waker owes that it is awake; or NONE. */
    private static int[] callers(HandOvers.OfGroup all) {
        Int2IntOpenHashMap latest = new Int2IntOpenHashMap();
        latest.defaultReturnValue(Timeline.NONE);
        int[] callers = new int[all.size()];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = latest.get(all.waker(i));
            latest.put(all.woken(i), i);
        }
        return callers;
    }

    /** Adds the release that begins with a wake-up, if it is one; returns the wake-up after it. */
    private static int addRelease(HandOvers.OfGroup all, int[] order, int first, int end, int call, long minThreads,
            List<Release> releases) {
        long nanos = all.end(order[first]);
        Int2LongOpenHashMap arrivals = new Int2LongOpenHashMap();
        int next = first;
        while (next < end && !arrivals.containsKey(all.woken(order[next])) && all.begin(order[next]) < nanos) {
            arrivals.put(all.woken(order[next]), all.begin(order[next]));
            next++;
        }
        // a coordinator that the last one woke, then blocked itself, when all others waited already; else the waker is one of the workers, and
        // arrives when it wakes the others
        boolean coordinator = call != Timeline.NONE && arrivals.containsKey(all.waker(call)) && arrivals.int2LongEntrySet().stream()
                .allMatch(arrival -> arrival.getIntKey() == all.waker(call) || arrival.getLongValue() <= all.end(call));
        if (arrivals.size() + (coordinator ? 0 : 1) >= minThreads) {
            IntArrayList set = new IntArrayList(arrivals.keySet());
            if (!coordinator) {
                set.add(all.waker(order[first]));
            }
            set.sort(null);
            releases.add(coordinator ? new Release(nanos, set, arrivals, all.waker(call), all.end(call))
                    : new Release(nanos, set, arrivals, all.waker(order[first]), nanos));
        }
        return Math.max(next, first + 1);
    }
}
