/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;

import org.jspecify.annotations.Nullable;

import org.bowline.testkit.CtfStreamWriter;

/** A processor of a simulated host. */
final class Cpu {
    final SimHost host;
    final int index;
    final CtfStreamWriter kernel;
    final @Nullable CtfStreamWriter user;
    final Task idle;
    final Task worker;
    final ArrayDeque<Task> queue = new ArrayDeque<>();
    Task current;
    /** True time of the last thing that happened here. */
    long now;
    /** Since when the current thread does its present piece of work. */
    long since;
    /** Since when the current thread is here. */
    long switchedAt;
    boolean ticking;
    /** Events still to be lost here. */
    int losing;

    Cpu(SimHost host, int index, CtfStreamWriter kernel, @Nullable CtfStreamWriter user) {
        this.host = host;
        this.index = index;
        this.kernel = kernel;
        this.user = user;
        idle = new Task(host, 0, 0, 0, "swapper/" + index, true, this, null);
        idle.state = Task.RUNNING;
        current = idle;
        worker = new Task(host, 20 + index, 20 + index, 2, "kworker/" + index + ":1", true, this, Roles.WORKER);
    }

    boolean isIdle() {
        return current == idle;
    }
}
