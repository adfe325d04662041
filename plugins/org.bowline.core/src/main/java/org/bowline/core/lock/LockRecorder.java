/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** Holds, acquisitions and waits, as they are found. */
final class LockRecorder {
    final Spans holds = new Spans();
    final Spans acquisitions = new Spans();
    /** Who asked and was not seen to get it; the end is when nobody knew any more. */
    final Spans open = new Spans();
    private final Timeline timeline;
    private final Int2IntOpenHashMap waits = new Int2IntOpenHashMap();
    private int[] waitOrder = {};

    LockRecorder(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Times of threads with locks. */
    static final class Spans {
        private final IntArrayList lock = new IntArrayList();
        private final IntArrayList thread = new IntArrayList();
        private final LongArrayList begin = new LongArrayList();
        private final LongArrayList end = new LongArrayList();
        private final IntArrayList flags = new IntArrayList();

        void add(int of, int by, long from, long to, int what) {
            lock.add(of);
            thread.add(by);
            begin.add(from);
            end.add(to);
            flags.add(what);
        }

        /** By lock, then by end. */
        Sorted sorted(int locks) {
            int count = lock.size();
            int[] order = new int[count];
            int[] first = new int[locks + 1];
            for (int i = 0; i < count; i++) {
                order[i] = i;
                first[lock.getInt(i) + 1]++;
            }
            for (int i = 0; i < locks; i++) {
                first[i + 1] += first[i];
            }
            IntArrays.stableSort(order, (a, b) -> {
                int byLock = Integer.compare(lock.getInt(a), lock.getInt(b));
                return byLock != 0 ? byLock : Long.compare(end.getLong(a), end.getLong(b));
            });
            int[] threads = new int[count];
            long[] begins = new long[count];
            long[] ends = new long[count];
            byte[] what = new byte[count];
            for (int i = 0; i < count; i++) {
                threads[i] = thread.getInt(order[i]);
                begins[i] = begin.getLong(order[i]);
                ends[i] = end.getLong(order[i]);
                what[i] = (byte) flags.getInt(order[i]);
            }
            return new Sorted(first, threads, begins, ends, what);
        }
    }

    /** The arrays of spans, and where each lock's begin. */
    @SuppressWarnings("ArrayRecordComponent") // handed on once
    record Sorted(int[] first, int[] threads, long[] begins, long[] ends, byte[] flags) {}

    /** A hold; an empty one is left out. */
    void hold(int lock, int thread, long from, long to, int flags) {
        if (from < to) {
            holds.add(lock, thread, from, to, flags);
        }
    }

    /**
     * Notes which segments of a thread between two moments are waits for a lock: those that a thread ended, or nobody knows who. A timer's or a disk's end of a
     * wait says that it was for something else.
     *
     * @return whether there is one
     */
    boolean slept(int lock, int thread, long from, long to) {
        if (timeline.firstSegment(thread) == timeline.endSegment(thread)) {
            return false;
        }
        int segment = from < timeline.threadStart(thread) ? timeline.firstSegment(thread) : timeline.segmentAt(thread, from);
        boolean slept = false;
        for (; segment != Timeline.NONE && segment < timeline.endSegment(thread) && timeline.start(segment) < to; segment++) {
            Cause cause = timeline.cause(segment);
            if (timeline.state(segment) == ThreadState.BLOCKED && timeline.start(segment) >= from
                    && (cause == Cause.THREAD || (cause == Cause.UNKNOWN && !timeline.isOpen(thread, segment)))) {
                waits.put(segment, lock);
                slept = true;
            }
        }
        return slept;
    }

    /** The segments that are waits for locks, ascending. */
    int[] waitSegments() {
        waitOrder = waits.keySet().toIntArray();
        IntArrays.quickSort(waitOrder);
        return waitOrder;
    }

    /** The lock of each. */
    int[] waitLocks() {
        int[] locks = new int[waitOrder.length];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = waits.get(waitOrder[i]);
        }
        return locks;
    }
}
