/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.LongTimelines;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

class ArrowsTest {
    private static final int ALL = 1_000_000;

    private record Arrow(Arrows.Kind kind, int from, long fromNanos, int to, long toNanos) {
        boolean isIn(ArrowBands bands, int band) {
            return from == bands.fromThread(band) && to == bands.toThread(band) && kind.ordinal() == bands.kind(band)
                    && fromNanos >= bands.fromNanos(band) && fromNanos <= bands.lastNanos(band);
        }
    }

    /** Every segment of every thread. */
    private static List<Arrow> all(Timeline timeline, List<Integer> rows, long from, long to) {
        List<Arrow> all = new ArrayList<>();
        for (int thread : rows) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                long end = timeline.end(thread, s);
                int packet = timeline.link(s);
                boolean wakeUp = timeline.cause(s) == Cause.THREAD;
                boolean sent = timeline.cause(s) == Cause.NETWORK && packet >= 0;
                if ((!wakeUp && !sent) || !rows.contains(timeline.target(s)) || timeline.start(s) >= to || end <= from) {
                    continue;
                }
                long begin = wakeUp ? end : timeline.packetSent(packet);
                long arrival = wakeUp ? end : Math.max(begin, timeline.packetReceived(packet));
                if (begin < to && arrival >= from) {
                    all.add(new Arrow(wakeUp ? Arrows.Kind.WAKE_UP : Arrows.Kind.PACKET, timeline.target(s), begin, thread, arrival));
                }
            }
        }
        return all;
    }

    private static void check(Timeline timeline, Random random, long seed) {
        for (int i = 0; i < 12; i++) {
            long length = timeline.endNanos() - timeline.startNanos();
            long from = i < 2 ? timeline.startNanos() - 1 : timeline.startNanos() + (long) (random.nextDouble() * length);
            long to = i < 2 ? timeline.endNanos() + 1 : from + (long) (random.nextDouble() * length / i);
            List<Integer> rows = IntStream.range(0, timeline.threadCount()).filter(thread -> random.nextInt(4) > 0).boxed().toList();
            int cells = new int[] {1, 7, 100, 100_000}[random.nextInt(4)];
            List<Arrow> all = to > from ? all(timeline, rows, from, to) : List.of();
            ArrowBands bands = Arrows.bands(timeline, rows.stream().mapToInt(Integer::intValue).toArray(), from, to, cells, ALL,
                    Progress.NONE);
            String what = "threads " + rows + " from " + from + " to " + to + " in " + cells + "; " + Seeds.name(seed);
            assertThat(IntStream.range(0, bands.count()).mapToLong(bands::arrows).sum()).as(what).isEqualTo(all.size());
            for (int b = 0; b < bands.count(); b++) {
                int band = b;
                List<Arrow> within = all.stream().filter(arrow -> arrow.isIn(bands, band)).toList();
                assertThat(bands.arrows(band)).as(what).isEqualTo(within.size());
                if (bands.density(band) == 0) {
                    assertThat(within.get(0).toNanos).as(what).isEqualTo(bands.toNanos(band));
                }
            }
        }
    }

    @Test
    void theBandsOfAShortTimelineAreAllItsArrows() {
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            check(RandomTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void theBandsOfALongTimelineAreAllItsArrows() {
        for (int i = 0; i < 100; i++) {
            long seed = Seeds.of(i);
            check(LongTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void aRowNamedTwiceHasItsArrowsOnce() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        int[] once = IntStream.range(0, timeline.threadCount()).toArray();
        int[] twice = IntStream.concat(IntStream.of(once), IntStream.of(once)).toArray();
        ArrowBands expected = all(timeline, once);
        ArrowBands bands = all(timeline, twice);
        assertThat(IntStream.range(0, expected.count()).mapToLong(expected::arrows)).isNotEmpty();
        assertThat(IntStream.range(0, bands.count()).mapToLong(bands::arrows))
                .containsExactlyElementsOf(IntStream.range(0, expected.count()).mapToLong(expected::arrows).boxed().toList());
    }

    private static ArrowBands all(Timeline timeline, int[] threads) {
        return Arrows.bands(timeline, threads, timeline.startNanos(), timeline.endNanos(), 1000, ALL, Progress.NONE);
    }

    @Test
    void itCanBeCancelled() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        Progress stopped = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // not asked for
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> Arrows.bands(timeline, new int[] {0}, 0, Long.MAX_VALUE, 10, 5, stopped))
                .isInstanceOf(CancelledException.class);
    }
}
