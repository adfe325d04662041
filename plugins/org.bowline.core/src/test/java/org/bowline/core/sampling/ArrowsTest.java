/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
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
    private record Arrow(Arrows.Kind kind, int from, long fromNanos, int to, long toNanos, int segment, long nanos) {}

    private static List<Arrow> found(Arrows arrows) {
        return IntStream.range(0, arrows.count()).mapToObj(i -> new Arrow(arrows.kind(i), arrows.fromThread(i), arrows.fromNanos(i),
                arrows.toThread(i), arrows.toNanos(i), arrows.segment(i), arrows.waitNanos(i))).toList();
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
                    all.add(new Arrow(wakeUp ? Arrows.Kind.WAKE_UP : Arrows.Kind.PACKET, timeline.target(s), begin, thread, arrival, s,
                            end - timeline.start(s)));
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
            int limit = new int[] {0, 1, 3, 20, 1_000_000}[random.nextInt(5)];
            List<Arrow> all = to > from ? all(timeline, rows, from, to) : List.of();
            List<Arrow> longest = all.stream().sorted(Comparator.comparingLong((Arrow arrow) -> -arrow.nanos)
                    .thenComparingInt(arrow -> arrow.segment)).limit(limit)
                    .sorted(Comparator.comparingLong(Arrow::fromNanos).thenComparingInt(Arrow::segment)).toList();
            int[] threads = rows.stream().mapToInt(Integer::intValue).toArray();
            Arrows arrows = Arrows.find(timeline, threads, from, to, limit, Progress.NONE);
            assertThat(found(arrows)).as("threads %s from %s to %s, at most %s; %s", rows, from, to, limit, Seeds.name(seed))
                    .isEqualTo(longest);
            assertThat(arrows.isTruncated()).as(Seeds.name(seed)).isEqualTo(all.size() > limit);
        }
    }

    @Test
    void theLongestWaitsOfAShortTimelineHaveArrows() {
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            check(RandomTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void theLongestWaitsOfALongTimelineHaveArrows() {
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
        assertThat(found(Arrows.find(timeline, twice, timeline.startNanos(), timeline.endNanos(), 100, Progress.NONE))).isNotEmpty()
                .isEqualTo(found(Arrows.find(timeline, once, timeline.startNanos(), timeline.endNanos(), 100, Progress.NONE)));
    }

    @Test
    void itCanBeCancelledAndRefusesALimitBelowZero() {
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
        assertThatThrownBy(() -> Arrows.find(timeline, new int[] {0}, 0, Long.MAX_VALUE, 5, stopped))
                .isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> Arrows.find(timeline, new int[] {0}, 0, 1, -1, Progress.NONE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
