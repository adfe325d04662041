/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.timeline.ResentFate;

class ResendingTest {
    private static final int THREADS = 3;
    private static final int LENGTH = 40;

    @Test
    void theTimeInWhichSomethingWaitsToBeSentAgainCountsOnceAsAskingEachMomentTells() {
        long seed = Long.getLong("bowline.seed", 20261127L);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Stage stage = new Stage();
            int host = stage.host("h");
            List<BitSet> waits = IntStream.range(0, THREADS).mapToObj(i -> new BitSet()).toList();
            for (int thread = 0; thread < THREADS; thread++) {
                stage.runs(stage.thread(host, thread + 1, "t" + thread), LENGTH);
            }
            for (int i = random.nextInt(12); i > 0; i--) {
                int thread = random.nextInt(THREADS);
                int before = random.nextInt(LENGTH);
                int again = before + random.nextInt(10);
                stage.builder.resent(thread, before, again, random.nextBoolean(), ResentFate.UNKNOWN);
                waits.get(thread).set(before, again);
            }
            Resending resending = new Resending(stage.builder.build());
            for (int thread = THREADS - 1; thread >= 0; thread--) {
                int from = random.nextInt(LENGTH);
                int to = from + random.nextInt(LENGTH);
                assertThat(resending.within(thread, from, to)).as("seed %d, round %d, thread %d", seed, round, thread)
                        .isEqualTo(waits.get(thread).get(from, to).cardinality());
            }
        }
    }
}
