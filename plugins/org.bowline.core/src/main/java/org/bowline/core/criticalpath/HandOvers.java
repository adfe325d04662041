/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * When work was handed over that a thread waits for only later.
 *
 * <p>Who has asked a server is often still on its CPU when the server is already at work, and waits only then; its own running does not
 * hide whom it waits for. So a wait [s, e) counts from its <em>hand-over</em> h on, where the chain of causes that ends it, followed back
 * from e without regard to s, comes back to the thread itself at h &lt; s. What the thread did or waited for between h and s was not
 * critical: it is hidden. If a thread starts a helper, asks a backend and waits for it, then waits for the helper, the helper was critical
 * all the time.
 *
 * <p>If the chain does not come back, the waker was busy with something else, and the wait begins where it does.
 *
 * <p>Each segment is looked at once per thread whose waits are asked for.
 */
final class HandOvers {
    private static final long NONE = Long.MIN_VALUE;

    private final Timeline timeline;
    private final long fromNanos;
    /** For each thread that was asked for: where the chain behind a segment comes back to it. */
    private final Int2ObjectOpenHashMap<Int2LongOpenHashMap> known = new Int2ObjectOpenHashMap<>();
    private long earliest = Long.MAX_VALUE;

    HandOvers(Timeline timeline, long fromNanos) {
        this.timeline = timeline;
        this.fromNanos = fromNanos;
    }

    /**
     * The waits of a thread that count from their hand-over, within [from, to): disjoint, latest first.
     *
     * @param segments receives the segments of the waits
     * @param starts receives the hand-overs
     */
    void find(int thread, long from, long to, IntArrayList segments, LongArrayList starts) {
        int first = timeline.firstSegment(thread);
        int wait = waitBefore(first, timeline.segmentAt(thread, Math.min(to, timeline.threadEnd(thread)) - 1), from);
        while (wait != Timeline.NONE) {
            int earlier = waitBefore(first, wait - 1, from);
            // a wait that is there from the begin on cannot count from before it; of one that lasts beyond the end this part of the path does
            // not see the end
            boolean asked = timeline.start(wait) > from && timeline.end(thread, wait) <= to;
            long handOver = asked ? handOver(thread, wait) : NONE;
            if (handOver != NONE) {
                long start = Math.max(from, handOver);
                while (earlier != Timeline.NONE && timeline.start(earlier) >= start) {
                    earlier = waitBefore(first, earlier - 1, from);
                }
                if (earlier != Timeline.NONE) {
                    // who waits gives nothing away: an interrupt did, or so it seems through the clocks' error
                    start = Math.max(start, timeline.end(thread, earlier));
                }
                segments.add(wait);
                starts.add(start);
            }
            wait = earlier;
        }
    }

    /** The last blocked segment from one downward that ends after the moment, or NONE. */
    private int waitBefore(int first, int segment, long from) {
        for (int s = segment; s >= first && s != Timeline.NONE; s--) {
            if (timeline.start(s) < from) {
                return Timeline.NONE;
            }
            if (timeline.state(s) == ThreadState.BLOCKED) {
                return s;
            }
        }
        return Timeline.NONE;
    }

    /** When the chain that ended a wait came from the waiting thread, if that was before the wait; else NONE. */
    private long handOver(int thread, int wait) {
        int next = nextThread(wait);
        if (next == Timeline.NONE) {
            return NONE;
        }
        long back = follow(thread, next, momentBehind(wait, timeline.end(thread, wait)));
        if (back >= timeline.start(wait)) {
            return NONE;
        }
        if (back != NONE) {
            earliest = Math.min(earliest, back);
        }
        return back;
    }

    /** The earliest hand-over that was found so far. A path that begins before it, and not before {@code fromNanos}, finds the same ones. */
    long earliest() {
        return earliest;
    }

    /**
     * Where the segments of a thread within (from, to) begin, but for those that a wait of it spans, counted from its hand-over: in time order. O(segments).
     */
    LongArrayList cuts(int thread, long from, long to) {
        LongArrayList cuts = new LongArrayList();
        long lived = Math.max(from, timeline.threadStart(thread));
        if (lived >= Math.min(to, timeline.threadEnd(thread))) {
            return cuts;
        }
        long handed = Long.MAX_VALUE;
        int first = timeline.segmentAt(thread, lived);
        int last = timeline.segmentAt(thread, Math.min(to, timeline.threadEnd(thread)) - 1);
        for (int s = last; first != Timeline.NONE && s >= first; s--) {
            long start = timeline.start(s);
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.end(thread, s) <= to) {
                long handOver = handOver(thread, s);
                handed = handOver == NONE ? handed : Math.min(handed, handOver);
            }
            if (start > from && handed > start) {
                cuts.add(start);
            }
        }
        LongArrays.reverse(cuts.elements(), 0, cuts.size());
        return cuts;
    }

    private long follow(int thread, int waker, long wakeUp) {
        Int2LongOpenHashMap memory = known.get(thread);
        if (memory == null) {
            memory = new Int2LongOpenHashMap();
            known.put(thread, memory);
        }
        IntArrayList visited = new IntArrayList();
        int current = waker;
        long moment = wakeUp;
        long result = NONE;
        int generations = 0;
        while (moment > fromNanos) {
            if (current == thread) {
                result = moment;
                break;
            }
            int segment = timeline.segmentAt(current, moment - 1);
            if (segment == Timeline.NONE) {
                int parent = moment <= timeline.threadStart(current) ? timeline.parent(current) : Timeline.NONE;
                // no more generations than threads: a tree of processes that bites its tail has no root
                if (parent == Timeline.NONE || timeline.isIdle(parent) || ++generations > timeline.threadCount()) {
                    break;
                }
                current = parent;
                continue;
            }
            boolean waits = timeline.state(segment) == ThreadState.BLOCKED;
            if (waits && moment < timeline.end(current, segment)) {
                // it acted in an interrupt, or so it seems through the clocks' error: what ended its wait came later
                moment = timeline.start(segment);
                continue;
            }
            if (memory.containsKey(segment)) {
                result = memory.get(segment);
                break;
            }
            // a second visit means a cycle: it finds this and ends
            memory.put(segment, NONE);
            visited.add(segment);
            int next = waits ? nextThread(segment) : Timeline.NONE;
            if (next == Timeline.NONE) {
                moment = timeline.start(segment);
            } else {
                moment = momentBehind(segment, moment);
                current = next;
            }
        }
        for (int i = 0; i < visited.size(); i++) {
            memory.put(visited.getInt(i), result);
        }
        return result;
    }

    /** The thread that ended a wait, at its end or by a packet before; or NONE. */
    private int nextThread(int wait) {
        int link = timeline.link(wait);
        int next = switch (timeline.cause(wait)) {
            case THREAD -> timeline.finished(wait) == Timeline.NONE ? timeline.target(wait) : Timeline.NONE;
            case NETWORK -> link == Timeline.NONE ? Timeline.NONE : timeline.packetSender(link);
            default -> Timeline.NONE;
        };
        return next < 0 || next >= timeline.threadCount() || timeline.isIdle(next) ? Timeline.NONE : next;
    }

    /** When the thread that ended a wait did so: at its end, or when it sent the packet. */
    private long momentBehind(int wait, long end) {
        return timeline.cause(wait) == Cause.NETWORK ? Math.min(end, timeline.packetSent(timeline.link(wait))) : end;
    }
}
