/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.function.LongConsumer;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.ExecutionVocabulary;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** When threads began to run another program (exec): it knows nothing of the modules and functions that the one before was in, and never leaves them. Not changed once read. */
final class Executions {
    /** By thread; null of those that did not, which are most. */
    private final @Nullable LongArrayList[] times;

    private Executions(int threads) {
        times = new LongArrayList[threads];
    }

    /** Those of an experiment, read when somebody first asks: functions and tags need the same. Safe for many threads. */
    static final class Once {
        private final Experiment experiment;
        private final Timeline timeline;
        private final ClockMap clocks;
        private @Nullable Executions found;

        Once(Experiment experiment, Timeline timeline, ClockMap clocks) {
            this.experiment = experiment;
            this.timeline = timeline;
            this.clocks = clocks;
        }

        /** Reads the kernel traces once more, the first time. O(events that are selected). */
        synchronized Executions get(Progress progress) throws TraceReadException {
            if (found == null) {
                RunningThreads running = new RunningThreads(timeline);
                Executions all = new Executions(timeline.threadCount());
                new TracePass(experiment, clocks).read("Reading what threads execute", Executions::has, ExecutionVocabulary.selection(),
                        (host, trace) -> (cursor, time) -> all.add(host, cursor, time, running), progress);
                found = all;
            }
            return found;
        }
    }

    private static boolean has(OpenTrace trace) {
        return trace.domain() == OpenTrace.Domain.KERNEL
                && trace.ctf().metadata().eventClasses().stream().anyMatch(ExecutionVocabulary::is);
    }

    private void add(int host, EventCursor cursor, long time, RunningThreads running) {
        int tid = ExecutionVocabulary.thread(cursor);
        int thread = tid < 0 ? Timeline.NONE : running.find(host, tid, cursor.cpu(), time);
        if (thread != Timeline.NONE) {
            LongArrayList ofThread = times[thread];
            if (ofThread == null) {
                ofThread = new LongArrayList(1);
                times[thread] = ofThread;
            }
            ofThread.add(time);
        }
    }

    /** Tells all of a thread, in order of time. */
    void of(int thread, LongConsumer sink) {
        LongArrayList ofThread = times[thread];
        if (ofThread != null) {
            ofThread.forEach(sink);
        }
    }

    /** A reader's way through them: each is told once. */
    final class Walk {
        /** By thread, how many were told. */
        private final int[] told = new int[times.length];

        /** Tells those of a thread that were not told yet, up to a moment. O(1) for a thread that has none. */
        void upTo(int thread, long nanos, LongConsumer sink) {
            LongArrayList ofThread = times[thread];
            while (ofThread != null && told[thread] < ofThread.size() && ofThread.getLong(told[thread]) <= nanos) {
                sink.accept(ofThread.getLong(told[thread]++));
            }
        }
    }
}
