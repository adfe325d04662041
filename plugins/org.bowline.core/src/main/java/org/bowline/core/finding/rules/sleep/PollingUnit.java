/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * A thread that sleeps again and again, or one that starts processes that do so for it, as a script does with {@code sleep}: its sleeps in the order of time, and for how long it had a processor or waited for something else between them.
 */
final class PollingUnit {
    private final int thread;
    private final boolean starter;
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    /** For how long it wants a processor up to the begin of each sleep. */
    private final LongArrayList wanted = new LongArrayList();

    private PollingUnit(int thread, boolean starter) {
        this.thread = thread;
        this.starter = starter;
    }

    /** A thread with its own sleeps. O(its segments). */
    static PollingUnit ofThread(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        PollingUnit unit = new PollingUnit(thread, false);
        long wants = 0;
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
            ThreadState state = timeline.state(s);
            if (state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED) {
                wants += timeline.end(thread, s) - timeline.start(s);
            } else if (isSleep(timeline, s)) {
                unit.begins.add(timeline.start(s));
                unit.ends.add(timeline.end(thread, s));
                unit.wanted.add(wants);
            }
        }
        return unit;
    }

    /** A thread whose processes sleep for it. */
    static PollingUnit ofStarter(int thread) {
        return new PollingUnit(thread, true);
    }

    /** Adds the sleeps of a process that it has started after those that were added before. O(segments of that). */
    void add(Analysis analysis, int started) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(started, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, started, analysis.fromNanos()); s < last; s++) {
            if (isSleep(timeline, s) && (ends.isEmpty() || timeline.start(s) >= ends.getLong(ends.size() - 1))) {
                begins.add(timeline.start(s));
                ends.add(timeline.end(started, s));
                wanted.add(0);
            }
        }
    }

    private static boolean isSleep(Timeline timeline, int segment) {
        return timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.TIMER && !timeline.isHeld(segment);
    }

    int thread() {
        return thread;
    }

    /** Whether what it starts sleeps for it. */
    boolean isStarter() {
        return starter;
    }

    /** Number of sleeps. */
    int size() {
        return begins.size();
    }

    long begin(int sleep) {
        return begins.getLong(sleep);
    }

    long end(int sleep) {
        return ends.getLong(sleep);
    }

    /** How long a sleep is. */
    long nanos(int sleep) {
        return ends.getLong(sleep) - begins.getLong(sleep);
    }

    /** What it does between two sleeps takes so long, without the time for which it only wants a processor. */
    long does(int after, int before) {
        return begins.getLong(before) - ends.getLong(after) - (wanted.getLong(before) - wanted.getLong(after));
    }
}
