/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostFacts;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.TracePlace;
import org.bowline.ctf.TraceReadException;

/**
 * Reads one host: a {@link HostPlan} as bytes in, the {@linkplain Blocks blocks} of a {@link HostPart} out. What comes out follows from the host's traces alone, and nothing else is touched but files of its own that go with the task:
 * as often as Spark repeats it, what counts is what one run gave. What is wrong with traces becomes caveats; only what another try may mend (a file system that does not answer, a disk without room) fails the task.
 */
final class HostTask implements FlatMapFunction<byte[], Tuple2<Long, byte[]>> {
    private static final long serialVersionUID = 1;

    private final Broadcast<SerializableConfiguration> hadoop;
    private final JobOptions options;

    HostTask(Broadcast<SerializableConfiguration> hadoop, JobOptions options) {
        this.hadoop = hadoop;
        this.options = options;
    }

    @Override
    public Iterator<Tuple2<Long, byte[]>> call(byte[] planned) throws IOException {
        HostPlan plan = Blocks.object(HostPlan.class, planned);
        Scratch scratch = Scratch.make(hadoop.value().value(), options.scratchBytes());
        TaskContext.get().addTaskCompletionListener(new Removal(scratch));
        Path file = Blocks.file(scratch.folder(), plan.number());
        Blocks.write(part(plan, scratch), file);
        return Blocks.of(plan.number(), file, scratch::closeQuietly);
    }

    /** Whatever becomes of the task. */
    private record Removal(Scratch scratch) implements TaskCompletionListener {
        @Override
        public void onTaskCompletion(TaskContext task) {
            scratch.closeQuietly();
        }
    }

    private HostPart part(HostPlan plan, Scratch scratch) throws IOException {
        List<TracePlace> places = new ArrayList<>();
        try {
            for (TracePlan trace : plan.traces()) {
                places.add(scratch.fetch(trace, true));
            }
        } catch (UsageException e) {
            return new HostPart(List.of(), null, List.of(), String.valueOf(e.getMessage()));
        }
        HostPart part = read(plan, places, new TaskProgress(TaskContext.get()));
        List<Caveat> caveats = new ArrayList<>(part.caveats());
        for (TracePlan trace : plan.traces()) {
            List<String> changed = scratch.changed(trace);
            if (!changed.isEmpty()) {
                caveats.add(Caveat.of(Severity.WARNING, plan.name(), "trace-changed", changed.size(),
                        Words.count(changed.size(), "file") + " of " + trace.displayPath() + " changed while the job read them ("
                                + changed.get(0)
                                + " for one); what was written since it began is left out, or is in the results only in part."
                                + " Stop the recording before it is analysed."));
            }
        }
        return new HostPart(part.traces(), part.facts(), caveats, "");
    }

    private HostPart read(HostPlan plan, List<TracePlace> places, Progress progress) {
        try (Experiment experiment = Experiment.at(places, options.open(), progress)) {
            if (experiment.hosts().isEmpty()) {
                return new HostPart(List.of(), null, experiment.caveats(), "");
            }
            HostFacts facts = HostFacts.of(experiment, progress);
            List<String> opened = experiment.hosts().get(0).traces().stream().map(OpenTrace::displayPath).toList();
            return new HostPart(plan.traces().stream().filter(trace -> opened.contains(trace.displayPath())).toList(), facts, List.of(),
                    "");
        } catch (TraceReadException e) {
            return new HostPart(List.of(), null, List.of(leftOut(plan.name(), places, e)), "");
        }
    }

    /** A host that could not be read; its traces are named as the user did, and not by where this task had its copies. */
    static Caveat leftOut(String host, List<TracePlace> places, TraceReadException why) {
        String message = String.valueOf(why.getMessage());
        for (TracePlace place : places) {
            message = message.replace(place.directory().toString(), place.displayPath());
        }
        return Caveat.of(Severity.ERROR, "", "unreadable-host", 1, "Left out host " + host + ". " + message);
    }

    /** Stops with the task. */
    record TaskProgress(TaskContext task) implements Progress {
        @Override
        public void report(String what, double fraction) {
            // Spark shows how many tasks there are
        }

        @Override
        public boolean isCancelled() {
            return task.isInterrupted();
        }
    }
}
