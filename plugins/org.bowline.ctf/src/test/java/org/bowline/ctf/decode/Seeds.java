/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/** Seeds of random tests: new each time, and named in failures. */
final class Seeds {
    private Seeds() {}

    static long seed() {
        Long told = Long.getLong("bowline.seed");
        return told != null ? told : System.nanoTime();
    }

    static String hint(long seed) {
        return " (repeat with -Dbowline.seed=" + seed + ")";
    }
}
