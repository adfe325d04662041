/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.HashSet;
import java.util.Set;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The oracle of the critical path: its definition, nanosecond by nanosecond. */
final class Chain {
    /** Where the path is at a moment. */
    record Point(int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {}

    private final Timeline timeline;
    private final long t;
    private final Set<Integer> seen = new HashSet<>();

    private Chain(Timeline timeline, long t) {
        this.timeline = timeline;
        this.t = t;
    }

    static Point at(Timeline timeline, int thread, long t) {
        return new Chain(timeline, t).point(thread);
    }

    private Point point(int x) {
        seen.add(x);
        Point absent = new Point(x, ThreadState.UNKNOWN, Cause.NONE, LegKind.ABSENT, -1, -1);
        if (t < timeline.startNanos() || t >= timeline.endNanos() || t >= timeline.threadEnd(x)) {
            return absent;
        }
        if (t < timeline.threadStart(x)) {
            int parent = timeline.parent(x);
            return parent < 0 || timeline.isIdle(parent) || seen.contains(parent) ? absent : point(parent);
        }
        int segment = timeline.segmentAt(x, t);
        ThreadState state = timeline.state(segment);
        if (state != ThreadState.BLOCKED) {
            return new Point(x, state, Cause.NONE, LegKind.OWN, -1, -1);
        }
        Cause cause = timeline.cause(segment);
        int target = timeline.target(segment);
        int link = timeline.link(segment);
        int next = -1;
        if (cause == Cause.THREAD || cause == Cause.NETWORK && link < 0) {
            next = target;
        } else if (cause == Cause.NETWORK) {
            if (t >= timeline.packetSent(link)) {
                return new Point(x, state, cause, LegKind.NETWORK_TRANSIT, target, link);
            }
            next = timeline.packetSender(link);
        } else if (cause == Cause.DISK && link >= 0) {
            if (t >= timeline.requestIssued(link)) {
                return new Point(x, state, cause, LegKind.DISK_SERVICE, timeline.requestDisk(link), link);
            }
            if (t >= timeline.requestQueued(link)) {
                return new Point(x, state, cause, LegKind.DISK_QUEUE, timeline.requestDisk(link), link);
            }
            next = timeline.requestIssuer(link) == x ? -1 : timeline.requestIssuer(link);
        }
        if (next < 0 || next >= timeline.threadCount() || timeline.isIdle(next)) {
            return new Point(x, state, cause, LegKind.WAIT, target, link);
        }
        return seen.contains(next) ? new Point(x, state, cause, LegKind.CYCLE, target, link) : point(next);
    }
}
