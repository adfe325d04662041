/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** The oracle of network interfaces: each is looked at nanosecond by nanosecond, and so is each wait. Slow and obvious. */
final class SentBytes {
    private final Timeline timeline;
    /** Whether an interface counts. */
    private final IntPredicate counts;
    /** For each frame, after which nanosecond it has left. */
    private final long[] left;

    /**
     * @param nanosPerByte of each interface
     * @param until when the last frame has left, at the latest
     */
    SentBytes(Timeline timeline, int[] nanosPerByte, IntPredicate counts, long until) {
        this.timeline = timeline;
        this.counts = counts;
        left = new long[timeline.nicCount() == 0 ? 0 : timeline.endFrame(timeline.nicCount() - 1)];
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            int head = timeline.firstFrame(nic);
            int sent = 0;
            for (long t = 0; t < until && head < timeline.endFrame(nic); t++) {
                if (timeline.frameNanos(head) <= t && ++sent == timeline.frameBytes(head) * nanosPerByte[nic]) {
                    left[head++] = t + 1;
                    sent = 0;
                }
            }
            if (head < timeline.endFrame(nic)) {
                throw new AssertionError("not everything is sent by " + until);
            }
        }
    }

    /** Whether an interface sends something at a moment. */
    boolean sends(int nic, long t) {
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            if (isIn(frame, t)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a frame was given to its interface, and has not left. */
    private boolean isIn(int frame, long t) {
        return timeline.frameNanos(frame) <= t && t < left[frame];
    }

    private boolean hasOwn(int nic, int thread, long t) {
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            if (timeline.frameSender(frame) == thread && isIn(frame, t)) {
                return true;
            }
        }
        return false;
    }

    /** The interface that a wait is for at a moment, or NONE. */
    int waitedFor(int thread, int segment, long t) {
        if (timeline.cause(segment) != Cause.NETWORK) {
            return Timeline.NONE;
        }
        long start = timeline.start(segment);
        // when it began, and which one, of all that it might be; in the order that decides between equal ones
        List<long[]> all = new ArrayList<>();
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            if (counts.test(nic) && hasOwn(nic, thread, t)) {
                long since = t;
                while (since > start && hasOwn(nic, thread, since - 1)) {
                    since--;
                }
                all.add(new long[] {since, nic});
            }
        }
        int frame = timeline.link(segment) == Timeline.NONE ? Timeline.NONE : timeline.packetFrame(timeline.link(segment));
        if (frame != Timeline.NONE && counts.test(timeline.frameNic(frame)) && isIn(frame, t)) {
            all.add(new long[] {Math.max(start, timeline.frameNanos(frame)), timeline.frameNic(frame)});
        }
        long[] best = null;
        for (long[] one : all) {
            best = best == null || one[0] < best[0] ? one : best;
        }
        return best == null ? Timeline.NONE : timeline.nicVertex((int) best[1]);
    }
}
