/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.Arrays;
import java.util.BitSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.PacketWaits;
import org.bowline.core.analysis.Result;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * When none of the threads among which tasks move is at work, and which wait ended that: what a thread of them waits for tells little, as one that has no task waits for another, what all wait for does. A thread that neither asks, answers nor receives anything, and is
 * woken by the clock, has no tasks: it looks after the others, and wakes up for that all the time. O(segments of the threads × log + requests, of these once for all).
 */
public final class TaskGaps {
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();
    private final IntColumn enders = new IntColumn();
    private final IntColumn segments = new IntColumn();

    private static final Result<BitSet> ASKED = Result.of(TaskGaps::asked);
    /** Who looks after others is woken by somebody else now and then. */
    private static final double LEAST_TIMERS = 0.8;

    private final int[] threads;

    private TaskGaps(int[] threads) {
        this.threads = threads;
    }

    /** Those of threads, in the range. */
    public static TaskGaps of(Analysis analysis, int[] threads) {
        Timeline timeline = analysis.timeline();
        LongColumn from = new LongColumn();
        LongColumn to = new LongColumn();
        IntColumn who = new IntColumn();
        IntColumn after = new IntColumn();
        TaskGaps gaps = new TaskGaps(withTasks(analysis, threads));
        for (int thread : gaps.threads) {
            analysis.progress().check();
            int wait = Timeline.NONE;
            int last = timeline.endSegment(thread, analysis.toNanos());
            int first = timeline.segmentAt(thread, analysis.fromNanos());
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    wait = s;
                    continue;
                }
                from.add(Math.max(analysis.fromNanos(), timeline.start(s)));
                to.add(Math.min(analysis.toNanos(), timeline.end(thread, s)));
                who.add(thread);
                after.add(wait == s - 1 ? wait : Timeline.NONE);
            }
        }
        IntColumn order = Ascending.order(from);
        long until = analysis.fromNanos();
        for (int i = 0; i < order.size(); i++) {
            int next = order.get(i);
            if (from.get(next) > until && after.get(next) != Timeline.NONE) {
                gaps.begins.add(until);
                gaps.ends.add(from.get(next));
                gaps.enders.add(who.get(next));
                gaps.segments.add(after.get(next));
            }
            until = Math.max(until, to.get(next));
        }
        return gaps;
    }

    private static int[] withTasks(Analysis analysis, int[] threads) {
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        BitSet asked = analysis.get(ASKED);
        return Arrays.stream(threads)
                .filter(thread -> asked.get(thread) || waits.first(thread) < waits.end(thread) || !livesByTheClock(analysis, thread))
                .toArray();
    }

    /** Threads that ask or answer anything. */
    private static BitSet asked(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        BitSet asked = new BitSet();
        for (int i = 0; i < requests.size(); i++) {
            asked.set(requests.server(i));
            if (requests.client(i) != Timeline.NONE) {
                asked.set(requests.client(i));
            }
        }
        return asked;
    }

    /** Whether timers end nearly all waits of a thread. */
    private static boolean livesByTheClock(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(thread, analysis.toNanos());
        int first = timeline.segmentAt(thread, analysis.fromNanos());
        int waits = 0;
        int timers = 0;
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                waits++;
                timers += timeline.cause(s) == Cause.TIMER ? 1 : 0;
            }
        }
        return timers > 0 && timers >= LEAST_TIMERS * waits;
    }

    /** Those of the threads that have tasks. */
    int[] threads() {
        return threads.clone();
    }

    /** Number of gaps. */
    public int size() {
        return begins.size();
    }

    /** Begin of a gap, in nanoseconds of the common clock. */
    public long begin(int gap) {
        return begins.get(gap);
    }

    /** End of a gap. */
    public long end(int gap) {
        return ends.get(gap);
    }

    /** The thread that is the next at work. */
    int thread(int gap) {
        return enders.get(gap);
    }

    /** Its wait, which ended then. */
    public int segment(int gap) {
        return segments.get(gap);
    }
}
