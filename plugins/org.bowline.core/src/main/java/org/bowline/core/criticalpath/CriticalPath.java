/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.List;
import java.util.Objects;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.timeline.Timeline;

/**
 * What a thread, or whoever it waited for, did at every moment of a range (architecture rule 7). Immutable; safe for many readers.
 *
 * <p>Legs are numbered 0 … {@link #size()}−1 in time order and tile the range: the first starts at its begin, each next one where the one
 * before ends, the last ends at its end; none is empty, and neighbours differ.
 */
public final class CriticalPath {
    private final Timeline timeline;
    private final int thread;
    private final long fromNanos;
    private final long toNanos;
    private final Legs legs;
    private final PathDoubts doubts;

    CriticalPath(Timeline timeline, int thread, long fromNanos, long toNanos, Legs legs, PathDoubts doubts) {
        this.timeline = timeline;
        this.thread = thread;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.legs = legs;
        this.doubts = doubts;
    }

    /**
     * The critical path of a thread over a range. The range may reach beyond the timeline: what lies outside is unknown.
     *
     * <p>O(legs × (longest chain of waits + log segments)) time, O(legs + longest chain) memory.
     *
     * @param timeline what the threads did
     * @param thread number of the thread
     * @param fromNanos begin of the range, reference time
     * @param toNanos end of the range, exclusive; later than the begin
     * @param progress told how far it is; asked whether to stop
     * @throws IllegalArgumentException if the range is empty
     * @throws IndexOutOfBoundsException if there is no such thread
     */
    public static CriticalPath of(Timeline timeline, int thread, long fromNanos, long toNanos, Progress progress) {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException(
                    "the range is empty: from=" + fromNanos + ", to=" + toNanos + "; its end must be later than its begin");
        }
        if (toNanos - fromNanos < 0) {
            throw new RangeTooLongException(fromNanos, toNanos, "its length does not fit into 63 bits");
        }
        Objects.checkIndex(thread, timeline.threadCount());
        PathWalk walk = new PathWalk(timeline, fromNanos, progress);
        Legs legs = walk.walk(thread, fromNanos, toNanos);
        return new CriticalPath(timeline, thread, fromNanos, toNanos, legs, walk.doubts());
    }

    /**
     * A stretch of the path of a range, between two moments at which the range can be {@linkplain #cuts cut}, or its begin or end.
     *
     * @param sinceNanos begin of the range, at most that of the stretch
     */
    public static Stretch stretch(Timeline timeline, int thread, long sinceNanos, long fromNanos, long toNanos, Progress progress) {
        PathWalk walk = new PathWalk(timeline, sinceNanos, progress);
        Legs legs = walk.walk(thread, fromNanos, toNanos);
        return new Stretch(new CriticalPath(timeline, thread, fromNanos, toNanos, legs, walk.doubts()), walk.earliestHandOver());
    }

    /**
     * A part of a longer path.
     *
     * @param path its legs
     * @param earliestHandOver paths of the same thread that begin before this moment, and not before the longer path, have the same legs there
     */
    public record Stretch(CriticalPath path, long earliestHandOver) {}

    /**
     * Moments in a range, in time order, at which the path of each range of a thread within it can be cut: it is the {@linkplain #stretch stretch} before the moment, and the one after it. There the
     * thread goes over from one state to another, and waits for nothing that was handed over before.
     */
    public static long[] cuts(Timeline timeline, int thread, long fromNanos, long toNanos) {
        return new HandOvers(timeline, fromNanos).cuts(thread, fromNanos, toNanos).toLongArray();
    }

    /** The timeline it was computed from: names of threads and vertices, packets, requests. */
    public Timeline timeline() {
        return timeline;
    }

    /** The thread whose path it is. */
    public int thread() {
        return thread;
    }

    /** Begin of the range. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive. */
    public long toNanos() {
        return toNanos;
    }

    /** Number of legs. */
    public int size() {
        return legs.size();
    }

    /** Begin of a leg, reference time. */
    public long start(int leg) {
        return legs.start(leg);
    }

    /** End of a leg, exclusive. */
    public long end(int leg) {
        return leg + 1 == legs.size() ? toNanos : legs.start(leg + 1);
    }

    /** Length of a leg, ns. */
    public long nanos(int leg) {
        return end(leg) - start(leg);
    }

    /** The thread in whose row the leg stands: who did it, or who waited. */
    public int thread(int leg) {
        return legs.thread(leg);
    }

    /** What that thread did. */
    public ThreadState state(int leg) {
        return legs.state(leg);
    }

    /** What it waited for, of a blocked leg; else {@link Cause#NONE}. */
    public Cause cause(int leg) {
        return legs.cause(leg);
    }

    /** How the leg came to be. */
    public LegKind kind(int leg) {
        return legs.kind(leg);
    }

    /** The vertex that was waited for, of a blocked leg where known; else {@link Timeline#NONE}. */
    public int target(int leg) {
        return legs.target(leg);
    }

    /** The packet (kind NETWORK_TRANSIT, or cause NETWORK) or request (cause DISK) of a leg where known; else {@link Timeline#NONE}. */
    public int link(int leg) {
        return legs.link(leg);
    }

    /** What the path does not know, as figures. */
    public PathDoubts doubts() {
        return doubts;
    }

    /** What the path does not know, in words; the caveats of the timeline are not repeated. */
    public List<Caveat> caveats() {
        return doubts.caveats(fromNanos, toNanos);
    }
}
