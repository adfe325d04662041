/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.BitSet;
import java.util.function.LongSupplier;

import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Who woke whom: the arrows between the rows of a picture, by begin. Immutable.
 *
 * <p>A wait that a thread ended has an arrow from that thread to the waiting one, both at the time of waking. A wait that a packet of a known
 * thread ended has one from the sender at the time of sending to the waiting thread at the time of receiving (of sending, if the clocks' error
 * puts the receiving before it). Other waits have none.
 *
 * <p><b>Which ones.</b> Those between two of the given threads whose wait overlaps the range and which touch the range themselves. If there are more than
 * the limit, those of the longest waits are taken (of equal ones the first by thread and time), and {@link #isTruncated} says so.
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

    private final Timeline timeline;
    private final int[] segments;
    private final int[] threads;
    private final boolean truncated;

    private Arrows(Timeline timeline, int[] segments, int[] threads, boolean truncated) {
        this.timeline = timeline;
        this.segments = segments;
        this.threads = threads;
        this.truncated = truncated;
    }

    /**
     * Finds the arrows.
     *
     * @param timeline what the threads did
     * @param threads the rows, in any order
     * @param fromNanos begin of the range, reference time
     * @param toNanos end, exclusive
     * @param limit greatest number of arrows, 0 or more
     * @param progress asked whether to stop
     * @throws IllegalArgumentException if the limit is below 0
     * @throws IndexOutOfBoundsException if there is no such thread
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static Arrows find(Timeline timeline, int[] threads, long fromNanos, long toNanos, int limit, Progress progress) {
        if (limit < 0) {
            throw new IllegalArgumentException("a limit of " + limit + " arrows is below 0");
        }
        LongestWaits longest = new LongestWaits(limit);
        each(timeline, threads, fromNanos, toNanos, longest::limitNanos,
                (thread, segment) -> longest.offer(timeline.end(thread, segment) - timeline.start(segment), thread, segment), progress);
        return longest.toArrows(timeline);
    }

    /**
     * Counts all of them, also those that are too many to be seen one by one; their kinds are the ordinals of {@link Kind}, and a wait weighs what it lasts. O(segments of the threads in the range).
     *
     * @param cells how many parts of the range can be told apart
     * @param limit greatest number of bands
     * @throws IndexOutOfBoundsException if there is no such thread
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static ArrowBands bands(Timeline timeline, int[] threads, long fromNanos, long toNanos, int cells, int limit,
            Progress progress) {
        ArrowBands.Builder bands = new ArrowBands.Builder(fromNanos, toNanos, cells, timeline.threadCount());
        each(timeline, threads, fromNanos, toNanos, () -> -1, (thread, segment) -> {
            int packet = timeline.link(segment);
            long end = timeline.end(thread, segment);
            long from = packet == Timeline.NONE ? end : timeline.packetSent(packet);
            bands.add(timeline.target(segment), thread, (packet == Timeline.NONE ? Kind.WAKE_UP : Kind.PACKET).ordinal(), from,
                    packet == Timeline.NONE ? end : Math.max(from, timeline.packetReceived(packet)), end - timeline.start(segment));
        }, progress);
        return bands.build(limit);
    }

    /** Takes a wait that has an arrow. */
    private interface Taker {
        void take(int thread, int segment);
    }

    /** Every wait that has an arrow, by thread and time; those that are not longer than what is asked for before each may be left out. */
    private static void each(Timeline timeline, int[] threads, long fromNanos, long toNanos, LongSupplier longerThanNanos, Taker taker,
            Progress progress) {
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
                segment = timeline.sums().nextHandOver(thread, segment, end, longerThanNanos.getAsLong());
                if (segment < end) {
                    if ((++found & POLL_MASK) == 0) {
                        progress.check();
                    }
                    if (isBetween(timeline, rows, thread, segment, fromNanos, toNanos)) {
                        taker.take(thread, segment);
                    }
                    segment++;
                }
            }
        }
    }

    /** The arrows of some waits, in no order. */
    static Arrows of(Timeline timeline, int[] segments, int[] threads, boolean truncated) {
        Arrows unsorted = new Arrows(timeline, segments, threads, truncated);
        int[] order = new int[segments.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.quickSort(order, (a, b) -> {
            int byTime = Long.compare(unsorted.fromNanos(a), unsorted.fromNanos(b));
            return byTime != 0 ? byTime : Integer.compare(segments[a], segments[b]);
        });
        int[] sortedSegments = new int[order.length];
        int[] sortedThreads = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            sortedSegments[i] = segments[order[i]];
            sortedThreads[i] = threads[order[i]];
        }
        return new Arrows(timeline, sortedSegments, sortedThreads, truncated);
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

    /** Number of arrows. */
    public int count() {
        return segments.length;
    }

    /** What an arrow is. */
    public Kind kind(int arrow) {
        return timeline.link(segments[arrow]) == Timeline.NONE ? Kind.WAKE_UP : Kind.PACKET;
    }

    /** The thread that woke, or sent. */
    public int fromThread(int arrow) {
        return timeline.target(segments[arrow]);
    }

    /** When it woke, or sent; reference time. */
    public long fromNanos(int arrow) {
        int packet = timeline.link(segments[arrow]);
        return packet == Timeline.NONE ? timeline.end(threads[arrow], segments[arrow]) : timeline.packetSent(packet);
    }

    /** The thread that was woken. */
    public int toThread(int arrow) {
        return threads[arrow];
    }

    /** When it was woken, or the packet received; not before {@link #fromNanos}. */
    public long toNanos(int arrow) {
        int packet = timeline.link(segments[arrow]);
        return packet == Timeline.NONE ? timeline.end(threads[arrow], segments[arrow])
                : Math.max(timeline.packetSent(packet), timeline.packetReceived(packet));
    }

    /** The wait that it ended: a segment of {@link #toThread}. */
    public int segment(int arrow) {
        return segments[arrow];
    }

    /** How long that wait was, ns, its parts outside the range included. */
    public long waitNanos(int arrow) {
        return timeline.end(threads[arrow], segments[arrow]) - timeline.start(segments[arrow]);
    }

    /** Whether some were left out because there were more than the limit. */
    public boolean isTruncated() {
        return truncated;
    }
}
