/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Locale;

/** For whom a wait for a lock counts. All other waits, and those for locks of which nobody is known to have held them, count for who ended them. */
public enum Blame {
    /** Those who held the lock, each for as long as it did, where programs told who did (profile {@code locks}); estimates do not count. */
    AUTO,
    /** The thread that ended the wait: the last of those who held it. */
    WAKER,
    /** Those who held it, also where that is an estimate, from calls of the kernel. */
    HOLDER;

    /** As users write it: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * That of a label.
     *
     * @throws IllegalArgumentException if there is none; the message names those that there are
     */
    public static Blame of(String label) {
        for (Blame blame : values()) {
            if (blame.label().equals(label)) {
                return blame;
            }
        }
        throw new IllegalArgumentException("that is none of auto, holder and waker");
    }
}
