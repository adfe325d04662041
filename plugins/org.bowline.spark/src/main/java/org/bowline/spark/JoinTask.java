/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NothingKnown;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostFacts;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.TracePlace;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.analyses.RunPage;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Report;

/**
 * Joins all hosts, asks the questions, and writes the files to a folder of its own; one task. Out come rows by the name of their report, and first, without a name, what became of it: the folder, the problem if there is one, the names of the reports.
 */
final class JoinTask implements FlatMapFunction<Iterator<Tuple2<Long, byte[]>>, Tuple2<String, Row>> {
    private static final long serialVersionUID = 1;

    private final Broadcast<SerializableConfiguration> hadoop;
    private final JobOptions options;
    private final int hosts;
    private final byte[] caveats;
    private final String staging;

    /**
     * @param hosts how many tasks have read
     * @param caveats what was left out before, as bytes
     * @param staging URI of a folder in which it makes one of its own
     */
    JoinTask(Broadcast<SerializableConfiguration> hadoop, JobOptions options, int hosts, byte[] caveats, String staging) {
        this.hadoop = hadoop;
        this.options = options;
        this.hosts = hosts;
        this.caveats = caveats;
        this.staging = staging;
    }

    @Override
    public Iterator<Tuple2<String, Row>> call(Iterator<Tuple2<Long, byte[]>> blocks) throws IOException {
        try (Scratch scratch = Scratch.make(hadoop.value().value(), options.scratchBytes())) {
            Blocks.collect(blocks, scratch.folder());
            List<Tuple2<String, Row>> rows = new ArrayList<>();
            try {
                join(scratch, rows);
            } catch (UsageException | RangeTooLongException e) {
                rows.clear();
                rows.add(outcome("", String.valueOf(e.getMessage()), List.of()));
            }
            return rows.iterator();
        }
    }

    private static Tuple2<String, Row> outcome(String folder, String problem, List<String> reports) {
        return new Tuple2<>("", RowFactory.create(folder, problem, String.join(",", reports)));
    }

    private void join(Scratch scratch, List<Tuple2<String, Row>> rows) throws IOException {
        Progress progress = new HostTask.TaskProgress(TaskContext.get());
        List<Caveat> others = new ArrayList<>(List.of(Blocks.object(Caveat[].class, caveats)));
        List<HostFacts> facts = new ArrayList<>();
        List<TracePlace> places = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            Path file = Blocks.file(scratch.folder(), host);
            HostPart part = Blocks.read(HostPart.class, file);
            Files.delete(file);
            if (!part.problem().isEmpty()) {
                throw new UsageException(part.problem());
            }
            others.addAll(part.caveats());
            if (part.facts() != null) {
                facts.add(part.facts());
                for (TracePlan trace : part.traces()) {
                    places.add(scratch.fetch(trace, trace.whole()));
                }
            }
        }
        if (facts.isEmpty()) {
            throw new UsageException("no host could be read. " + (others.isEmpty() ? "" : others.get(0).text()));
        }
        facts.sort(Comparator.comparing(HostFacts::host));
        try (Experiment experiment = Experiment.at(places, options.open(), progress)) {
            ReadTraces read = ReadTraces.join(experiment, facts, others, progress);
            facts.clear(); // the timeline has it all
            answer(experiment, read, scratch, rows, progress);
        }
    }

    private void answer(Experiment experiment, ReadTraces read, Scratch scratch, List<Tuple2<String, Row>> rows, Progress progress)
            throws IOException {
        Question question = options.question().orAnnotated(experiment);
        if (read.timeline().segmentCount() == 0 && question.intervals().isEmpty()) {
            throw new UsageException(NothingKnown.why(experiment, read.caveats()));
        }
        Analysis analysis = Analysis.of(read, question, progress);
        try {
            for (Descriptor one : Descriptors.installed().all()) {
                one.check(analysis);
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
        Path local = scratch.folder().resolve("results");
        try (ReportDirectory files = RunFiles.prepare(local, progress)) {
            RunFiles.write(analysis, files, options.format());
            RunPage.write(analysis,
                    RunPage.title(
                            options.uris().stream().map(uri -> Path.of(new org.apache.hadoop.fs.Path(uri).toUri().getPath())).toList()),
                    SparkMain.version(), files);
            files.commit();
        }
        List<String> reports = new ArrayList<>();
        RunFiles.tables(analysis, new RunFiles.TableSink() {
            @Override
            public <R> void table(Report<R> report, List<? extends R> ofReport) {
                reports.add(report.name());
                ofReport.forEach(row -> rows.add(new Tuple2<>(report.name(), Tables.row(report, row))));
            }
        });
        rows.add(0, outcome(upload(local), "", reports));
    }

    /** Into a folder that no other try of this task has. */
    private String upload(Path local) throws IOException {
        org.apache.hadoop.fs.Path to = new org.apache.hadoop.fs.Path(staging, "try-" + TaskContext.get().taskAttemptId());
        FileSystem files = Output.raw(to.getFileSystem(hadoop.value().value()));
        files.mkdirs(to);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(local)) {
            for (Path file : all) {
                try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(to, String.valueOf(file.getFileName())), true)) {
                    Files.copy(file, out);
                }
            }
        }
        return to.toString();
    }
}
