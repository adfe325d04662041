/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;

/** Who waits for each lock, in the order in which they asked. A thread waits for one lock at a time. O(1) for everything. */
final class Queue {
    private static final int NONE = LockHistory.NONE;

    private final int[] head;
    private final int[] tail;
    private final int[] next;
    private final int[] before;
    private final int[] lockOf;
    private final long[] since;

    Queue(int locks, int threads) {
        head = filled(locks);
        tail = filled(locks);
        next = filled(threads);
        before = filled(threads);
        lockOf = filled(threads);
        since = new long[threads];
    }

    private static int[] filled(int size) {
        int[] array = new int[size];
        Arrays.fill(array, NONE);
        return array;
    }

    /** The thread asks for the lock, and for no other any more. */
    void add(int lock, int thread, long nanos) {
        remove(thread);
        lockOf[thread] = lock;
        since[thread] = nanos;
        before[thread] = tail[lock];
        next[thread] = NONE;
        if (tail[lock] == NONE) {
            head[lock] = thread;
        } else {
            next[tail[lock]] = thread;
        }
        tail[lock] = thread;
    }

    /** The thread asks for nothing any more. */
    void remove(int thread) {
        int lock = lockOf[thread];
        if (lock == NONE) {
            return;
        }
        if (before[thread] == NONE) {
            head[lock] = next[thread];
        } else {
            next[before[thread]] = next[thread];
        }
        if (next[thread] == NONE) {
            tail[lock] = before[thread];
        } else {
            before[next[thread]] = before[thread];
        }
        lockOf[thread] = NONE;
    }

    /** Nobody asks for the lock any more: until a moment they all did. */
    void clear(int lock, long until, LockRecorder recorder) {
        while (head[lock] != NONE) {
            recorder.open.add(lock, head[lock], since[head[lock]], until, 0);
            remove(head[lock]);
        }
    }

    /** The lock that the thread asks for, or NONE. */
    int lockOf(int thread) {
        return lockOf[thread];
    }

    /** Since when. */
    long since(int thread) {
        return since[thread];
    }

    /** Who has waited longest, or NONE. */
    int first(int lock) {
        return head[lock];
    }

    /** Flags of an acquisition by a thread that asked at a time, and does not wait any more. */
    int order(int lock, long asked) {
        int first = head[lock];
        if (first == NONE) {
            return 0;
        }
        return since[first] < asked ? LockHistory.OTHERS_WAITED | LockHistory.OVERTOOK : LockHistory.OTHERS_WAITED;
    }
}
