/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;

import org.bowline.core.timeline.Timeline;

/** A row of the tree of threads: a host, or a thread. Its labels are: name, tid, time on a CPU, blocked time. */
public final class ThreadEntry extends TimeGraphEntryModel {
    private final int host;
    private final int thread;
    private final int tid;
    private final boolean idleThread;
    private final long cpuNanos;
    private final long blockedNanos;

    private ThreadEntry(long id, long parentId, List<String> labels, long startNanos, long endNanos, int host, int thread, int tid,
            boolean idleThread, long cpuNanos, long blockedNanos) {
        super(id, parentId, labels, startNanos, endNanos, thread != Timeline.NONE);
        this.host = host;
        this.thread = thread;
        this.tid = tid;
        this.idleThread = idleThread;
        this.cpuNanos = cpuNanos;
        this.blockedNanos = blockedNanos;
    }

    static ThreadEntry ofHost(Timeline timeline, int host, long cpuNanos, long blockedNanos) {
        return new ThreadEntry(EntryIds.ofHost(host), EntryIds.ROOT,
                List.of(timeline.hostName(host), "", ThreadNames.time(cpuNanos), ThreadNames.time(blockedNanos)), timeline.startNanos(),
                timeline.endNanos(), host, Timeline.NONE, Timeline.NONE, false, cpuNanos, blockedNanos);
    }

    static ThreadEntry ofThread(Timeline timeline, int thread, long parentId, long cpuNanos, long blockedNanos) {
        return new ThreadEntry(EntryIds.ofThread(timeline, thread), parentId,
                List.of(ThreadNames.name(timeline, thread), Integer.toString(timeline.tid(thread)), ThreadNames.time(cpuNanos),
                        ThreadNames.time(blockedNanos)),
                timeline.threadStart(thread), timeline.threadEnd(thread), timeline.host(thread), thread, timeline.tid(thread),
                timeline.isIdle(thread), cpuNanos, blockedNanos);
    }

    /** Number of the host. */
    public int host() {
        return host;
    }

    /** Number of the thread, or {@link Timeline#NONE} for a host. */
    public int thread() {
        return thread;
    }

    /** Its tid; −1 for a host. */
    public int tid() {
        return tid;
    }

    /** Whether it is the idle thread of a CPU. */
    public boolean isIdleThread() {
        return idleThread;
    }

    /** Time on a CPU within the range of the tree, ns; of a host, that of its threads, its CPUs' idle threads not counted. */
    public long cpuNanos() {
        return cpuNanos;
    }

    /** Blocked time within the range of the tree, ns; of a host, that of its threads. */
    public long blockedNanos() {
        return blockedNanos;
    }

    /** Whether it did nothing within the range of the tree: an idle thread of a CPU, or one that was never on a CPU. */
    public boolean isIdle() {
        return thread != Timeline.NONE && (idleThread || cpuNanos == 0);
    }
}
