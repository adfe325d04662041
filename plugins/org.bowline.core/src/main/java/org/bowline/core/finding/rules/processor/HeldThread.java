/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.WaitingThreads;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * A thread of a program that the kernel makes wait by the clock: in the uninterruptible state, until a timer ends the wait.
 *
 * @param thread its number
 * @param nanos for how long, in the range
 * @param waits how long each of these waits lasts in the range
 */
public record HeldThread(int thread, long nanos, Samples waits) {
    /** Takes begin and end of a wait. */
    @FunctionalInterface
    interface Visitor {
        void wait(long begin, long end);
    }

    /** Those that were chosen and wait so often or more, by number. O(segments of the threads that wait for timers). */
    static List<HeldThread> of(Analysis analysis, long minTimes) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        List<HeldThread> all = new ArrayList<>();
        BitSet waiting = WaitingThreads.of(analysis, Cause.TIMER); // as the kernel holds threads back by the clock
        for (int thread = waiting.nextSetBit(0); thread >= 0; thread = waiting.nextSetBit(thread + 1)) {
            if (!roles.isProgram(thread) || !analysis.isChosen(thread)) {
                continue;
            }
            analysis.progress().check();
            Samples waits = new Samples();
            long[] nanos = {0};
            each(analysis.timeline(), thread, analysis.fromNanos(), analysis.toNanos(), (begin, end) -> {
                nanos[0] += end - begin;
                waits.add(end - begin);
            });
            if (waits.size() >= minTimes) {
                all.add(new HeldThread(thread, nanos[0], waits));
            }
        }
        return all;
    }

    /** Visits the parts between two times of the waits in which the kernel holds a thread back. */
    static void each(Timeline timeline, int thread, long from, long to, Visitor visitor) {
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < timeline.endSegment(thread) && timeline.start(s) < to; s++) {
            long begin = Math.max(timeline.start(s), from);
            long end = Math.min(timeline.end(thread, s), to);
            if (begin < end && timeline.state(s) == ThreadState.BLOCKED && timeline.isHeld(s)) {
                visitor.wait(begin, end);
            }
        }
    }

    /** For how long the kernel holds a thread back between two times. */
    public static long nanos(Analysis analysis, int thread, long from, long to) {
        long[] sum = {0};
        each(analysis.timeline(), thread, from, to, (begin, end) -> sum[0] += end - begin);
        return sum[0];
    }
}
