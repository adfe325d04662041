/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadNames;

/** A row of the tree of a critical path: a host or a thread. Its labels are: name, tid, time, share. */
public final class PathEntry extends TimeGraphEntryModel {
    private final int thread;
    private final int order;
    private final long nanos;
    private final double share;

    private PathEntry(long id, long parentId, List<String> labels, long startNanos, long endNanos, int thread, int order, long nanos,
            double share) {
        super(id, parentId, labels, startNanos, endNanos, thread != Timeline.NONE);
        this.thread = thread;
        this.order = order;
        this.nanos = nanos;
        this.share = share;
    }

    static PathEntry ofHost(PathModel model, int host, int order, long nanos) {
        Timeline timeline = model.path().timeline();
        return new PathEntry(EntryIds.ofHost(host), EntryIds.ROOT, List.of(timeline.hostName(host), "", ThreadNames.time(nanos),
                Shares.percent(nanos, model.totals().nanos())), model.path().fromNanos(), model.path().toNanos(), Timeline.NONE, order,
                nanos, Shares.of(nanos, model.totals().nanos()));
    }

    static PathEntry ofThread(PathModel model, int thread, int order, long nanos) {
        Timeline timeline = model.path().timeline();
        return new PathEntry(EntryIds.ofThread(timeline, thread), EntryIds.ofHost(timeline.host(thread)),
                List.of(ThreadNames.name(timeline, thread), Integer.toString(timeline.tid(thread)), ThreadNames.time(nanos),
                        Shares.percent(nanos, model.totals().nanos())),
                model.path().fromNanos(), model.path().toNanos(), thread, order, nanos, Shares.of(nanos, model.totals().nanos()));
    }

    /** Number of the thread, or {@link Timeline#NONE} for a host. */
    public int thread() {
        return thread;
    }

    /** Its place among its siblings: the order in which the path comes to them. */
    public int order() {
        return order;
    }

    /** Time of the path in the row, ns; of a host, in those of its threads. */
    public long nanos() {
        return nanos;
    }

    /** That time as part of the whole, 0 to 1. */
    public double share() {
        return share;
    }
}
