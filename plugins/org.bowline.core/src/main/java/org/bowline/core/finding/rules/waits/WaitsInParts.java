/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.Arrays;
import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Waits with a time limit that a thread begins again and again until another thread ends the last of them: of all but that one the timeline tells that a timer ended them, and yet the thread did not sleep. So wait the
 * threads of Python's interpreter for its lock, and event loops that look at a clock between two events. A thread that sleeps and then does something (computes, wakes somebody, sends a packet) is not among them, nor one that sleeps for long and then waits for short, as Python's threads do for that lock after each sleep, unless whoever ends that was active all the while; nor is one that looks
 * again after each sleep and finds what it looked for, as no thread ends its last one.
 */
public final class WaitsInParts {
    /** What a thread does between two parts takes at most this share of the part before. */
    private static final double MOST_WORK = 0.05;
    /** Parts of one wait have one time limit; what is so many times as long as all that follows may be a sleep before it. */
    private static final int MOST_LONGER = 10;
    /** Who gives up Python's lock as soon as the limit of who waits for it is over has run until then: for so much of the part at least. */
    private static final double LEAST_ACTIVE = 0.5;
    /** So many parts show how long the time limit is, */
    private static final int LEAST_OF_LIMIT = 10;
    /** if so many of them are as long, */
    private static final double LEAST_ALIKE = 0.5;
    /** but for so much. */
    private static final double MOST_OFF = 0.1;
    private static final long NO_LIMIT = Long.MAX_VALUE;
    /** Those of the range. */
    public static final Result<WaitsInParts> RESULT = Result.of(WaitsInParts::new);

    private final Analysis analysis;

    /**
     * Of a thread.
     *
     * @param parts those that a timer ended, by their segments, counted from the thread's first
     * @param begins by when a wait that a thread ended begins: when the first of its parts does; others are not in it
     * @param vain likewise, after which the thread did nothing until a packet came that was sent later: without them it had waited for that packet for longer, so whether it slept in them or not, they delay nobody
     */
    public record OfThread(BitSet parts, Long2LongOpenHashMap begins, BitSet vain) {
        /** Those that are no sleeps, or delay nobody. */
        public BitSet delayNobody() {
            BitSet all = (BitSet) parts.clone();
            all.or(vain);
            return all;
        }

        /** When a wait that has begun at a time really began. */
        public long begin(long nanos) {
            return begins.getOrDefault(nanos, nanos);
        }
    }

    private WaitsInParts(Analysis analysis) {
        this.analysis = analysis;
    }

    /** The waits of a thread in the range. O(segments + waits for timers × log hand-overs). */
    public OfThread of(int thread) {
        OfThread sure = of(thread, NO_LIMIT);
        long limit = limit(thread, sure.parts);
        return limit == NO_LIMIT ? sure : of(thread, limit);
    }

    /** How long the parts of a thread's waits are, as far as most of them are as long: the time limit. */
    private long limit(int thread, BitSet parts) {
        if (parts.cardinality() < LEAST_OF_LIMIT) {
            return NO_LIMIT;
        }
        Timeline timeline = analysis.timeline();
        int first = timeline.firstSegment(thread);
        long[] lengths = parts.stream().mapToLong(part -> timeline.end(thread, first + part) - timeline.start(first + part)).sorted()
                .toArray();
        long median = lengths[lengths.length / 2];
        long alike = Arrays.stream(lengths).filter(nanos -> isAsLong(nanos, median)).count();
        return alike >= LEAST_ALIKE * lengths.length ? median : NO_LIMIT;
    }

    private static boolean isAsLong(long nanos, long limit) {
        return Math.abs(nanos - limit) <= MOST_OFF * limit;
    }

    /** @param limit what is as long as that is no sleep */
    private OfThread of(int thread, long limit) {
        Timeline timeline = analysis.timeline();
        int first = timeline.firstSegment(thread);
        Deeds.OfThread deeds = analysis.get(Deeds.RESULT).of(thread);
        BitSet parts = new BitSet();
        BitSet vain = new BitSet();
        Long2LongOpenHashMap begins = new Long2LongOpenHashMap();
        IntArrayList open = new IntArrayList();
        long worked = 0;
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) { // before it hand-overs are not known
            switch (timeline.state(s)) {
                case RUNNING -> worked += timeline.end(thread, s) - timeline.start(s);
                case UNKNOWN -> open.clear();
                case BLOCKED -> {
                    if (!open.isEmpty() && !goesOn(thread, open.getInt(open.size() - 1), s, worked, deeds)) {
                        open.clear();
                    }
                    if (timeline.cause(s) == Cause.TIMER && !timeline.isHeld(s)) {
                        open.add(s);
                    } else {
                        if (!open.isEmpty() && isSentSince(timeline.end(thread, open.getInt(open.size() - 1)), s)) {
                            open.forEach(one -> vain.set(one - first));
                        }
                        int part = timeline.cause(s) == Cause.THREAD ? firstPart(thread, open, s, limit) : open.size();
                        if (part < open.size()) {
                            begins.put(timeline.start(s), timeline.start(open.getInt(part)));
                            open.subList(part, open.size()).forEach(one -> parts.set(one - first));
                        }
                        open.clear();
                    }
                    worked = 0;
                }
                default -> {
                    // it wants to run, or is interrupted
                }
            }
        }
        return new OfThread(parts, begins, vain);
    }

    /** Whether a packet ended a wait that was sent since a time. */
    private boolean isSentSince(long nanos, int wait) {
        Timeline timeline = analysis.timeline();
        return timeline.cause(wait) == Cause.NETWORK && timeline.link(wait) != Timeline.NONE
                && timeline.packetSent(timeline.link(wait)) >= nanos;
    }

    /**
     * Index of the first that is no sleep; how many there are if all are. One wait has one limit, so what is much longer than a part behind it is a sleep. What is much longer than the last wait, which has no limit, may be a part all the
     * same: whoever has what the thread waits for is active all the while, and gives it up when the limit is over; or does nothing until just before it ends the wait; or others of its waits show how long its limit is, as where
     * one thread gives up Python's lock and another one has it for a moment before this one gets it.
     */
    private int firstPart(int thread, IntArrayList open, int wait, long limit) {
        Timeline timeline = analysis.timeline();
        long longest = timeline.end(thread, wait) - timeline.start(wait);
        int part = open.size();
        while (part > 0) {
            int before = open.getInt(part - 1);
            long nanos = timeline.end(thread, before) - timeline.start(before);
            if (nanos / MOST_LONGER > longest && (part < open.size() || !isAsLong(nanos, limit) && isHeldBriefly(thread, before, wait))) {
                break;
            }
            longest = Math.max(longest, nanos);
            part--;
        }
        return part;
    }

    /** Whether whoever ends a wait is active in it, and was not in the sleep before. */
    private boolean isHeldBriefly(int thread, int sleep, int wait) {
        Timeline timeline = analysis.timeline();
        analysis.progress().check();
        return isActive(timeline.target(wait), timeline.start(wait), timeline.end(thread, wait))
                && !isActive(timeline.target(wait), timeline.start(sleep), timeline.end(thread, sleep));
    }

    private boolean isActive(int thread, long from, long to) {
        if (thread < 0 || thread >= analysis.timeline().threadCount()) {
            return false;
        }
        TimeUnion active = new TimeUnion(from, to);
        active.addActive(analysis.timeline(), thread);
        return active.nanos() >= LEAST_ACTIVE * (to - from);
    }

    /** Whether a wait goes on with the next one: the thread does next to nothing in between, and nothing that another one notices. */
    private boolean goesOn(int thread, int part, int next, long worked, Deeds.OfThread deeds) {
        Timeline timeline = analysis.timeline();
        long from = timeline.end(thread, part);
        return worked <= MOST_WORK * (from - timeline.start(part)) && !deeds.between(from, timeline.start(next));
    }
}
