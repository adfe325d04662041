/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.bowline.core.timeline.Timeline;

/**
 * The numbers of rows: hosts first, then threads, both as the timeline numbers them, then rows of several threads. The same in all providers, and the same whenever the same
 * traces are opened.
 */
public final class EntryIds {
    /** The parent of a row that has none. */
    public static final long ROOT = -1;

    private EntryIds() {}

    /** The row of a host. */
    public static long ofHost(int host) {
        return host;
    }

    /** The row of a thread. */
    public static long ofThread(Timeline timeline, int thread) {
        return (long) timeline.hostCount() + thread;
    }

    /** The thread of a row, or {@link Timeline#NONE} if it is none. */
    public static int thread(Timeline timeline, long id) {
        long thread = id - timeline.hostCount();
        return thread >= 0 && thread < timeline.threadCount() ? (int) thread : Timeline.NONE;
    }

    /** The row of a group of threads. */
    static long ofGroup(Timeline timeline, int group) {
        return (long) timeline.hostCount() + timeline.threadCount() + group;
    }

    /** The group of a row, or {@link Timeline#NONE} if it is none; who asks knows how many there are. */
    static int group(Timeline timeline, long id) {
        long group = id - timeline.hostCount() - timeline.threadCount();
        return group >= 0 && group <= Integer.MAX_VALUE ? (int) group : Timeline.NONE;
    }
}
