/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** A thread of a simulated host, or the idle thread of a processor. */
final class Task {
    /** Is on a processor. */
    static final int RUNNING = 0;
    /** Waits for a processor. */
    static final int RUNNABLE = 1;
    /** Waits for something else. */
    static final int BLOCKED = 2;
    /** Is gone. */
    static final int DEAD = 3;

    final SimHost host;
    final int tid;
    final int pid;
    final int parent;
    final String name;
    final byte[] comm;
    final boolean kernel;
    final long hrtimer;
    @Nullable Role role;
    /** Where it runs, or ran last. */
    Cpu cpu;
    int state = BLOCKED;
    /** Work left before its role goes on, ns. */
    long remaining;
    /** Rises when what was planned for it no longer holds. */
    long version;
    /** True time of its last switch-out, or of the begin of the trace. */
    long since;
    /** True time of its last wake-up, which another processor may have recorded: it runs later than that. */
    long readyAt;
    /** Where the role is in its loop. */
    int step;
    /** What the role remembers. */
    long request;
    int kind;
    /** The token with which it was woken from a gate. */
    Gate.@Nullable Token granted;

    Task(SimHost host, int tid, int pid, int parent, String name, boolean kernel, Cpu cpu, @Nullable Role role) {
        this.host = host;
        this.tid = tid;
        this.pid = pid;
        this.parent = parent;
        this.name = name;
        comm = name.getBytes(StandardCharsets.US_ASCII);
        this.kernel = kernel;
        this.cpu = cpu;
        this.role = role;
        hrtimer = 0xffffd23600000000L + tid * 0x4000L + 0xb18;
    }
}
