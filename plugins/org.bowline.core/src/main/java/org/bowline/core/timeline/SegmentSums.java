/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/**
 * How long was a thread in which state between two segments? Answered in O(1) for any number of segments: the sums up to every 64th segment of
 * a thread are kept, made when they are first needed, in one pass over the thread's segments. Exact; 2 bytes per segment of the threads
 * that were asked for, none for threads of fewer than 128 segments. Safe for many readers.
 *
 * <p>Times are summed by <em>class</em>: the state, and for blocked segments the cause.
 */
public final class SegmentSums {
    /** Number of classes. */
    public static final int CLASSES = ThreadState.values().length + Cause.values().length - 1;
    /** Where the number of waits is among the totals. */
    public static final int WAITS = CLASSES;
    /** Length of an array of totals: time by class, and the number of waits. */
    public static final int SLOTS = CLASSES + 1;

    private static final int STATES = ThreadState.values().length;
    private static final int BLOCKED = ThreadState.BLOCKED.ordinal();
    private static final int BY_THREAD = Cause.THREAD.ordinal();
    private static final int BY_PACKET = Cause.NETWORK.ordinal();
    private static final int SHIFT = 6;
    private static final int BLOCK = 1 << SHIFT;
    /** Fewer segments are added one by one. */
    private static final int FEW = 2 * BLOCK;
    /** In a row: the totals before a block, and the longest wait within it that a thread ended. */
    private static final int LONGEST = SLOTS;
    private static final int ROW = SLOTS + 1;

    private final TimelineData data;
    private final AtomicReferenceArray<LongColumn> tables;

    SegmentSums(TimelineData data) {
        this.data = data;
        tables = new AtomicReferenceArray<>(data.threadTid.length);
    }

    /** The state of a class. */
    public static ThreadState state(int ofClass) {
        return ThreadState.of(ofClass < STATES ? ofClass : BLOCKED);
    }

    /** The cause of a class; {@link Cause#NONE} for states that are no waits. */
    public static Cause cause(int ofClass) {
        return Cause.of(ofClass < STATES ? 0 : ofClass - STATES + 1);
    }

    private int classOf(int segment) {
        return classOf(data.segmentState.get(segment), data.segmentCause.get(segment));
    }

    private static int classOf(int state, int cause) {
        return cause == 0 || state != BLOCKED ? state : STATES - 1 + cause;
    }

    private int isWait(int segment) {
        return data.segmentState.get(segment) == BLOCKED ? 1 : 0;
    }

    /**
     * Adds the time within [from, to) by class, and the number of waits among the segments.
     *
     * @param thread whose segments
     * @param first the segment that holds {@code fromNanos}
     * @param last the segment that ends at {@code toNanos} or holds it; not before the first
     * @param totals of {@link #SLOTS}; are added to
     */
    public void add(int thread, int first, int last, long fromNanos, long toNanos, long[] totals) {
        LongColumn start = data.segmentStart;
        if (last - first < FEW) {
            long at = fromNanos;
            for (int s = first; s < last; s++) {
                totals[classOf(s)] += start.get(s + 1) - at;
                totals[WAITS] += isWait(s);
                at = start.get(s + 1);
            }
            totals[classOf(last)] += toNanos - at;
        } else {
            LongColumn table = table(thread);
            addBefore(table, thread, last, 1, totals);
            addBefore(table, thread, first, -1, totals);
            totals[classOf(first)] -= fromNanos - start.get(first);
            totals[classOf(last)] += toNanos - start.get(last);
        }
        totals[WAITS] += isWait(last);
    }

    /** Adds the totals of all segments of the thread before one, from the nearest row on. */
    private void addBefore(LongColumn table, int thread, int segment, long sign, long[] totals) {
        int first = data.firstSegment[thread];
        int blocks = table.size() / ROW;
        int block = Math.min(blocks - 1, (segment - first + BLOCK / 2) >> SHIFT);
        for (int slot = 0, row = block * ROW; slot < SLOTS; slot++, row++) {
            totals[slot] += sign * table.get(row);
        }
        int at = first + (block << SHIFT);
        LongColumn start = data.segmentStart;
        for (int s = at; s < segment; s++) {
            totals[classOf(s)] += sign * (start.get(s + 1) - start.get(s));
            totals[WAITS] += sign * isWait(s);
        }
        for (int s = segment; s < at; s++) {
            totals[classOf(s)] -= sign * (start.get(s + 1) - start.get(s));
            totals[WAITS] -= sign * isWait(s);
        }
    }

    /**
     * The first segment from one on that is a wait which another thread ended (by waking, or by a packet) and which is longer than a limit;
     * {@code end} if there is none. Blocks without any are passed over.
     *
     * @param thread whose segments
     * @param segment where to begin
     * @param end where to stop, exclusive; of the thread
     */
    public int nextHandOver(int thread, int segment, int end, long longerThanNanos) {
        int first = data.firstSegment[thread];
        LongColumn table = end - segment >= FEW ? table(thread) : null;
        for (int s = segment; s < end; s++) {
            if (table != null && ((s - first) & (BLOCK - 1)) == 0) {
                while (s < end && table.get(((s - first) >> SHIFT) * ROW + LONGEST) <= longerThanNanos) {
                    s += BLOCK;
                }
                if (s >= end) {
                    return end;
                }
            }
            if (handOver(thread, s) > longerThanNanos) {
                return s;
            }
        }
        return end;
    }

    /** The length of a wait that a thread ended; −1 for other segments. */
    private long handOver(int thread, int s) {
        int cause = data.segmentCause.get(s);
        if (cause == BY_THREAD || (cause == BY_PACKET && data.segmentLink.get(s) >= 0)) {
            return end(thread, s) - data.segmentStart.get(s);
        }
        return -1;
    }

    private long end(int thread, int s) {
        return s + 1 == data.firstSegment[thread + 1] ? data.threadEnd[thread] : data.segmentStart.get(s + 1);
    }

    /**
     * Makes the sums of all threads now, with several processors, so that no question has to wait for them.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public void prepare(Progress progress) {
        IntStream.range(0, tables.length()).parallel().forEach(thread -> {
            progress.check();
            if (data.firstSegment[thread + 1] - data.firstSegment[thread] >= FEW) {
                table(thread);
            }
        });
    }

    private LongColumn table(int thread) {
        LongColumn table = tables.get(thread);
        if (table == null) {
            table = make(thread);
            tables.set(thread, table); // whoever is last: they are equal
        }
        return table;
    }

    private LongColumn make(int thread) {
        int first = data.firstSegment[thread];
        int end = data.firstSegment[thread + 1];
        int blocks = (end - first + BLOCK - 1) >> SHIFT;
        LongColumn table = LongColumn.zeros(Math.multiplyExact(blocks, ROW));
        LongColumn start = data.segmentStart;
        long[] totals = new long[SLOTS];
        long at = start.get(first);
        for (int block = 0; block < blocks; block++) {
            for (int slot = 0; slot < SLOTS; slot++) {
                table.set(block * ROW + slot, totals[slot]);
            }
            int from = first + (block << SHIFT);
            int to = Math.min(end, from + BLOCK);
            long longest = -1;
            for (int s = from; s < to; s++) {
                long until = s + 1 == end ? data.threadEnd[thread] : start.get(s + 1);
                int state = data.segmentState.get(s);
                int cause = data.segmentCause.get(s);
                totals[classOf(state, cause)] += until - at;
                totals[WAITS] += state == BLOCKED ? 1 : 0;
                if (until - at > longest && (cause == BY_THREAD || (cause == BY_PACKET && data.segmentLink.get(s) >= 0))) {
                    longest = until - at;
                }
                at = until;
            }
            table.set(block * ROW + LONGEST, longest);
        }
        return table;
    }

    /** Bytes of what was made so far. */
    long bytes() {
        long bytes = 0;
        for (int thread = 0; thread < tables.length(); thread++) {
            LongColumn table = tables.get(thread);
            bytes += Long.BYTES + (table == null ? 0 : 16 + (long) Long.BYTES * table.size());
        }
        return bytes;
    }
}
