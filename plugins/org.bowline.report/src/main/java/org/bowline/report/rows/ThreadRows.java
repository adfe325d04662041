/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.AbstractList;
import java.util.List;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/** What threads did as rows. */
public final class ThreadRows {
    private ThreadRows() {}

    /** A row per thread, made on demand. */
    public static List<ThreadRow> of(Timeline timeline, List<ThreadTotals> totals) {
        return new AbstractList<>() {
            @Override
            public ThreadRow get(int index) {
                ThreadTotals total = totals.get(index);
                int thread = total.thread();
                Vertex vertex = Vertex.of(timeline, thread);
                int pid = timeline.pid(thread);
                return new ThreadRow(vertex.host(), vertex.tid(), pid < 0 ? Rows.ABSENT : pid, vertex.name(), total.startNanos(),
                        total.endNanos(),
                        total.nanos(ThreadState.RUNNING), total.nanos(ThreadState.RUNNABLE), total.nanos(ThreadState.PREEMPTED),
                        total.nanos(ThreadState.BLOCKED), total.nanos(ThreadState.UNKNOWN), total.blockedNanos(), total.waits(),
                        total.nanos(ThreadState.INTERRUPTED));
            }

            @Override
            public int size() {
                return totals.size();
            }
        };
    }
}
