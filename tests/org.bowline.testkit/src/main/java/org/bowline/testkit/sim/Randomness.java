/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

/** A small fast generator (xorshift64*), the same on every machine. */
final class Randomness {
    private long state;

    Randomness(long seed) {
        state = seed * 0x9E3779B97F4A7C15L ^ 0x5DEECE66DL;
        if (state == 0) {
            state = 1;
        }
        for (int i = 0; i < 8; i++) {
            bits();
        }
    }

    long bits() {
        state ^= state >>> 12;
        state ^= state << 25;
        state ^= state >>> 27;
        return state * 0x2545F4914F6CDD1DL;
    }

    /** From 0 to bound − 1. */
    int below(int bound) {
        return (int) ((bits() >>> 33) * bound >>> 31);
    }

    boolean chance(int percent) {
        return below(100) < percent;
    }

    /** Exponentially distributed with a mean, cut at eight times of it. */
    long about(long mean) {
        double u = (bits() >>> 11) * 0x1.0p-53;
        return (long) Math.min(8.0 * mean, -mean * StrictMath.log(1 - u));
    }
}
