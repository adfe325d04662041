/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/** When a single thread of all programs is at work: it runs, or wants to, and nobody else does. One sweep, O(n log n) of the stretches for which threads are at work. */
public final class AloneAtWork {
    /** What others do in between for no longer than this does not end a stretch, ns. */
    private static final long SHORT = 1_000_000;

    /**
     * A stretch of time.
     *
     * @param thread which thread works
     * @param fromNanos its begin
     * @param toNanos its end
     * @param aloneNanos for how long of it nobody else is at work
     */
    record Stretch(int thread, long fromNanos, long toNanos, long aloneNanos) {}

    /** Takes stretches of time, one after the other. */
    @FunctionalInterface
    interface Visitor {
        /**
         * A stretch in which nothing begins or ends.
         *
         * @param working how many threads are at work
         * @param thread the one that is, if it is one
         */
        void stretch(int working, int thread, long begin, long end);
    }

    private final long leastNanos;
    private final List<Stretch> stretches = new ArrayList<>();
    private long workNanos;
    // the present stretch
    private int thread = Timeline.NONE;
    private long from;
    private long to;
    private long alone;

    /** @param leastNanos those for which a thread is alone for less are left out */
    AloneAtWork(long leastNanos) {
        this.leastNanos = leastNanos;
    }

    /** Takes the stretches of {@link Visitor}. */
    void stretch(int working, int who, long begin, long end) {
        workNanos += working * (end - begin);
        if (working == 1) {
            alone(who, begin, end);
        }
    }

    /** Visits the range from the first time at which a thread of a program is at work to the last one. */
    static void each(Analysis analysis, Visitor visitor) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        LongColumn times = new LongColumn();
        IntColumn changes = new IntColumn(); // a thread's number + 1 where it begins, negative where it ends
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread)) {
                analysis.progress().check();
                add(analysis, thread, times, changes);
            }
        }
        sweep(times, changes, visitor);
    }

    private static void add(Analysis analysis, int thread, LongColumn times, IntColumn changes) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(thread, analysis.toNanos());
        int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos());
        while (s < last) {
            if (!isAtWork(timeline, s)) {
                s++;
                continue;
            }
            long begin = Math.max(timeline.start(s), analysis.fromNanos());
            while (s < last && isAtWork(timeline, s)) {
                s++;
            }
            add(thread, begin, Math.min(timeline.end(thread, s - 1), analysis.toNanos()), times, changes);
        }
    }

    private static void add(int thread, long begin, long end, LongColumn times, IntColumn changes) {
        if (begin < end) {
            times.add(begin);
            changes.add(thread + 1);
            times.add(end);
            changes.add(-thread - 1);
        }
    }

    /** Whether a thread has work to do in a segment: it is on a processor, spins, or would run if it had one. */
    public static boolean isAtWork(Timeline timeline, int segment) {
        return switch (timeline.state(segment)) {
            case RUNNING, RUNNABLE, PREEMPTED, INTERRUPTED -> true;
            case BLOCKED, UNKNOWN -> timeline.isSpin(segment);
        };
    }

    private static void sweep(LongColumn times, IntColumn changes, Visitor visitor) {
        IntColumn order = Ascending.order(times);
        int working = 0;
        long sum = 0; // of the numbers of those that work: if it is one, its number
        long before = order.size() == 0 ? 0 : times.get(order.get(0));
        for (int i = 0; i < order.size(); i++) {
            int at = order.get(i);
            long now = times.get(at);
            if (now > before) {
                visitor.stretch(working, working == 1 ? (int) sum - 1 : Timeline.NONE, before, now);
            }
            int change = changes.get(at);
            working += change > 0 ? 1 : -1;
            sum += change;
            before = now;
        }
    }

    private void alone(int who, long begin, long end) {
        if (who == thread && begin - to <= SHORT) {
            alone += end - begin;
            to = end;
        } else if (thread == Timeline.NONE || end - to > SHORT) {
            end();
            thread = who;
            from = begin;
            to = end;
            alone = end - begin;
        }
    }

    private void end() {
        if (thread != Timeline.NONE && alone >= leastNanos) {
            stretches.add(new Stretch(thread, from, to, alone));
        }
    }

    /** The stretches of the visited range, in order of time. */
    List<Stretch> stretches() {
        end();
        thread = Timeline.NONE;
        return List.copyOf(stretches);
    }

    /** For how long threads are at work, all together. */
    long workNanos() {
        return workNanos;
    }
}
