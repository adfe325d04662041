/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/** What a person left behind, step by step, and can go back to, and forward again. For one thread. */
public final class Steps<T> {
    /** More than anybody goes back. */
    public static final int MOST = 100;

    private final Deque<T> before = new ArrayDeque<>();
    private final Deque<T> after = new ArrayDeque<>();

    /** One more step that left something; the oldest one is forgotten if there are too many. */
    public void left(T last) {
        before.addLast(last);
        if (before.size() > MOST) {
            before.removeFirst();
        }
    }

    /** Something new is done: nothing is ahead any more. */
    public void goOn() {
        after.clear();
    }

    /** Forgets all. */
    public void clear() {
        before.clear();
        after.clear();
    }

    /** Leaves something for what was there before; null, and nothing is left, if there is none. */
    public @Nullable T back(T present) {
        return move(present, before, after);
    }

    /** Leaves something for that from which a person went back; null, and nothing is left, if there is none. */
    public @Nullable T forward(T present) {
        return move(present, after, before);
    }

    private static <T> @Nullable T move(T present, Deque<T> from, Deque<T> to) {
        T next = from.pollLast();
        if (next != null) {
            to.addLast(present);
        }
        return next;
    }

    /** Whether there is something to go back to. */
    public boolean hasBefore() {
        return !before.isEmpty();
    }

    /** Whether there is something to go forward to. */
    public boolean hasAfter() {
        return !after.isEmpty();
    }
}
