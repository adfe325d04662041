/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

/** What is known of each CPU of a host at the time of the present fact, numbered as Linux does. O(1) per call, and no memory but for the CPUs that were seen. */
final class CpuTable {
    private static final int NONE = SegmentLog.NONE;

    private int[] thread = {};
    private int[] initial = {};
    private boolean[] switched = {};
    private long[] wholeSince = {};
    private int[] unwokenWait = {};
    private long[] idleSince = {};

    /** One more than the highest number of a CPU for which there is room; some below it may not be there. */
    int size() {
        return thread.length;
    }

    /**
     * Makes room for a CPU.
     *
     * @param hasSwitched what holds for new ones, see {@link #hasSwitched}
     * @param wholeNanos since when their events are whole
     */
    void reach(int cpu, boolean hasSwitched, long wholeNanos) {
        int length = thread.length;
        if (cpu < length) {
            return;
        }
        int longer = Math.max(cpu + 1, 2 * length);
        thread = Arrays.copyOf(thread, longer);
        initial = Arrays.copyOf(initial, longer);
        unwokenWait = Arrays.copyOf(unwokenWait, longer);
        switched = Arrays.copyOf(switched, longer);
        idleSince = Arrays.copyOf(idleSince, longer);
        wholeSince = Arrays.copyOf(wholeSince, longer);
        Arrays.fill(thread, length, longer, NONE);
        Arrays.fill(initial, length, longer, NONE);
        Arrays.fill(unwokenWait, length, longer, NONE);
        Arrays.fill(idleSince, length, longer, Long.MIN_VALUE);
        Arrays.fill(switched, length, longer, hasSwitched);
        Arrays.fill(wholeSince, length, longer, wholeNanos);
    }

    private boolean isThere(int cpu) {
        return cpu >= 0 && cpu < thread.length;
    }

    /** The thread on a CPU, which is RUNNING there; NONE before the first switch, after lost events until the next, and for a CPU that was not seen. */
    int thread(int cpu) {
        return isThere(cpu) ? thread[cpu] : NONE;
    }

    /** A thread comes to a CPU, or nobody is known to be there: NONE. */
    void thread(int cpu, int comes) {
        thread[cpu] = comes;
    }

    /** Whether the thread that was there at first is not there any more: there was a switch, or events were lost. */
    boolean hasSwitched(int cpu) {
        return switched[cpu];
    }

    /** See {@link #hasSwitched}. */
    void switched(int cpu) {
        switched[cpu] = true;
    }

    /** Tells who was there before the first switch, if nobody was told and there was none. */
    void startedWith(int cpu, int first) {
        if (!switched[cpu] && initial[cpu] == NONE) {
            initial[cpu] = first;
        }
    }

    /** Whether it is known who was there before the first switch. */
    boolean hasInitial(int cpu) {
        return initial[cpu] != NONE;
    }

    /** The thread that was on each CPU before its first switch; not a copy. */
    int[] initialThreads() {
        return initial;
    }

    /** Since when a CPU's events are whole. */
    long wholeSince(int cpu) {
        return wholeSince[cpu];
    }

    /** The same; of a CPU that was not seen the time that is given. */
    long wholeSince(int cpu, long otherwise) {
        return isThere(cpu) ? wholeSince[cpu] : otherwise;
    }

    /** Events of a CPU are not whole before a time. */
    void notWholeBefore(int cpu, long nanos) {
        wholeSince[cpu] = Math.max(wholeSince[cpu], nanos);
    }

    /** Whether nothing is seen of a CPU at a time. */
    boolean isUnseen(int cpu, long nanos) {
        return isThere(cpu) && wholeSince[cpu] > nanos;
    }

    /** The segment of a wait that seemed to end without a wake-up when the CPU's thread was switched in, or NONE. */
    int unwokenWait(int cpu) {
        return unwokenWait[cpu];
    }

    /** See {@link #unwokenWait(int)}. */
    void unwokenWait(int cpu, int segment) {
        unwokenWait[cpu] = segment;
    }

    /** When the CPU was last given to its idle thread; {@link Long#MIN_VALUE} for never. */
    long idleSince(int cpu) {
        return idleSince[cpu];
    }

    /** The idle thread comes to a CPU. */
    void idle(int cpu, long nanos) {
        idleSince[cpu] = nanos;
    }
}
