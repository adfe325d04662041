/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * Phases in which one process works at a time, each while the one that started it waits for it: a script that starts commands, or the last compiler of a build. Whoever works may change; that who started it waits, or goes on after that, tells such a phase from one in which there is just little to do. O(n log n) of the stretches
 * for which threads are at work.
 */
final class SerialPhases {
    /** What is not so counts so much more than what is: of a phase, nine tenths are. */
    private static final int TIMES_MORE = 9;
    /** Who did, or started who did, so much of a phase is told. */
    private static final double MOST_OF_PHASE = 0.9;
    private static final int MOST_DEPTH = 64;
    /** For the last wait of a thread one looks back over so many times at which it was interrupted or had no processor. */
    private static final int MOST_BACK = 256;

    /**
     * A phase.
     *
     * @param thread who works, or who started those that do
     * @param itself whether it does half of it itself
     * @param aloneNanos for how long one works alone
     */
    record Phase(int thread, boolean itself, long fromNanos, long toNanos, long aloneNanos) {}

    private final Analysis analysis;
    private final Timeline timeline;
    private final ThreadRoles roles;
    private final long leastNanos;
    private final List<Phase> phases = new ArrayList<>();
    // those that work alone in the present phase, one after the other
    private final IntArrayList threads = new IntArrayList();
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    /** For how long one works alone since the phase began, less what is not so, weighed. */
    private long score;
    private long best;
    /** How many of them there were when it was best. */
    private int bestSize;
    private long until;

    /** @param leastNanos phases in which one works alone for less are left out */
    SerialPhases(Analysis analysis, long leastNanos) {
        this.analysis = analysis;
        this.leastNanos = leastNanos;
        timeline = analysis.timeline();
        roles = analysis.get(Analysis.ROLES);
    }

    /** Takes the stretches of {@link AloneAtWork.Visitor}. */
    void stretch(int working, int thread, long begin, long end) {
        if (working == 1 && (isAwaited(thread, begin) || goesOn(thread, begin))) {
            add(thread, begin, end);
        }
    }

    /** Those of the visited range, in order of time. */
    List<Phase> phases() {
        end();
        return List.copyOf(phases);
    }

    /** Whether who started a thread waits for it, or for another one that it has started, which ends sooner. */
    private boolean isAwaited(int thread, long nanos) {
        int parent = timeline.parent(thread);
        int segment = parent == Timeline.NONE || !roles.isProgram(parent) ? Timeline.NONE : timeline.segmentAt(parent, nanos);
        if (segment == Timeline.NONE || timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.THREAD) {
            return false;
        }
        int target = timeline.target(segment);
        return target == thread || target >= 0 && target < timeline.threadCount() && timeline.parent(target) == parent;
    }

    /** Whether the last wait of a thread was for one that it has started: nobody need wait for a script that goes on after a command. */
    private boolean goesOn(int thread, long nanos) {
        int first = timeline.firstSegment(thread);
        int segment = timeline.segmentAt(thread, nanos);
        for (int back = 0; back < MOST_BACK && segment > first && timeline.state(segment) != ThreadState.BLOCKED; back++) {
            segment--;
        }
        if (segment < first || timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.THREAD) {
            return false;
        }
        int target = timeline.target(segment);
        return target >= 0 && target < timeline.threadCount() && timeline.parent(target) == thread;
    }

    private void add(int thread, long begin, long end) {
        long lost = threads.isEmpty() ? 0 : TIMES_MORE * (begin - until);
        if (lost >= score || best - (score - lost) > leastNanos) {
            end();
            lost = 0;
        }
        threads.add(thread);
        begins.add(begin);
        ends.add(end);
        until = end;
        score += end - begin - lost;
        if (score >= best) {
            best = score;
            bestSize = threads.size();
        }
    }

    private void end() {
        long alone = 0;
        Int2LongLinkedOpenHashMap byThread = new Int2LongLinkedOpenHashMap();
        for (int i = 0; i < bestSize; i++) {
            byThread.addTo(threads.getInt(i), ends.getLong(i) - begins.getLong(i));
            alone += ends.getLong(i) - begins.getLong(i);
        }
        if (bestSize > 0 && alone >= leastNanos) {
            int most = byThread.int2LongEntrySet().stream()
                    .max((one, other) -> Long.compare(one.getLongValue(), other.getLongValue())).orElseThrow().getIntKey();
            int who = most;
            for (int depth = 0; depth < MOST_DEPTH && timeline.parent(who) != Timeline.NONE
                    && below(who, byThread) < MOST_OF_PHASE * alone; depth++) {
                who = timeline.parent(who);
            }
            if (analysis.isChosen(who) || byThread.keySet().intStream().anyMatch(analysis::isChosen)) {
                phases.add(new Phase(who, 2 * byThread.get(who) >= alone, begins.getLong(0), ends.getLong(bestSize - 1), alone));
            }
        }
        threads.clear();
        begins.clear();
        ends.clear();
        score = 0;
        best = 0;
        bestSize = 0;
    }

    /** For how long a thread works, or those that it started, and that these did. */
    private long below(int thread, Int2LongLinkedOpenHashMap byThread) {
        long nanos = 0;
        for (int worker : byThread.keySet()) {
            nanos += worker == thread || OneAfterAnother.isBelow(timeline, worker, thread) ? byThread.get(worker) : 0;
        }
        return nanos;
    }
}
