/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.IntPair;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Threads of one process and name that share one sleep: one of them sleeps until the next timer expires, the others wait for it, and whoever is woken sleeps next. The keepers of timers in
 * gRPC and the pools of Java that run tasks at set times do so. That one of them waits for another means as little as the sleep does.
 *
 * <p>They are the largest set of idle threads such that in four fifths of its waiting time each sleeps, or waits for others of them, and all others wait for it
 * for less than a twentieth of that time; and, of all of a pool together, for less than a twentieth of what the one of them waits that waits longest. However often they do: who sets a timer may wait for the lock of the timers, and whoever has slept may send what was put off until then. What wakes them beside that is somebody who sets a timer: they wait for nobody then.
 */
final class SharedSleep {
    private static final int TENTHS = 8;
    /** Who waits for so many times as long as all others wait for it has nothing to do with them. */
    private static final long AWAITED_FOR_A = 20;

    /** Who of a process waits for whom, and for how long in all: three lists side by side. */
    private final IntArrayList waiters = new IntArrayList();
    private final IntArrayList targets = new IntArrayList();
    private final LongArrayList nanos = new LongArrayList();
    private final Timeline timeline;
    private final Alike alike;
    private final boolean[] sleeps;

    SharedSleep(Timeline timeline, Alike alike) {
        this.timeline = timeline;
        this.alike = alike;
        sleeps = new boolean[timeline.threadCount()];
    }

    /** Adds that one thread waits for another vertex; once for a pair. */
    void add(int thread, int target, long sum) {
        if (target < sleeps.length) {
            waiters.add(thread);
            targets.add(target);
            nanos.add(sum);
        }
    }

    /**
     * Finds them, when all was added: takes out whoever does not belong to them, given who is left, until nobody does. O(pairs × log pairs + threads).
     *
     * @param waited by thread: how long it waits in all; 0 if it is not idle
     * @param slept by thread: how long it sleeps
     */
    void find(IntToLongFunction waited, IntToLongFunction slept) {
        boolean any = false;
        for (int i = 0; i < waiters.size(); i++) {
            if (isOfOnePool(i)) {
                any = true;
                sleeps[waiters.getInt(i)] = waited.applyAsLong(waiters.getInt(i)) > 0;
                sleeps[targets.getInt(i)] = waited.applyAsLong(targets.getInt(i)) > 0;
            }
        }
        if (any) { // else there is nothing to put in order
            new Search(waited, slept).run();
            keepSeveral();
        }
    }

    /** Takes out of them whoever does not belong to them. */
    private final class Search {
        private final IntToLongFunction waited;
        private final IntToLongFunction slept;
        private final int[] byWaiter = order(waiters);
        private final int[] byTarget = order(targets);
        /** For how long each waits for others of them. */
        private final long[] inside = new long[sleeps.length];
        /** For how long all others wait for each. */
        private final long[] outside = new long[sleeps.length];
        /** The pairs of which both are of them. */
        private final BitSet within = new BitSet();
        /** Who was taken out, and is not looked at yet. */
        private final IntArrayList out = new IntArrayList();

        Search(IntToLongFunction waited, IntToLongFunction slept) {
            this.waited = waited;
            this.slept = slept;
        }

        void run() {
            for (int i = 0; i < waiters.size(); i++) {
                within.set(i, sleeps[waiters.getInt(i)] && sleeps[targets.getInt(i)] && isOfOnePool(i));
                inside[waiters.getInt(i)] += within.get(i) ? nanos.getLong(i) : 0;
            }
            for (int i = within.nextClearBit(0); i < waiters.size(); i = within.nextClearBit(i + 1)) {
                addOutside(i);
            }
            for (int thread = 0; thread < sleeps.length; thread++) {
                takeOutBusy(thread);
            }
            while (!out.isEmpty()) {
                int gone = out.popInt();
                for (int at = first(byTarget, targets, gone); at < byTarget.length && targets.getInt(byTarget[at]) == gone; at++) {
                    if (isOfOnePool(byTarget[at])) {
                        inside[waiters.getInt(byTarget[at])] -= nanos.getLong(byTarget[at]);
                        takeOutBusy(waiters.getInt(byTarget[at]));
                    }
                }
                for (int at = first(byWaiter, waiters, gone); at < byWaiter.length && waiters.getInt(byWaiter[at]) == gone; at++) {
                    if (within.get(byWaiter[at])) {
                        within.clear(byWaiter[at]);
                        addOutside(byWaiter[at]);
                    }
                }
            }
            takeOutAwaitedPools();
        }

        /** Many that are each waited for shortly may have in their hands what others wait for all the time: of a pool all of that counts together, against the waits of the one of them that waits longest. */
        private void takeOutAwaitedPools() {
            Long2LongOpenHashMap outsideOfPool = new Long2LongOpenHashMap();
            Long2LongOpenHashMap longestOfPool = new Long2LongOpenHashMap();
            for (int thread = 0; thread < sleeps.length; thread++) {
                if (sleeps[thread]) {
                    outsideOfPool.addTo(pool(thread), outside[thread]);
                    longestOfPool.mergeLong(pool(thread), waited.applyAsLong(thread), Math::max);
                }
            }
            for (int thread = 0; thread < sleeps.length; thread++) {
                sleeps[thread] &= outsideOfPool.get(pool(thread)) * AWAITED_FOR_A < longestOfPool.get(pool(thread));
            }
        }

        private long pool(int thread) {
            return IntPair.of(alike.first(thread), timeline.pid(thread));
        }

        /** Somebody else waits for one: it is none of them if that is long, together with what others do, compared with what it waits itself, as whoever lives shortly is waited for shortly. */
        private void addOutside(int pair) {
            int target = targets.getInt(pair);
            outside[target] += nanos.getLong(pair);
            if (sleeps[target] && outside[target] * AWAITED_FOR_A >= waited.applyAsLong(target)) {
                takeOut(target);
            }
        }

        /** Who waits for other things, too. */
        private void takeOutBusy(int thread) {
            if (sleeps[thread] && slept.applyAsLong(thread) + inside[thread] < waited.applyAsLong(thread) / 10 * TENTHS) {
                takeOut(thread);
            }
        }

        private void takeOut(int thread) {
            sleeps[thread] = false;
            out.add(thread);
        }
    }

    /** Who is left alone shares a sleep with nobody. */
    private void keepSeveral() {
        boolean[] several = new boolean[sleeps.length];
        for (int i = 0; i < waiters.size(); i++) {
            boolean both = sleeps[waiters.getInt(i)] && sleeps[targets.getInt(i)] && isOfOnePool(i);
            several[waiters.getInt(i)] |= both;
            several[targets.getInt(i)] |= both;
        }
        for (int thread = 0; thread < sleeps.length; thread++) {
            sleeps[thread] &= several[thread];
        }
    }

    /** The pairs, ascending by one of their threads. */
    private static int[] order(IntArrayList threads) {
        int[] pairs = new int[threads.size()];
        Arrays.setAll(pairs, i -> i);
        IntArrays.stableSort(pairs, (a, b) -> Integer.compare(threads.getInt(a), threads.getInt(b)));
        return pairs;
    }

    private static int first(int[] order, IntArrayList threads, int thread) {
        return Bisection.first(0, order.length, i -> threads.getInt(order[i]) >= thread);
    }

    private boolean isOfOnePool(int pair) {
        return isOfOnePool(waiters.getInt(pair), targets.getInt(pair));
    }

    private boolean isOfOnePool(int waiter, int target) {
        return waiter != target && alike.first(waiter) == alike.first(target) && Kin.areOfOneProcess(timeline, waiter, target);
    }

    /** Whether a thread is one of them. */
    boolean has(int thread) {
        return sleeps[thread];
    }

    /** Whether one of two threads is of them, and the other one is none of the same: what they wait for of each other tells nothing. */
    boolean areApart(int thread, int target) {
        return isWoken(thread, target) || target < sleeps.length && sleeps[target] && (!sleeps[thread] || !isOfOnePool(thread, target));
    }

    /** Whether a thread that shares a sleep was woken by one that does not, so that it waited for nobody. */
    boolean isWoken(int thread, int target) {
        return sleeps[thread] && (target >= sleeps.length || !sleeps[target] || !isOfOnePool(thread, target));
    }
}
