/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/**
 * The waits for disks with which work goes on where its threads no longer wait for each other: who has unpacked files with the help of another program writes them to the disk then, one after the other. A thread that waited {@value RepeatedWaits#LEAST_OF_GROUP}
 * times or more for others, or they for it, goes on if {@value RepeatedWaits#LEAST_OF_GROUP} waits of it for disks or more follow, each of them after a pause of at most a {@value #PAUSE}th of the range, which in all last for half of the time in which they follow,
 * and for a {@value RepeatedWaits#STRETCH}th of the range; and if another process waits for it at the end of that, as a script does for its command: what a server writes when its clients have gone keeps nobody waiting. Before the work no such waits are looked
 * for: programs read their files when they start.
 */
final class DiskTail {
    /** For a smaller part of the range a thread may do something else before it waits again. */
    private static final int PAUSE = 20;

    private final Timeline timeline;
    private final WaitTargets targets;
    private final long toNanos;
    private final long range;

    /** Of a range. */
    DiskTail(Timeline timeline, long fromNanos, long toNanos) {
        this.timeline = timeline;
        targets = new WaitTargets(timeline);
        this.toNanos = toNanos;
        range = toNanos - fromNanos;
    }

    /** When a thread that waited often enough for others ends such waits, reference time, ns; the end of the range if it has none. O(segments of the thread that follow without a pause). */
    long end(int thread) {
        if (timeline.threadEnd(thread) <= toNanos) {
            return toNanos;
        }
        long pause = range / PAUSE;
        long end = toNanos;
        long lastWait = toNanos;
        long waited = 0;
        int waits = 0;
        int last = timeline.endSegment(thread, timeline.endNanos());
        for (int s = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, toNanos));
                s < last && timeline.start(s) - lastWait <= pause; s++) {
            int target = timeline.state(s) == ThreadState.BLOCKED ? targets.of(thread, s) : Timeline.NONE;
            long until = Math.min(timeline.end(thread, s), timeline.endNanos());
            if (target >= timeline.threadCount() && timeline.kind(target) == VertexKind.DISK) {
                waited += until - Math.max(timeline.start(s), toNanos);
                end = until;
                waits++;
                lastWait = end;
            } else if (target != Timeline.NONE && target < timeline.threadCount() && until <= toNanos + pause) {
                lastWait = until; // the last waits for others are not in the range
            }
        }
        boolean goesOn = waits >= RepeatedWaits.LEAST_OF_GROUP && 2 * waited >= end - toNanos
                && waited * RepeatedWaits.STRETCH >= range && isAwaited(thread, end);
        return goesOn ? end : toNanos;
    }

    /** Whether the process that has started the one of a thread waits for it until a time, or longer; of a wait that the recording does not see the end of nobody knows for whom it is. */
    private boolean isAwaited(int thread, long nanos) {
        int parent = timeline.parent(thread);
        if (parent == Timeline.NONE || timeline.pid(parent) == timeline.pid(thread)) {
            return false;
        }
        int segment = timeline.segmentAt(parent, nanos - 1);
        int target = segment == Timeline.NONE || timeline.state(segment) != ThreadState.BLOCKED ? Timeline.NONE : timeline.target(segment);
        return target >= 0 && target < timeline.threadCount() && timeline.host(target) == timeline.host(thread)
                && timeline.pid(target) == timeline.pid(thread);
    }
}
