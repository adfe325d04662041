/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class FoldedPathsTest {
    private static final int ROUNDS = 10;

    /** Threads that serve one request of 100 ns each per round, at the same time: the last 90 ns they wait for a timer. */
    private static Analysis analysis(Question question, String... names) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        int[] threads = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            threads[i] = builder.thread(host, 100 + i, 100, names[i]);
        }
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        List<NamedInterval> intervals = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long begin = round * 100L;
            for (int thread : threads) {
                builder.segment(thread, begin, begin + 10, ThreadState.RUNNING, -1);
                builder.blocked(thread, begin + 10, begin + 100, Cause.TIMER, timer, Timeline.NONE, -1);
                intervals.add(new NamedInterval("get", thread + ":" + round, 0, thread, begin, begin + 100));
            }
        }
        return Analysis.of(builder.build(0, ROUNDS * 100L)).intervals(new MatchedIntervals(intervals, List.of(), List.of()))
                .question(question.within(0, ROUNDS * 100L)).build();
    }

    private static List<PathSort> sorts(Analysis analysis) {
        return FoldedPaths.labels(analysis).get(0).parts().stream().map(LabelStatistics.Part::sort).toList();
    }

    private static PathSort slept(String thread) {
        return new PathSort("A", thread, ThreadState.BLOCKED, Cause.TIMER, LegKind.WAIT, "timer");
    }

    private static PathSort ran(String thread) {
        return new PathSort("A", thread, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, "");
    }

    @Test
    void whatTheThreadsOfAPoolDoOnThePathsIsOnePart() {
        Analysis analysis = analysis(Question.WORK, "io-1", "io-2", "io-3");
        assertThat(sorts(analysis)).containsExactly(slept("io*"), ran("io*"));
        LabelStatistics.Part slept = FoldedPaths.labels(analysis).get(0).parts().get(0);
        assertThat(slept.intervals()).isEqualTo(3 * ROUNDS);
        assertThat(slept.medianNanos()).isEqualTo(90); // of each thread alone it would be 0
        assertThat(slept.meanNanos()).isEqualTo(90);
    }

    @Test
    void onRequestAndWhereEverythingIsAskedForEachThreadIsAPartOfItsOwn() {
        for (Question question : List.of(Question.ALL, Question.WORK.with(FirstLook.UNFOLD, true))) {
            Analysis analysis = analysis(question, "io-1", "io-2", "io-3");
            assertThat(FoldedPaths.isFolded(analysis)).isFalse();
            assertThat(sorts(analysis)).hasSize(6).contains(slept("io-2"), ran("io-3"));
            assertThat(FoldedPaths.labels(analysis).get(0).parts().get(0).medianNanos()).isZero();
        }
    }

    @Test
    void twoThreadsWhoseNamesDifferInANumberMayBeTwoThings() {
        Analysis analysis = analysis(Question.WORK, "io-1", "io-2");
        assertThat(FoldedPaths.isFolded(analysis)).isFalse();
        assertThat(sorts(analysis)).containsExactlyInAnyOrder(slept("io-1"), slept("io-2"), ran("io-1"), ran("io-2"));
    }

    @Test
    void whereNoTwoNamesAreAlikeTheLabelsAreThoseOfTheIntervals() {
        Analysis analysis = analysis(Question.WORK, "reader", "writer", "logger", "logger");
        assertThat(FoldedPaths.isFolded(analysis)).isFalse();
        assertThat(FoldedPaths.labels(analysis)).isSameAs(analysis.intervals().labels());
    }
}
