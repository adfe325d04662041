/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Timelines that more than one test uses. */
final class Scenarios {
    private static final long MS = 1_000_000;

    private Scenarios() {}

    /** The paper's Fig. 1 and 2 (golden test G2): A (0) works 2 ms and waits for B; B (1) works 5 ms and writes 5 ms to the disk (2). */
    static Timeline pipeline(int periods) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        int a = builder.thread(0, 1, 1, "A");
        int b = builder.thread(0, 2, 1, "B");
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        for (int i = 0; i < periods; i++) {
            long t = 10 * MS * i;
            builder.segment(a, t, t + 2 * MS, ThreadState.RUNNING, 0);
            builder.blocked(a, t + 2 * MS, t + 10 * MS, Cause.THREAD, b, Timeline.NONE, 0);
            builder.segment(b, t, t + 5 * MS, ThreadState.RUNNING, 1);
            int request = builder.request(disk, b, t + 5 * MS, t + 5 * MS, t + 10 * MS);
            builder.blocked(b, t + 5 * MS, t + 10 * MS, Cause.DISK, disk, request, 1);
        }
        return builder.build();
    }
}
