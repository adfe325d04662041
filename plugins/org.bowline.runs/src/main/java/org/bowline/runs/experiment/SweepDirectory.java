/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.files.Content;
import org.bowline.core.files.FileTree;
import org.bowline.core.files.Staging;
import org.bowline.core.files.WholeFile;
import org.bowline.report.rows.SweepRunRow;
import org.bowline.report.table.Format;
import org.bowline.report.table.SweepReports;
import org.bowline.runs.plan.PlanReader;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.sweep.SweepFile;

/**
 * The directory of a sweep. A run is made in a hidden directory, which gets its name by one rename when all is in it: whatever has a name is whole. A sweep that
 * was stopped or killed so goes on with the runs that are not there.
 */
public final class SweepDirectory implements AutoCloseable {
    private static final String STATE = "sweep.properties";
    private static final String PLAN = "plan.yaml";
    private static final String LOCK = ".sweep.lock";
    private static final String RUNS = "runs";
    private static final String RUN = "run.csv";
    private static final String SEED = "seed";
    private static final String TRACE = "trace";
    private static final String PARTIAL = ".partial";
    /** What bowline-record has in a directory as long as it records there, or collects what it has recorded. */
    private static final String RECORDING = ".recording";

    private final Path directory;
    private final FileChannel lock;
    private final long seed;
    private final String mark;

    private SweepDirectory(Path directory, FileChannel lock, long seed, String mark) {
        this.directory = directory;
        this.lock = lock;
        this.seed = seed;
        this.mark = mark;
    }

    /** The directory holds something else, or cannot take this sweep; the message says why and what to do. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    /** The seed of the sweep that a directory holds; null if it holds none. */
    public static @Nullable Long seedOf(Path directory) throws IOException {
        Path file = directory.resolve(STATE);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        Properties state = state(file);
        return state.containsKey(SEED) ? seed(state) : null;
    }

    /**
     * Removes the runs of the sweep that a directory holds, so that the next one makes all of them; what is not of a sweep stays. What a sweep that was killed left running is
     * still ended by the next one. Nothing if it holds no sweep.
     *
     * @throws RefusedException if another process has it open
     */
    public static void forget(Path directory) throws IOException {
        Path file = directory.resolve(STATE);
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (FileChannel lock = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (!taken(lock)) {
                throw inUse(directory);
            }
            // as long as there are runs, it is told which sweep they are of
            delete(directory.resolve(RUNS));
            Files.deleteIfExists(directory.resolve(SweepFile.NAME));
            Files.deleteIfExists(directory.resolve(PLAN));
            Properties state = state(file);
            state.remove(SEED);
            write(file, state);
        }
    }

    private static RefusedException inUse(Path directory) {
        return new RefusedException(directory + " is in use by another bowline sweep; wait for its end, or give another directory");
    }

    /**
     * Opens it; makes it if it is not there.
     *
     * @param text of the plan, which is kept
     * @param seed of the order; of a sweep that is there it has to be the same, and null takes that
     * @throws RefusedException if it holds another sweep, or something else, or another process has it open
     */
    public static SweepDirectory open(Path directory, SweepPlan plan, String text, @Nullable Long seed, long fresh) throws IOException {
        Path file = directory.resolve(STATE);
        if (!Files.exists(file)) {
            for (String name : List.of(RUNS, SweepFile.NAME, PLAN)) {
                if (Files.exists(directory.resolve(name))) {
                    throw new RefusedException("there is " + directory.resolve(name) + ", which is not of a sweep; it would be lost. Give"
                            + " another directory");
                }
            }
        }
        Files.createDirectories(directory.resolve(RUNS));
        FileChannel lock = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean opened = false;
        try {
            if (!taken(lock)) {
                throw inUse(directory);
            }
            Properties state = Files.exists(file) ? state(file) : fresh();
            if (!state.containsKey(SEED)) {
                state.setProperty(SEED, Long.toString(seed == null ? fresh : seed));
            }
            if (seed != null && seed != seed(state)) {
                throw new RefusedException(
                        directory + " holds a sweep with the seed " + seed(state) + "; go on with it without a seed of its own, or"
                                + " give another directory");
            }
            check(directory, plan);
            write(directory.resolve(PLAN), out -> out.write(text));
            write(file, state);
            opened = true;
            return new SweepDirectory(directory, lock, seed(state), state.getProperty("mark", ""));
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    /** That the runs which a directory holds are of the plan, if it still holds theirs. */
    private static void check(Path directory, SweepPlan plan) throws IOException {
        Path kept = directory.resolve(PLAN);
        if (Files.exists(kept) && !plan.continues(PlanReader.read(kept))) {
            throw new RefusedException(
                    directory + " holds runs of another plan (" + kept + "): only builds, clients, repetitions and base may"
                            + " differ in a sweep that goes on. Give another directory");
        }
    }

    private static boolean taken(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static Properties fresh() {
        Properties state = new Properties();
        state.setProperty("mark", UUID.randomUUID().toString());
        return state;
    }

    private static Properties state(Path file) throws IOException {
        Properties state = new Properties();
        try {
            state.load(new StringReader(Files.readString(file)));
            seed(state);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new RefusedException(file + " is damaged: it does not tell the seed of the sweep. Correct the line \"" + SEED
                    + "=NUMBER\", or give another directory");
        }
        return state;
    }

    private static long seed(Properties state) {
        return Long.parseLong(state.getProperty(SEED, "0"));
    }

    /** Without the time that Java puts in front. */
    private static void write(Path file, Properties state) throws IOException {
        StringWriter lines = new StringWriter();
        state.store(lines, null);
        write(file, out -> out.write(lines.toString().replaceAll("(?m)^#.*\\R", "")));
    }

    private static void write(Path file, Content content) throws IOException {
        try (WholeFile whole = WholeFile.prepare(file)) {
            whole.commit(content);
        }
    }

    /** Of the order of runs. */
    public long seed() {
        return seed;
    }

    /** What the environment of its processes has. */
    String mark() {
        return mark;
    }

    private @Nullable SweepRunRow kept(PlannedRun run) throws IOException {
        return kept(directory, run);
    }

    /** The run as it was kept; null if it is not there. */
    private static @Nullable SweepRunRow kept(Path directory, PlannedRun run) throws IOException {
        Path file = directory.resolve(RUNS).resolve(run.name()).resolve(RUN);
        return Files.isRegularFile(file) ? SweepRunCsv.read(file) : null;
    }

    /** The runs of a plan that are still to be made, those that failed among them. */
    public List<PlannedRun> missing(List<PlannedRun> runs) throws IOException {
        return of(directory, runs);
    }

    /**
     * The same, without opening the directory.
     *
     * @throws RefusedException if it holds another sweep
     */
    public static List<PlannedRun> missing(Path directory, SweepPlan plan, List<PlannedRun> runs) throws IOException {
        check(directory, plan);
        return of(directory, runs);
    }

    private static List<PlannedRun> of(Path directory, List<PlannedRun> runs) throws IOException {
        List<PlannedRun> missing = new ArrayList<>();
        for (PlannedRun run : runs) {
            SweepRunRow row = kept(directory, run);
            if (row == null || !row.problem().isEmpty()) {
                missing.add(run);
            }
        }
        return missing;
    }

    /** A fresh directory to make a run in. */
    Path begin(PlannedRun run) throws IOException {
        abandon(run);
        return Files.createDirectories(partial(run));
    }

    /** Puts a run into place that was made. */
    void finish(PlannedRun run, SweepRunRow row) throws IOException {
        Path partial = partial(run);
        Staging.write(partial.resolve(RUN), StandardOpenOption.CREATE, out -> Format.CSV.write(SweepReports.RUNS, List.of(row), out));
        Path target = directory.resolve(RUNS).resolve(run.name());
        delete(target); // one that failed
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Leaves nothing of a run that was not made to its end. */
    void abandon(PlannedRun run) throws IOException {
        delete(partial(run));
    }

    private Path partial(PlannedRun run) {
        return directory.resolve(RUNS).resolve('.' + run.name() + PARTIAL);
    }

    /** Whether what is made in a directory is still recorded, or collected: it must not be taken away meanwhile. */
    static boolean isRecording(Path made) {
        return Files.exists(made.resolve(TRACE).resolve(RECORDING));
    }

    /** Where the runs are made that were not made to their ends, if the sweep was killed. */
    List<Path> halves() throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve(RUNS))) {
            return entries.filter(entry -> String.valueOf(entry.getFileName()).endsWith(PARTIAL)).sorted().toList();
        }
    }

    /** What is told of a run, with the name that its directory has in the end. */
    String told(PlannedRun run, String text) {
        return text.replace(partial(run).toAbsolutePath().toString(),
                directory.resolve(RUNS).resolve(run.name()).toAbsolutePath().toString());
    }

    /** Writes the table of the runs that count, in the order of the plan. */
    void table(List<PlannedRun> runs) throws IOException {
        Map<String, SweepRunRow> rows = new LinkedHashMap<>();
        for (PlannedRun run : runs) {
            SweepRunRow row = run.counts() ? kept(run) : null;
            if (row != null) {
                rows.put(run.name(), row);
            }
        }
        write(directory.resolve(SweepFile.NAME), out -> Format.CSV.write(SweepReports.RUNS, rows.values(), out));
    }

    /** Removes what is there, or nothing. */
    static void delete(Path tree) throws IOException {
        try {
            FileTree.delete(tree);
        } catch (IOException e) {
            throw new FileSystemException(tree.toString(), null, "it cannot be removed (" + e.getMessage() + ")");
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
