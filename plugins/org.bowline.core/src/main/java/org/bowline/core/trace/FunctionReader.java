/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.FunctionVocabulary;
import org.bowline.core.event.FunctionVocabulary.Fact;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.function.FunctionChoice;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.Module;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads the entries and exits of functions from all traces of an experiment. O(events). */
final class FunctionReader {
    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final Executions.Once executed;
    private final RunningThreads running;

    FunctionReader(Experiment experiment, Timeline timeline, ClockMap clocks, Executions.Once executed) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.executed = executed;
        running = new RunningThreads(timeline);
    }

    /** All calls; null if no trace has any. */
    @Nullable
    RecordedCalls read(Progress progress) throws TraceReadException {
        CallRecorder calls = new CallRecorder(timeline.threadCount());
        FunctionVocabulary words = new FunctionVocabulary();
        boolean any = experiment.hosts().stream().flatMap(host -> host.traces().stream()).anyMatch(FunctionReader::has);
        Executions.Walk executions = any ? executed.get(progress).new Walk() : null;
        List<Path> beside = new TracePass(experiment, clocks).read("Reading functions", FunctionReader::has, words.selection(),
                (host, trace) -> new OfTrace(host, trace, words, calls, Objects.requireNonNull(executions)), progress);
        for (int thread = 0; executions != null && thread < timeline.threadCount(); thread++) {
            int one = thread;
            executions.upTo(one, Long.MAX_VALUE, time -> calls.ended(timeline.host(one), one, time));
            calls.ended(timeline.host(one), one, timeline.threadEnd(one));
        }
        return calls.isEmpty() ? null : new RecordedCalls(calls.finish(), beside, chosen());
    }

    private List<FunctionChoice> chosen() {
        return experiment.hosts().stream().flatMap(host -> host.traces().stream()).filter(FunctionReader::has)
                .map(trace -> FunctionChoice.beside(trace.directory())).toList();
    }

    /** Whether a trace knows calls of functions. */
    static boolean has(OpenTrace trace) {
        return trace.ctf().metadata().eventClasses().stream().anyMatch(type -> Fact.ENTRY.is(type.name()));
    }

    /** One trace, in order of time. */
    private final class OfTrace implements TracePass.Reader {
        private final int host;
        private final OpenTrace trace;
        private final FunctionVocabulary words;
        private final CallRecorder calls;
        private final Executions.Walk executions;
        private final CpuThreads threads;

        OfTrace(int host, OpenTrace trace, FunctionVocabulary words, CallRecorder calls, Executions.Walk executions) {
            this.host = host;
            this.trace = trace;
            this.words = words;
            this.calls = calls;
            this.executions = executions;
            threads = new CpuThreads(timeline, running, host);
        }

        @Override
        public void event(EventCursor cursor, long time) {
            Fact fact = words.fact(cursor);
            if (fact == null) {
                calls.lost(host, time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())));
            } else {
                tell(fact, cursor, time);
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

        private int thread(EventCursor cursor, long time) {
            int thread = threads.find(FunctionVocabulary.thread(cursor), cursor.cpu(), time);
            if (thread != Timeline.NONE) {
                executions.upTo(thread, time, at -> calls.ended(host, thread, at));
            }
            return thread;
        }
    }
}
