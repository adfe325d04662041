/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class AloneAtWorkTest {
    /** Others that work for so long in between end no stretch. */
    private static final long SHORT = 1_000_000;

    @Test
    void whoIsAloneAndForHowLongAgreesWithALookAtEveryPart() {
        int found = 0;
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int parts = 10 + random.nextInt(60);
            int threads = 1 + random.nextInt(7);
            boolean[][] works = new boolean[threads][parts];
            Timeline timeline = timeline(random, works, parts);
            long least = (1 + random.nextInt(4)) * SHORT / 2;
            AloneAtWork actual = new AloneAtWork(least);
            AloneAtWork.each(Analysis.of(timeline).build(), actual::stretch);
            List<AloneAtWork.Stretch> expected = expected(works, parts, least);
            assertThat(actual.stretches()).as(Seeds.name(seed)).isEqualTo(expected);
            assertThat(actual.workNanos()).as(Seeds.name(seed)).isEqualTo(work(works) * SHORT / 2);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(500);
    }

    /** Parts of half a millisecond, in each of which a thread works or waits. */
    private static Timeline timeline(Random random, boolean[][] works, int parts) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < works.length; i++) {
            int thread = builder.thread(host, 10 + i, 10 + i, "t" + i);
            for (int part = 0; part < parts; part++) {
                works[i][part] = random.nextInt(works.length + 1) == 0;
                long begin = part * SHORT / 2;
                if (works[i][part]) {
                    builder.segment(thread, begin, begin + SHORT / 2, random.nextBoolean() ? ThreadState.RUNNING : ThreadState.RUNNABLE,
                            0);
                } else {
                    builder.blocked(thread, begin, begin + SHORT / 2, Cause.TIMER, timer, Timeline.NONE, 0);
                }
            }
        }
        return builder.build(0, parts * SHORT / 2);
    }

    /** As long as the same one is alone it is one piece; pieces of one thread with little in between are a stretch. */
    private static List<AloneAtWork.Stretch> expected(boolean[][] works, int parts, long least) {
        List<AloneAtWork.Stretch> stretches = new ArrayList<>();
        AloneAtWork.Stretch last = null;
        for (int part = 0; part < parts; part++) {
            int who = alone(works, part);
            if (who == Timeline.NONE || part > 0 && alone(works, part - 1) == who) {
                continue;
            }
            long begin = part * SHORT / 2;
            long end = end(works, part, who);
            if (last != null && who == last.thread() && begin - last.toNanos() <= SHORT) {
                last = new AloneAtWork.Stretch(who, last.fromNanos(), end, last.aloneNanos() + end - begin);
            } else if (last == null || end - last.toNanos() > SHORT) {
                add(last, least, stretches);
                last = new AloneAtWork.Stretch(who, begin, end, end - begin);
            }
        }
        add(last, least, stretches);
        return stretches;
    }

    private static void add(AloneAtWork.@Nullable Stretch stretch, long least, List<AloneAtWork.Stretch> stretches) {
        if (stretch != null && stretch.aloneNanos() >= least) {
            stretches.add(stretch);
        }
    }

    private static int alone(boolean[][] works, int part) {
        int who = Timeline.NONE;
        for (int i = 0; i < works.length; i++) {
            if (works[i][part]) {
                if (who != Timeline.NONE) {
                    return Timeline.NONE;
                }
                who = i;
            }
        }
        return who;
    }

    private static long end(boolean[][] works, int part, int who) {
        int end = part + 1;
        while (end < works[0].length && alone(works, end) == who) {
            end++;
        }
        return end * SHORT / 2;
    }

    private static long work(boolean[][] works) {
        long sum = 0;
        for (boolean[] ofThread : works) {
            for (boolean one : ofThread) {
                sum += one ? 1 : 0;
            }
        }
        return sum;
    }
}
