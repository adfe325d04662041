/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.Latencies.Percentile;
import org.bowline.core.testing.Seeds;

/** Percentiles of intervals some of which had not ended. */
class LatenciesTest {
    private static Latencies of(long[] ended, long... unfinished) {
        return Latencies.of(ended, unfinished);
    }

    private static long[] upTo(int most) {
        return LongStream.rangeClosed(1, most).toArray();
    }

    @Test
    void withoutUnfinishedOnesAPercentileIsThatOfTheLengths() {
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long[] lengths = random.longs(1 + random.nextInt(300), 0, 1000).toArray();
            long[] sorted = lengths.clone();
            Arrays.sort(sorted);
            int percent = 1 + random.nextInt(100);
            assertThat(of(lengths).percentile(percent)).as(Seeds.name(seed))
                    .isEqualTo(new Percentile(Quantile.of(sorted, percent), false));
        }
        assertThat(of(upTo(4)).median()).as("halves are rounded up").isEqualTo(new Percentile(3, false));
        assertThat(of(new long[] {9, 1, 4}).median()).isEqualTo(new Percentile(4, false));
    }

    @Test
    void aPercentileThatFallsOnAnIntervalThatDidNotEndIsALowerBound() {
        assertThat(of(upTo(98), 5000, 7000).percentile(99)).isEqualTo(new Percentile(6327, true));
        assertThat(of(upTo(98), 5000, 7000).percentile(100)).isEqualTo(new Percentile(7000, true));
        assertThat(of(upTo(98), 5000, 7000).percentile(98)).as("between one that ended and one that did not")
                .isEqualTo(new Percentile(3333, true));
        assertThat(of(upTo(98), 5000, 7000).percentile(97)).isEqualTo(new Percentile(98, false));
        assertThat(of(new long[0], 3, 8).median()).isEqualTo(new Percentile(6, true));
        assertThat(of(new long[] {4}, 10).median()).as("between the one that ended and the one that did not")
                .isEqualTo(new Percentile(7, true));
    }

    @Test
    void ifHalfOfThemHangAPercentileGrowsAndDoesNotDrop() {
        Latencies all = of(upTo(100));
        long[] half = LongStream.rangeClosed(1, 50).toArray();
        long[] hanging = LongStream.rangeClosed(1, 50).map(i -> 1000 * i).toArray();
        assertThat(all.percentile(99).nanos()).isEqualTo(100);
        assertThat(of(half).percentile(99).nanos()).as("those that ended alone").isEqualTo(50);
        assertThat(of(half, hanging).percentile(99)).isEqualTo(new Percentile(49_663, true));
    }

    @Test
    void youngOnesInFlightNeitherHideNorMakeATail() {
        long[] ended = upTo(1000);
        assertThat(of(ended, 1, 2, 3, 4, 5).percentile(99).nanos()).isBetween(990L, 992L);
        // with its bound for its length, each would push the rank down: of 300 the 99th percentile would be gone
        long[] young = new long[300];
        Arrays.fill(young, 1);
        assertThat(of(upTo(10), young).percentile(99)).isEqualTo(new Percentile(10, false));
    }

    /** By the definition, a factor for every time at which one ended. */
    private static Percentile byDefinition(long[] ended, long[] unfinished, int rank) {
        int began = ended.length + unfinished.length;
        double limit = 1 - (double) rank / began + 1e-12;
        long[] times = ended.clone();
        Arrays.sort(times);
        double left = 1;
        for (int i = 0; i < times.length; i++) {
            long time = times[i];
            if (i > 0 && times[i - 1] == time) {
                continue;
            }
            long atRisk = Arrays.stream(ended).filter(one -> one >= time).count()
                    + Arrays.stream(unfinished).filter(one -> one >= time).count();
            long events = Arrays.stream(ended).filter(one -> one == time).count();
            left *= 1 - (double) events / atRisk;
            if (left <= limit) {
                return new Percentile(time, false);
            }
        }
        return new Percentile(-1, true);
    }

    @Test
    void aPercentileIsThatOfTheProductLimitEstimate() {
        for (int i = 0; i < 2000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long[] ended = random.longs(random.nextInt(40), 1, 30).toArray();
            long[] unfinished = random.longs(random.nextInt(10), 1, 40).toArray();
            if (ended.length + unfinished.length == 0) {
                continue;
            }
            int percent = 1 + random.nextInt(100);
            Quantile place = Quantile.at(ended.length + unfinished.length, percent);
            Percentile low = byDefinition(ended, unfinished, place.below() + 1);
            Percentile high = byDefinition(ended, unfinished, place.above() + 1);
            Percentile found = of(ended, unfinished).percentile(percent);
            assertThat(found.atLeast()).as(Seeds.name(seed)).isEqualTo(low.atLeast() || high.atLeast());
            if (high.atLeast()) {
                assertThat(found.nanos()).as(Seeds.name(seed))
                        .isGreaterThanOrEqualTo(low.atLeast() ? Arrays.stream(ended).max().orElse(0) : low.nanos());
            } else {
                assertThat(found.nanos()).as(Seeds.name(seed)).isEqualTo(place.between(low.nanos(), high.nanos()));
            }
        }
    }

    @Test
    void runsTogetherAreOneRunOfAllTheirIntervals() {
        Latencies together = Latencies.together(List.of(of(new long[] {5, 1}, 9), Latencies.NONE, of(new long[] {3}, 2, 7)));
        assertThat(together.began()).isEqualTo(6);
        for (int percent = 0; percent <= 100; percent++) {
            assertThat(together.percentile(percent)).as("%s %%", percent).isEqualTo(of(new long[] {1, 3, 5}, 2, 7, 9).percentile(percent));
        }
    }

    @Test
    void overdueIsWhatLastedThreeTimesAsLongAsOthers() {
        assertThat(of(upTo(100), 288, 289).overdue()).isEqualTo(1);
        assertThat(of(upTo(100), 288, 289).overdueShare()).isEqualTo(1 / 102.0);
        assertThat(of(upTo(100), 288, 289).firstOverdueNanos()).isEqualTo(289);
        assertThat(of(upTo(100)).overdue()).isZero();
        assertThat(of(new long[0], 1, 2).overdue()).as("nothing ended").isEqualTo(2);
        assertThat(of(new long[] {Long.MAX_VALUE / 2}, Long.MAX_VALUE).overdue()).isZero();
        assertThat(Latencies.NONE.overdueShare()).isZero();
    }

    @Test
    void ofALabelOfWhichNoneEndedTheOtherLabelsTellWhatIsUsual() {
        Map<String, long[]> ended = Map.of("get", upTo(100));
        assertThat(Latencies.byLabel(ended, Map.of("put", new long[] {200})).getOrDefault("put", Latencies.NONE).overdue()).isZero();
        assertThat(Latencies.byLabel(ended, Map.of("put", new long[] {300})).getOrDefault("put", Latencies.NONE).overdue()).isEqualTo(1);
    }

    /**
     * Clients that send one request after another, of which each has one in flight when the recording stops at any time: how many of 1000 recordings have more than 1 %
     * overdue.
     */
    private static int falseAlarms(Random random, int clients, int requests, DoubleSupplier length) {
        int alarms = 0;
        for (int run = 0; run < 1000; run++) {
            long[] ended = new long[requests];
            long[] open = new long[clients];
            int done = 0;
            // the time of the stop falls into a long one more often: a client is followed for far longer than one request
            for (int client = 0; client < clients; client++) {
                double stop = 1e6 * (50 + 50 * random.nextDouble());
                double time = 0;
                double next = length.getAsDouble();
                while (time + next <= stop) {
                    time += next;
                    if (done < requests) {
                        ended[done++] = (long) next;
                    }
                    next = length.getAsDouble();
                }
                open[client] = (long) (stop - time);
            }
            alarms += of(Arrays.copyOf(ended, done), open).overdueShare() > IntervalPaths.FEW_OVERDUE ? 1 : 0;
        }
        return alarms;
    }

    /** Of ADR 0084. */
    @ParameterizedTest
    @CsvSource({"1, 10, 10", "1, 30, 5", "4, 100, 5", "16, 1000, 2"})
    void requestsInFlightWhenTheRecordingStopsAreSeldomOverdue(int clients, int requests, int most) {
        long seed = Seeds.of(clients);
        Random random = new Random(seed);
        assertThat(falseAlarms(random, clients, requests, () -> -1e6 * Math.log(1 - random.nextDouble())))
                .as("exponential, " + Seeds.name(seed))
                .isLessThanOrEqualTo(most);
        assertThat(falseAlarms(random, clients, requests, () -> 1e6 * Math.exp(random.nextGaussian() / 2)))
                .as("log-normal, " + Seeds.name(seed))
                .isLessThanOrEqualTo(most);
    }
}
