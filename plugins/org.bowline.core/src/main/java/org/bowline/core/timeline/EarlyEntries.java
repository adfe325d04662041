/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

/**
 * Threads that were switched in on a CPU while another, their home, still had them. If the switch-out from there comes at the same
 * nanosecond, the two came in the wrong order, which the clocks of two CPUs cannot tell. Else it is missing, and it is not known how long
 * the thread was there. At most one per home.
 */
final class EarlyEntries {
    private static final int NONE = SegmentLog.NONE;

    private int waiting;
    private int[] thread = {};
    private long[] at = {};
    private int[] firstSegment = {};
    private int[] endSegment = {};

    /**
     * Notes a thread.
     *
     * @param first number of the first segment that says that the thread ran at home up to now
     * @param end one past the last of them
     */
    void add(int home, int entered, long nanos, int first, int end) {
        if (home >= thread.length) {
            int length = thread.length;
            thread = Arrays.copyOf(thread, home + 1);
            at = Arrays.copyOf(at, home + 1);
            firstSegment = Arrays.copyOf(firstSegment, home + 1);
            endSegment = Arrays.copyOf(endSegment, home + 1);
            Arrays.fill(thread, length, thread.length, NONE);
        }
        waiting++;
        thread[home] = entered;
        at[home] = nanos;
        firstSegment[home] = first;
        endSegment[home] = end;
    }

    /** Whether a switch-out is the one that a thread's entry elsewhere came before; that is settled then. */
    boolean settle(int home, ThreadTable threads, int tid, long nanos) {
        if (waiting == 0 || home >= thread.length || thread[home] == NONE || at[home] != nanos
                || threads.tid.getInt(thread[home]) != tid) {
            return false;
        }
        threads.wokenWhileRunning(thread[home], false);
        thread[home] = NONE;
        waiting--;
        return true;
    }

    /** The switch-out did not come: the thread's time at home is unknown. Returns the number of such threads, 0 or 1. */
    int giveUp(int home, SegmentLog segments) {
        if (waiting == 0 || home >= thread.length || thread[home] == NONE) {
            return 0;
        }
        for (int i = firstSegment[home]; i < endSegment[home]; i++) {
            segments.doubt(i);
        }
        thread[home] = NONE;
        waiting--;
        return 1;
    }

    /** Gives up all that are left; returns their number. */
    int giveUpAll(SegmentLog segments) {
        int count = 0;
        for (int home = 0; home < thread.length; home++) {
            count += giveUp(home, segments);
        }
        return count;
    }
}
