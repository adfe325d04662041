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

/** When threads began to run another program (exec): it knows nothing of the modules and functions that the one before was in, and never leaves them. */
final class Executions {
    /** By thread; null of those that did not, which are most. */
    private final @Nullable LongArrayList[] times;
    /** How many of them were told. */
    private final int[] told;

    private Executions(int threads) {
        times = new LongArrayList[threads];
        told = new int[threads];
    }

    /** Reads the kernel traces once more. O(events that are selected). */
    static Executions read(Experiment experiment, Timeline timeline, ClockMap clocks, RunningThreads running, Progress progress)
            throws TraceReadException {
        Executions found = new Executions(timeline.threadCount());
        new TracePass(experiment, clocks).read("Reading what threads execute", Executions::has, ExecutionVocabulary.selection(),
                (host, trace) -> (cursor, time) -> found.add(host, cursor, time, running), progress);
        return found;
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

    /** Tells those of a thread that were not told yet, up to a moment. O(1) for a thread that has none. */
    void upTo(int thread, long nanos, LongConsumer sink) {
        LongArrayList ofThread = times[thread];
        while (ofThread != null && told[thread] < ofThread.size() && ofThread.getLong(told[thread]) <= nanos) {
            sink.accept(ofThread.getLong(told[thread]++));
        }
    }
}
