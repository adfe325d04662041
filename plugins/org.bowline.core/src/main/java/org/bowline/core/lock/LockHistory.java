/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;

import org.bowline.core.column.IntColumn;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;

/**
 * Which thread held which lock, and which waited for it, in the whole of a timeline. Immutable; safe for many readers.
 *
 * <p>Locks are numbered from 0. The <b>holds</b> of a lock are consecutive numbers in time order; they do not overlap. So are its <b>acquisitions</b>, in the
 * order in which they succeeded.
 *
 * <p>Of a lock whose program was recorded ({@code lttng_ust_pthread}) every hold is known. Of one that is known by system calls alone ({@link #isEstimate}) only
 * those after which somebody was woken are: who got it without waiting and gave it back before anybody wanted it is not seen. Time for which events were lost
 * has no holds.
 *
 * <p>O(events × (log segments + waits' segments)) time; 21 bytes a hold, 25 an acquisition or a request that did not succeed.
 */
public final class LockHistory {
    /** No thread, hold or lock. */
    public static final int NONE = Timeline.NONE;

    static final byte BEGIN_ESTIMATED = 1;
    static final byte END_ESTIMATED = 2;
    /** It was still held when nobody knew any more. */
    static final byte CUT_OFF = 4;
    static final byte CONTENDED = 1;
    static final byte OTHERS_WAITED = 2;
    static final byte OVERTOOK = 4;

    private final LockTable locks;
    private final int[] firstHold;
    private final int[] holdThread;
    private final long[] holdBegin;
    private final long[] holdEnd;
    private final byte[] holdFlags;
    private final int[] firstAcquisition;
    private final int[] acquirer;
    private final long[] requested;
    private final long[] acquired;
    private final byte[] acquisitionFlags;
    private final int[] firstOpen;
    private final int[] openThread;
    private final long[] openSince;
    private final long[] openUntil;
    private final int[] waitSegment;
    private final int[] waitLock;

    LockHistory(LockTable locks, LockRecorder recorder) {
        this.locks = locks;
        LockRecorder.Sorted holds = recorder.holds.sorted(locks.size());
        firstHold = holds.first();
        holdThread = holds.threads();
        holdBegin = holds.begins();
        holdEnd = holds.ends();
        holdFlags = holds.flags();
        LockRecorder.Sorted acquisitions = recorder.acquisitions.sorted(locks.size());
        firstAcquisition = acquisitions.first();
        acquirer = acquisitions.threads();
        requested = acquisitions.begins();
        acquired = acquisitions.ends();
        acquisitionFlags = acquisitions.flags();
        LockRecorder.Sorted open = recorder.open.sorted(locks.size());
        firstOpen = open.first();
        openThread = open.threads();
        openSince = open.begins();
        openUntil = open.ends();
        waitSegment = recorder.waitSegments();
        waitLock = recorder.waitLocks();
    }

    /**
     * What the lock events of a timeline tell.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static LockHistory of(Timeline timeline, Progress progress) {
        LockTable locks = new LockTable();
        LockRecorder recorder = new LockRecorder(timeline);
        LockEvents events = timeline.locks();
        if (events.size() > 0) {
            IntColumn lockOf = locks.of(timeline, progress);
            new MutexPass(timeline, locks, lockOf, recorder).run(progress);
            new FutexPass(timeline, locks, lockOf, recorder).run(progress);
        }
        return new LockHistory(locks, recorder);
    }

    /** Whether nothing is known of any lock. */
    public boolean isEmpty() {
        return acquired.length == 0 && holdThread.length == 0;
    }

    /** Number of locks, and of addresses that threads waited at and that are none. */
    public int lockCount() {
        return locks.size();
    }

    /** Host of a lock. */
    public int host(int lock) {
        return locks.host(lock);
    }

    /** The process in whose memory it is; −1 if that is not known. */
    public int process(int lock) {
        return locks.process(lock);
    }

    /** Where it is there. */
    public long address(int lock) {
        return locks.address(lock);
    }

    /** Its address as people read it: {@code 0x55b343169400}. */
    public String hexAddress(int lock) {
        return "0x" + Long.toHexString(address(lock));
    }

    /** Whether it is known by system calls alone, so that all that is said of it is an estimate. */
    public boolean isEstimate(int lock) {
        return !locks.isMutex(lock);
    }

    /** First hold of a lock. */
    public int firstHold(int lock) {
        return firstHold[lock];
    }

    /** One past its last hold. */
    public int endHold(int lock) {
        return firstHold[lock + 1];
    }

    /** Who held it. */
    public int holder(int hold) {
        return holdThread[hold];
    }

    /** From when on, reference time. */
    public long holdBegin(int hold) {
        return holdBegin[hold];
    }

    /** Until when, exclusive. */
    public long holdEnd(int hold) {
        return holdEnd[hold];
    }

    /** Whether both ends of a hold were seen, so that its length is known. */
    public boolean isWhole(int hold) {
        return holdFlags[hold] == 0;
    }

    /** Whether a hold lasted for at least as long as it is known: its begin or its end, or both, may lie further out than was seen. */
    public boolean isLowerBound(int hold) {
        return holdFlags[hold] != 0 && (holdFlags[hold] & END_ESTIMATED) == 0;
    }

    /** The first hold of a lock that ends after a moment; {@link #endHold} if none does. O(log holds). */
    public int holdAfter(int lock, long nanos) {
        return Bisection.firstAbove(holdEnd, firstHold[lock], firstHold[lock + 1], nanos);
    }

    /** First acquisition of a lock. */
    public int firstAcquisition(int lock) {
        return firstAcquisition[lock];
    }

    /** One past its last. */
    public int endAcquisition(int lock) {
        return firstAcquisition[lock + 1];
    }

    /** Who got it. */
    public int acquirer(int acquisition) {
        return acquirer[acquisition];
    }

    /** When it asked for it. */
    public long requestedNanos(int acquisition) {
        return requested[acquisition];
    }

    /** When it got it. */
    public long acquiredNanos(int acquisition) {
        return acquired[acquisition];
    }

    /** Whether it had to wait: somebody else held the lock, or the thread slept. */
    public boolean isContended(int acquisition) {
        return (acquisitionFlags[acquisition] & CONTENDED) != 0;
    }

    /** Whether another thread went on waiting. */
    public boolean othersWaited(int acquisition) {
        return (acquisitionFlags[acquisition] & OTHERS_WAITED) != 0;
    }

    /** Whether one of these had waited for longer. */
    public boolean overtook(int acquisition) {
        return (acquisitionFlags[acquisition] & OVERTOOK) != 0;
    }

    /** First request of a mutex that was not seen to succeed. */
    public int firstOpenRequest(int lock) {
        return firstOpen[lock];
    }

    /** One past its last. */
    public int endOpenRequest(int lock) {
        return firstOpen[lock + 1];
    }

    /** Who made it. */
    public int openThread(int request) {
        return openThread[request];
    }

    /** When it was made. */
    public long openSinceNanos(int request) {
        return openSince[request];
    }

    /** Until when it is known to have waited: the end of the recording, or where events were lost. */
    public long openUntilNanos(int request) {
        return openUntil[request];
    }

    /** The lock that a blocked segment of the timeline is a wait for; {@link #NONE} if it is none, or that is not known. O(log waits). */
    public int lockOf(int segment) {
        int at = Arrays.binarySearch(waitSegment, segment);
        return at < 0 ? NONE : waitLock[at];
    }
}
