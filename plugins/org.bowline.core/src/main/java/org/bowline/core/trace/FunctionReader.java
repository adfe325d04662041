/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.FunctionVocabulary;
import org.bowline.core.event.FunctionVocabulary.Fact;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads the entries and exits of functions from all traces of an experiment. O(events). */
final class FunctionReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;

    FunctionReader(Experiment experiment, Timeline timeline, ClockMap clocks) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
    }

    /** All calls; null if no trace has any. */
    @Nullable
    RecordedCalls read(Progress progress) throws TraceReadException {
        CallRecorder calls = new CallRecorder(timeline.threadCount());
        Set<Path> beside = new LinkedHashSet<>();
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (has(trace)) {
                    beside.addAll(SymbolFiles.beside(trace.path()));
                    new OfTrace(host, trace, calls).read(progress);
                }
            }
        }
        return calls.isEmpty() ? null : new RecordedCalls(calls.finish(), List.copyOf(beside));
    }

    private static boolean has(OpenTrace trace) {
        return trace.ctf().metadata().eventClasses().stream().anyMatch(type -> Fact.ENTRY.is(type.name()));
    }

    /** One trace, in order of time. */
    private final class OfTrace {
        private final int host;
        private final OpenTrace trace;
        private final CallRecorder calls;
        /** By CPU: whose last event it was, and until when that thread runs there. */
        private int[] tids = {};
        private int[] threads = {};
        private long[] until = {};

        OfTrace(int host, OpenTrace trace, CallRecorder calls) {
            this.host = host;
            this.trace = trace;
            this.calls = calls;
        }

        void read(Progress progress) throws TraceReadException {
            progress.check();
            FunctionVocabulary words = new FunctionVocabulary();
            try (EventCursor cursor = trace.ctf().cursor(words.selection())) {
                long events = 0;
                while (cursor.next()) {
                    if ((++events & POLL_MASK) == 0) {
                        progress.check();
                        progress.report("Reading functions", cursor.progress());
                    }
                    long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                    Fact fact = words.fact(cursor);
                    if (fact == null) {
                        calls.lost(host, time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())));
                    } else {
                        tell(fact, cursor, time);
                    }
                }
            }
        }

        private void tell(Fact fact, EventCursor cursor, long time) {
            switch (fact) {
                case ENTRY -> {
                    int thread = thread(cursor, time);
                    calls.enter(host, thread, process(cursor, thread), FunctionVocabulary.address(cursor), time);
                }
                case EXIT -> {
                    int thread = thread(cursor, time);
                    if (FunctionVocabulary.hasAddress(cursor)) {
                        calls.exit(host, thread, process(cursor, thread), FunctionVocabulary.address(cursor), time);
                    } else {
                        calls.exit(host, thread, time);
                    }
                }
                case MODULE -> calls.module(host, process(cursor, thread(cursor, time)), new Module(FunctionVocabulary.path(cursor),
                        FunctionVocabulary.base(cursor), FunctionVocabulary.length(cursor), FunctionVocabulary.isRelative(cursor), ""));
                case BUILD_ID -> calls.buildId(host, process(cursor, thread(cursor, time)), FunctionVocabulary.base(cursor),
                        FunctionVocabulary.buildId(cursor));
            }
        }

        /** By the event, or else by the timeline: the context vpid may not have been recorded. */
        private int process(EventCursor cursor, int thread) {
            int process = FunctionVocabulary.process(cursor);
            return process >= 0 || thread == Timeline.NONE ? process : timeline.pid(thread);
        }

        /** As long as a thread runs on, it need not be looked for again. */
        private int thread(EventCursor cursor, long time) {
            int tid = FunctionVocabulary.thread(cursor);
            int cpu = cursor.cpu();
            if (cpu < 0) {
                return running.find(host, tid, cpu, time);
            }
            if (cpu >= tids.length) {
                int old = tids.length;
                tids = Arrays.copyOf(tids, cpu + 1);
                threads = Arrays.copyOf(threads, cpu + 1);
                until = Arrays.copyOf(until, cpu + 1);
                Arrays.fill(until, old, cpu + 1, Long.MIN_VALUE);
            }
            if (tid == tids[cpu] && time < until[cpu]) {
                return threads[cpu];
            }
            int thread = running.find(host, tid, cpu, time);
            int segment = thread == Timeline.NONE ? Timeline.NONE : timeline.segmentAt(thread, time);
            tids[cpu] = tid;
            threads[cpu] = thread;
            until[cpu] = segment == Timeline.NONE || !timeline.isOnCpu(segment) ? Long.MIN_VALUE : timeline.end(thread, segment);
            return thread;
        }
    }
}
