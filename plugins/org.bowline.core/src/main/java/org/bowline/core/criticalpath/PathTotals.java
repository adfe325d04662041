/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.List;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * Where the time of a critical path went. Each list adds up to the whole; longest first.
 *
 * @param nanos length of the path
 * @param parts by thread, state, cause, kind and target
 * @param hosts by host
 * @param threads by thread
 * @param states by state and cause
 */
public record PathTotals(long nanos, List<PathPart> parts, List<OfHost> hosts, List<OfThread> threads, List<OfState> states) {
    /**
     * Time in rows of a host's threads.
     *
     * @param host number of the host
     * @param nanos how long
     */
    public record OfHost(int host, long nanos) {}

    /**
     * Time in a thread's row.
     *
     * @param thread number of the thread
     * @param nanos how long
     */
    public record OfThread(int thread, long nanos) {}

    /**
     * Time in a state.
     *
     * @param state the state
     * @param cause what was waited for, if blocked
     * @param nanos how long
     */
    public record OfState(ThreadState state, Cause cause, long nanos) {}

    /** The totals of a path. O(legs). */
    public static PathTotals of(CriticalPath path) {
        throw new UnsupportedOperationException("not written yet: " + path);
    }
}
