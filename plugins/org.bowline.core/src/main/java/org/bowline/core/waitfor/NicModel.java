/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.column.LongColumn;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.NicUse.Known;

/**
 * When network interfaces send what they were given: one frame after the other, each as long as its bytes take at the interface's capacity. So an
 * interface is busy for bytes / capacity, as in the paper, and each of these times has a place: where it was given more than it can send, frames queue. The sending side only;
 * what comes in was sent by another interface. O(frames) time, 8 bytes a frame.
 */
final class NicModel {
    /** The capacity that holds where nothing tells a higher one: the paper's program's. */
    static final long ASSUMED_BITS = 1_000_000_000L;
    /** Over how long the highest rate is taken, ms: a burst that is queued at once is not yet a rate. */
    static final int WINDOW_MILLIS = 10;
    private static final long WINDOW = WINDOW_MILLIS * 1_000_000L;
    private static final long WINDOWS_PER_SECOND = 1000 / WINDOW_MILLIS;
    /** Bits of a byte × ns of a second. */
    private static final long SCALE = 8_000_000_000L;
    /** Later than any time of a timeline; with the longest frame at the least capacity added, still a long. */
    private static final long LATEST = 1L << 62;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final long[] capacity;
    private final Known[] known;
    private final long[] seen;
    /** When each frame has been sent. */
    private final LongColumn done;

    NicModel(Timeline timeline, long from, long to, NicCapacities told, Progress progress) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        int nics = timeline.nicCount();
        capacity = new long[nics];
        known = new Known[nics];
        seen = new long[nics];
        done = LongColumn.zeros(nics == 0 ? 0 : timeline.endFrame(nics - 1));
        for (int nic = 0; nic < nics; nic++) {
            seen[nic] = seenBits(nic, progress);
            int vertex = timeline.nicVertex(nic);
            long said = told.of(timeline.hostName(timeline.host(vertex)), timeline.vertexName(vertex));
            known[nic] = said > 0 ? Known.TOLD : seen[nic] > ASSUMED_BITS ? Known.SEEN : Known.ASSUMED;
            capacity[nic] = said > 0 ? said : Math.max(ASSUMED_BITS, seen[nic]);
            send(nic, progress);
        }
    }

    private long seenBits(int nic, Progress progress) {
        long most = 0;
        long bytes = 0;
        int first = timeline.firstFrame(nic);
        for (int frame = first; frame < timeline.endFrame(nic); frame++) {
            poll(frame, progress);
            bytes += timeline.frameBytes(frame);
            while (timeline.frameNanos(frame) - timeline.frameNanos(first) >= WINDOW) {
                bytes -= timeline.frameBytes(first++);
            }
            most = Math.max(most, bytes);
        }
        return most > Long.MAX_VALUE / (8 * WINDOWS_PER_SECOND) ? Long.MAX_VALUE : most * 8 * WINDOWS_PER_SECOND;
    }

    private void send(int nic, Progress progress) {
        long free = Long.MIN_VALUE;
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            poll(frame, progress);
            // below 2^31 × 8e9, which fits 64 bits without a sign; rounded up
            long bitNanos = timeline.frameBytes(frame) * SCALE;
            long nanos = Long.divideUnsigned(bitNanos, capacity[nic]);
            nanos += nanos * capacity[nic] == bitNanos ? 0 : 1;
            free = Math.min(LATEST, Math.max(free, timeline.frameNanos(frame)) + nanos);
            done.set(frame, free);
        }
    }

    private static void poll(int frame, Progress progress) {
        if ((frame & POLL_MASK) == 0) {
            progress.check();
        }
    }

    /** When a frame has been sent, reference time; of one interface they rise. */
    long done(int frame) {
        return done.get(frame);
    }

    /** Whether the user told the capacity of an interface. */
    boolean isTold(int nic) {
        return known[nic] == Known.TOLD;
    }

    /** What an interface did in the range. */
    NicUse use(int nic, long waitsNanos, boolean counts) {
        long frames = 0;
        long bytes = 0;
        TimeUnion busy = new TimeUnion(from, to);
        TimeUnion taken = new TimeUnion(from, to);
        int vertex = timeline.nicVertex(nic);
        taken.addUnrecorded(timeline, timeline.host(vertex));
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            if (isIn(frame)) {
                frames++;
                bytes += timeline.frameBytes(frame);
            }
        }
        addTo(nic, busy);
        addTo(nic, taken);
        return new NicUse(vertex, capacity[nic], known[nic], seen[nic], frames, bytes, busy.nanos(), to - from - taken.nanos(), waitsNanos,
                counts);
    }

    /** Adds the time for which an interface sends. */
    void addTo(int nic, TimeUnion union) {
        long begun = Long.MIN_VALUE;
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            begun = Math.max(begun, timeline.frameNanos(frame));
            union.add(begun, done.get(frame));
            begun = done.get(frame);
        }
    }

    /** Whether an interface was given a frame in the range. */
    boolean isIn(int frame) {
        return timeline.frameNanos(frame) >= from && timeline.frameNanos(frame) < to;
    }
}
