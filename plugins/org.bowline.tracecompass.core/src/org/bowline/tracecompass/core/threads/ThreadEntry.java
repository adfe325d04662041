/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.report.text.TimeFormat;

/**
 * A row of the tree of threads: a host, a thread, or several short-lived threads of one parent, with each of them below it. Its labels are: name, tid, time on a CPU, blocked time; a main thread with others of its process
 * below it tells its time on a CPU of that of all of the process. A host has no blocked time.
 */
public final class ThreadEntry extends TimeGraphEntryModel {
    private final int host;
    private final int thread;
    private final int tid;
    private final boolean idleThread;
    private final Times own;
    private final Times ofAll;

    /** Times within the range of the tree, ns. */
    record Times(long cpuNanos, long blockedNanos) {}

    private ThreadEntry(long id, long parentId, List<String> labels, long startNanos, long endNanos, int host, int thread, int tid,
            boolean idleThread, Times own, Times ofAll) {
        super(id, parentId, labels, startNanos, endNanos, parentId != EntryIds.ROOT);
        this.host = host;
        this.thread = thread;
        this.tid = tid;
        this.idleThread = idleThread;
        this.own = own;
        this.ofAll = ofAll;
    }

    /** That of a host: what all of its threads did on its CPUs. The sum of their blocked time says nothing, as most wait for work all the time. */
    static ThreadEntry ofHost(Timeline timeline, int host, Times all) {
        return new ThreadEntry(EntryIds.ofHost(host), EntryIds.ROOT,
                List.of(timeline.hostName(host), "", ThreadNames.time(all.cpuNanos), ""),
                timeline.startNanos(),
                timeline.endNanos(), host, Timeline.NONE, Timeline.NONE, false, all, all);
    }

    /**
     * A thread's.
     *
     * @param parentId the row above it
     * @param own its times
     * @param ofAll those of the thread and of all below it
     */
    static ThreadEntry ofThread(Timeline timeline, int thread, long parentId, Times own, Times ofAll) {
        return new ThreadEntry(EntryIds.ofThread(timeline, thread), parentId,
                List.of(ThreadNames.name(timeline, thread), Integer.toString(timeline.tid(thread)), time(own.cpuNanos, ofAll.cpuNanos),
                        ThreadNames.time(own.blockedNanos)),
                timeline.threadStart(thread), timeline.threadEnd(thread), timeline.host(thread), thread, timeline.tid(thread),
                timeline.isIdle(thread), own, ofAll);
    }

    /**
     * That of several threads.
     *
     * @param parentId the row above it
     * @param all the sums of the threads' times, and of those below them
     */
    static ThreadEntry ofGroup(Timeline timeline, int number, Group group, long parentId, Times all) {
        IntSummaryStatistics tids = IntStream.of(group.threads()).map(timeline::tid).summaryStatistics();
        return new ThreadEntry(EntryIds.ofGroup(timeline, number), parentId,
                List.of(group.name(), "", ThreadNames.time(all.cpuNanos), ThreadNames.time(all.blockedNanos)),
                IntStream.of(group.threads()).mapToLong(timeline::threadStart).min().orElse(timeline.startNanos()),
                IntStream.of(group.threads()).mapToLong(timeline::threadEnd).max().orElse(timeline.endNanos()),
                timeline.host(group.threads()[0]), Timeline.NONE, tids.getMin(), false, all, all);
    }

    private static String time(long own, long ofAll) {
        return own == ofAll ? ThreadNames.time(own)
                : NLS.bind(Messages.ofProcess, TimeFormat.duration(own), TimeFormat.duration(ofAll));
    }

    /** Number of the host. */
    public int host() {
        return host;
    }

    /** Whether it is a host's. */
    public boolean isHost() {
        return getParentId() == EntryIds.ROOT;
    }

    /** Number of the thread, or {@link Timeline#NONE} for a host or several threads. */
    public int thread() {
        return thread;
    }

    /** Its tid; of several threads the least; −1 for a host. */
    public int tid() {
        return tid;
    }

    /** Whether its thread lives within a range: whether the analyses count it there. */
    public boolean livesWithin(long fromNanos, long toNanos) {
        return Math.max(fromNanos, getStartTime()) < Math.min(toNanos, getEndTime());
    }

    /** Whether it is the idle thread of a CPU. */
    public boolean isIdleThread() {
        return idleThread;
    }

    /** Time on a CPU within the range of the tree, ns; of a host, or several threads, that of its threads, the CPUs' idle threads not counted. */
    public long cpuNanos() {
        return own.cpuNanos;
    }

    /** Blocked time within the range of the tree, ns; of a host, or several threads, that of its threads. */
    public long blockedNanos() {
        return own.blockedNanos;
    }

    /** Time on a CPU of the thread and of those below it, ns: of a main thread, that of its process. */
    public long cpuOfAllNanos() {
        return ofAll.cpuNanos;
    }

    /** Blocked time of the thread and of those below it, ns. */
    public long blockedOfAllNanos() {
        return ofAll.blockedNanos;
    }

    /** Whether it did nothing within the range of the tree: an idle thread of a CPU, or one that was never on a CPU. */
    public boolean isIdle() {
        return thread != Timeline.NONE && (idleThread || own.cpuNanos == 0);
    }
}
