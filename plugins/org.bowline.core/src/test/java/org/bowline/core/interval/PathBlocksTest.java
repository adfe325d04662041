/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class PathBlocksTest {
    private static final int SEEDS = 500;
    private static final int INTERVALS = 12;

    static LongStream seeds() {
        Long given = Long.getLong("bowline.seed");
        return given != null ? LongStream.of(given) : LongStream.rangeClosed(1, 8);
    }

    /** Of timelines without any sense, each a seed of its own. */
    @ParameterizedTest(name = "seeds from {0} × 500 on")
    @MethodSource("seeds")
    void thePathOfAnIntervalIsTheSameWhetherItIsWalkedAloneOrInBlocksThatManyShare(long part) {
        int blocksSeen = 0;
        for (long seed = part * SEEDS; seed < (part + 1) * SEEDS; seed++) {
            blocksSeen += compare(RandomTimelines.any(seed), new Random(seed), 1 + (int) (seed % 2), "seed " + seed);
        }
        assertThat(blocksSeen).as("blocks").isGreaterThan(SEEDS);
    }

    @Test
    void soItIsOfAServerThatManyAsk() {
        int blocksSeen = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            blocksSeen += compare(server(random), random, 1 + (int) (seed % 5), "seed " + seed);
        }
        assertThat(blocksSeen).as("blocks").isGreaterThan(2_000);
    }

    private static int compare(Timeline timeline, Random random, int cuts, String seed) {
        long from = timeline.startNanos() - 2;
        int length = (int) (timeline.endNanos() - from) + 3;
        int count = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            long since = from + random.nextInt(length - 2);
            int rest = (int) (from + length - since);
            PathBlocks blocks = new PathBlocks(timeline, thread, since, since + rest, cuts, Progress.NONE);
            count += blocks.count();
            for (int i = 0; i < INTERVALS; i++) {
                long begin = since + random.nextInt(rest - 1);
                long end = begin + 1 + random.nextInt((int) (since + rest - begin) - 1);
                CriticalPath alone = CriticalPath.of(timeline, thread, begin, end, Progress.NONE);
                PathSum shared = blocks.of(begin, end);
                String what = seed + ", thread " + thread + ", from " + begin + " to " + end + ", blocks from " + since;
                assertThat(shared.parts()).as(what).isEqualTo(PathTotals.parts(alone));
                assertThat(shared.doubts()).as(what).isEqualTo(alone.doubts());
                assertThat(visits(timeline, shared.visits(), begin)).as(what).isEqualTo(visits(timeline, PathVisits.of(alone), begin));
            }
        }
        return count;
    }

    /** When each thread had to do with it, moment by moment. */
    private static List<String> visits(Timeline timeline, PathVisits visits, long begin) {
        OpenSpans.Builder builder = new OpenSpans.Builder();
        visits.addTo(builder, begin);
        OpenSpans spans = builder.build();
        List<String> all = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            StringBuilder text = new StringBuilder();
            for (long time = timeline.startNanos() - 3; spans.has(thread) && time < timeline.endNanos() + 3; time++) {
                text.append(spans.begins(thread, time, time + 1) ? 'b' : spans.isOpen(thread, time, time + 1) ? '-' : '.');
            }
            all.add(text.toString());
        }
        return all;
    }

    /** One that asks two helpers in turn, goes on with something else for a while and waits for their answers; they work for others, too. */
    private static Timeline server(Random random) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int server = builder.thread(0, 11, 11, "server");
        int[] helpers = {builder.thread(0, 12, 12, "helper"), builder.thread(0, 13, 13, "helper")};
        long[] until = {0, 0};
        long time = 0;
        for (int i = 0; i < 60; i++) {
            int which = random.nextInt(2);
            long asked = Math.max(time, until[which]) + 1 + random.nextInt(3);
            long waits = asked + random.nextInt(4);
            long done = waits + 1 + random.nextInt(5);
            builder.segment(server, time, waits, ThreadState.RUNNING, 0);
            builder.blocked(server, waits, done, random.nextInt(4) == 0 ? Cause.UNKNOWN : Cause.THREAD, helpers[which], Timeline.NONE, 0);
            if (asked > until[which]) {
                builder.blocked(helpers[which], until[which], asked, Cause.THREAD, random.nextInt(5) == 0 ? helpers[1 - which] : server,
                        Timeline.NONE, 0);
            }
            builder.segment(helpers[which], asked, done, ThreadState.RUNNING, 0);
            until[which] = done;
            time = done;
        }
        return builder.build();
    }
}
