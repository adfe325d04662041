/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.bowline.core.timeline.Timeline;

/**
 * The numbers of rows: hosts first, then threads, both as the timeline numbers them. The same in all providers, and the same whenever the same
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
}
