/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.bowline.core.files.WholeFile;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineColumns;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.OpenOptions;

/**
 * Keeps the result of an analysis in a file. A stored result is told by its <em>fingerprint</em>: what the traces were, how they were
 * opened, and which engine read them. See docs/adr/0050.
 */
public final class AnalysisStore {
    private AnalysisStore() {}

    /**
     * Stores a result; the file is replaced as a whole or not at all, also when several do so at once. Missing directories are made.
     *
     * @param fingerprint of the traces it was made from
     * @param file where, but not within a trace; the same directory takes the unfinished file
     * @throws IOException if it cannot be written; what was there is still there
     * @throws CancelledException if cancelled, or the thread is interrupted; what was there is still there
     */
    public static void save(AnalysisResult result, String fingerprint, Path file, Progress progress) throws IOException {
        progress.check();
        List<Object> sections = new ArrayList<>(TimelineColumns.of(result.timeline()));
        sections.add(ResultCodec.encode(result));
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("Cannot store the analysis in " + file + ": that is not a file.");
        }
        Files.createDirectories(directory);
        try (WholeFile whole = WholeFile.prepare(file)) {
            try (FileChannel channel = FileChannel.open(whole.path(), StandardOpenOption.WRITE)) {
                StoreFile.write(channel, fingerprint.getBytes(StandardCharsets.UTF_8), sections, progress);
            }
            progress.check();
            whole.commit();
        } catch (ClosedChannelException e) {
            throw cancelled(e);
        }
    }

    /**
     * The stored result, equal to the one that was stored; empty if there is none, or only one with another fingerprint, of another version
     * of the format, cut off, damaged, made up, or too large for this machine's memory: then read the traces again.
     *
     * @param fingerprint of the traces as they are now
     * @throws IOException if there is a file that cannot be read (permissions, a broken disk)
     * @throws CancelledException if cancelled, or the thread is interrupted
     */
    public static Optional<AnalysisResult> load(Path file, String fingerprint, Progress progress) throws IOException {
        progress.check();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            List<Object> sections = StoreFile.read(channel, fingerprint.getBytes(StandardCharsets.UTF_8), progress);
            int columns = sections.size() - 1;
            if (!(sections.get(columns) instanceof byte[] fields)) {
                throw new DamagedStoreException("the last section are not fields");
            }
            ResultCodec.Decoder rest = new ResultCodec.Decoder(fields);
            List<Caveat> caveats = rest.caveats();
            Timeline timeline = TimelineColumns.join(sections.subList(0, columns), caveats, progress);
            return Optional.of(rest.result(timeline));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (ClosedChannelException e) {
            throw cancelled(e);
        } catch (DamagedStoreException | IllegalArgumentException | ArithmeticException e) {
            return Optional.empty(); // the checksums were right: it was made up, or by an engine that said what this one never says
        }
    }

    /** The channels here are closed early only by an interrupt of a thread that reads or writes. */
    private static CancelledException cancelled(ClosedChannelException interrupted) {
        CancelledException cancelled = new CancelledException();
        cancelled.addSuppressed(interrupted);
        return cancelled;
    }

    /**
     * What the result of an analysis depends on, in one line: the engine and the format, the options, and the names, sizes and times of
     * change of the traces' files (no content is read). Equal if and only if these are, in whatever order the directories list.
     *
     * @param traces directories and archives, as given to {@link org.bowline.core.trace.Experiment#open}, in that order
     * @param options as given there
     * @throws IOException if a directory or archive is not there or cannot be listed
     */
    public static String fingerprint(List<Path> traces, OpenOptions options) throws IOException {
        return Fingerprint.of(traces, options);
    }
}
