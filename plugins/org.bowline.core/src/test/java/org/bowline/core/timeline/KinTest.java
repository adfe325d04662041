/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;

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
}
