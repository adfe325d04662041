/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class RunningThreadsTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("web");

    private int thread(int tid, long start, long end) {
        int thread = builder.thread(host, tid, tid, "t");
        builder.segment(thread, start, end, ThreadState.RUNNING, 0);
        return thread;
    }

    @Test
    void whatPairsEventsOfAThreadIsItsIdAsPeopleKnowItAndNotItsPlaceInTheTimeline() {
        thread(7, 0, 100);
        int first = thread(271, 0, 40);
        int second = thread(271, 60, 100);
        RunningThreads running = new RunningThreads(builder.build(0, 100));
        assertThat(running.name(host, first, 271)).isEqualTo("web:271");
        assertThat(running.name(host, second, 271)).as("another thread that has the id").isEqualTo("web:271#2");
        assertThat(running.name(host, second, 1)).as("the id of a container").isEqualTo("web:271#2");
    }

    @Test
    void whoIsInNoKernelTraceIsNamedByWhatTheEventSays() {
        RunningThreads running = new RunningThreads(builder.build(0, 100));
        assertThat(running.name(host, Timeline.NONE, 271)).isEqualTo("web:271");
        assertThat(running.name(host, Timeline.NONE, -1)).isEqualTo("web:?");
    }
}
