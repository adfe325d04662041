/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;

/** A disk that serves one request after the other and holds a few; more wait in the scheduler's queue. */
final class Disk {
    static final int DEPTH = 2;

    /** A write of a thread that waits for it. */
    record Request(Task task, Cpu cpu, long sector, int bytes) {}

    final int device;
    final String name;
    final ArrayDeque<Request> waiting = new ArrayDeque<>();
    int inside;
    long freeAt;
    long nextSector = 32768;

    Disk(int device, String name) {
        this.device = device;
        this.name = name;
    }
}
