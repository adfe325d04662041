/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class DisjointSetsTest {
    /** Compared with sets of which each number names its least one. */
    @Test
    void numbersThatBelongTogetherHaveTheLeastOfThemInCommon() {
        for (int round = 0; round < 200; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int size = 1 + random.nextInt(40);
            DisjointSets sets = new DisjointSets(size);
            int[] least = new int[size];
            Arrays.setAll(least, number -> number);
            for (int joins = random.nextInt(2 * size); joins > 0; joins--) {
                int one = random.nextInt(size);
                int other = random.nextInt(size);
                sets.join(one, other);
                int from = Math.max(least[one], least[other]);
                int to = Math.min(least[one], least[other]);
                Arrays.setAll(least, number -> least[number] == from ? to : least[number]);
            }
            for (int number = 0; number < size; number++) {
                assertThat(sets.root(number)).as("seed %d, number %d", seed, number).isEqualTo(least[number]);
            }
        }
    }
}
