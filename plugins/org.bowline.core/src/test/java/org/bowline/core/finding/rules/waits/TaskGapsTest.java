/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class TaskGapsTest {
    private static final int LENGTH = 200;
    private static final int THREADS = 4;

    private record Gap(long begin, long end, int thread) {}

    /** Threads that run and wait at random; the last one neither asks nor answers anything, and is woken by the clock. */
    private static final class Scene {
        private final TimelineBuilder builder = new TimelineBuilder();
        private final boolean[][] active = new boolean[THREADS][LENGTH];
        private final Random random;

        Scene(Random random) {
            this.random = random;
        }

        Analysis analysis() {
            int host = builder.host("h");
            for (int i = 0; i < THREADS; i++) {
                int thread = builder.thread(host, 100 + i, 100, "task");
                int at = 0;
                boolean runs = random.nextBoolean();
                while (at < LENGTH) {
                    int until = Math.min(LENGTH, at + 1 + random.nextInt(runs ? 10 : 40));
                    if (runs) {
                        Arrays.fill(active[i], at, until, true);
                        builder.segment(thread, at, until, random.nextInt(3) == 0 ? ThreadState.RUNNABLE : ThreadState.RUNNING, -1);
                    } else {
                        builder.blocked(thread, at, until, i < THREADS - 1 ? Cause.UNKNOWN : Cause.TIMER, Timeline.NONE, Timeline.NONE, -1);
                    }
                    runs = !runs;
                    at = until;
                }
            }
            for (int i = 0; i < THREADS - 1; i++) {
                request(i);
            }
            return Analysis.of(builder.build(0, LENGTH)).build();
        }

        private void request(int server) {
            int asked = builder.packet(1, 2, Timeline.NONE);
            builder.packetOpener(asked, Timeline.Opener.SENDER);
            builder.packetConnection(asked, server);
            int answer = builder.packet(5, 6, server);
            builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            builder.packetConnection(answer, server);
        }

        /** Moment by moment. */
        List<Gap> expected() {
            BitSet any = new BitSet();
            for (int t = 0; t < LENGTH; t++) {
                for (int i = 0; i < THREADS - 1; i++) {
                    if (active[i][t]) {
                        any.set(t);
                    }
                }
            }
            List<Gap> gaps = new ArrayList<>();
            for (int begin = any.nextClearBit(0); begin < LENGTH; begin = any.nextClearBit(any.nextSetBit(begin))) {
                int end = any.nextSetBit(begin);
                if (end < 0) {
                    break; // nothing ends it
                }
                int first = 0;
                while (!active[first][end]) {
                    first++;
                }
                gaps.add(new Gap(begin, end, first));
            }
            return gaps;
        }
    }

    @Test
    void aGapLastsUntilTheFirstOfThemIsAtWorkAgain() {
        long seed = Long.getLong("bowline.seed", 20261128L);
        Random random = new Random(seed);
        int some = 0;
        for (int round = 0; round < 500; round++) {
            Scene scene = new Scene(random);
            Analysis analysis = scene.analysis();
            TaskGaps gaps = TaskGaps.of(analysis, new int[] {0, 1, 2, 3});
            List<Gap> found = new ArrayList<>();
            for (int gap = 0; gap < gaps.size(); gap++) {
                found.add(new Gap(gaps.begin(gap), gaps.end(gap), gaps.thread(gap)));
                assertThat(analysis.timeline().state(gaps.segment(gap))).isEqualTo(ThreadState.BLOCKED);
                assertThat(analysis.timeline().end(gaps.thread(gap), gaps.segment(gap))).isEqualTo(gaps.end(gap));
            }
            assertThat(found).as("seed %d, round %d", seed, round).isEqualTo(scene.expected());
            some += found.size();
        }
        assertThat(some).isGreaterThan(1_000);
    }
}
