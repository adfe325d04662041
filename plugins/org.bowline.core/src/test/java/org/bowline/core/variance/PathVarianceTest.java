/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** The variance of intervals, split by whom their paths go through. */
class PathVarianceTest {
    private static Timeline timeline(int threads) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        for (int i = 0; i < threads; i++) {
            builder.thread(host, 10 + i, 10 + i, "t" + i);
            builder.segment(i, 0, 1000, ThreadState.RUNNING, 0);
        }
        return builder.build();
    }

    private static PathPart ran(int thread, long nanos) {
        return new PathPart(thread, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, Timeline.NONE, nanos);
    }

    private static PathPart slept(int thread, long nanos) {
        return new PathPart(thread, ThreadState.BLOCKED, Cause.TIMER, LegKind.WAIT, Timeline.NONE, nanos);
    }

    private static IntervalPaths.OfInterval interval(String label, PathPart... parts) {
        long nanos = Arrays.stream(parts).mapToLong(PathPart::nanos).sum();
        return new IntervalPaths.OfInterval(
                new NamedInterval(label, "k", 0, parts.length == 0 ? Timeline.NONE : parts[0].thread(), 0, Math.max(1, nanos)),
                List.of(parts));
    }

    private static List<PathVariance> of(Timeline timeline, List<IntervalPaths.OfInterval> paths) {
        return PathVariance.of(PathNames.stable(timeline), new IntervalPaths(paths, List.of(), List.of(), List.of()), IntervalSizes.NONE,
                Progress.NONE);
    }

    private static int node(PathVariance of, String thread, @Nullable ThreadState state) {
        for (int i = 0; i < of.nodes().size(); i++) {
            if (of.nodes().get(i).thread().equals(thread) && of.nodes().get(i).state() == state) {
                return i;
            }
        }
        throw new AssertionError("no node of " + thread);
    }

    @Test
    void whatVariesIsTheThreadAndThePartThatDiffer() {
        PathVariance of = of(timeline(2), List.of(interval("buy", ran(0, 100), slept(1, 10)), interval("buy", ran(0, 100), slept(1, 50))))
                .get(0);
        assertThat(of.tree().varianceNanos2(0)).isEqualTo(400);
        assertThat(of.tree().varianceNanos2(node(of, "t0", null))).isZero();
        assertThat(of.tree().varianceNanos2(node(of, "t1", ThreadState.BLOCKED))).isEqualTo(400);
        assertThat(of.nodes().get(of.tree().factors().get(0).first()).thread()).isEqualTo("t1");
    }

    @Test
    void aLabelNeedsTwoIntervalsThatHaveAPath() {
        assertThat(of(timeline(1),
                List.of(interval("one", ran(0, 5)), interval("two", ran(0, 5)), interval("two", ran(0, 6)), interval("one"))))
                .extracting(PathVariance::label).containsExactly("two");
    }

    /** Beyond the heaviest 32 threads and 12 parts of each, time is in the body of what it belongs to, and none is lost. */
    @Test
    void theFactorsOfRandomIntervalsAreThoseThatTheirTimesHave() {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            int threads = 1 + random.nextInt(40);
            int count = 2 + random.nextInt(8);
            long[][] ran = new long[threads][count];
            long[][] slept = new long[threads][count];
            List<IntervalPaths.OfInterval> paths = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<PathPart> parts = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    if (random.nextBoolean()) {
                        ran[thread][i] = 1L + random.nextInt(1000);
                        parts.add(ran(thread, ran[thread][i]));
                    }
                    if (random.nextInt(3) == 0) {
                        slept[thread][i] = 1L + random.nextInt(1000);
                        parts.add(slept(thread, slept[thread][i]));
                    }
                }
                parts.add(ran(0, 1));
                ran[0][i]++;
                paths.add(interval("x", parts.toArray(new PathPart[0])));
            }
            PathVariance of = of(timeline(threads), paths).get(0);
            long[] whole = new long[count];
            int named = 0;
            for (int thread = 0; thread < threads; thread++) {
                long[] both = new long[count];
                for (int i = 0; i < count; i++) {
                    both[i] = ran[thread][i] + slept[thread][i];
                    whole[i] += both[i];
                }
                String name = "t" + thread;
                if (of.nodes().stream().anyMatch(node -> node.thread().equals(name))) {
                    named++;
                    check(of, node(of, name, null), both, seed);
                    if (Arrays.stream(ran[thread]).sum() > 0) {
                        check(of, node(of, name, ThreadState.RUNNING), ran[thread], seed);
                    }
                }
            }
            check(of, 0, whole, seed);
            long lived = threads - java.util.stream.IntStream.range(0, threads).filter(
                    thread -> Arrays.stream(ran[thread]).sum() + Arrays.stream(slept[thread]).sum() == 0).count();
            assertThat(named).as("seed %d", seed).isEqualTo((int) Math.min(32, lived));
        }
    }

    private static void check(PathVariance of, int node, long[] nanos, long seed) {
        double mean = Arrays.stream(nanos).average().orElseThrow();
        double variance = Arrays.stream(nanos).mapToDouble(value -> (value - mean) * (value - mean)).average().orElseThrow();
        assertThat(of.tree().meanNanos(node)).as("seed %d", seed).isEqualTo(mean, Offset.offset(1e-6));
        assertThat(of.tree().varianceNanos2(node)).as("seed %d", seed).isEqualTo(variance, Offset.offset(1e-3));
    }
}
