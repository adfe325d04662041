/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.util.AbstractList;
import java.util.List;
import org.bowline.core.analysis.Analysis.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/** What threads did as rows. */
public final class ThreadRows {
    private ThreadRows() {}

    /** A row per thread, made on demand. */
    public static List<ThreadRow> of(Timeline timeline, List<ThreadTotals> totals, long fromNanos, long toNanos) {
        return new AbstractList<>() {
            @Override
            public ThreadRow get(int index) {
                ThreadTotals total = totals.get(index);
                int thread = total.thread();
                Vertex vertex = Vertex.of(timeline, thread);
                int pid = timeline.pid(thread);
                return new ThreadRow(vertex.host(), vertex.tid(), pid < 0 ? Column.ABSENT : pid, vertex.name(),
                        Math.max(fromNanos, timeline.threadStart(thread)), Math.min(toNanos, timeline.threadEnd(thread)), total.running(),
                        total.runnable(), total.preempted(), total.blocked(), total.unknown(), total.blockedByCause(), total.waits());
            }

            @Override
            public int size() {
                return totals.size();
            }
        };
    }
}
