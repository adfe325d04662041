/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
import java.util.stream.Stream;

import org.bowline.core.files.Content;
import org.bowline.core.files.PendingRun;
import org.bowline.core.files.Staging;
import org.bowline.core.progress.Progress;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;

/**
 * A directory of results that appears whole or not at all, also if the process is killed at any moment. Files are written to a hidden
 * directory on the same file system and put into place by the one rename of {@link #commit}; without it {@link #close} removes every
 * trace, also directories that were made for it, and after a kill the next run does. The directory then holds the reports of one run: those
 * of an earlier one are replaced or removed, files of others stay untouched. Read it by {@link #file}.
 */
public final class ReportDirectory implements AutoCloseable {
    /** The file of the page with figures, see {@code org.bowline.report.page}. */
    public static final String PAGE = "report.html";

    private static final int MOST_TRIES = 1_000;
    private static final int PAUSE_MILLIS = 10;

    /** What a commit did, as paths below the directory as the user named it. */
    public record Outcome(List<Path> written, List<Path> removed) {}

    private final Path shown;
    private final Path target;
    private final Staging hidden;
    private final Path staging;
    private final Deque<Path> madeParents;
    private final Progress progress;
    private final List<String> known;
    private final Set<String> names = new LinkedHashSet<>();
    private Runnable step = () -> {};
    private boolean done;

    private ReportDirectory(Path shown, Path target, Staging hidden, Deque<Path> madeParents, List<String> known, Progress progress)
            throws IOException {
        this.shown = shown;
        this.target = target;
        this.hidden = hidden;
        staging = Files.createDirectory(hidden.path());
        this.madeParents = madeParents;
        this.known = known;
        this.progress = progress;
    }

    /**
     * Makes ready to write: whatever forbids it shows here, before the long work starts.
     *
     * @param directory is made if it is not there, with its parents
     * @param reports those that may be written; one of them that lies there from an earlier run, and is not written now, is removed
     * @param others likewise: the names of other files
     * @param progress asked now and then whether to stop
     * @throws IOException if it cannot be made or written, or is no directory
     */
    public static ReportDirectory prepare(Path directory, List<Report<?>> reports, List<String> others, Progress progress)
            throws IOException {
        List<String> known = knownNames(reports);
        known.addAll(others);
        try {
            return prepare(directory, known, progress);
        } catch (NoSuchFileException e) {
            throw refused(directory.toAbsolutePath().normalize(), e);
        }
    }

    /** Whether a directory holds one of the files that {@link #prepare} makes ready for: the next run replaces or removes it, in whichever format it is. */
    public static boolean holds(Path directory, List<Report<?>> reports, List<String> others) {
        return Stream.concat(knownNames(reports).stream(), others.stream()).anyMatch(name -> Files.exists(directory.resolve(name)));
    }

    private static ReportDirectory prepare(Path directory, List<String> known, Progress progress) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
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
            Path parent = real.getParent();
            if (parent != null) {
                Staging.sweep(parent); // a run that made the directory, and was killed just then
            }
            return new ReportDirectory(directory, real, Staging.in(real), new ArrayDeque<>(), known, progress);
        }
        Deque<Path> made = new ArrayDeque<>();
        try {
            Path parent = makeParents(absolute, made);
            return new ReportDirectory(directory, absolute, Staging.in(parent), made, known, progress);
        } catch (IOException e) {
            deleteEmpty(made);
            throw e;
        }
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
        if (known.contains(name) || name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0 || name.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a text");
        }
        write(name, content);
    }

    /** Writes one of the other files that it was prepared for; it is not yet in place. */
    public synchronized void writeFile(String name, Content content) throws IOException {
        if (!known.contains(name)) {
            throw new IllegalArgumentException("not prepared for a file '" + name + "'");
        }
        write(name, content);
    }

    private void write(String name, Content content) throws IOException {
        if (done) {
            throw new IllegalStateException("closed");
        }
        Staging.write(staging.resolve(name), StandardOpenOption.CREATE_NEW, content);
        names.add(name);
    }

    /**
     * Puts all files into place, and removes reports that an earlier run left and this one does not have. One rename decides: killed before
     * it nothing has changed, killed after it readers find the new run ({@link #file}), and the next run carries it out.
     */
    public synchronized Outcome commit() throws IOException {
        progress.check();
        List<String> removed = List.of();
        step.run();
        if (!Files.exists(target) && moveWhole()) {
            done = true;
            hidden.close();
        } else {
            removed = commitInto(target.toRealPath());
        }
        return new Outcome(names.stream().map(shown::resolve).toList(), removed.stream().map(shown::resolve).toList());
    }

    private boolean moveWhole() throws IOException {
        try {
            Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (Files.isDirectory(target)) {
                return false; // made meanwhile
            }
            throw e;
        }
    }

    private List<String> commitInto(Path directory) throws IOException {
        Path inside = staging.getParent();
        if (!directory.equals(inside)) {
            // what is put into a directory is locked there, where the next run looks
            try (Staging other = Staging.in(directory)) {
                Files.move(staging, other.path(), StandardCopyOption.ATOMIC_MOVE);
                List<String> removed = commit(directory, other);
                done = true;
                hidden.close();
                return removed;
            }
        }
        List<String> removed = commit(directory, hidden);
        done = true;
        hidden.close();
        return removed;
    }

    private List<String> commit(Path directory, Staging owner) throws IOException {
        Set<String> stale = new LinkedHashSet<>(known);
        stale.removeAll(names);
        PendingRun.write(owner.path(), owner.id(), names, stale);
        Path folder = directory.resolve(PendingRun.FOLDER);
        for (int tries = 0;; tries++) {
            finishDead(directory);
            step.run();
            try {
                Files.move(owner.path(), folder, StandardCopyOption.ATOMIC_MOVE);
                break;
            } catch (FileSystemException e) {
                if (!Files.exists(folder)) {
                    if (!Files.exists(owner.path()) || tries == MOST_TRIES) {
                        throw e;
                    }
                } else if (tries == MOST_TRIES) {
                    throw new FileSystemException(folder.toString(), null, "another run is putting its files into the directory; wait until"
                            + " it has ended, and remove the folder if none runs");
                }
            }
            progress.check();
            pause();
        }
        PendingRun pending = PendingRun.in(directory);
        return pending == null ? List.of() : pending.finish(step);
    }

    /** Carries out what a killed run has left. */
    private void finishDead(Path directory) throws IOException {
        PendingRun pending = PendingRun.in(directory);
        if (pending == null) {
            return;
        }
        try (Staging dead = Staging.ofDead(directory, pending.id())) {
            if (dead != null) {
                PendingRun.finishDead(directory, pending.id());
            }
        }
    }

    /**
     * A moment of the few milliseconds for which another run moves its files. Its lock could be waited for without asking again, but not while one asks whether to stop; and a run of this process must not open
     * it at all (see {@link Staging}).
     */
    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("interrupted while another run puts its files into the directory");
        }
    }

    /** Has something asked before each change that {@link #commit} makes: tests stop there. */
    void beforeEachStep(Runnable asked) {
        step = asked;
    }

    /**
     * Where a file of the run is that a directory holds, whatever became of the process that wrote it; it may not exist.
     *
     * @param name as of {@link #fileName}
     */
    public static Path file(Path directory, String name) throws IOException {
        PendingRun pending = PendingRun.in(directory);
        return pending == null ? directory.resolve(name) : pending.file(name);
    }

    /** Whether a path is one of the hidden ones that are moved away at the end, and not a directory of results. */
    public static boolean isHidden(Path path) {
        return Staging.isName(path);
    }

    /** Removes what was not committed. */
    @Override
    public synchronized void close() throws IOException {
        if (done) {
            return;
        }
        done = true;
        hidden.close();
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

    /** Of what cannot be made, as in /proc, the system says that it does not exist, which is what nobody minds. */
    private static FileSystemException refused(Path path, NoSuchFileException why) {
        Path there = path;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        FileSystemException refused = new FileSystemException(path.toString(), null, "nothing can be made in " + there);
        refused.initCause(why);
        return refused;
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
