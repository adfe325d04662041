/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.FunctionVocabulary;
import org.bowline.core.event.FunctionVocabulary.Fact;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.LoadedModules;
import org.bowline.core.symbol.Module;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads which files processes have in memory, from what LTTng-UST tells, where nobody has collected their memory maps. O(events of functions and files). */
final class ModuleReader {
    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;

    ModuleReader(Experiment experiment, Timeline timeline, ClockMap clocks, RunningThreads running) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.running = running;
    }

    /**
     * What the processes of a host tell, by their ids.
     *
     * @param since since when a process has the memory that it has at the end, reference time: what it told before is of other memory
     */
    Map<Integer, LoadedModules> read(int host, IntToLongFunction since, Progress progress) throws TraceReadException {
        FunctionVocabulary words = new FunctionVocabulary();
        Map<Integer, LoadedModules.Builder> told = new HashMap<>();
        new TracePass(experiment, clocks).read("Reading files in memory", trace -> experiment.hosts().get(host).traces().contains(trace)
                && trace.ctf().metadata().eventClasses().stream().anyMatch(type -> Fact.MODULE.is(type.name())), words.selection(),
                (at, trace) -> (cursor, time) -> tell(words.fact(cursor), host, cursor, time, since, told), progress);
        Map<Integer, LoadedModules> loaded = new HashMap<>();
        told.forEach((process, builder) -> loaded.put(process, builder.build()));
        return loaded;
    }

    private void tell(@Nullable Fact fact, int host, EventCursor cursor, long time, IntToLongFunction since,
            Map<Integer, LoadedModules.Builder> told) {
        if (fact != Fact.MODULE && fact != Fact.BUILD_ID) {
            return;
        }
        int thread = running.find(host, FunctionVocabulary.thread(cursor), cursor.cpu(), time);
        // the kernel's number, which in a container is not the one that the program knows
        int process = thread == Timeline.NONE || timeline.pid(thread) < 0 ? FunctionVocabulary.process(cursor) : timeline.pid(thread);
        if (process < 0 || time < since.applyAsLong(process)) {
            return;
        }
        LoadedModules.Builder builder = told.computeIfAbsent(process, key -> new LoadedModules.Builder());
        if (fact == Fact.MODULE) {
            builder.module(new Module(FunctionVocabulary.path(cursor), FunctionVocabulary.base(cursor), FunctionVocabulary.length(cursor),
                    FunctionVocabulary.isRelative(cursor), ""));
        } else {
            builder.buildId(FunctionVocabulary.base(cursor), FunctionVocabulary.buildId(cursor));
        }
    }
}
