/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
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

    /** A part of a wait, in which it is for one vertex. */
    record Part(long begin, long end, int target) {}

    final Map<Edge, Long> weight = new TreeMap<>();
    /** The times in which a chain passes over each edge. */
    private final Map<Edge, Times> held = new TreeMap<>();
    /** The waits on which one does. */
    private final Map<Edge, Set<Integer>> segments = new HashMap<>();
    private final Map<Integer, List<Part>> parts = new HashMap<>();
    private final Map<Integer, Boolean> noticed = new HashMap<>();
    private final long from;
    private final long to;
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
        this.to = to;
        targets = new WaitTargets(timeline);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && chosen.test(thread)) {
                waitsOf(thread, from, to);
            }
        }
    }

    static Cascade closed(Timeline timeline, long from, long to, BitSet origins) {
        return closed(timeline, from, to, origins, chosen -> new Cascade(timeline, from, to, chosen));
    }

    /** With the members of knots that chains reach, or that somebody is in whose waits start chains. */
    static Cascade closed(Timeline timeline, long from, long to, BitSet origins, Collection<BitSet> knots) {
        while (true) {
            Cascade cascade = closed(timeline, from, to, origins);
            BitSet before = (BitSet) origins.clone();
            for (BitSet knot : knots) {
                long weight = cascade.weight.entrySet().stream().filter(entry -> knot.get(entry.getKey().target()))
                        .mapToLong(Map.Entry::getValue).sum();
                if (knot.intersects(before) || (weight > 0 && weight >= timeline.recordedNanos(from, to) / 100)) {
                    knot.stream().filter(member -> member < timeline.threadCount()).forEach(member -> cascade.addOrigin(member, origins));
                }
            }
            if (origins.equals(before)) {
                return cascade;
            }
        }
    }

    /**
     * With all whose waits start chains: those that were chosen, and who gives work to a disk or an interface that holds these up noticeably, and so on.
     *
     * @param origins gets more
     */
    static Cascade closed(Timeline timeline, long from, long to, BitSet origins, Function<IntPredicate, Cascade> recursion) {
        while (true) {
            Cascade cascade = recursion.apply(origins::get);
            BitSet before = (BitSet) origins.clone();
            for (int request = 0; request < timeline.requestCount(); request++) {
                if (cascade.isNoticed(timeline.requestDisk(request)) && timeline.requestIssued(request) < to
                        && Math.max(timeline.requestCompleted(request), timeline.requestIssued(request) + 1) > from) {
                    cascade.addOrigin(timeline.requestIssuer(request), origins);
                }
            }
            for (int nic = 0; cascade.nics != null && nic < timeline.nicCount(); nic++) {
                for (int frame = timeline.firstFrame(nic); cascade.isNoticed(timeline.nicVertex(nic))
                        && frame < timeline.endFrame(nic); frame++) {
                    if (timeline.frameNanos(frame) >= from && timeline.frameNanos(frame) < to) {
                        cascade.addOrigin(timeline.frameSender(frame), origins);
                    }
                }
            }
            for (int segment = 0; segment < timeline.segmentCount() && timeline.wayCount() > 0; segment++) {
                int thread = timeline.threadOf(segment);
                int way = cascade.way(thread, segment);
                if (way != Timeline.NONE && !timeline.isIdle(thread) && timeline.start(segment) < to && timeline.end(thread, segment) > from
                        && cascade.isNoticed(way)) {
                    cascade.addOrigin(timeline.packetSender(timeline.link(segment)), origins);
                }
            }
            if (origins.equals(before)) {
                return cascade;
            }
        }
    }

    private boolean isNoticed(int device) {
        return noticed.computeIfAbsent(device, key -> {
            long waits = weight.entrySet().stream().filter(entry -> entry.getKey().target() == device).mapToLong(Map.Entry::getValue).sum();
            return waits > 0 && waits >= timeline.recordedNanos(from, to) / 100;
        });
    }

    private void addOrigin(int thread, BitSet origins) {
        if (thread != Timeline.NONE && !timeline.isIdle(thread)) {
            origins.set(thread);
        }
    }

    long heldNanos(Edge edge) {
        return held.get(edge).nanos();
    }

    /** On how many waits of the source a chain runs over an edge. */
    int waits(Edge edge) {
        return segments.get(edge).size();
    }

    /** What the waits of some threads are for, themselves. */
    Map<Edge, Long> direct(IntPredicate of) {
        Map<Edge, Long> direct = new TreeMap<>();
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            int thread = timeline.threadOf(segment);
            if (timeline.state(segment) == ThreadState.BLOCKED && !timeline.isIdle(thread) && of.test(thread)) {
                for (Part part : parts(thread, segment)) {
                    long nanos = Math.min(to, part.end) - Math.max(from, part.begin);
                    if (nanos > 0) {
                        direct.merge(new Edge(thread, part.target), nanos, Long::sum);
                    }
                }
            }
        }
        return direct;
    }

    private void waitsOf(int thread, long from, long to) {
        chain.push(thread);
        int first = timeline.segmentAt(thread, from);
        for (int segment = first == Timeline.NONE ? timeline.firstSegment(thread) : first; segment < timeline.endSegment(thread)
                && timeline.start(segment) < to; segment++) {
            if (timeline.state(segment) == ThreadState.BLOCKED) {
                for (Part part : parts(thread, segment)) {
                    waits(thread, segment, part.target, Math.max(from, part.begin), Math.min(to, part.end));
                }
            }
        }
        chain.pop();
    }

    private void waits(int thread, int segment, int target, long begin, long end) {
        if (target == Timeline.NONE || begin >= end) {
            return;
        }
        Edge edge = new Edge(thread, target);
        weight.merge(edge, end - begin, Long::sum);
        held.computeIfAbsent(edge, key -> new Times()).add(begin, end);
        segments.computeIfAbsent(edge, key -> new HashSet<>()).add(segment);
        if (target < timeline.threadCount() && !chain.contains(target)) {
            waitsOf(target, begin, end);
        }
    }

    /** What a wait is for, from its begin to its end. */
    private List<Part> parts(int thread, int segment) {
        return parts.computeIfAbsent(segment, key -> {
            long end = timeline.end(thread, segment);
            NavigableSet<Long> moments = moments(thread, segment);
            moments.add(timeline.start(segment));
            List<Part> result = new ArrayList<>();
            for (long begin : moments.subSet(timeline.start(segment), end)) {
                int target = target(thread, segment, begin);
                Part last = result.isEmpty() ? null : result.get(result.size() - 1);
                if (last == null || last.target != target) {
                    result.add(new Part(begin, end, target));
                    if (last != null) {
                        result.set(result.size() - 2, new Part(last.begin, begin, last.target));
                    }
                }
            }
            return result;
        });
    }

    /** When the answer of {@link #target} may change. */
    private NavigableSet<Long> moments(int thread, int segment) {
        NavigableSet<Long> moments = new TreeSet<>();
        int lock = locks == null ? LockHistory.NONE : locks.lockOf(segment);
        for (int hold = lock == LockHistory.NONE ? 0 : locks.firstHold(lock); lock != LockHistory.NONE
                && hold < locks.endHold(lock); hold++) {
            for (long moment : new long[] {locks.holdBegin(hold), locks.holdEnd(hold)}) {
                if (moment > timeline.start(segment) && moment < timeline.end(thread, segment)) {
                    moments.add(moment);
                }
            }
        }
        if (nics != null) {
            nics.addMoments(thread, segment, moments);
        }
        if (way(thread, segment) != Timeline.NONE && timeline.packetSent(timeline.link(segment)) > timeline.start(segment)) {
            moments.add(timeline.packetSent(timeline.link(segment)));
        }
        return moments;
    }

    /** The network that what ended a wait came over, if the timeline has it as a vertex. */
    int way(int thread, int segment) {
        if (timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.NETWORK
                || timeline.link(segment) == Timeline.NONE || timeline.packetSender(timeline.link(segment)) == Timeline.NONE) {
            return Timeline.NONE;
        }
        Set<Integer> hosts = Set.copyOf(List.of(timeline.host(thread), timeline.host(timeline.packetSender(timeline.link(segment)))));
        for (int vertex = timeline.threadCount(); hosts.size() == 2 && vertex < timeline.vertexCount(); vertex++) {
            if (timeline.otherHost(vertex) != Timeline.NONE && hosts.contains(timeline.host(vertex))
                    && hosts.contains(timeline.otherHost(vertex))) {
                return vertex;
            }
        }
        return Timeline.NONE;
    }

    /** Whom a thread waits for at a moment: who holds the lock, or gets it next, or had it last; else who ends the wait. */
    int target(int thread, int segment, long t) {
        int lock = locks == null ? LockHistory.NONE : locks.lockOf(segment);
        if (locks == null || lock == LockHistory.NONE || (locks.isEstimate(lock) && !estimates)) {
            int nic = nics == null ? Timeline.NONE : nics.waitedFor(thread, segment, t);
            int way = nic == Timeline.NONE ? way(thread, segment) : nic;
            boolean sent = way == nic || t >= timeline.packetSent(timeline.link(segment));
            return way == Timeline.NONE || !sent ? targets.of(thread, segment) : way;
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

    /** Times that may overlap, and how long they last together. */
    private static final class Times {
        private List<long[]> times = new ArrayList<>();
        private int limit = 1_000;

        void add(long begin, long end) {
            times.add(new long[] {begin, end});
            if (times.size() > limit) {
                join();
                limit = 1_000 + 2 * times.size();
            }
        }

        long nanos() {
            join();
            return times.stream().mapToLong(time -> time[1] - time[0]).sum();
        }

        private void join() {
            times.sort((a, b) -> Long.compare(a[0], b[0]));
            List<long[]> joined = new ArrayList<>();
            for (long[] time : times) {
                long[] last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
                if (last != null && time[0] <= last[1]) {
                    last[1] = Math.max(last[1], time[1]);
                } else {
                    joined.add(time);
                }
            }
            times = joined;
        }
    }
}
