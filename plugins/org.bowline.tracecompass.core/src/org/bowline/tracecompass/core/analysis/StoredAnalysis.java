/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Platform;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.store.AnalysisStore;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;

/**
 * The result of an analysis from its file if that is of these traces as they are now, else from the traces, and then into the file. A file that
 * is stale, damaged or gone is made again without a word; one that cannot be written is logged and done without.
 */
public final class StoredAnalysis {
    /** Name of the file in the supplementary folder of the experiment. */
    public static final String FILE = "bowline-analysis.bin";

    /** What was kept or reopened last: whoever opens a recording does so just before its module asks, and what is in memory need not be read back. */
    private static final AtomicReference<@Nullable Known> LAST = new AtomicReference<>();

    /** A result that is in memory and in a file, until somebody takes it or memory is short. */
    private record Known(Path file, String fingerprint, SoftReference<AnalysisResult> result) {}

    private StoredAnalysis() {}

    /**
     * @param result what was found
     * @param fromFile whether the traces did not have to be read
     */
    public record Outcome(AnalysisResult result, boolean fromFile) {}

    /** The traces in the order in which their fingerprint is taken. */
    public static List<Path> ordered(List<Path> traces) {
        return traces.stream().map(path -> path.toAbsolutePath().normalize()).distinct().sorted().toList();
    }

    /**
     * Opens or makes the result.
     *
     * @param traces the directories of the traces
     * @param file where the result is kept, or null to keep it nowhere
     * @throws TraceReadException if no trace can be read
     * @throws org.bowline.core.progress.CancelledException if cancelled; a stored result stays as it was
     */
    public static Outcome of(List<Path> traces, @Nullable Path file, MonitorProgress progress) throws TraceReadException {
        List<Path> roots = ordered(traces);
        String fingerprint = file == null ? null : fingerprint(roots);
        if (file != null && fingerprint != null) {
            progress.phase(0, 0.05);
            Optional<AnalysisResult> stored = taken(file, fingerprint).or(() -> load(file, fingerprint, progress));
            if (stored.isPresent()) {
                return new Outcome(stored.get(), true);
            }
        }
        AnalysisResult result;
        progress.phase(0.05, 0.1);
        try (Experiment experiment = Experiment.open(roots, OpenOptions.DEFAULT, progress)) {
            progress.phase(0.1, 0.95);
            result = experiment.read(progress).result();
        }
        if (file != null && fingerprint != null) {
            progress.phase(0.95, 1);
            save(result, fingerprint, file, progress);
        }
        return new Outcome(result, false);
    }

    /** The stored result of these traces as they are now, or empty. */
    public static Optional<AnalysisResult> reopen(List<Path> traces, Path file, Progress progress) {
        String fingerprint = Files.exists(file) ? fingerprint(ordered(traces)) : null;
        Optional<AnalysisResult> found = fingerprint == null ? Optional.empty() : load(file, fingerprint, progress);
        if (fingerprint != null) {
            found.ifPresent(result -> LAST.set(new Known(file, fingerprint, new SoftReference<>(result))));
        }
        return found;
    }

    /** Keeps a result that was made otherwise, so that {@link #of} finds it. A file that cannot be written is logged. */
    public static void keep(AnalysisResult result, List<Path> traces, Path file, Progress progress) {
        String fingerprint = fingerprint(ordered(traces));
        if (fingerprint != null) {
            save(result, fingerprint, file, progress);
            LAST.set(new Known(file, fingerprint, new SoftReference<>(result)));
        }
    }

    /** What is in memory of these traces as they are now, once; nothing if its file is gone, for who removes that wants them to be read again. */
    private static Optional<AnalysisResult> taken(Path file, String fingerprint) {
        Known last = LAST.get();
        if (last == null || !last.file().equals(file) || !last.fingerprint().equals(fingerprint) || Files.notExists(file)) {
            return Optional.empty();
        }
        return LAST.compareAndSet(last, null) ? Optional.ofNullable(last.result().get()) : Optional.empty();
    }

    private static Optional<AnalysisResult> load(Path file, String fingerprint, Progress progress) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        progress.report(Messages.task_stored, 0);
        try {
            return AnalysisStore.load(file, fingerprint, progress);
        } catch (IOException e) {
            log().warn("The stored analysis " + file + " cannot be read; the traces are read again.", e);
            return Optional.empty();
        }
    }

    private static void save(AnalysisResult result, String fingerprint, Path file, Progress progress) {
        progress.report(Messages.task_store, 0);
        try {
            AnalysisStore.save(result, fingerprint, file, progress);
        } catch (IOException e) {
            log().warn("The analysis cannot be stored as " + file + "; it will be made again the next time.", e);
        }
    }

    private static @Nullable String fingerprint(List<Path> roots) {
        try {
            return AnalysisStore.fingerprint(roots, OpenOptions.DEFAULT);
        } catch (IOException e) {
            log().warn("The files of the traces cannot be listed; the analysis is not stored.", e);
            return null;
        }
    }

    private static ILog log() {
        return Platform.getLog(StoredAnalysis.class);
    }
}
