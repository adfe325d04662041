/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class WorkTablesTest {
    private static WorkTables.OfLabel label(String name, long... queue) {
        return new WorkTables.OfLabel(name, name, 3, new long[queue.length], queue);
    }

    /** A front end that asks a worker for each request, and tells nothing while it waits, seems to work all the time: the worker's queue is in its service. */
    @Test
    void whereNoRequestIsSeenToQueueItIsSaidWhatWouldHideIt() {
        assertThat(WorkTables.ofNoQueue(List.of(label("quote", 0, 0, 0), label("pool", 0, 0, 7), label("report", 0))))
                .startsWith(" Of quote and report none is seen to queue: ").contains("interval_switch(0)");
        assertThat(WorkTables.ofNoQueue(List.of(label("pool", 0, 0, 7), label("of nobody")))).isEmpty();
    }
}
