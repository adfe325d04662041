/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/** Seeds of random tests: new each time, and named in failures. {@code -Dbowline.rounds=N} makes N times as many rounds, for a long search. */
final class Seeds {
    private Seeds() {}

    static long seed() {
        Long told = Long.getLong("bowline.seed");
        return told != null ? told : System.nanoTime();
    }

    static int rounds(int usual) {
        return Math.multiplyExact(usual, Integer.getInteger("bowline.rounds", 1));
    }

    static String hint(long seed) {
        return " (repeat with -Dbowline.seed=" + seed + ")";
    }
}
