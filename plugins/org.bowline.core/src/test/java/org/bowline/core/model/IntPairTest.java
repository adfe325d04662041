/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.api.Test;

class IntPairTest {
    @Test
    void bothPartsComeBackAlsoIfTheyAreNegative() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int[] odd = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int i = 0; i < 1_000; i++) {
            int first = i < 25 ? odd[i / 5] : random.nextInt();
            int second = i < 25 ? odd[i % 5] : random.nextInt();
            long pair = IntPair.of(first, second);
            assertEquals(first, IntPair.first(pair), () -> "seed " + seed);
            assertEquals(second, IntPair.second(pair), () -> "seed " + seed);
        }
    }

    @Test
    void aThreadWithoutAProcessOnOneHostIsNotThatOfAnotherHost() {
        assertNotEquals(IntPair.of(0, -1), IntPair.of(1, -1));
    }

    @Test
    void keysAreInTheOrderOfTheirFirstParts() {
        assertTrue(IntPair.of(-2, 7) < IntPair.of(-1, -7) && IntPair.of(3, -1) < IntPair.of(4, 0));
    }
}
