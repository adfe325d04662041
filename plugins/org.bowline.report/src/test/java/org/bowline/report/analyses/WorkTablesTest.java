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
                .startsWith(" No request of quote or report is seen to queue: ")
                .contains("To see how long requests wait in the other one's queue, let it tell interval_switch(0)");
        assertThat(WorkTables.ofNoQueue(List.of(label("pool", 0, 0, 7), label("of nobody")))).isEmpty();
    }

    @Test
    void ofManyLabelsThreeAreNamed() {
        assertThat(WorkTables.ofNoQueue(List.of(label("a", 0), label("b", 0), label("c", 0))))
                .startsWith(" No request of a, b or c is seen");
        assertThat(WorkTables.ofNoQueue(List.of(label("a", 0), label("b", 0), label("c", 0), label("d", 0), label("e", 0))))
                .startsWith(" No request of a, b, c and 2 more is seen to queue: ");
    }
}
