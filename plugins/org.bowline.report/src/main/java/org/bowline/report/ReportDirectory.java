/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import org.bowline.core.progress.Progress;

/**
 * A directory of results that appears whole or not at all. Files are written to a hidden directory on the same file system and moved into
 * place by {@link #commit}; without it {@link #close} removes every trace, also directories that were made for it. The directory then
 * holds the reports of one run: those of an earlier one are replaced or removed, files of others stay untouched.
 */
public final class ReportDirectory implements AutoCloseable {
    /** The file of the page with figures, see {@code org.bowline.report.html}. */
    public static final String PAGE = "report.html";

    /** What a commit did, as paths below the directory as the user named it. */
    public record Outcome(List<Path> written, List<Path> removed) {}

    private final Path shown;
    private final Path target;
    private final Path staging;
    private final Deque<Path> madeParents;
    private final Progress progress;
    private final List<String> known;
    private final Set<String> names = new LinkedHashSet<>();
    private boolean done;

    private ReportDirectory(Path shown, Path target, Path staging, Deque<Path> madeParents, List<String> known, Progress progress) {
        this.shown = shown;
        this.target = target;
        this.staging = staging;
        this.madeParents = madeParents;
        this.known = known;
        this.progress = progress;
    }

    /**
     * Makes ready to write: whatever forbids it shows here, before the long work starts.
     *
     * @param directory is made if it is not there, with its parents
     * @param progress asked now and then whether to stop
     * @throws IOException if it cannot be made or written, or is no directory
     */
    public static ReportDirectory prepare(Path directory, Progress progress) throws IOException {
        List<Report<?>> reports = new ArrayList<>(Reports.FILES);
        reports.addAll(Reports.COMPARISON);
        List<String> known = knownNames(reports);
        for (Export export : Export.values()) {
            known.add(export.fileName());
        }
        return prepare(directory, known, progress);
    }

    /** The same for the reports of a comparison: reports of a run that may lie there are not taken away. */
    public static ReportDirectory prepareComparison(Path directory, Progress progress) throws IOException {
        return prepare(directory, knownNames(Reports.COMPARISON), progress);
    }

    private static ReportDirectory prepare(Path directory, List<String> known, Progress progress) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        String hidden = ".bowline-" + UUID.randomUUID() + ".partial";
        if (Files.exists(absolute)) {
            Path real = absolute.toRealPath();
            if (!Files.isDirectory(real)) {
                throw new NotDirectoryException(directory.toString());
            }
            for (String name : known) {
                if (Files.isDirectory(real.resolve(name))) {
                    throw new FileSystemException(directory.resolve(name).toString(), null, "is a directory where a report has to go");
                }
            }
            return new ReportDirectory(directory, real, Files.createDirectory(real.resolve(hidden)), new ArrayDeque<>(), known, progress);
        }
        Deque<Path> made = new ArrayDeque<>();
        try {
            Path parent = makeParents(absolute, made);
            return new ReportDirectory(directory, absolute, Files.createDirectory(parent.resolve(hidden)), made, known, progress);
        } catch (IOException e) {
            deleteEmpty(made);
            throw e;
        }
    }

    /** What is in a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes it; the writer is closed by others. */
        void write(Writer out) throws IOException;
    }

    /** Writes one report; it is not yet in place. */
    public synchronized <R> void write(Report<R> report, Iterable<? extends R> rows, Format format) throws IOException {
        write(fileName(report, format), out -> format.write(report, () -> new Stoppable<>(rows.iterator()), out));
    }

    /** Writes the page; it is not yet in place. */
    public synchronized void writePage(Content content) throws IOException {
        write(PAGE, content);
    }

    /**
     * Writes a text of the caller's own; it is not yet in place. A later run replaces it, and does not remove it.
     *
     * @param name a file name that no report has
     */
    public synchronized void writeText(String name, Content content) throws IOException {
        if (known.contains(name) || name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("'" + name + "' is no name of a text");
        }
        write(name, content);
    }

    /** Writes one export; it is not yet in place. */
    public synchronized void write(Export export, Content content) throws IOException {
        write(export.fileName(), content);
    }

    private void write(String name, Content content) throws IOException {
        if (done) {
            throw new IllegalStateException("closed");
        }
        try (FileChannel channel = FileChannel.open(staging.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Writer out = Channels.newWriter(channel, StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE), 1 << 16)) {
            content.write(out);
            out.flush();
            channel.force(true); // else a power cut after the move could leave an empty file in place
        }
        names.add(name);
    }

    /** Moves all files into place, each at once, and removes reports that an earlier run left and this one does not have. */
    public synchronized Outcome commit() throws IOException {
        progress.check();
        List<Path> removed = new ArrayList<>();
        if (!Files.exists(target)) {
            Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
            for (String name : names) {
                Files.move(staging.resolve(name), target.resolve(name), StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
            for (String name : known) {
                if (!names.contains(name) && Files.deleteIfExists(target.resolve(name))) {
                    removed.add(shown.resolve(name));
                }
            }
            Files.delete(staging);
        }
        done = true;
        return new Outcome(names.stream().map(shown::resolve).toList(), List.copyOf(removed));
    }

    /** Removes what was not committed. */
    @Override
    public synchronized void close() throws IOException {
        if (done) {
            return;
        }
        done = true;
        if (Files.isDirectory(staging)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(staging)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(staging);
        }
        deleteEmpty(madeParents);
    }

    /** The file of a report. */
    public static String fileName(Report<?> report, Format format) {
        return report.name() + '.' + format.extension();
    }

    private static List<String> knownNames(List<Report<?>> reports) {
        List<String> known = new ArrayList<>();
        for (Format format : Format.values()) {
            for (Report<?> report : reports) {
                known.add(fileName(report, format));
            }
        }
        known.add(PAGE);
        return known;
    }

    /** Makes the missing parents of a path, outermost first; remembers them innermost first. */
    private static Path makeParents(Path path, Deque<Path> made) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path parent = path.getParent();
        while (parent != null && !Files.exists(parent)) {
            missing.push(parent);
            parent = parent.getParent();
        }
        for (Path directory : missing) {
            try {
                Files.createDirectory(directory);
                made.push(directory);
            } catch (FileAlreadyExistsException e) {
                // somebody else was faster: then it is not ours to remove
                if (!Files.isDirectory(directory)) {
                    throw e;
                }
            }
        }
        Path last = path.getParent();
        if (last == null) {
            throw new NotDirectoryException(path.toString());
        }
        return last;
    }

    private static void deleteEmpty(Deque<Path> directories) {
        for (Path directory : directories) {
            try {
                Files.delete(directory);
            } catch (IOException e) {
                return; // somebody uses it by now
            }
        }
    }

    /** Rows that stop coming when the user cancels. */
    private final class Stoppable<R> implements Iterator<R> {
        private static final int ROWS_BETWEEN_CHECKS = 1 << 12;
        private final Iterator<? extends R> rows;
        private int count;

        Stoppable(Iterator<? extends R> rows) {
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            if (count++ % ROWS_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            return rows.hasNext();
        }

        @Override
        public R next() {
            return rows.next();
        }
    }
}
