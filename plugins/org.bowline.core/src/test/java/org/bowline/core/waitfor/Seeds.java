/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/** Where random tests get their numbers from: {@code -Dbowline.seed=} repeats one. */
final class Seeds {
    private Seeds() {
    }

    /** The i-th seed of a test. */
    static long of(int i) {
        Long seed = Long.getLong("bowline.seed");
        return seed != null ? seed : 0x5eedL * 1_000_003L + i;
    }

    /** What a failure message says. */
    static String name(long seed) {
        return "repeat with -Dbowline.seed=" + seed;
    }
}
