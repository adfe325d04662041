/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.util.stream.LongStream;

/**
 * Seeds of random tests: always the same ones, or the one of {@code -Dbowline.seed=N} to repeat a failure; {@code -Dbowline.rounds=N} gives N
 * times as many for a long search.
 */
public final class Seeds {
    private Seeds() {}

    /** So many seeds; just one if the user gave it. */
    public static LongStream of(int count) {
        Long given = Long.getLong("bowline.seed");
        return given != null ? LongStream.of(given) : LongStream.rangeClosed(1, (long) count * Integer.getInteger("bowline.rounds", 1));
    }
}
