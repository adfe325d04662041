/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Percent.percent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsInParts;
import org.bowline.core.model.IntPair;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** Figures of the hand-overs among some threads. */
public final class Convoy {
    /** Threads of which two run for so little of the time for which any of them does keep each other out. */
    private static final double MOST_AT_ONCE = 0.1;
    /** Unless they are on one processor: then more of them than the one that was handed it want to run. */
    private static final double MOST_WANTING = 0.25;
    /** While others queue for what one of them has, that one is nearly always at work: else one piece of work at a time goes round. */
    private static final double LEAST_ACTIVE_APART = 0.9;
    /** From this share of the waiting time on threads wait with a time limit, again and again, for something that is handed on. */
    private static final double MOSTLY_IN_PARTS = 0.5;

    /** Who runs for this share of the time for which any of them does is named. */
    private static final double MOSTLY_RUNS = 0.5;

    private final IntArrayList threads;
    private final Int2LongOpenHashMap waited = new Int2LongOpenHashMap();
    private final Long2LongOpenHashMap waitedFor = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap waits = new Long2LongOpenHashMap();
    private long handOvers;
    private long passedOn;
    private long waitNanos;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private long medianHold = Long.MAX_VALUE;
    private double activeShare;
    /** Whether hardly ever two of them run at a time, and nearly always one does, and they hand on less than others do that queue. */
    private boolean isExclusive;
    /** For how long they waited in parts before the last one, see {@link WaitsInParts}. */
    private long inPartsNanos;

    private Convoy(IntArrayList threads) {
        this.threads = threads;
    }

    /** @param passedOn from this share of the hand-overs on thanks do not matter */
    public static Convoy of(Analysis analysis, HandOvers.OfGroup all, IntArrayList threads, double passedOn) {
        Convoy convoy = new Convoy(threads);
        IntOpenHashSet members = new IntOpenHashSet(threads);
        int[] between = IntStream.range(0, all.size()).filter(i -> members.contains(all.waker(i)) && members.contains(all.woken(i)))
                .toArray();
        for (int i : between) {
            convoy.from = Math.min(convoy.from, all.end(i));
            convoy.to = Math.max(convoy.to, all.end(i));
        }
        Int2ObjectOpenHashMap<WaitsInParts.OfThread> parts = new Int2ObjectOpenHashMap<>();
        threads.forEach(thread -> parts.put(thread, analysis.get(WaitsInParts.RESULT).of(thread)));
        Baton baton = new Baton();
        for (int i : between) {
            long begin = Math.max(all.begin(i), convoy.from);
            long whole = Math.min(begin, Math.max(parts.get(all.woken(i)).begin(all.begin(i)), convoy.from));
            convoy.add(all.woken(i), all.waker(i), all.end(i) - whole, begin - whole);
            baton.handOver(all.waker(i), all.woken(i), all.end(i));
        }
        convoy.addActive(analysis.timeline());
        convoy.isExclusive &= baton.passedOn(false) < passedOn * convoy.handOvers;
        convoy.passedOn = baton.passedOn(convoy.isInParts() || convoy.isExclusive);
        convoy.medianHold = baton.medianHold(convoy.isInParts() || convoy.isExclusive);
        return convoy;
    }

    private void add(int woken, int waker, long waitNanos, long partsNanos) {
        handOvers++;
        this.waitNanos += Math.max(0, waitNanos);
        inPartsNanos += Math.max(0, partsNanos);
        waited.addTo(woken, Math.max(0, waitNanos));
        long pair = IntPair.of(woken, waker);
        waitedFor.addTo(pair, Math.max(0, waitNanos));
        waits.addTo(pair, 1);
    }

    private void addActive(Timeline timeline) {
        Together active = new Together(from, to);
        Together onCpu = new Together(from, to);
        for (int i = 0; i < threads.size(); i++) {
            int thread = threads.getInt(i);
            active.add(union -> union.addActive(timeline, thread));
            onCpu.add(union -> union.addOnCpu(timeline, thread));
        }
        activeShare = span() == 0 ? 0 : (double) active.any.nanos() / span();
        isExclusive = activeShare >= LEAST_ACTIVE_APART && onCpu.isMostlyOne(MOST_AT_ONCE) && onCpu.mightBeSeveral(MOST_AT_ONCE)
                && active.isMostlyOne(MOST_WANTING);
    }

    /** Who of them runs most, those of one name together, if these are not all and the threads wait in parts: while one has the lock of an interpreter, the others do not run. A sentence with a space before it; else empty. */
    String runsMost(Analysis analysis) {
        if (!isInParts()) {
            return "";
        }
        Timeline timeline = analysis.timeline();
        Map<String, IntArrayList> byName = new LinkedHashMap<>();
        threads.forEach(thread -> byName.computeIfAbsent(Kin.of(timeline, thread), name -> new IntArrayList()).add(thread));
        long all = 0;
        long most = 0;
        IntArrayList longest = threads;
        for (IntArrayList some : byName.values()) {
            long runs = 0;
            for (int thread : some) {
                TimeUnion union = new TimeUnion(from, to);
                union.addOnCpu(timeline, thread);
                runs += union.nanos();
            }
            all += runs;
            longest = runs > most ? some : longest;
            most = Math.max(most, runs);
        }
        return byName.size() == 1 || most < MOSTLY_RUNS * all ? ""
                : " Of the time for which these threads run, " + percent((double) most / all) + " is that of "
                        + PoolNames.list(analysis, longest.toIntArray()) + '.';
    }

    private boolean isInParts() {
        return inPartsNanos >= MOSTLY_IN_PARTS * waitNanos;
    }

    long span() {
        return Math.max(0, to - from);
    }

    /** How many of the threads wait at a time, on average. */
    public double queue() {
        return span() == 0 ? 0 : (double) waitNanos / span();
    }

    /** Who hands it on, ascending. */
    IntArrayList threads() {
        return threads;
    }

    /** How often it was handed on. */
    public long handOvers() {
        return handOvers;
    }

    /** Hand-overs by who had been handed it. */
    public long passedOn() {
        return passedOn;
    }

    /** From being handed it to handing it on. */
    public long medianHold() {
        return medianHold;
    }

    /** For which share of the time from the first hand-over to the last one of them runs or wants to. */
    double activeShare() {
        return activeShare;
    }

    /** Whether hardly ever two of them run at a time, and nearly always one does. */
    boolean isExclusive() {
        return isExclusive;
    }

    /** When the first hand-over is. */
    long from() {
        return from;
    }

    /** When the last is. */
    long to() {
        return to;
    }

    /** For how long each has waited for each other one, by both: the one that waits above. */
    Long2LongOpenHashMap waitedFor() {
        return waitedFor;
    }

    /** How often. */
    Long2LongOpenHashMap waits() {
        return waits;
    }

    /** Whether threads do something at the same time. */
    private static final class Together {
        private final TimeUnion any;
        private final long from;
        private final long to;
        private long sum;
        private long longest;

        Together(long from, long to) {
            any = new TimeUnion(from, to);
            this.from = from;
            this.to = to;
        }

        void add(Consumer<TimeUnion> ofThread) {
            TimeUnion one = new TimeUnion(from, to);
            ofThread.accept(one);
            sum += one.nanos();
            longest = Math.max(longest, one.nanos());
            any.add(one);
        }

        boolean isMostlyOne(double most) {
            return sum - any.nanos() <= most * any.nanos();
        }

        /** Whether that says something: all but the one that does it most do it for longer than so, as they hardly do beside a thread that computes and gives them something to do now and then. */
        boolean mightBeSeveral(double most) {
            return sum - longest > most * any.nanos();
        }
    }

    /** Who of some threads was handed something, and hands it on. */
    private static final class Baton {
        private static final long NOT = Long.MIN_VALUE;

        private final Int2LongOpenHashMap handed = new Int2LongOpenHashMap();
        /** Since when those had it that have woken nobody but who handed it to them. */
        private final Int2LongOpenHashMap acknowledged = new Int2LongOpenHashMap();
        private final Int2IntOpenHashMap by = new Int2IntOpenHashMap();
        private final Samples holds = new Samples();
        /** The same without acknowledgements: until it is really handed on. */
        private final Samples whole = new Samples();
        private long passedOnLater;

        Baton() {
            handed.defaultReturnValue(NOT);
            acknowledged.defaultReturnValue(NOT);
            by.defaultReturnValue(Timeline.NONE);
        }

        void handOver(int waker, int woken, long nanos) {
            long since = handed.remove(waker);
            long before = acknowledged.remove(waker);
            if (since != NOT) {
                holds.add(nanos - since);
                if (by.get(waker) == woken) {
                    acknowledged.put(waker, since);
                } else {
                    whole.add(nanos - since);
                }
            } else if (before != NOT) {
                passedOnLater++;
                whole.add(nanos - before);
            }
            handed.put(woken, nanos);
            by.put(woken, waker);
        }

        /**
         * Hand-overs by who had been handed it.
         *
         * @param acknowledges whether who wakes the one that handed it over has it still, as whoever takes the lock of Python's interpreter does; believed only of those who wait in parts, or keep each other out: the threads of Go's runtime wake each
         *     other, too
         */
        long passedOn(boolean acknowledges) {
            return holds.size() + (acknowledges ? passedOnLater : 0);
        }

        /** From being handed it to handing it on; {@link Long#MAX_VALUE} if nobody does. */
        long medianHold(boolean acknowledges) {
            Samples of = acknowledges && whole.size() > 0 ? whole : holds;
            return of.size() == 0 ? Long.MAX_VALUE : of.median();
        }
    }
}
