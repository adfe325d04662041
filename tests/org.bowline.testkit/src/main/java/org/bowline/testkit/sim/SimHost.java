/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A simulated host. */
final class SimHost {
    static final int LAST_TID = 32767;
    private static final int FIRST_TID = 300;

    final String name;
    final int number;
    final HostClock clock;
    final KernelLog log;
    final UserLog userLog;
    final List<Cpu> cpus = new ArrayList<>();
    final List<Task> tasks = new ArrayList<>();
    final Disk disk;
    final Gate poolQueue = new Gate(0x7f5592ad0000L);
    final ArrayDeque<Gate> poolAnswers = new ArrayDeque<>();
    final Mutex lock = new Mutex(0x7f5592ad1000L);
    final long[] address;
    private final Set<Integer> used = new HashSet<>();
    private int nextTid = 1000;
    int nextPacketId = 1;

    SimHost(String name, int number, HostClock clock, KernelLog log, UserLog userLog) {
        this.name = name;
        this.number = number;
        this.clock = clock;
        this.log = log;
        this.userLog = userLog;
        disk = new Disk(266338304 + 16 * number, "vda");
        address = new long[] {10, 77, 0, number + 1};
    }

    /** A thread id that is free; they are used again after a round. */
    int takeTid() {
        do {
            nextTid = nextTid == LAST_TID ? FIRST_TID : nextTid + 1;
        } while (!used.add(nextTid));
        return nextTid;
    }

    void releaseTid(int tid) {
        used.remove(tid);
    }

    /** Gives work to the pool; the answer comes through the gate. */
    void requestPool(Simulation simulation, Task task, Gate answer) {
        poolAnswers.add(answer);
        simulation.give(task, poolQueue);
    }
}
