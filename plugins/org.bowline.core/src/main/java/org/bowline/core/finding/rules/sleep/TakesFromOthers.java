/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;

/**
 * Who takes from a broker what others bring to it, as a worker its jobs: a wait for the broker ends as a packet of somebody else has come to that. Where nobody brings anything the broker says so after a while, by its own timer, and
 * the worker asks again: that is no sleep that keeps anybody waiting. O(waits of the one who takes × log segments).
 */
final class TakesFromOthers {
    /** So many segments are looked at before the end of a wait for what woke the broker. */
    private static final int MOST_LOOKED_AT = 64;

    private final Timeline timeline;
    private final int thread;
    private final int broker;
    private int brought;
    private int timed;

    private TakesFromOthers(Timeline timeline, int thread, int broker) {
        this.timeline = timeline;
        this.thread = thread;
        this.broker = broker;
    }

    /** Whether a thread's waits for another one end as others have brought something there, again and again, and at least as often as after a timer. */
    static boolean isOne(Analysis analysis, int thread, int broker) {
        TakesFromOthers takes = new TakesFromOthers(analysis.timeline(), thread, broker);
        EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
            int packet = target == broker && analysis.timeline().cause(segment) == Cause.NETWORK ? analysis.timeline().link(segment)
                    : Timeline.NONE;
            if (packet != Timeline.NONE) {
                takes.look(analysis.timeline().packetSent(packet), analysis.timeline().start(segment));
            }
        }, analysis.progress());
        return takes.brought >= SetAside.FEW && takes.brought >= takes.timed;
    }

    /** What ended the last wait of the broker before it sent what ended a wait. */
    private void look(long sent, long since) {
        int last = timeline.segmentAt(broker, sent);
        for (int s = last; s != Timeline.NONE && s >= timeline.firstSegment(broker) && s > last - MOST_LOOKED_AT
                && timeline.end(broker, s) > since; s--) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.end(broker, s) <= sent) {
                timed += timeline.cause(s) == Cause.TIMER ? 1 : 0;
                brought += NewWork.isEndedByRequest(timeline, s) && timeline.packetSender(timeline.link(s)) != thread ? 1 : 0;
                return;
            }
        }
    }
}
