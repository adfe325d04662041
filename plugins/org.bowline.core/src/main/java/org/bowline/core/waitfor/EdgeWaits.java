/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The evidence for edges of a {@link WaitForGraph}: the single waits in its range, the longest first. Of a device's idle edge, the block
 * requests that the target gave it. Immutable; safe for many readers.
 *
 * <p>All waits of the source for the target are listed, also those that no chosen thread's chain ran on: of a source that was not chosen
 * there may be more than {@link WaitForGraph#waits}.
 *
 * <p>O(segments of the sources in the range × log longest) time; for an idle edge O(requests).
 */
public final class EdgeWaits {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final WaitForGraph graph;
    private final Timeline timeline;
    private final int most;
    private final Progress progress;
    /** The entries that are kept, the shortest on top. */
    private final IntHeapPriorityQueue kept;
    private final IntArrayList sources = new IntArrayList();
    private final IntArrayList targets = new IntArrayList();
    /** Segments; for an idle edge −1 − request. */
    private final IntArrayList items = new IntArrayList();
    /** How much of each is in the range, and for the target. */
    private final LongArrayList lengths = new LongArrayList();
    private final int[] order;
    private long count;
    private long nanos;
    private long firstStart = Long.MAX_VALUE;
    private long firstEnd = Long.MAX_VALUE;

    /** Takes a wait, or a part of one. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * A wait of the source.
         *
         * @param segment its segment of the timeline
         * @param target the single vertex that it counts for, {@link Timeline#NONE} if that is not known
         * @param nanos for how long, in the range of the graph
         */
        void wait(int segment, int target, long nanos);
    }

    /** Takes a wait, or the part of one that counts for one vertex. */
    @FunctionalInterface
    public interface PartVisitor {
        /**
         * A part of a wait; parts of a wait are visited in order of time.
         *
         * @param segment the wait's segment of the timeline
         * @param target the single vertex that it counts for, {@link Timeline#NONE} if that is not known
         * @param begin of the part, in the range of the graph, reference time
         * @param end of the part, not before its begin
         */
        void part(int segment, int target, long begin, long end);
    }

    private EdgeWaits(WaitForGraph graph, int[] edges, int most, Progress progress) {
        this.graph = graph;
        this.most = most;
        this.progress = progress;
        timeline = graph.timeline();
        kept = new IntHeapPriorityQueue(this::shorterFirst);
        for (int edge : edges) {
            if (graph.isIdle(edge)) {
                for (int issuer : graph.groups().members(graph.target(edge))) {
                    addRequests(graph.source(edge), issuer);
                }
            } else {
                addMerged(graph.source(edge), graph.target(edge));
            }
        }
        order = new int[kept.size()];
        for (int i = order.length - 1; i >= 0; i--) {
            order[i] = kept.dequeueInt();
        }
    }

    /**
     * Lists the waits of edges.
     *
     * @param graph the graph
     * @param edges edges of it, each once
     * @param most so many waits are listed at most; all are counted
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static EdgeWaits of(WaitForGraph graph, int[] edges, int most, Progress progress) {
        if (most < 1) {
            throw new IllegalArgumentException("a list has room for one wait at least: most=" + most);
        }
        return new EdgeWaits(graph, edges, most, progress);
    }

    /**
     * Visits all waits of a single thread in the range of a graph, merged or not, in order of time. A wait for a lock that several held is visited once for each hold. O(segments of the thread in the range).
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void each(WaitForGraph graph, int source, Visitor visitor, Progress progress) {
        eachPart(graph, source, (segment, target, begin, end) -> visitor.wait(segment, target, end - begin), progress);
    }

    /**
     * The same, with begin and end of each part.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void eachPart(WaitForGraph graph, int source, PartVisitor visitor, Progress progress) {
        Timeline timeline = graph.timeline();
        WaitShares shares = graph.shares();
        if (timeline.threadEnd(source) <= graph.fromNanos()) {
            return;
        }
        int first = timeline.segmentAt(source, graph.fromNanos());
        for (int segment = first == Timeline.NONE ? timeline.firstSegment(source) : first; segment < timeline.endSegment(source)
                && timeline.start(segment) < graph.toNanos(); segment++) {
            if ((segment & POLL_MASK) == 0) {
                progress.check();
            }
            if (timeline.state(segment) != ThreadState.BLOCKED) {
                continue;
            }
            long begin = Math.max(timeline.start(segment), graph.fromNanos());
            long end = Math.min(timeline.end(source, segment), graph.toNanos());
            for (int hold = shares.first(source, segment, begin); begin < end; hold = shares.next(source, segment, hold)) {
                long until = Math.min(end, shares.end(source, segment, hold));
                visitor.part(segment, shares.target(source, segment, hold), begin, until);
                begin = until;
            }
        }
    }

    /** The waits of all threads of a vertex for all of another. A wait for a lock that several of them held is one for each of them. */
    private void addMerged(int source, int target) {
        for (int thread : graph.groups().members(source)) {
            if (graph.groups().of(target) == null) {
                addWaits(thread, target);
            } else {
                each(graph, thread, (segment, other, length) -> {
                    if (length > 0 && graph.groups().vertex(other) == target) {
                        add(thread, other, segment, length);
                    }
                }, progress);
            }
        }
    }

    private void addWaits(int source, int target) {
        if (timeline.threadEnd(source) <= graph.fromNanos()) {
            return;
        }
        int end = timeline.endSegment(source);
        int first = timeline.segmentAt(source, graph.fromNanos());
        for (int segment = first == Timeline.NONE ? timeline.firstSegment(source) : first; segment < end
                && timeline.start(segment) < graph.toNanos(); segment++) {
            if ((segment & POLL_MASK) == 0) {
                progress.check();
            }
            if (timeline.state(segment) == ThreadState.BLOCKED && timeline.end(source, segment) > graph.fromNanos()) {
                long length = graph.shares().nanos(source, segment, target, graph.fromNanos(), graph.toNanos());
                if (length > 0) {
                    add(source, target, segment, length);
                }
            }
        }
    }

    /** As in {@link DiskIdle}: those that are in the device's hands at some time of the range. */
    private void addRequests(int device, int issuer) {
        for (int request = 0; request < timeline.requestCount(); request++) {
            if ((request & POLL_MASK) == 0) {
                progress.check();
            }
            long issued = timeline.requestIssued(request);
            if (timeline.requestDisk(request) == device && timeline.requestIssuer(request) == issuer && issued < graph.toNanos()
                    && Math.max(timeline.requestCompleted(request), issued + 1) > graph.fromNanos()) {
                add(device, issuer, -1 - request, clipped(device, -1 - request));
            }
        }
    }

    private void add(int source, int target, int item, long length) {
        int entry = items.size();
        long begin = begin(item);
        if (begin < firstStart) {
            firstStart = begin;
            firstEnd = end(source, item);
        }
        if (kept.size() == most) {
            // the place of the shortest is used again, if this one is longer
            entry = kept.firstInt();
            long shortest = clipped(entry);
            count++;
            nanos += length;
            if (length <= shortest) {
                return;
            }
            kept.dequeueInt();
            sources.set(entry, source);
            targets.set(entry, target);
            items.set(entry, item);
            lengths.set(entry, length);
        } else {
            sources.add(source);
            targets.add(target);
            items.add(item);
            lengths.add(length);
            count++;
            nanos += length;
        }
        kept.enqueue(entry);
    }

    /** Of equal length, the earlier is listed first. */
    private int shorterFirst(int a, int b) {
        int byLength = Long.compare(clipped(a), clipped(b));
        if (byLength != 0) {
            return byLength;
        }
        int byStart = Long.compare(start(b), start(a));
        return byStart != 0 ? byStart : Integer.compare(Math.abs(items.getInt(b)), Math.abs(items.getInt(a)));
    }

    private long start(int entry) {
        return begin(items.getInt(entry));
    }

    private long begin(int item) {
        return item < 0 ? timeline.requestIssued(-1 - item) : timeline.start(item);
    }

    private long end(int source, int item) {
        return item < 0 ? Math.max(timeline.requestCompleted(-1 - item), timeline.requestIssued(-1 - item)) : timeline.end(source, item);
    }

    private long clipped(int entry) {
        return lengths.getLong(entry);
    }

    private long clipped(int source, int item) {
        return Math.max(0, Math.min(end(source, item), graph.toNanos()) - Math.max(begin(item), graph.fromNanos()));
    }

    /** The graph. */
    public WaitForGraph graph() {
        return graph;
    }

    /** How many are listed. */
    public int size() {
        return order.length;
    }

    /** How many there are, listed or not. */
    public long count() {
        return count;
    }

    /** Time of all of them in the range, listed or not, ns. */
    public long nanos() {
        return nanos;
    }

    /** Begin of the first one in time, listed or not; {@link Long#MAX_VALUE} if there is none. */
    public long firstStartNanos() {
        return firstStart;
    }

    /** End of the first one in time. */
    public long firstEndNanos() {
        return firstEnd;
    }

    /** Who waits: a thread; of a request the device. */
    public int source(int i) {
        return sources.getInt(order[i]);
    }

    /** Who is waited for; of a request the thread that made it. */
    public int target(int i) {
        return targets.getInt(order[i]);
    }

    /** The wait's segment of the timeline; {@link Timeline#NONE} for a request. */
    public int segment(int i) {
        return Math.max(Timeline.NONE, items.getInt(order[i]));
    }

    /** The block request that stands for an idle edge; {@link Timeline#NONE} for a wait. */
    public int request(int i) {
        int item = items.getInt(order[i]);
        return item < 0 ? -1 - item : Timeline.NONE;
    }

    /** Begin of the wait, perhaps before the range; of a request when it was given to the device. Reference time, ns. */
    public long startNanos(int i) {
        return start(order[i]);
    }

    /** End of the wait, perhaps after the range; of a request when it was completed. */
    public long endNanos(int i) {
        return end(sources.getInt(order[i]), items.getInt(order[i]));
    }

    /** How much of it is in the range, ns; by this the list is sorted. Of a wait for a lock that several held: how much of it the target did. */
    public long nanos(int i) {
        return clipped(order[i]);
    }
}
