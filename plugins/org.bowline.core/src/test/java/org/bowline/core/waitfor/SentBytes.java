/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** The oracle of network interfaces: each is looked at nanosecond by nanosecond. Slow and obvious. */
final class SentBytes {
    private final Timeline timeline;
    /** Whether an interface counts. */
    private final IntPredicate counts;
    /** For each frame, after which nanosecond it has left. */
    private final long[] left;
    private final Map<Integer, int[]> ofSender = new HashMap<>();

    /**
     * For long timelines: the frames of an interface leave one after the other.
     *
     * @param nanosPerByte of all interfaces
     */
    SentBytes(Timeline timeline, int nanosPerByte) {
        this.timeline = timeline;
        counts = nic -> true;
        left = new long[timeline.nicCount() == 0 ? 0 : timeline.endFrame(timeline.nicCount() - 1)];
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            long free = Long.MIN_VALUE;
            for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
                free = Math.max(free, timeline.frameNanos(frame)) + timeline.frameBytes(frame) * (long) nanosPerByte;
                left[frame] = free;
            }
        }
    }

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

    /** Since when, without a gap, an interface has bytes of a thread; a time later than a moment if it has none then. */
    private long sinceWhen(int nic, int thread, long t) {
        long since = t + 1;
        int[] frames = framesOf(thread);
        for (int i = frames.length - 1; i >= 0; i--) { // frames leave as they came
            int frame = frames[i];
            if (timeline.frameNic(frame) == nic && timeline.frameNanos(frame) <= t && left[frame] >= Math.min(since, t + 1)) {
                since = Math.min(since, timeline.frameNanos(frame));
            }
        }
        return since;
    }

    private int[] framesOf(int thread) {
        return ofSender.computeIfAbsent(thread,
                key -> IntStream.range(0, left.length).filter(frame -> timeline.frameSender(frame) == thread).toArray());
    }

    /** Adds the moments of a wait at which the answer of {@link #waitedFor} may change. */
    void addMoments(int thread, int segment, Set<Long> moments) {
        if (timeline.cause(segment) == Cause.NETWORK) {
            int packet = timeline.link(segment);
            int ending = packet == Timeline.NONE ? Timeline.NONE : timeline.packetFrame(packet);
            IntStream frames = ending == Timeline.NONE ? IntStream.of(framesOf(thread))
                    : IntStream.concat(IntStream.of(ending), IntStream.of(framesOf(thread)));
            long begin = timeline.start(segment);
            long end = timeline.end(thread, segment);
            frames.forEach(frame -> {
                for (long moment : new long[] {timeline.frameNanos(frame), left[frame]}) {
                    if (moment >= begin && moment < end) {
                        moments.add(moment);
                    }
                }
            });
        }
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
            long since = counts.test(nic) ? sinceWhen(nic, thread, t) : Long.MAX_VALUE;
            if (since <= t) {
                all.add(new long[] {Math.max(start, since), nic});
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
