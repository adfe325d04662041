/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;

/** A counting hand-over (condition and queue): threads wait on it by futex, others pass tokens. */
final class Gate {
    final long address;
    final ArrayDeque<Task> waiting = new ArrayDeque<>();
    final ArrayDeque<Token> tokens = new ArrayDeque<>();

    /** Something to do, given at a time by a thread. */
    record Token(Task giver, long at) {}

    Gate(long address) {
        this.address = address;
    }
}
