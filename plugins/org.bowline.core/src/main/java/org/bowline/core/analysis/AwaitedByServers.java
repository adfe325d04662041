/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.Map;

import org.bowline.core.interval.OpenSpans;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * When threads have requests to answer, by {@link AskedRequests}, and when these wait for another thread of their host meanwhile, by who that is. A thread of a server that waits for what its client sends next has nothing to do only while none of these
 * waits for it, as those do that want a row which its transaction has changed. O(requests × log requests + segments of the threads that answer them). Immutable.
 */
public final class AwaitedByServers {
    /** Those of the range. */
    public static final Result<AwaitedByServers> RESULT = Result.of(AwaitedByServers::new);

    private final OpenSpans asked;
    private final Map<Integer, TimeUnion> awaited = new HashMap<>();

    private AwaitedByServers(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        OpenSpans.Builder spans = new OpenSpans.Builder();
        for (int i = 0; i < requests.size(); i++) {
            spans.add(requests.server(i), requests.arrived(i), requests.answered(i));
        }
        asked = spans.build();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            if (asked.has(thread)) {
                add(analysis, thread);
            }
        }
        awaited.values().forEach(TimeUnion::unite);
    }

    private void add(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        EdgeWaits.eachPart(analysis.graph(), thread, (segment, target, from, to) -> { // a wait for a lock has one for each thread that held it
            long begin = Math.max(analysis.fromNanos(), timeline.start(segment));
            if (target != Timeline.NONE && target < timeline.threadCount() && target != thread && timeline.cause(segment) == Cause.THREAD
                    && !tasks.isForTask(thread, target) && isAsked(thread, begin, begin + 1)) {
                awaited.computeIfAbsent(target, one -> new TimeUnion(analysis.fromNanos(), analysis.toNanos())).add(from, to);
            }
        }, analysis.progress());
    }

    /** Whether a thread has a request to answer at some time of [from, to). */
    public boolean isAsked(int thread, long from, long to) {
        return asked.has(thread) && asked.isOpen(thread, from, to);
    }

    /** For how long of [from, to) somebody who has a request to answer waits for a thread. */
    public long nanos(int thread, long from, long to) {
        TimeUnion times = awaited.get(thread);
        return times == null ? 0 : times.nanos(from, to);
    }
}
