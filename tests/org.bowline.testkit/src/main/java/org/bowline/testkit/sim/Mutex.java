/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;

import org.jspecify.annotations.Nullable;

/** A lock that is handed to the first waiter. */
final class Mutex {
    final long address;
    final ArrayDeque<Task> waiting = new ArrayDeque<>();
    @Nullable Task owner;

    Mutex(long address) {
        this.address = address;
    }
}
