/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * Segments of one host in the order in which they ended; those of a thread in time order. Growable arrays; host time.
 *
 * <p>Targets are threads of the host (0 and more), {@link HostRecorder}'s resources ({@link #resource}), or the thread that was on a CPU
 * before its first switch ({@link #initialThread}), which is known only later.
 */
final class SegmentLog {
    static final int NONE = -1;
    private static final int INITIAL_BASE = Integer.MIN_VALUE;
    private static final int INITIAL_LIMIT = INITIAL_BASE + HostRecorder.MAXIMUM_CPU + 1;

    private int size;
    private int[] thread = new int[1024];
    private long[] start = new long[1024];
    private long[] end = new long[1024];
    private int[] packed = new int[1024];
    private int[] target = new int[1024];
    private int[] link = new int[1024];

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
        if (size == thread.length) {
            grow();
        }
        int i = size++;
        thread[i] = ofThread;
        start[i] = startNanos;
        end[i] = endNanos;
        packed[i] = cpu << 16 | cause.ordinal() << 8 | state.ordinal();
        target[i] = targetVertex;
        link[i] = linked;
        return i;
    }

    /** Makes a segment empty, so that it counts for nothing. Returns its begin. */
    long takeBack(int i) {
        end[i] = start[i];
        return start[i];
    }

    /** Makes the state of a segment that is not a wait unknown. */
    void doubt(int i) {
        packed[i] = packed[i] & ~0xffff | ThreadState.UNKNOWN.ordinal();
        target[i] = NONE;
    }

    /** Changes who ended a wait. */
    void cause(int i, Cause cause, int targetVertex, int linked) {
        packed[i] = packed[i] & ~0xff00 | cause.ordinal() << 8;
        target[i] = targetVertex;
        link[i] = linked;
    }

    private void grow() {
        int length = Math.addExact(size, Math.max(size >> 1, 1024));
        thread = Arrays.copyOf(thread, length);
        start = Arrays.copyOf(start, length);
        end = Arrays.copyOf(end, length);
        packed = Arrays.copyOf(packed, length);
        target = Arrays.copyOf(target, length);
        link = Arrays.copyOf(link, length);
    }

    int size() {
        return size;
    }

    int thread(int i) {
        return thread[i];
    }

    long start(int i) {
        return start[i];
    }

    long end(int i) {
        return end[i];
    }

    ThreadState state(int i) {
        return ThreadState.of((byte) packed[i]);
    }

    Cause cause(int i) {
        return Cause.of((byte) (packed[i] >> 8));
    }

    int cpu(int i) {
        return packed[i] >> 16;
    }

    int target(int i) {
        return target[i];
    }

    int link(int i) {
        return link[i];
    }
}
