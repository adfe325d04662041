/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/**
 * Merges the begins and ends of all threads' waits: a binary heap with the next one of each thread. At the same time, ends come before
 * begins, and of these the thread with the lower number comes first, so that the order does not depend on where a sweep starts. Times are relative, less than 2^62.
 */
final class BoundaryQueue {
    private final long[] keys;
    private final int[] threads;
    private int size;

    BoundaryQueue(int capacity) {
        keys = new long[capacity];
        threads = new int[capacity];
    }

    /** Adds a thread's first boundary; {@link #order} must follow. */
    void add(long time, boolean start, int thread) {
        keys[size] = key(time, start);
        threads[size++] = thread;
    }

    void order() {
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, keys[i], threads[i]);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    long time() {
        return keys[0] >>> 1;
    }

    boolean isStart() {
        return (keys[0] & 1) != 0;
    }

    int thread() {
        return threads[0];
    }

    /** The next boundary of the first thread in place of its present one. */
    void replace(long time, boolean start) {
        sink(0, key(time, start), threads[0]);
    }

    /** The first thread has no more boundaries. */
    void remove() {
        size--;
        if (size > 0) {
            sink(0, keys[size], threads[size]);
        }
    }

    private static long key(long time, boolean start) {
        return time << 1 | (start ? 1 : 0);
    }

    private void sink(int from, long key, int thread) {
        int i = from;
        while (true) {
            int child = 2 * i + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && (keys[child + 1] < keys[child]
                    || (keys[child + 1] == keys[child] && threads[child + 1] < threads[child]))) {
                child++;
            }
            if (keys[child] > key || (keys[child] == key && threads[child] > thread)) {
                break;
            }
            keys[i] = keys[child];
            threads[i] = threads[child];
            i = child;
        }
        keys[i] = key;
        threads[i] = thread;
    }
}
