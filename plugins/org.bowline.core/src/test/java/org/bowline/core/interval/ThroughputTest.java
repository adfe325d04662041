/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputTest {
    private static final long SECOND = 1_000_000_000;

    private static NamedInterval ending(String label, long end) {
        return new NamedInterval(label, "", 0, 0, end - 1, end);
    }

    @Test
    void eachIntervalCountsWhereItEnds() {
        Throughput of = Throughput.of(
                List.of(ending("get", 100), ending("get", 500_000_000), ending("put", SECOND), ending("get", 30 * SECOND)),
                0, 30 * SECOND);
        assertThat(of.sliceNanos()).isEqualTo(SECOND / 2);
        assertThat(of.slices()).isEqualTo(60);
        assertThat(of.labels()).containsExactly("get", "put");
        assertThat(of.count("get", 0)).as("what ends with a slice is in it").isEqualTo(2);
        assertThat(of.perSecond("get", 0)).isEqualTo(4);
        assertThat(of.count("put", 0)).isZero();
        assertThat(of.count("put", 1)).isEqualTo(1);
        assertThat(of.count("get", 59)).isEqualTo(1);
        assertThat(of.count("nobody", 3)).isZero();
    }

    @Test
    void theLastSliceIsShorterAndItsThroughputIsOfItsOwnLength() {
        Throughput of = Throughput.of(List.of(ending("get", 3_100), ending("get", 5)), 0, 3_100);
        assertThat(of.sliceNanos()).isEqualTo(100);
        assertThat(of.slices()).isEqualTo(31);
        of = Throughput.of(List.of(ending("get", 3_050)), 0, 3_050);
        assertThat(of.beginNanos(30)).isEqualTo(3_000);
        assertThat(of.beginNanos(31)).isEqualTo(3_050);
        assertThat(of.perSecond("get", 30)).isEqualTo(1e9 / 50);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 59, 60, 61, 119, 120, 121, 1_000_000_007, 86_400 * 1_000_000_000L, Long.MAX_VALUE})
    void slicesTileTheRange(long range) {
        Throughput of = Throughput.of(List.of(), 0, range);
        assertThat(of.slices()).isBetween((int) Math.min(range, Throughput.MOST_SLICES / 3), Throughput.MOST_SLICES);
        assertThat(of.beginNanos(0)).isZero();
        for (int slice = 0; slice < of.slices(); slice++) {
            assertThat(of.beginNanos(slice + 1)).isGreaterThan(of.beginNanos(slice));
        }
        assertThat(of.beginNanos(of.slices())).isEqualTo(range);
    }

    @Test
    void noIntervalIsLostOrCountedTwice() {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            long from = random.nextLong(-SECOND, SECOND);
            long to = from + 1 + random.nextLong(SECOND);
            List<NamedInterval> intervals = IntStream.range(0, 200)
                    .mapToObj(i -> ending("l" + random.nextInt(3), random.nextLong(from + 1, to + 1))).toList();
            Throughput of = Throughput.of(intervals, from, to);
            for (String label : of.labels()) {
                for (int slice = 0; slice < of.slices(); slice++) {
                    long begin = of.beginNanos(slice);
                    long end = of.beginNanos(slice + 1);
                    assertThat((long) of.count(label, slice)).isEqualTo(intervals.stream()
                            .filter(one -> one.label().equals(label) && one.endNanos() > begin && one.endNanos() <= end).count());
                }
                assertThat(of.count(label)).isEqualTo((int) intervals.stream().filter(one -> one.label().equals(label)).count());
            }
        }
    }

    @Test
    void anEmptyRangeIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> Throughput.of(List.of(), 5, 5));
    }
}
