/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Recordings;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;

class PacketWaitsTest {
    /** Thread, segment and sender of each. */
    private static List<List<Integer>> told(Analysis analysis) {
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        List<List<Integer>> told = new ArrayList<>();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
                told.add(List.of(thread, waits.segment(wait), waits.sender(wait)));
            }
        }
        return told;
    }

    /** A look at every segment. */
    private static List<List<Integer>> expected(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        List<List<Integer>> all = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK && timeline.link(s) != Timeline.NONE
                        && timeline.packetSender(timeline.link(s)) != Timeline.NONE
                        && timeline.end(thread, s) > analysis.fromNanos() && timeline.start(s) < analysis.toNanos()) {
                    all.add(List.of(thread, s, timeline.packetSender(timeline.link(s))));
                }
            }
        }
        return all;
    }

    @Test
    void theWaitsOfARangeThatPacketsEndedAreThoseThatALookAtEverySegmentFinds() throws IOException {
        for (Question question : List.of(Question.WORK, Question.ALL)) {
            Analysis analysis = Analysis.of(List.of(Recordings.own("three-tier")), OpenOptions.DEFAULT, question, Progress.NONE);
            assertThat(told(analysis)).hasSizeGreaterThan(100).isEqualTo(expected(analysis));
        }
    }

    @Test
    void thoseOfRandomTimelinesToo() {
        int found = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Analysis analysis = Analysis.of(RandomTimelines.of(seed)).build();
            assertThat(told(analysis)).as(Seeds.name(seed)).isEqualTo(expected(analysis));
            found += told(analysis).size();
        }
        assertThat(found).isGreaterThan(1_000);
    }
}
