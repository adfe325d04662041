/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.LongTimelines;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.SegmentSums;
import org.bowline.core.timeline.Timeline;

class StateSharesTest {
    /** Every pixel looks at every segment. */
    private static long expected(Timeline timeline, int[] threads, long from, long to, ThreadState state, Cause cause) {
        long sum = 0;
        for (int thread : threads) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                boolean of = timeline.state(s) == state && (state != ThreadState.BLOCKED || timeline.cause(s) == cause);
                sum += of ? Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s))) : 0;
            }
        }
        return sum;
    }

    private static void check(Timeline timeline, Random random, long seed) {
        long length = timeline.endNanos() - timeline.startNanos();
        for (int i = 0; i < 8; i++) {
            int[] threads = IntStream.range(0, timeline.threadCount()).filter(thread -> random.nextBoolean()).toArray();
            long from = timeline.startNanos() - 5 + (i == 0 ? 0 : (long) (random.nextDouble() * length));
            long to = from + 2 + (i == 0 ? length + 10 : (long) (random.nextDouble() * length / (i > 4 ? 50 : 1)));
            long[] edges = random.longs(2 + random.nextInt(60), from, to).sorted().distinct().toArray();
            if (edges.length < 2) {
                continue;
            }
            StateShares shares = StateShares.of(timeline, threads, edges, Progress.NONE);
            for (int pixel = 0; pixel < shares.pixels(); pixel++) {
                long life = 0;
                for (int of = 0; of < SegmentSums.CLASSES; of++) {
                    long nanos = expected(timeline, threads, edges[pixel], edges[pixel + 1], SegmentSums.state(of), SegmentSums.cause(of));
                    assertThat(shares.nanos(pixel, of)).as("class %s of pixel %s; %s", of, pixel, Seeds.name(seed)).isEqualTo(nanos);
                    assertThat(shares.nanos(pixel, shares.most(pixel))).isGreaterThanOrEqualTo(nanos);
                    life += nanos;
                }
                assertThat(shares.lifeNanos(pixel)).isEqualTo(life);
                assertThat(shares.pixelOf(edges[pixel])).isEqualTo(pixel);
                assertThat(shares.pixelOf(edges[pixel + 1] - 1)).isEqualTo(pixel);
            }
        }
    }

    @Test
    void theTimeOfEachPixelIsThatOfTheSegmentsInIt() {
        for (int i = 0; i < 300; i++) {
            long seed = Seeds.of(i);
            check(RandomTimelines.of(seed), new Random(seed), seed);
        }
        for (int i = 0; i < 20; i++) {
            long seed = Seeds.of(i);
            check(LongTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void aMomentOutsideIsInTheFirstOrTheLastPixel() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        StateShares shares = StateShares.of(timeline, new int[0], new long[] {10, 20, 30}, Progress.NONE);
        assertThat(shares.pixelOf(9)).isZero();
        assertThat(shares.pixelOf(30)).isEqualTo(1);
        assertThat(shares.edge(2)).isEqualTo(30);
        assertThat(shares.lifeNanos(0)).as("of no thread").isZero();
    }

    @Test
    void noPixelsAndEdgesThatDoNotRiseAreRefused() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        assertThatThrownBy(() -> StateShares.of(timeline, new int[0], new long[] {5}, Progress.NONE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("pixel");
        assertThatThrownBy(() -> StateShares.of(timeline, new int[0], new long[] {5, 7, 7}, Progress.NONE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("7 after 7");
    }

    @Test
    void itIsStoppedBetweenThreads() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        Progress stopped = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody looks
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> StateShares.of(timeline, new int[] {0}, new long[] {timeline.startNanos(), timeline.endNanos()}, stopped))
                .isInstanceOf(CancelledException.class);
    }
}
