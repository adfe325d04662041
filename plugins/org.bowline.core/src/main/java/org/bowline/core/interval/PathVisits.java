/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * When threads had to do with a request: each from its first leg on the request's critical path to its last one.
 *
 * <p>Whoever was asked on behalf of the request had nothing to do with it before: it was woken by who worked for the request until then. But where the path leads from a thread that begins to wait to
 * one that is in the midst of something else, as the holder of a lock, that one was not asked, and nor is who waits for it in turn: of these the waits before their first leg kept the request waiting,
 * too, so their visit begins when the path went over to the first of them. O(legs).
 */
final class PathVisits {
    private final Timeline timeline;
    private final OpenSpans.Builder visits;
    private final Int2LongLinkedOpenHashMap begins = new Int2LongLinkedOpenHashMap();

    PathVisits(Timeline timeline, OpenSpans.Builder visits) {
        this.timeline = timeline;
        this.visits = visits;
    }

    /** Adds the visits of a path. */
    void add(CriticalPath path) {
        begins.clear();
        long unaskedFrom = path.fromNanos(); // until the path comes to the thread whose it is
        for (int leg = 0; leg < path.size(); leg++) {
            int thread = path.thread(leg);
            if (thread == path.thread()) {
                unaskedFrom = Long.MAX_VALUE;
            } else if (leg > 0 && thread != path.thread(leg - 1) && !isHandedOver(path, leg)) {
                unaskedFrom = Math.min(unaskedFrom, path.start(leg));
            }
            // a packet on its way stands in the row of who will get it, who may have something else to do until then
            if (path.kind(leg) != LegKind.NETWORK_TRANSIT) {
                begins.putIfAbsent(thread, Math.min(unaskedFrom, path.start(leg)));
            }
        }
        for (int leg = path.size() - 1; leg >= 0 && !begins.isEmpty(); leg--) {
            int thread = path.thread(leg);
            if (begins.containsKey(thread)) {
                visits.add(thread, begins.remove(thread), path.end(leg));
            }
        }
    }

    /** Whether a leg's thread begins there: it was started, woken, or sent a packet. */
    private boolean isHandedOver(CriticalPath path, int leg) {
        int thread = path.thread(leg);
        long begin = path.start(leg);
        if (path.kind(leg) == LegKind.NETWORK_TRANSIT || timeline.threadStart(thread) == begin) {
            return true;
        }
        int before = timeline.segmentAt(thread, begin - 1);
        return before != Timeline.NONE && timeline.state(before) == ThreadState.BLOCKED && timeline.end(thread, before) == begin;
    }
}
