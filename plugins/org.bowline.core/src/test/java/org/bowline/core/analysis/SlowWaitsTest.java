/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class SlowWaitsTest {
    private static final int SPACE = 10_000;
    private static final int READ = 200;
    private static final int SYNC = 3_000;

    /** A server reads in each request for 200 ns and 1 more each time; in the last few it waits for 3000 ns in fsync as well. */
    private static Analysis analysis(int count, int slow, Question question) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int server = builder.thread(0, 1, 1, "server");
        int disk = builder.resource(0, VertexKind.DISK, "vdd");
        List<NamedInterval> intervals = new ArrayList<>();
        List<int[]> calls = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            long begin = (long) i * SPACE;
            builder.segment(server, time, begin + 100, ThreadState.RUNNING, 0);
            time = begin + 100 + READ + i;
            builder.blocked(server, begin + 100, time, Cause.DISK, disk, Timeline.NONE, 0);
            builder.segment(server, time, time + 50, ThreadState.RUNNING, 0);
            time += 50;
            if (i >= count - slow) {
                builder.blocked(server, time, time + SYNC, Cause.DISK, disk, Timeline.NONE, 0);
                calls.add(new int[] {(int) time - 1, (int) time + SYNC + 1});
                time += SYNC;
            }
            intervals.add(new NamedInterval("get", Integer.toString(i), 0, server, begin, time + 20));
        }
        builder.segment(server, time, (long) count * SPACE, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        SystemCallLog log = new SystemCallLog();
        for (int[] call : calls) {
            log.begun(call[0], server, "fsync");
            log.returned(timeline, call[1], server);
        }
        return Analysis.of(timeline).intervals(new MatchedIntervals(intervals, List.of(), List.of()))
                .known(OffCpuQuestion.SYSTEM_CALLS, log)
                .question(question).build();
    }

    @Test
    void whatSlowRequestsWaitForIsAMeanPerRequestAndTheLargestDifferenceComesFirst() {
        SlowWaits found = analysis(40, 6, Question.ALL.with(SlowWaits.SLOW, 85)).get(SlowWaits.RESULT);
        SlowWaits.OfLabel label = found.labels().get(0);
        // 85 % of 40 is the 34th: from the 35th on
        assertThat(label.slow()).isEqualTo(6);
        assertThat(label.typical()).as("about half of 40").isBetween(20, 22);
        assertThat(label.stacks()).hasSize(2);
        assertThat(label.stacks().get(0)).satisfies(stack -> {
            assertThat(stack.stack().call()).isEqualTo("fsync");
            assertThat(stack.slowNanos()).isEqualTo(SYNC);
            assertThat(stack.typicalNanos()).isZero();
        });
        assertThat(label.stacks().get(1)).satisfies(stack -> {
            assertThat(stack.stack().call()).isEmpty();
            assertThat(stack.slowNanos()).as("of 34 to 39, 36.5 in the mean").isBetween(READ + 36L, READ + 37L);
            assertThat(stack.typicalNanos()).as("of the middle half").isBetween(READ + 18L, READ + 21L);
        });
        assertThat(found.caveats()).isEmpty();
    }

    @Test
    void withoutAPercentileItIsTheUsualOne() {
        assertThat(analysis(200, 10, Question.ALL).get(SlowWaits.RESULT).labels().get(0).slow()).isBetween(10, 11);
    }

    @Test
    void aLabelWithTooFewRequestsIsToldAndNotCompared() {
        SlowWaits few = analysis(19, 5, Question.ALL).get(SlowWaits.RESULT);
        assertThat(few.labels()).isEmpty();
        assertThat(few.caveats()).extracting(Caveat::kind).containsExactly("too-few-to-compare");
        assertThat(analysis(20, 5, Question.ALL).get(SlowWaits.RESULT).labels()).hasSize(1);
    }

    @Test
    void withoutRequestsThereIsNothingToCompare() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        builder.thread(0, 1, 1, "t");
        assertThat(Analysis.of(builder.build()).build().get(SlowWaits.RESULT).labels()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"p75", "p100", "p", "", "95%", "p9.5", "median", "-95"})
    void aPercentileIsAboveTheUpperQuartile(String text) {
        assertThatThrownBy(() -> SlowWaits.percentile(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("p95");
        assertThat(SlowWaits.percentile("p76")).isEqualTo(76);
        assertThat(SlowWaits.percentile("99")).isEqualTo(99);
    }
}
