/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;
import java.util.BitSet;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.IntPair;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;

/**
 * Estimates holds and waits by calls of {@code futex} alone. A thread calls the kernel for a lock only where somebody has to wait: whoever wakes those who wait gives the
 * lock back, and had it since it came back from its own wait, or at least since the first of them waits. Who gets a free lock, and gives it back before anybody
 * wants it, is not seen.
 *
 * <p>An address is one of a lock if every wait there is for a word that is 2, and if at least one thread waited there and woke somebody there later. Conditions,
 * semaphores, barriers and the ends of threads fail one of these.
 */
final class FutexPass extends LockPass {
    /** By lock and thread: the first wait of those that have not led to a wake-up yet, and the last return from one. */
    private final Long2LongOpenHashMap asked = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap back = new Long2LongOpenHashMap();
    private final int[] orderOfReturn;
    /** Since when nothing was lost that concerns the lock. */
    private final long[] known;

    FutexPass(Timeline timeline, LockTable locks, IntColumn lockOf, LockRecorder recorder) {
        super(timeline, locks, lockOf, recorder);
        asked.defaultReturnValue(Long.MAX_VALUE);
        back.defaultReturnValue(Long.MIN_VALUE);
        orderOfReturn = new int[timeline.threadCount()];
        known = new long[locks.size()];
        Arrays.fill(known, Long.MIN_VALUE);
    }

    /** The addresses of locks of which the programs do not tell themselves. */
    private BitSet candidates() {
        BitSet others = new BitSet();
        BitSet handed = new BitSet();
        LongOpenHashSet returned = new LongOpenHashSet();
        for (int i = 0; i < lockOf.size(); i++) {
            int lock = lockOf.get(i);
            if (lock != NONE) {
                switch (events.kind(i)) {
                    case FUTEX_WAIT_FOR_OTHER -> others.set(lock);
                    case FUTEX_RETURN -> returned.add(key(lock, events.thread(i)));
                    case FUTEX_WAKE -> handed.set(lock, handed.get(lock) || returned.contains(key(lock, events.thread(i))));
                    default -> {
                        // a wait alone says nothing, and mutexes are known
                    }
                }
            }
        }
        handed.andNot(others);
        for (int lock = handed.nextSetBit(0); lock >= 0; lock = handed.nextSetBit(lock + 1)) {
            handed.set(lock, !locks.isMutex(lock));
        }
        return handed;
    }

    void run(Progress progress) {
        BitSet wanted = candidates();
        for (int i = 0; i < events.size(); i++) {
            if ((i & LockTable.POLL_MASK) == 0) {
                progress.check();
            }
            Kind kind = events.kind(i);
            int lock = lockOf.get(i);
            int thread = events.thread(i);
            long now = events.nanos(i);
            if (kind == Kind.KERNEL_LOST) {
                losses.add(thread, now, events.address(i));
            } else if (lock != NONE && wanted.get(lock) && !losses.isLost(timeline.host(thread), now)) {
                forgetWhatWasLost(lock, now);
                switch (kind) {
                    case FUTEX_WAIT -> waits(lock, thread, now);
                    case FUTEX_RETURN -> returns(lock, thread, now);
                    default -> wakes(lock, thread, now);
                }
            }
        }
    }

    private void forgetWhatWasLost(int lock, long now) {
        long lost = losses.first(locks.host(lock), lock);
        if (lost != Long.MAX_VALUE) {
            queue.clear(lock, lost, recorder);
            known[lock] = now;
            free[lock] = Long.MAX_VALUE; // until it is given back nobody is known to have it
        }
    }

    private void waits(int lock, int thread, long now) {
        queue.add(lock, thread, now);
        asked.putIfAbsent(key(lock, thread), now);
        if (free[lock] == Long.MAX_VALUE) {
            free[lock] = now;
        }
    }

    private void returns(int lock, int thread, long now) {
        if (queue.lockOf(thread) != lock) {
            return;
        }
        long since = queue.since(thread);
        queue.remove(thread);
        recorder.slept(lock, thread, since, now);
        orderOfReturn[thread] = queue.order(lock, since);
        back.put(key(lock, thread), now);
    }

    private void wakes(int lock, int thread, long now) {
        long key = key(lock, thread);
        long from = asked.remove(key);
        long got = back.remove(key);
        long freed = free[lock] == Long.MAX_VALUE ? now : free[lock];
        if (got != Long.MIN_VALUE && got >= freed) {
            recorder.acquisitions.add(lock, thread, Math.min(Math.max(from, known[lock]), got), got,
                    LockHistory.CONTENDED | orderOfReturn[thread]);
            recorder.hold(lock, thread, got, now, 0);
        } else {
            int first = queue.first(lock);
            if (first != NONE) {
                recorder.hold(lock, thread, Math.max(freed, queue.since(first)), now, LockHistory.BEGIN_ESTIMATED);
            }
        }
        free[lock] = now;
    }

    private static long key(int lock, int thread) {
        return IntPair.of(lock, thread);
    }
}
