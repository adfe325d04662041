/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.Map;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.provider.QueryParameters;

/**
 * Which path is asked for.
 *
 * @param thread number of the thread in the timeline, or {@link Timeline#NONE}: none is chosen
 * @param fromNanos begin of the range, reference time
 * @param toNanos end, exclusive
 */
public record PathQuery(int thread, long fromNanos, long toNanos) {
    /** No thread is chosen. */
    public static final PathQuery NONE = new PathQuery(Timeline.NONE, 0, 0);

    /** Puts the query into the parameters of a request. */
    public void into(Map<String, Object> parameters) {
        if (thread != Timeline.NONE) {
            parameters.put(QueryParameters.THREAD, thread);
            parameters.put(QueryParameters.RANGE_START, fromNanos);
            parameters.put(QueryParameters.RANGE_END, toNanos);
        }
    }

    /** Reads it from the parameters of a request; a range that is not given is the whole timeline. */
    static PathQuery of(Timeline timeline, QueryParameters parameters) {
        long thread = parameters.number(QueryParameters.THREAD, Timeline.NONE);
        if (thread == Timeline.NONE) {
            return NONE;
        }
        if (thread < 0 || thread >= timeline.threadCount()) {
            throw new IllegalArgumentException("there is no thread " + thread + "; the timeline has " + timeline.threadCount()
                    + ", numbered from 0: ask the tree of the provider org.bowline.tracecompass.core.threads for them");
        }
        return new PathQuery((int) thread, parameters.number(QueryParameters.RANGE_START, timeline.startNanos()),
                parameters.number(QueryParameters.RANGE_END, timeline.endNanos()));
    }
}
