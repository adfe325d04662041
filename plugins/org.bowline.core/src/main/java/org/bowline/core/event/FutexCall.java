/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

/** What a thread asks of the kernel with the system call {@code futex}, as far as it tells of locks. */
public enum FutexCall {
    /** It waits as long as the word is 2: what a locked mutex with waiters is in glibc, Go, Rust and others. Or it waits for a lock that the kernel hands on. */
    WAIT_FOR_LOCK,
    /** It waits as long as the word is something else: for a condition, a semaphore, the end of a thread. */
    WAIT_FOR_OTHER,
    /** It wakes who waits there. */
    WAKE,
    /** Anything else. */
    OTHER;

    /** FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME say nothing of what is done. */
    private static final int COMMAND = ~(128 | 256);
    /** A mutex that is locked, and for which somebody waits. */
    private static final int LOCKED_WITH_WAITERS = 2;

    /**
     * The call of an operation.
     *
     * @param operation the second argument of the system call, with its flags
     * @param expected the third: what a word must be for a wait to begin
     */
    static FutexCall of(int operation, int expected) {
        return switch (operation & COMMAND) {
            case 0, 9 -> expected == LOCKED_WITH_WAITERS ? WAIT_FOR_LOCK : WAIT_FOR_OTHER; // FUTEX_WAIT, _BITSET
            case 6, 13 -> WAIT_FOR_LOCK; // FUTEX_LOCK_PI, _PI2
            case 1, 7, 10 -> WAKE; // FUTEX_WAKE, _UNLOCK_PI, _WAKE_BITSET
            case 11 -> WAIT_FOR_OTHER; // FUTEX_WAIT_REQUEUE_PI
            default -> OTHER;
        };
    }
}
