/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.report.rows.SweepTimeRow;

/** Into what the time of threads is divided, in the order of reports. */
enum TimePart {
    RUNNING(ThreadState.RUNNING, "", "running"),
    RUNNABLE(ThreadState.RUNNABLE, "", "waiting for a processor"),
    LOCK(ThreadState.BLOCKED, SweepTimeRow.LOCK, "waiting for locks"),
    DISK(Cause.DISK, "waiting for disks"),
    EQUAL(ThreadState.BLOCKED, SweepTimeRow.EQUAL, "waiting for equal threads"),
    THREAD(Cause.THREAD, "waiting for other threads"),
    NETWORK(Cause.NETWORK, "waiting for packets"),
    TIMER(Cause.TIMER, "waiting for timers"),
    DEVICE(Cause.DEVICE, "waiting for devices"),
    IPI(Cause.IPI, "waiting for another processor's interrupt"),
    KERNEL(Cause.KERNEL, "waiting for the kernel"),
    UNKNOWN(Cause.UNKNOWN, "waiting for what is not known");

    private static final double NOT_FEWER = 0.9;
    private static final double MORE = 1.1;

    private final ThreadState state;
    private final String cause;
    private final String words;

    TimePart(Cause cause, String words) {
        this(ThreadState.BLOCKED, cause.label(), words);
    }

    TimePart(ThreadState state, String cause, String words) {
        this.state = state;
        this.cause = cause;
        this.words = words;
    }

    /** The part of waits that a cause ended. */
    static TimePart of(Cause cause) {
        return switch (cause) {
            case THREAD -> THREAD;
            case TIMER -> TIMER;
            case DISK -> DISK;
            case NETWORK -> NETWORK;
            case DEVICE -> DEVICE;
            case IPI -> IPI;
            case KERNEL -> KERNEL;
            case NONE, UNKNOWN -> UNKNOWN;
        };
    }

    /** Running, runnable or blocked. */
    String state() {
        return state.label();
    }

    /** What ended the waits; empty if it is none. */
    String cause() {
        return cause;
    }

    /** As in a sentence: {@code waiting for locks}. */
    String words() {
        return words;
    }

    /** Whether who waits so waits for somebody else's work, which is told by what that one does. */
    boolean isPassedOn() {
        return this == THREAD || this == NETWORK || this == UNKNOWN;
    }

    /**
     * How many times as many threads have to be in it on average before it can be why less is done. A thread that has nothing to do waits for a second per second, which comes to more for each unit
     * of work the less is done; of what only who has something to do is in, there must not be fewer.
     */
    double leastGrowth() {
        return isOfWork() ? NOT_FEWER : MORE;
    }

    /** Whether only who has something to do is in it. */
    boolean isOfWork() {
        return this == RUNNING || this == RUNNABLE || this == LOCK || this == DISK;
    }
}
