/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.testing;

/** Where random tests get their numbers from: {@code -Dbowline.seed=} repeats one. */
public final class Seeds {
    private Seeds() {}

    /** The i-th seed of a test. */
    public static long of(int i) {
        Long seed = Long.getLong("bowline.seed");
        return seed != null ? seed : 0x5eedL * 1_000_003L + i;
    }

    /** What a failure message says. */
    public static String name(long seed) {
        return "repeat with -Dbowline.seed=" + seed;
    }
}
