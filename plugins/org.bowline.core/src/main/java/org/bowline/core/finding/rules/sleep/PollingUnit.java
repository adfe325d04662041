/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import it.unimi.dsi.fastutil.ints.IntArrayList;
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

    private final IntArrayList started = new IntArrayList();
    private final int most;

    private PollingUnit(int thread, boolean starter, int most) {
        this.thread = thread;
        this.starter = starter;
        this.most = most;
    }

    /**
     * A thread with its own sleeps. O(its segments).
     *
     * @param most up to so many of them
     */
    static PollingUnit ofThread(Analysis analysis, int thread, int most) {
        PollingUnit unit = new PollingUnit(thread, false, most);
        unit.addSleeps(analysis, thread);
        return unit;
    }

    /** A thread whose processes sleep for it. */
    static PollingUnit ofStarter(int thread, int most) {
        return new PollingUnit(thread, true, most);
    }

    /** Adds the sleeps of a process that it has started after those that were added before. O(segments of that). */
    void add(Analysis analysis, int process) {
        started.add(process);
        addSleeps(analysis, process);
    }

    /** The same thread with all of its sleeps. */
    PollingUnit whole(Analysis analysis) {
        if (size() < most) {
            return this;
        }
        PollingUnit whole = new PollingUnit(thread, starter, Integer.MAX_VALUE);
        if (starter) {
            started.forEach(process -> whole.add(analysis, process));
        } else {
            whole.addSleeps(analysis, thread);
        }
        return whole;
    }

    private void addSleeps(Analysis analysis, int of) {
        Timeline timeline = analysis.timeline();
        long wants = 0;
        int last = timeline.endSegment(of, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, of, analysis.fromNanos()); s < last && size() < most; s++) {
            ThreadState state = timeline.state(s);
            if (state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED) {
                wants += timeline.end(of, s) - timeline.start(s);
            } else if (isSleep(timeline, s) && (ends.isEmpty() || timeline.start(s) >= ends.getLong(ends.size() - 1))) {
                begins.add(timeline.start(s));
                ends.add(timeline.end(of, s));
                wanted.add(starter ? 0 : wants);
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
