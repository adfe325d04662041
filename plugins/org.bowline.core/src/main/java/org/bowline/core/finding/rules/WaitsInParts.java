/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/**
 * Waits with a time limit that a thread begins again and again until another thread ends the last of them: of all but that one the timeline tells that a timer ended them, and yet the thread did not sleep. So wait the
 * threads of Python's interpreter for its lock, and event loops that look at a clock between two events. A thread that sleeps and then does something (computes, wakes somebody, sends a packet) is not among them; nor is one that looks
 * again after each sleep and finds what it looked for, as no thread ends its last one.
 */
final class WaitsInParts {
    /** What a thread does between two parts takes at most this share of the part before. */
    private static final double MOST_WORK = 0.05;
    /** Those of the range. */
    static final Result<WaitsInParts> RESULT = Result.of(WaitsInParts::new);

    private final Analysis analysis;

    /**
     * Of a thread.
     *
     * @param parts those that a timer ended, by their segments, counted from the thread's first
     * @param begins by when a wait that a thread ended begins: when the first of its parts does; others are not in it
     */
    record OfThread(BitSet parts, Long2LongOpenHashMap begins) {
        /** When a wait that has begun at a time really began. */
        long begin(long nanos) {
            return begins.getOrDefault(nanos, nanos);
        }
    }

    private WaitsInParts(Analysis analysis) {
        this.analysis = analysis;
    }

    /** The waits of a thread in the range. O(segments + waits for timers × log hand-overs). */
    OfThread of(int thread) {
        Timeline timeline = analysis.timeline();
        int first = timeline.firstSegment(thread);
        Deeds.OfThread deeds = analysis.get(Deeds.RESULT).of(thread);
        BitSet parts = new BitSet();
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
                        if (timeline.cause(s) == Cause.THREAD && !open.isEmpty()) {
                            begins.put(timeline.start(s), timeline.start(open.getInt(0)));
                            open.forEach(part -> parts.set(part - first));
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
        return new OfThread(parts, begins);
    }

    /** Whether a wait goes on with the next one: the thread does next to nothing in between, and nothing that another one notices. */
    private boolean goesOn(int thread, int part, int next, long worked, Deeds.OfThread deeds) {
        Timeline timeline = analysis.timeline();
        long from = timeline.end(thread, part);
        return worked <= MOST_WORK * (from - timeline.start(part)) && !deeds.between(from, timeline.start(next));
    }
}
