/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.Arrays;

import org.bowline.core.timeline.Timeline;

/** Keeps the longest of many waits; of equal ones those with the lowest segments. A heap with the next one to go on top. */
final class LongestWaits {
    private static final int FIRST_LENGTH = 16;

    private final int limit;
    private int size;
    private long[] wait;
    private int[] thread;
    private int[] segment;
    private boolean truncated;

    LongestWaits(int limit) {
        this.limit = limit;
        int length = Math.min(limit, FIRST_LENGTH);
        wait = new long[length];
        thread = new int[length];
        segment = new int[length];
    }

    /**
     * Waits that are not longer need not be offered: −1 as long as none was left out, so that it is certain whether any is. Segments must be
     * offered by rising number.
     */
    long limitNanos() {
        if (!truncated) {
            return -1;
        }
        return size == 0 ? Long.MAX_VALUE : wait[0];
    }

    void offer(long nanos, int ofThread, int number) {
        if (size < limit) {
            if (size == wait.length) {
                int length = (int) Math.min(limit, 2L * size);
                wait = Arrays.copyOf(wait, length);
                thread = Arrays.copyOf(thread, length);
                segment = Arrays.copyOf(segment, length);
            }
            rise(size++, nanos, ofThread, number);
            return;
        }
        truncated = true;
        if (size > 0 && goesBefore(wait[0], segment[0], nanos, number)) {
            sink(nanos, ofThread, number);
        }
    }

    private static boolean goesBefore(long nanosA, int segmentA, long nanosB, int segmentB) {
        return nanosA != nanosB ? nanosA < nanosB : segmentA > segmentB;
    }

    private void rise(int from, long nanos, int ofThread, int number) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!goesBefore(nanos, number, wait[parent], segment[parent])) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, nanos, ofThread, number);
    }

    /** Replaces the top. */
    private void sink(long nanos, int ofThread, int number) {
        int at = 0;
        while (2L * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && goesBefore(wait[child + 1], segment[child + 1], wait[child], segment[child])) {
                child++;
            }
            if (!goesBefore(wait[child], segment[child], nanos, number)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, nanos, ofThread, number);
    }

    private void move(int from, int to) {
        put(to, wait[from], thread[from], segment[from]);
    }

    private void put(int at, long nanos, int ofThread, int number) {
        wait[at] = nanos;
        thread[at] = ofThread;
        segment[at] = number;
    }

    Arrows toArrows(Timeline timeline) {
        return Arrows.of(timeline, Arrays.copyOf(segment, size), Arrays.copyOf(thread, size), truncated);
    }
}
