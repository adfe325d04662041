/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

/** What a thread does in a segment. The ordinal is stored in timelines: append only. */
public enum ThreadState {
    /** On a CPU. */
    RUNNING,
    /** Woken, wants a CPU and has none. */
    RUNNABLE,
    /** Pushed off the CPU while it wanted to go on. */
    PREEMPTED,
    /** Gave the CPU up and waits. */
    BLOCKED,
    /** Events were lost, or the trace does not tell. */
    UNKNOWN,
    /** On a CPU that serves an interrupt: the kernel's work, not the thread's. */
    INTERRUPTED;

    private static final ThreadState[] VALUES = values();

    /** Whether a thread in this state is the one on its CPU. */
    public boolean isOnCpu() {
        return this == RUNNING || this == INTERRUPTED;
    }

    /** The state of an ordinal. */
    public static ThreadState of(int ordinal) {
        return VALUES[ordinal];
    }

    /** As written in reports: lower case. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
