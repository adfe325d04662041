/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.timeline.Timeline;

/**
 * Threads of one process and name that share one sleep: one of them sleeps until the next timer expires, the others wait for it, and whoever is woken sleeps next. The keepers of timers in
 * gRPC and the pools of Java that run tasks at set times do so. That one of them waits for another means as little as the sleep does.
 *
 * <p>They are the largest set of idle threads such that in four fifths of its waiting time each sleeps, or waits for others of them, and nobody else waits for
 * any of them again and again, or for long. What wakes them beside that is somebody who sets a timer: they wait for nobody then.
 */
final class SharedSleep {
    private static final int TENTHS = 8;
    /** So long a chain of threads that take each other out is followed. */
    private static final int ROUNDS = 32;

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

    /** Whether one thread waits for another often. */
    interface Often {
        boolean waitsFor(int thread, int target);
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
     * Finds them, when all was added. O(pairs + threads) for each of at most {@value #ROUNDS} rounds; where more would be needed, nobody is in such a set.
     *
     * @param waited by thread: how long it waits in all; 0 if it is not idle
     * @param slept by thread: how long it sleeps
     * @param often who waits for whom again and again
     * @param longNanos who waits for another one for so long depends on it, however often
     */
    void find(IntToLongFunction waited, IntToLongFunction slept, Often often, long longNanos) {
        boolean[] several = new boolean[sleeps.length];
        for (int i = 0; i < waiters.size(); i++) {
            if (isOfOnePool(i)) {
                sleeps[waiters.getInt(i)] = waited.applyAsLong(waiters.getInt(i)) > 0;
                sleeps[targets.getInt(i)] = waited.applyAsLong(targets.getInt(i)) > 0;
            }
        }
        int rounds = 0;
        while (round(waited, slept, often, longNanos, several) && rounds++ < ROUNDS) {
            Arrays.fill(several, false);
        }
        for (int thread = 0; thread < sleeps.length; thread++) {
            sleeps[thread] &= several[thread] && rounds <= ROUNDS;
        }
    }

    /** Takes out who does not belong to them, given who is left; whether there was somebody. */
    private boolean round(IntToLongFunction waited, IntToLongFunction slept, Often often, long longNanos, boolean[] several) {
        boolean changed = false;
        long[] inside = new long[sleeps.length];
        for (int i = 0; i < waiters.size(); i++) {
            int waiter = waiters.getInt(i);
            int target = targets.getInt(i);
            if (sleeps[waiter] && sleeps[target] && isOfOnePool(i)) {
                inside[waiter] += nanos.getLong(i);
                several[waiter] = true;
                several[target] = true;
            } else if (sleeps[target] && (nanos.getLong(i) >= longNanos || often.waitsFor(waiter, target))) {
                sleeps[target] = false;
                changed = true;
            }
        }
        for (int thread = 0; thread < sleeps.length; thread++) {
            if (sleeps[thread] && slept.applyAsLong(thread) + inside[thread] < waited.applyAsLong(thread) / 10 * TENTHS) {
                sleeps[thread] = false;
                changed = true;
            }
        }
        return changed;
    }

    private boolean isOfOnePool(int pair) {
        return isOfOnePool(waiters.getInt(pair), targets.getInt(pair));
    }

    private boolean isOfOnePool(int waiter, int target) {
        return waiter != target && alike.first(waiter) == alike.first(target) && timeline.pid(waiter) == timeline.pid(target)
                && timeline.pid(waiter) >= 0;
    }

    /** Whether a thread is one of them. */
    boolean has(int thread) {
        return sleeps[thread];
    }

    /** Whether a thread that shares a sleep was woken by one that does not, so that it waited for nobody. */
    boolean isWoken(int thread, int target) {
        return sleeps[thread] && (target >= sleeps.length || !sleeps[target] || !isOfOnePool(thread, target));
    }
}
