/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class TrendTest {
    private static final long SEED = 20261127;

    private static List<NamedInterval> intervals(int count, IntToLongFunction nanos) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> new NamedInterval("get", Integer.toString(i), 0, 0, i * 1_000L, i * 1_000L + nanos.applyAsLong(i)))
                .toList());
    }

    @Test
    void ofLengthsThatGrowThePairsAreInOrderAndTheQuartersTellByHowMuch() {
        Trend trend = Trend.of(intervals(100, i -> 100 + 4L * i));
        assertThat(trend.correlation()).isEqualTo(1);
        assertThat(trend.firstNanos()).isEqualTo(148);
        assertThat(trend.lastNanos()).isEqualTo(448);
        assertThat(trend.excess()).isEqualTo(1 - 148.0 / 298, within(1e-12));
        assertThat(trend.firstAtOnce()).isEqualTo(25 * 148.0 / (24_000 + 196), within(1e-12));
        assertThat(trend.isSlower()).isTrue();
        assertThat(trend.isFaster()).isFalse();
        assertThat(Trend.of(intervals(100, i -> 500 - 4L * i)).isFaster()).isTrue();
    }

    @Test
    void whatIsEqualOrGrowsLittleOrByChanceIsNoTrend() {
        assertThat(Trend.of(intervals(100, i -> 100)).correlation()).isZero();
        assertThat(Trend.of(intervals(100, i -> 1_000 + 2L * i)).isSlower()).as("148 more of 1,000").isFalse();
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            Trend trend = Trend.of(intervals(40, i -> 1 + random.nextInt(1_000)));
            assertThat(trend.isSlower() || trend.isFaster()).as("seed " + SEED + ", round " + round).isFalse();
        }
    }

    @Test
    void ofIntervalsThatBeginTogetherNoneIsTheLaterOne() {
        List<NamedInterval> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(new NamedInterval("get", Integer.toString(i), 0, 0, 0, 100 + i));
        }
        assertThat(Trend.of(all).correlation()).isZero();
        assertThat(Trend.of(all).isSlower()).isFalse();
    }

    /** In a recording of 10,000 ns requests of any length up to that: of the late ones only the short ones end. */
    @Test
    void whereTheLongestTakeMuchOfTheRangeTheLateOnesAreNotSaidToBeFaster() {
        Random random = new Random(SEED);
        List<NamedInterval> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long begin = 25L * i;
            long end = begin + 1 + random.nextInt(10_000);
            if (end <= 10_000) {
                all.add(new NamedInterval("get", Integer.toString(i), 0, 0, begin, end));
            }
        }
        Trend trend = Trend.of(all);
        assertThat(trend.correlation()).isLessThan(-0.3);
        assertThat(trend.isFaster()).isFalse();
    }

    @Test
    void theCorrelationOfRandomLengthsIsThatOfALookAtEachPair() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            int together = 1 + random.nextInt(3);
            List<NamedInterval> all = new ArrayList<>();
            for (int i = 20 + random.nextInt(30); i >= 0; i--) {
                long begin = 1_000L * ((60 - i) / together);
                all.add(new NamedInterval("get", Integer.toString(i), 0, 0, begin, begin + 1 + random.nextInt(1 + random.nextInt(40))));
            }
            double sum = 0;
            for (int i = 0; i < all.size(); i++) {
                for (int j = 0; j < i; j++) {
                    sum += all.get(i).beginNanos() == all.get(j).beginNanos() ? 0
                            : Long.signum(all.get(i).nanos() - all.get(j).nanos());
                }
            }
            double pairs = all.size() * (all.size() - 1) / 2.0;
            Collections.shuffle(all, random);
            assertThat(Trend.of(all).correlation()).as("seed " + SEED + ", round " + round).isEqualTo(sum / pairs, within(1e-12));
        }
    }

    @Test
    void ofFewIntervalsNothingIsSaid() {
        assertThatIllegalArgumentException().isThrownBy(() -> Trend.of(intervals(19, i -> 1)))
                .withMessage("too few intervals for a trend: 19 of 20");
    }
}
