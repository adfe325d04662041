/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

import org.bowline.core.event.PriorityVocabulary;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads the priorities of threads from all kernel traces of an experiment. O(switches); a thread whose priority stays costs a look-up each. */
final class PriorityReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final PriorityLog.Builder log;

    PriorityReader(Experiment experiment, Timeline timeline, ClockMap clocks) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
        log = new PriorityLog.Builder(timeline.threadCount());
    }

    PriorityLog read(Progress progress) throws TraceReadException {
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (PriorityVocabulary.isIn(trace.metadata())) {
                    new OfTrace(host, trace).read(progress);
                }
            }
        }
        return log.build();
    }

    /** What was last told of a thread id. */
    private static final class Last {
        private int thread = Timeline.NONE;
        private int priority = PriorityLog.UNKNOWN;
        private long untilNanos = Long.MIN_VALUE;
    }

    /** One trace, in order of time. */
    private final class OfTrace {
        private final int host;
        private final OpenTrace trace;
        private final Int2ObjectOpenHashMap<Last> lastByTid = new Int2ObjectOpenHashMap<>();

        OfTrace(int host, OpenTrace trace) {
            this.host = host;
            this.trace = trace;
        }

        void read(Progress progress) throws TraceReadException {
            progress.check();
            try (EventCursor cursor = trace.ctf().cursor(new PriorityVocabulary().selection())) {
                for (long events = 1; cursor.next(); events++) {
                    if ((events & POLL_MASK) == 0) {
                        progress.check();
                        progress.report("Reading priorities", cursor.progress());
                    }
                    if (PriorityVocabulary.tells(cursor)) {
                        long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                        int cpu = PriorityVocabulary.cpu(cursor);
                        tell(PriorityVocabulary.previous(cursor), PriorityVocabulary.previousPriority(cursor), cpu, time);
                        tell(PriorityVocabulary.next(cursor), PriorityVocabulary.nextPriority(cursor), cpu, time);
                    }
                }
            }
        }

        private void tell(int tid, int priority, int cpu, long time) {
            if (tid == 0) {
                return; // the idle threads wait for nothing
            }
            Last last = lastByTid.get(tid);
            if (last == null) {
                last = new Last();
                lastByTid.put(tid, last);
            }
            if (last.priority == priority && time < last.untilNanos) {
                return;
            }
            last.thread = running.find(host, tid, cpu, time);
            last.priority = priority;
            if (last.thread != Timeline.NONE) {
                last.untilNanos = timeline.threadEnd(last.thread);
                log.add(last.thread, time, priority);
            }
        }
    }
}
