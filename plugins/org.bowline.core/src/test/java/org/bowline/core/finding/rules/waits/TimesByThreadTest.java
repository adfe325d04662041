/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

final class TimesByThreadTest {
    private static final int THREADS = 5;
    private static final int MOST = 40;

    @Test
    void ofEachThreadTheTimesAreInOrderAndFoundBetweenTwoOthersAsLookingAtAllOfThemFindsThem() {
        long seed = Long.getLong("bowline.seed", 20261127L);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<int[]> all = IntStream.range(0, random.nextInt(MOST))
                    .mapToObj(i -> new int[] {random.nextInt(THREADS), random.nextInt(MOST)})
                    .toList();
            TimesByThread times = new TimesByThread(THREADS, sink -> all.forEach(one -> sink.add(one[0], one[1])));
            for (int thread = 0; thread < THREADS; thread++) {
                int who = thread;
                long[] own = all.stream().filter(one -> one[0] == who).mapToLong(one -> one[1]).sorted().toArray();
                assertThat(IntStream.range(times.first(thread), times.end(thread)).mapToLong(times::at).toArray()).as("seed %d", seed)
                        .isEqualTo(own);
                for (long begin = -1; begin <= MOST; begin++) {
                    long end = begin + random.nextInt(3);
                    assertThat(times.any(thread, begin, end)).as("seed %d, %d to %d", seed, begin, end)
                            .isEqualTo(any(own, begin, end));
                }
            }
        }
    }

    private static boolean any(long[] times, long begin, long end) {
        for (long time : times) {
            if (time >= begin && time <= end) {
                return true;
            }
        }
        return false;
    }
}
