/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The oracle of the sweep: the paper's recursion (Fig. 4), with the rule that a chain takes no thread twice. Slow and obvious. */
final class Cascade {
    /** An edge and its figures. */
    record Edge(int source, int target) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            return source != other.source ? Integer.compare(source, other.source) : Integer.compare(target, other.target);
        }
    }

    final Map<Edge, Long> weight = new TreeMap<>();
    /** The nanoseconds in which a chain passes over each edge. */
    private final Map<Edge, BitSet> held = new TreeMap<>();
    private final long from;
    private final Timeline timeline;
    private final WaitTargets targets;
    private final @Nullable LockHistory locks;
    private final boolean estimates;
    private final @Nullable SentBytes nics;
    private final Deque<Integer> chain = new ArrayDeque<>();

    Cascade(Timeline timeline, long from, long to, IntPredicate chosen) {
        this(timeline, from, to, chosen, null, false);
    }

    Cascade(Timeline timeline, long from, long to, IntPredicate chosen, @Nullable LockHistory locks, boolean estimates) {
        this(timeline, from, to, chosen, locks, estimates, null);
    }

    Cascade(Timeline timeline, long from, long to, IntPredicate chosen, @Nullable LockHistory locks, boolean estimates,
            @Nullable SentBytes nics) {
        this.timeline = timeline;
        this.nics = nics;
        this.locks = locks;
        this.estimates = estimates;
        this.from = from;
        targets = new WaitTargets(timeline);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && chosen.test(thread)) {
                waitsOf(thread, from, to);
            }
        }
    }

    /**
     * With all whose waits start chains: those that were chosen, and who gives work to a disk that holds these up noticeably, and so on.
     *
     * @param origins gets more
     */
    static Cascade closed(Timeline timeline, long from, long to, BitSet origins) {
        while (true) {
            Cascade cascade = new Cascade(timeline, from, to, origins::get);
            BitSet before = (BitSet) origins.clone();
            for (int request = 0; request < timeline.requestCount(); request++) {
                int disk = timeline.requestDisk(request);
                long waits = cascade.weight.entrySet().stream().filter(entry -> entry.getKey().target() == disk)
                        .mapToLong(Map.Entry::getValue).sum();
                int issuer = timeline.requestIssuer(request);
                if (waits > 0 && waits >= timeline.recordedNanos(from, to) / 100 && issuer != Timeline.NONE && !timeline.isIdle(issuer)
                        && timeline.requestIssued(request) < to
                        && Math.max(timeline.requestCompleted(request), timeline.requestIssued(request) + 1) > from) {
                    origins.set(issuer);
                }
            }
            if (origins.equals(before)) {
                return cascade;
            }
        }
    }

    long heldNanos(Edge edge) {
        return held.get(edge).cardinality();
    }

    private void waitsOf(int thread, long from, long to) {
        chain.push(thread);
        for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
            long begin = Math.max(from, timeline.start(segment));
            long end = Math.min(to, timeline.end(thread, segment));
            if (timeline.state(segment) == ThreadState.BLOCKED) {
                long since = begin;
                if (locks == null && nics == null && begin < end) { // it is one for the whole wait
                    waits(thread, targets.of(thread, segment), begin, end);
                    continue;
                }
                int target = begin < end ? target(thread, segment, begin) : Timeline.NONE;
                for (long t = begin + 1; t <= end; t++) {
                    int next = t < end ? target(thread, segment, t) : Timeline.NONE;
                    if (t == end || next != target) {
                        waits(thread, target, since, t);
                        since = t;
                        target = next;
                    }
                }
            }
        }
        chain.pop();
    }

    private void waits(int thread, int target, long begin, long end) {
        if (target == Timeline.NONE) {
            return;
        }
        weight.merge(new Edge(thread, target), end - begin, Long::sum);
        held.computeIfAbsent(new Edge(thread, target), key -> new BitSet()).set((int) (begin - this.from), (int) (end - this.from));
        if (target < timeline.threadCount() && !chain.contains(target)) {
            waitsOf(target, begin, end);
        }
    }

    /** Whom a thread waits for at a moment: who holds the lock, or gets it next, or had it last; else who ends the wait. */
    int target(int thread, int segment, long t) {
        int lock = locks == null ? LockHistory.NONE : locks.lockOf(segment);
        if (locks == null || lock == LockHistory.NONE || (locks.isEstimate(lock) && !estimates)) {
            int nic = nics == null ? Timeline.NONE : nics.waitedFor(thread, segment, t);
            return nic == Timeline.NONE ? targets.of(thread, segment) : nic;
        }
        int next = LockHistory.NONE;
        int last = LockHistory.NONE;
        for (int hold = locks.firstHold(lock); hold < locks.endHold(lock); hold++) {
            if (locks.holder(hold) != thread && locks.holdBegin(hold) < timeline.end(thread, segment)
                    && locks.holdEnd(hold) > timeline.start(segment)) {
                next = next == LockHistory.NONE && locks.holdEnd(hold) > t ? hold : next;
                last = hold;
            }
        }
        int hold = next == LockHistory.NONE ? last : next;
        return hold == LockHistory.NONE ? targets.of(thread, segment) : locks.holder(hold);
    }
}
