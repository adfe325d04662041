/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
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
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;

/**
 * Joins all hosts, asks the questions, and writes the files to a folder of its own; one task. Each table is made once, and written twice as it is made: as text and as Parquet. Out comes an {@link Outcome} as bytes.
 */
final class JoinTask implements FlatMapFunction<Iterator<Tuple2<Long, byte[]>>, byte[]> {
    private static final long serialVersionUID = 1;
    private static final String PARQUET = "parquet";

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

    /**
     * What became of it.
     *
     * @param folder URI of the folder with all files; empty if there is a problem
     * @param tables how many were written
     * @param problem why there is no result, for the user; empty if there is one
     */
    record Outcome(String folder, int tables, String problem) implements Serializable {}

    @Override
    public Iterator<byte[]> call(Iterator<Tuple2<Long, byte[]>> blocks) throws IOException {
        try (Scratch scratch = Scratch.make(hadoop.value().value(), options.scratchBytes())) {
            Blocks.collect(blocks, scratch.folder());
            return List.of(Blocks.bytes(outcome(scratch))).iterator();
        }
    }

    private Outcome outcome(Scratch scratch) throws IOException {
        try {
            return join(scratch);
        } catch (UsageException | RangeTooLongException e) {
            return new Outcome("", 0, String.valueOf(e.getMessage()));
        }
    }

    private Outcome join(Scratch scratch) throws IOException {
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
            return answer(experiment, read, scratch, progress);
        }
    }

    private Outcome answer(Experiment experiment, ReadTraces read, Scratch scratch, Progress progress) throws IOException {
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
        Path parquet = Files.createDirectory(scratch.folder().resolve(PARQUET));
        int tables;
        try (ReportDirectory files = RunFiles.prepare(local, progress)) {
            Tables both = new Tables(files, options.format(), parquet, hadoop.value().value());
            RunFiles.tables(analysis, both);
            tables = both.count;
            RunPage.write(analysis,
                    RunPage.title(
                            options.uris().stream().map(uri -> Path.of(new org.apache.hadoop.fs.Path(uri).toUri().getPath())).toList()),
                    SparkMain.version(), files);
            files.commit();
        }
        org.apache.hadoop.fs.Path to = new org.apache.hadoop.fs.Path(staging, "try-" + TaskContext.get().taskAttemptId());
        upload(local, to);
        upload(parquet, new org.apache.hadoop.fs.Path(to, PARQUET));
        return new Outcome(to.toString(), tables, "");
    }

    /** Writes each table in both forms, so that it is made once. */
    private static final class Tables implements RunFiles.TableSink {
        private final ReportDirectory files;
        private final Format format;
        private final Path parquet;
        private final Configuration hadoop;
        private int count;

        Tables(ReportDirectory files, Format format, Path parquet, Configuration hadoop) {
            this.files = files;
            this.format = format;
            this.parquet = parquet;
            this.hadoop = hadoop;
        }

        @Override
        public <R> void table(Report<R> report, List<? extends R> rows) throws IOException {
            files.write(report, rows, format);
            ParquetTable.write(report, rows, parquet.resolve(report.name() + ".parquet"), hadoop);
            count++;
        }
    }

    /** Into a folder that no other try of this task has. */
    private void upload(Path local, org.apache.hadoop.fs.Path to) throws IOException {
        FileSystem files = FileSystems.raw(FileSystems.of("the machine that is to write the results", staging, hadoop.value().value()));
        boolean near = FileSystems.isLocal(files); // there Hadoop would start a process, chmod, for each file
        Path folder = Path.of(to.toUri().getPath());
        if (near) {
            Files.createDirectories(folder);
        } else {
            files.mkdirs(to);
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(local)) {
            for (Path file : all) {
                String name = String.valueOf(file.getFileName());
                try (OutputStream out = near ? Files.newOutputStream(folder.resolve(name))
                        : files.create(new org.apache.hadoop.fs.Path(to, name), true)) {
                    Files.copy(file, out);
                }
            }
        }
    }
}
