/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;

class KinTest {
    private final TimelineBuilder builder = new TimelineBuilder();

    private int thread(int host, int tid, String name) {
        int thread = builder.thread(host, tid, tid, name);
        builder.segment(thread, 0, 10, ThreadState.RUNNING, 0);
        return thread;
    }

    @Test
    void threadsOfOneHostWhoseNamesDifferByANumberAtTheEndAreToldTogether() {
        int host = builder.host("h");
        int one = thread(host, 1, "worker-1");
        int two = thread(host, 2, "worker-12");
        int other = thread(host, 3, "works-1");
        int there = thread(builder.host("i"), 1, "worker-1");
        Timeline timeline = builder.build();
        assertThat(Kin.of(timeline, one)).isEqualTo(Kin.of(timeline, two)).isNotEqualTo(Kin.of(timeline, other))
                .isNotEqualTo(Kin.of(timeline, there));
    }

    @Test
    void threadsAreOfOneProcessIfTheTraceSaysSo() {
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        int first = thread(host, 10, "a");
        int second = builder.thread(host, 11, 10, "b");
        int there = thread(builder.host("i"), 10, "a");
        int unknown = builder.thread(host, 12, -1, "c");
        int also = builder.thread(host, 13, -1, "d");
        Timeline timeline = builder.build();
        assertThat(Kin.areOfOneProcess(timeline, first, second)).isTrue();
        assertThat(Kin.areOfOneProcess(timeline, first, there)).as("another host").isFalse();
        assertThat(Kin.areOfOneProcess(timeline, unknown, also)).as("not known of which").isFalse();
        assertThat(Kin.areOfOneProcess(timeline, first, timeline.threadCount() + timer)).as("no thread").isFalse();
        assertThat(Kin.areOfOneProcess(timeline, Timeline.NONE, first)).as("nobody").isFalse();
    }
}
