/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.LongTimelines;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class StateRowsTest {
    private record Interval(long start, long end, ThreadState state, Cause cause, int target, int cpu, boolean mixed) {}

    private static List<Interval> drawn(Timeline timeline, int thread, long from, long to, int pixels) {
        List<Interval> row = new ArrayList<>();
        new StateRows(timeline).states(thread, from, to, pixels,
                (start, end, state, cause, target, cpu, mixed) -> row.add(new Interval(start, end, state, cause, target, cpu, mixed)));
        return row;
    }

    private static List<Interval> drawn(Timeline timeline, int thread, long[] times) {
        List<Interval> row = new ArrayList<>();
        new StateRows(timeline).states(thread, times,
                (start, end, state, cause, target, cpu, mixed) -> row.add(new Interval(start, end, state, cause, target, cpu, mixed)));
        return row;
    }

    /** The rule, pixel by pixel: every pixel looks at every segment. */
    private static List<Interval> expected(Timeline timeline, int thread, long[] edges) {
        List<Interval> row = new ArrayList<>();
        for (int pixel = 0; pixel + 1 < edges.length; pixel++) {
            List<Interval> parts = new ArrayList<>();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                long start = Math.max(edges[pixel], timeline.start(s));
                long end = Math.min(edges[pixel + 1], timeline.end(thread, s));
                if (start < end) {
                    parts.add(new Interval(start, end, timeline.state(s), timeline.cause(s), timeline.target(s), timeline.cpu(s), false));
                }
            }
            if (parts.size() > 2) {
                parts = List.of(most(parts));
            }
            for (Interval part : parts) {
                Interval last = row.isEmpty() ? null : row.get(row.size() - 1);
                boolean goesOn = last != null && last.end == part.start && last.mixed == part.mixed && (part.mixed
                        ? last.state == part.state && last.cause == part.cause
                        : timeline.segmentAt(thread, last.start) == timeline.segmentAt(thread, part.start));
                if (goesOn) {
                    row.set(row.size() - 1,
                            new Interval(last.start, part.end, part.state, part.cause, part.target, part.cpu, part.mixed));
                } else {
                    row.add(part);
                }
            }
        }
        return row;
    }

    private static Interval most(List<Interval> parts) {
        long best = -1;
        ThreadState state = ThreadState.UNKNOWN;
        for (ThreadState each : ThreadState.values()) {
            long time = parts.stream().filter(part -> part.state == each).mapToLong(part -> part.end - part.start).sum();
            if (time > best) {
                best = time;
                state = each;
            }
        }
        Cause cause = Cause.NONE;
        best = 0;
        for (Cause each : Cause.values()) {
            ThreadState winner = state;
            if (winner != ThreadState.BLOCKED) {
                break; // what interrupts were for is told one by one
            }
            long time = parts.stream().filter(part -> part.state == winner && part.cause == each).mapToLong(part -> part.end - part.start)
                    .sum();
            if (time > best) {
                best = time;
                cause = each;
            }
        }
        return new Interval(parts.get(0).start, parts.get(parts.size() - 1).end, state, cause, Timeline.NONE, -1, true);
    }

    private static long[] edges(long from, long to, int pixels) {
        int n = (int) Math.min(pixels, to - from);
        long[] edges = new long[n + 1];
        for (int i = 0; i <= n; i++) {
            edges[i] = from + java.math.BigInteger.valueOf(to - from).multiply(java.math.BigInteger.valueOf(i))
                    .divide(java.math.BigInteger.valueOf(n)).longValueExact();
        }
        return edges;
    }

    private static void check(Timeline timeline, Random random, long seed) {
        long length = timeline.endNanos() - timeline.startNanos();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int i = 0; i < 6; i++) {
                long from = timeline.startNanos() - 5;
                long to = timeline.endNanos() + 5;
                if (i > 0) {
                    from += (long) (random.nextDouble() * (length + 10));
                    to = from + 1 + (long) (random.nextDouble() * (length + 10) / (i > 3 ? 50 : 1));
                }
                int pixels = 1 + random.nextInt(i % 2 == 0 ? 60 : 5);
                List<Interval> row = drawn(timeline, thread, from, to, pixels);
                assertThat(row).as("thread %s from %s to %s, %s pixels; %s", thread, from, to, pixels, Seeds.name(seed))
                        .isEqualTo(expected(timeline, thread, edges(from, to, pixels)));
                assertThat(row.size()).isLessThanOrEqualTo(2 * pixels);
                long[] times = random.longs(1 + random.nextInt(40), from, to).sorted().toArray();
                long[] distinct = Arrays.stream(times).distinct().toArray();
                long[] edges = Arrays.copyOf(distinct, distinct.length + 1);
                edges[distinct.length] = distinct[distinct.length - 1] + 1;
                assertThat(drawn(timeline, thread, times)).as("thread %s at %s; %s", thread, times, Seeds.name(seed))
                        .isEqualTo(expected(timeline, thread, edges));
            }
        }
    }

    @Test
    void everyRowOfAShortTimelineIsDrawnByTheRule() {
        for (int i = 0; i < 400; i++) {
            long seed = Seeds.of(i);
            check(RandomTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void everyRowOfALongTimelineIsDrawnByTheRule() {
        for (int i = 0; i < 60; i++) {
            long seed = Seeds.of(i);
            check(LongTimelines.of(seed), new Random(seed), seed);
        }
    }

    @Test
    void whatHasRoomIsDrawnExactly() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        int thread = 0;
        int segments = Math.min(200, timeline.endSegment(thread));
        assertThat(segments).isGreaterThan(100);
        long to = timeline.start(segments - 1);
        List<Interval> row = drawn(timeline, thread, timeline.threadStart(thread), to, Integer.MAX_VALUE);
        assertThat(row).hasSize(segments - 1).noneMatch(Interval::mixed);
    }

    @Test
    void aRangeOfAnEpochIsDividedWithoutOverflow() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.thread(0, 1, 1, "t");
        long far = 1L << 61;
        builder.segment(0, -far, 0, ThreadState.RUNNING, 3);
        builder.segment(0, 0, far, ThreadState.RUNNABLE, 2);
        Timeline timeline = builder.build();
        assertThat(drawn(timeline, 0, -far, far, 1_000_000_007)).containsExactly(
                new Interval(-far, 0, ThreadState.RUNNING, Cause.NONE, -1, 3, false),
                new Interval(0, far, ThreadState.RUNNABLE, Cause.NONE, -1, 2, false));
        assertThatThrownBy(() -> drawn(timeline, 0, Long.MIN_VALUE, Long.MAX_VALUE, 10)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void nothingIsDrawnOutsideAThreadsLifeOrOfAnEmptyRange() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        long start = timeline.threadStart(0);
        assertThat(drawn(timeline, 0, start - 100, start, 10)).isEmpty();
        assertThat(drawn(timeline, 0, timeline.threadEnd(0), timeline.threadEnd(0) + 100, 10)).isEmpty();
        assertThat(drawn(timeline, 0, start + 10, start + 10, 10)).isEmpty();
        assertThat(drawn(timeline, 0, new long[0])).isEmpty();
    }

    @Test
    void noPixelsAndTimesThatGoBackAreRefused() {
        Timeline timeline = LongTimelines.of(Seeds.of(1));
        assertThatThrownBy(() -> drawn(timeline, 0, 0, 10, 0)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("pixel");
        assertThatThrownBy(() -> drawn(timeline, 0, new long[] {5, 7, 6})).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 after 7");
    }
}
