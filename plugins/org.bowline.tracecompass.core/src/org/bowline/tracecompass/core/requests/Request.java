/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import java.util.Comparator;

import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.NamedInterval;

/**
 * One request.
 *
 * @param path from its begin to its end, and where its time went; without parts if that is not known
 * @param hasEnded whether it was seen to end; else it lasted until its end at least
 * @param host name of the host where it ended, or began
 * @param thread name of the thread that ended it, or began it; empty if it is not known
 */
public record Request(OfInterval path, boolean hasEnded, String host, String thread) {
    /** The slowest first. */
    public static final Comparator<Request> SLOWEST = Comparator.comparingLong((Request one) -> one.interval().nanos()).reversed()
            .thenComparing(Request::interval, NamedInterval.BY_TIME);

    /** Its begin, end and names. */
    public NamedInterval interval() {
        return path.interval();
    }

    /** Whether it is known where its time went. */
    public boolean hasPath() {
        return !path.parts().isEmpty();
    }
}
