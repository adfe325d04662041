/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.BitSet;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Who woke whom: the arrows between the rows of a picture.
 *
 * <p>A wait that a thread ended has an arrow from that thread to the waiting one, both at the time of waking. A wait that a packet of a known
 * thread ended has one from the sender at the time of sending to the waiting thread at the time of receiving (of sending, if the clocks' error
 * puts the receiving before it). Other waits have none.
 *
 * <p><b>Which ones.</b> Those between two of the given threads whose wait overlaps the range and which touch the range themselves.
 */
public final class Arrows {
    /** What an arrow is. */
    public enum Kind {
        /** One thread woke another on its host. */
        WAKE_UP,
        /** A packet. */
        PACKET
    }

    private static final int POLL_MASK = (1 << 16) - 1;
    /** Every wait is longer. */
    private static final long ANY_NANOS = -1;

    private Arrows() {}

    /**
     * Counts all of them, also those that are too many to be seen one by one; their kinds are the ordinals of {@link Kind}, and a wait weighs what it lasts. O(segments of the threads in the range).
     *
     * @param timeline what the threads did
     * @param threads the rows, in any order
     * @param fromNanos begin of the range, reference time
     * @param toNanos end, exclusive
     * @param cells how many parts of the range can be told apart
     * @param limit greatest number of bands
     * @param progress asked whether to stop
     * @throws IndexOutOfBoundsException if there is no such thread
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static ArrowBands bands(Timeline timeline, int[] threads, long fromNanos, long toNanos, int cells, int limit,
            Progress progress) {
        ArrowBands.Builder bands = new ArrowBands.Builder(fromNanos, toNanos, cells, timeline.threadCount());
        BitSet rows = new BitSet();
        for (int thread : threads) {
            rows.set(thread);
        }
        int found = 0;
        for (int thread = rows.nextSetBit(0); thread >= 0; thread = rows.nextSetBit(thread + 1)) {
            progress.check();
            int segment = fromNanos <= timeline.threadStart(thread) ? timeline.firstSegment(thread) : timeline.segmentAt(thread, fromNanos);
            int end = toNanos <= fromNanos || segment == Timeline.NONE ? segment : firstFrom(timeline, thread, toNanos);
            while (segment < end) {
                segment = timeline.sums().nextHandOver(thread, segment, end, ANY_NANOS);
                if (segment < end) {
                    if ((++found & POLL_MASK) == 0) {
                        progress.check();
                    }
                    if (isBetween(timeline, rows, thread, segment, fromNanos, toNanos)) {
                        add(timeline, thread, segment, bands);
                    }
                    segment++;
                }
            }
        }
        return bands.build(limit);
    }

    private static void add(Timeline timeline, int thread, int segment, ArrowBands.Builder bands) {
        int packet = timeline.link(segment);
        long end = timeline.end(thread, segment);
        long from = packet == Timeline.NONE ? end : timeline.packetSent(packet);
        bands.add(timeline.target(segment), thread, (packet == Timeline.NONE ? Kind.WAKE_UP : Kind.PACKET).ordinal(), from,
                packet == Timeline.NONE ? end : Math.max(from, timeline.packetReceived(packet)), end - timeline.start(segment));
    }

    private static boolean isBetween(Timeline timeline, BitSet rows, int thread, int segment, long fromNanos, long toNanos) {
        int packet = timeline.link(segment);
        int other = timeline.target(segment);
        if (other < 0 || other >= timeline.threadCount() || !rows.get(other)) {
            return false;
        }
        if (packet == Timeline.NONE) {
            return timeline.end(thread, segment) < toNanos;
        }
        long sent = timeline.packetSent(packet);
        return sent < toNanos && Math.max(sent, timeline.packetReceived(packet)) >= fromNanos;
    }

    /** The first segment of a thread that begins at a time or after. */
    private static int firstFrom(Timeline timeline, int thread, long nanos) {
        if (nanos >= timeline.threadEnd(thread)) {
            return timeline.endSegment(thread);
        }
        int at = timeline.segmentAt(thread, nanos);
        if (at == Timeline.NONE) {
            return timeline.firstSegment(thread);
        }
        return timeline.start(at) == nanos ? at : at + 1;
    }
}
