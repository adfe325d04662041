/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.timeline.Timeline;

/**
 * Shares a wait for a lock over the threads that held it, and a wait for a packet over the network interfaces that are busy with it, the network that it is on, and who sent it ({@link NetworkWaits}). Of a lock: At each moment of the wait it is the thread that holds the lock; while nobody does, the one that gets it next, and
 * after the last of them that one. So the shares tile the wait. They are given as holds of the {@link LockHistory}, one after the other, so that nothing is kept for
 * each of them. Immutable. O(log holds) for the first one, O(1) for the next.
 */
final class WaitShares {
    private static final int NONE = LockHistory.NONE;
    /** The share that stands for the first part of {@link NetworkWaits}; those of the others are below. */
    private static final int PARTS = NONE - 1;

    private final Timeline timeline;
    private final WaitTargets targets;
    private final @Nullable LockHistory locks;
    private final boolean estimates;
    private final @Nullable NetworkWaits nics;

    /**
     * @param locks null if it does not matter who held which lock
     * @param estimates whether locks count of which that is only estimated
     * @param nics which parts of waits are for network interfaces, or for the network between two hosts; null if that does not matter
     */
    WaitShares(Timeline timeline, @Nullable LockHistory locks, boolean estimates, @Nullable NetworkWaits nics) {
        this.timeline = timeline;
        this.locks = locks == null || locks.isEmpty() ? null : locks;
        this.estimates = estimates;
        this.nics = nics == null || nics.isEmpty() ? null : nics;
        targets = new WaitTargets(timeline);
    }

    /** Whether there is no wait for a lock to share. */
    boolean isNone() {
        return locks == null;
    }

    /** Who ended a wait, see {@link WaitTargets#of}. */
    int waker(int thread, int segment) {
        return targets.of(thread, segment);
    }

    /** Whether what is known of the lock that a segment waits for is an estimate. */
    boolean isEstimate(int segment) {
        return locks != null && locks.isEstimate(locks.lockOf(segment));
    }

    /** Whether a share is that of the holder of a lock. */
    static boolean isHold(int share) {
        return share > NONE;
    }

    /** Whether a share is for a network interface, or for the network between two hosts. */
    private boolean isOfNetwork(int share) {
        NetworkWaits known = nics;
        return known != null && share < NONE && known.partTarget(PARTS - share) != NetworkWaits.WAKER;
    }

    /** Why a share counts for its target: {@link WaitForGraph#BY_WAKER} and so on. */
    int sort(int share) {
        NetworkWaits known = nics;
        if (isHold(share)) {
            return WaitForGraph.BY_HOLDER;
        }
        return known == null || !isOfNetwork(share) ? WaitForGraph.BY_WAKER
                : timeline.isWay(known.partTarget(PARTS - share)) ? WaitForGraph.BY_WAY : WaitForGraph.BY_NIC;
    }

    /** Whether parts of a wait are for network interfaces, or for the network between two hosts. */
    boolean hasParts(int segment) {
        NetworkWaits known = nics;
        return known != null && known.partAt(segment, Long.MIN_VALUE) != Timeline.NONE;
    }

    /** The share that a moment of a wait is: a hold, or a part ({@link #PARTS} − its number); NONE if the wait counts for who ended it. */
    int first(int thread, int segment, long nanos) {
        LockHistory known = locks;
        int lock = known == null ? NONE : known.lockOf(segment);
        if (known == null || lock == NONE || (known.isEstimate(lock) && !estimates)) {
            int part = nics == null ? Timeline.NONE : nics.partAt(segment, nanos);
            return part == Timeline.NONE ? NONE : PARTS - part;
        }
        int after = known.holdAfter(lock, nanos);
        int hold = from(after, thread, segment, lock);
        if (hold != NONE) {
            return hold;
        }
        for (int before = after - 1; before >= known.firstHold(lock) && known.holdEnd(before) > timeline.start(segment); before--) {
            if (known.holder(before) != thread) {
                return before;
            }
        }
        return NONE;
    }

    /** The share that comes next, or NONE. */
    int next(int thread, int segment, int hold) {
        if (hold < NONE) {
            return end(thread, segment, hold) < timeline.end(thread, segment) ? hold - 1 : NONE;
        }
        LockHistory known = locks;
        return known == null || hold == NONE ? NONE : from(hold + 1, thread, segment, known.lockOf(segment));
    }

    /** The first hold from one on that begins within the wait, and is not the waiter's. */
    private int from(int least, int thread, int segment, int lock) {
        LockHistory known = locks;
        if (known == null) {
            return NONE;
        }
        long end = timeline.end(thread, segment);
        for (int hold = least; hold < known.endHold(lock) && known.holdBegin(hold) < end; hold++) {
            if (known.holder(hold) != thread) {
                return hold;
            }
        }
        return NONE;
    }

    /** When a share ends. */
    long end(int thread, int segment, int hold) {
        if (nics != null && hold < NONE) {
            return nics.partEnd(PARTS - hold);
        }
        LockHistory known = locks;
        return known == null || hold == NONE || next(thread, segment, hold) == NONE ? timeline.end(thread, segment) : known.holdEnd(hold);
    }

    /** Who is waited for. */
    int target(int thread, int segment, int hold) {
        if (nics != null && isOfNetwork(hold)) {
            return nics.partTarget(PARTS - hold);
        }
        LockHistory known = locks;
        return known == null || hold <= NONE ? waker(thread, segment) : known.holder(hold);
    }

    /** For how long, within [from, to), a wait was for a target. */
    long nanos(int thread, int segment, int target, long from, long to) {
        long end = Math.min(timeline.end(thread, segment), to);
        long begin = Math.max(timeline.start(segment), from);
        if (begin >= end) {
            return 0;
        }
        long sum = 0;
        for (int hold = first(thread, segment, begin); begin < end; hold = next(thread, segment, hold)) {
            long until = Math.min(end, end(thread, segment, hold));
            if (target(thread, segment, hold) == target) {
                sum += until - begin;
            }
            begin = until;
        }
        return sum;
    }
}
