/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class TagPlaceTest {
    private static final String[] PATHS = {"a", "a/b", "c", "ab"};
    private static final int END = 60;

    @Test
    void theLongestStretchIsTheOneThatBruteForceFinds() {
        for (int run = 0; run < 300; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            TimelineBuilder builder = new TimelineBuilder();
            int host = builder.host("h");
            String[][] running = new String[3][END + 1];
            TagLog.Builder told = new TagLog.Builder();
            for (int thread = 0; thread < running.length; thread++) {
                builder.thread(host, 10 + thread, 1, "t");
                int lane = told.lane(host, thread, 10 + thread);
                String now = "";
                for (int at = 0; at < END;) {
                    int next = Math.min(END, at + 1 + random.nextInt(9));
                    boolean runs = random.nextInt(4) > 0;
                    int cpu = random.nextInt(2);
                    builder.segment(thread, at, next, runs ? ThreadState.RUNNING : ThreadState.RUNNABLE, cpu);
                    for (; at < next; at++) {
                        if (random.nextInt(6) == 0) {
                            now = PATHS[random.nextInt(PATHS.length)];
                            told.add(lane, at, TagChange.SWITCH, told.paths().of(now), 0);
                        }
                        running[thread][at] = runs ? cpu + " " + now : "";
                    }
                }
                running[thread][END] = "";
            }
            told.paths().of("a");
            Timeline timeline = builder.build();
            int only = random.nextInt(3) - 1;
            Question question = only < 0 ? Question.ALL
                    : Question.ALL.with(TagQuestion.CPUS, TagQuestion.CPUS.read(List.of("h:" + only)));
            Analysis analysis = Analysis.of(timeline).tags(told.build(timeline)).question(question).build();
            long longest = 0;
            for (String[] thread : running) {
                int begin = 0;
                for (int at = 0; at <= END; at++) {
                    boolean in = isIn(thread[at], only);
                    if (!in || at > 0 && (!isIn(thread[at - 1], only) || thread[at - 1].charAt(0) != thread[at].charAt(0))) {
                        begin = in ? at : at + 1;
                    }
                    longest = Math.max(longest, at + 1 - begin);
                }
            }
            TagPlace found = TagQuestion.longest(analysis, host, analysis.tags().paths().find("a")).orElse(null);
            assertThat(found == null ? 0 : found.toNanos() - found.fromNanos()).as(Seeds.name(seed)).isEqualTo(longest);
            if (found != null) {
                for (long at = found.fromNanos(); at < found.toNanos(); at++) {
                    assertThat(isIn(running[found.thread()][(int) at], only)).as(Seeds.name(seed)).isTrue();
                }
            }
        }
    }

    private static boolean isIn(String what, int only) {
        return (what.endsWith(" a") || what.endsWith(" a/b")) && (only < 0 || what.startsWith(only + " "));
    }
}
