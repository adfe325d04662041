/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * Segments of one host in the order in which they ended; those of a thread in time order. Host time; 32 bytes each.
 *
 * <p>Targets are threads of the host (0 and more), {@link HostRecorder}'s resources ({@link #resource}), or the thread that was on a CPU
 * before its first switch ({@link #initialThread}), which is known only later.
 */
final class SegmentLog implements Serializable {
    static final int NONE = -1;
    /** In place of the link of a wait that a timer ended: the thread was in the uninterruptible state. */
    static final int HELD = -3;
    /** In place of the link of a wait: a signal had stopped the thread. */
    static final int STOPPED = -4;
    /** In place of the link of a wait: who traces the thread looked at it. */
    static final int TRACED = -5;
    /** In place of the link of a wait that a thread ended: the thread that waited was in the uninterruptible state. */
    static final int IN_KERNEL = -6;
    /** In place of the link of a wait that a timer ended: it had a time limit. */
    static final int LIMITED = -7;
    private static final int INITIAL_BASE = Integer.MIN_VALUE;
    private static final int INITIAL_LIMIT = INITIAL_BASE + HostRecorder.MAXIMUM_CPU + 1;

    private final IntColumn thread = new IntColumn();
    private final LongColumn start = new LongColumn();
    private final LongColumn end = new LongColumn();
    private final IntColumn packed = new IntColumn();
    private final IntColumn target = new IntColumn();
    private final IntColumn link = new IntColumn();

    /** The vertex of a resource of the host. */
    static int resource(int index) {
        return -2 - index;
    }

    static boolean isResource(int vertex) {
        return vertex < NONE && vertex >= INITIAL_LIMIT;
    }

    static int resourceIndex(int vertex) {
        return -2 - vertex;
    }

    /** Stands for the thread that a CPU's first switch will name. */
    static int initialThread(int cpu) {
        return INITIAL_BASE + cpu;
    }

    static boolean isInitialThread(int vertex) {
        return vertex < INITIAL_LIMIT;
    }

    static int initialCpu(int vertex) {
        return vertex - INITIAL_BASE;
    }

    int add(int ofThread, long startNanos, long endNanos, ThreadState state, Cause cause, int targetVertex, int linked, int cpu) {
        int i = thread.size();
        thread.add(ofThread);
        start.add(startNanos);
        end.add(endNanos);
        packed.add(cpu << 16 | cause.ordinal() << 8 | state.ordinal());
        target.add(targetVertex);
        link.add(linked);
        return i;
    }

    /** Makes a segment empty, so that it counts for nothing. Returns its begin. */
    long takeBack(int i) {
        long begin = start.get(i);
        end.set(i, begin);
        return begin;
    }

    /** Makes the state of a segment that is not a wait unknown. */
    void doubt(int i) {
        packed.set(i, packed.get(i) & ~0xffff | ThreadState.UNKNOWN.ordinal());
        target.set(i, NONE);
    }

    /** Changes who ended a wait. */
    void cause(int i, Cause cause, int targetVertex, int linked) {
        packed.set(i, packed.get(i) & ~0xff00 | cause.ordinal() << 8);
        target.set(i, targetVertex);
        link.set(i, linked);
    }

    /** Changes the times of a segment. */
    void times(int i, long startNanos, long endNanos) {
        start.set(i, startNanos);
        end.set(i, endNanos);
    }

    /** Changes the target of a segment. */
    void target(int i, int targetVertex) {
        target.set(i, targetVertex);
    }

    int size() {
        return thread.size();
    }

    /** Lets go of all segments. */
    void letGo() {
        thread.letGo();
        start.letGo();
        end.letGo();
        packed.letGo();
        target.letGo();
        link.letGo();
    }

    int thread(int i) {
        return thread.get(i);
    }

    long start(int i) {
        return start.get(i);
    }

    long end(int i) {
        return end.get(i);
    }

    ThreadState state(int i) {
        return ThreadState.of((byte) packed.get(i));
    }

    Cause cause(int i) {
        return Cause.of((byte) (packed.get(i) >> 8));
    }

    int cpu(int i) {
        return packed.get(i) >> 16;
    }

    int target(int i) {
        return target.get(i);
    }

    int link(int i) {
        return link.get(i);
    }
}
