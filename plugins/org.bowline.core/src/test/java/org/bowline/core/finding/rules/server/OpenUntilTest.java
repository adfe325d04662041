/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class OpenUntilTest {
    private static final int ROUNDS = 300;

    @Test
    void theLastThatHadArrivedIsAnsweredAsALookAtAllOfThemTells() {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int count = random.nextInt(12);
            long[] arrived = random.longs(count, 0, 50).toArray();
            long[] answered = new long[count];
            OpenUntil open = new OpenUntil();
            for (int i = 0; i < count; i++) {
                answered[i] = arrived[i] + random.nextInt(20);
                open.add(arrived[i], answered[i]);
            }
            open.sort();
            for (long at = -1; at < 75; at++) {
                long until = Long.MIN_VALUE;
                for (int i = 0; i < count; i++) {
                    until = arrived[i] <= at ? Math.max(until, answered[i]) : until;
                }
                assertThat(open.until(at)).as("at %d, %s", at, Seeds.name(seed)).isEqualTo(until);
            }
        }
    }
}
