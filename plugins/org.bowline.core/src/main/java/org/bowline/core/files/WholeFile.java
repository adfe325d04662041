/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** One file that appears whole or not at all, replacing an older one at once. Without {@link #commit}, {@link #close} leaves nothing. */
public final class WholeFile implements AutoCloseable {
    private final Path target;
    private final Staging hidden;
    private boolean done;

    private WholeFile(Path target, Staging hidden) throws IOException {
        this.target = target;
        this.hidden = hidden;
        Files.createFile(hidden.path());
    }

    /**
     * Makes ready to write: whatever forbids it shows here, before the long work starts.
     *
     * @param file in a directory that is there
     * @throws IOException if it is a directory itself, or cannot be made
     */
    public static WholeFile prepare(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        Path directory = absolute.getParent();
        if (directory == null || Files.isDirectory(absolute)) {
            throw new FileSystemException(file.toString(), null, "it is a directory");
        }
        if (Files.exists(absolute)) {
            if (!Files.isRegularFile(absolute)) {
                throw new FileSystemException(file.toString(), null, "it is not a file that could be replaced");
            }
            // a link stays a link, and what it leads to is replaced
            absolute = absolute.toRealPath();
            directory = Objects.requireNonNull(absolute.getParent());
        }
        if (!Files.isDirectory(directory)) {
            throw new FileSystemException(file.toString(), null, "there is no directory " + directory);
        }
        return new WholeFile(absolute, Staging.in(directory));
    }

    /** Where to write what is not text, before {@link #commit()}: an empty file. */
    public synchronized Path path() {
        if (done) {
            throw new IllegalStateException("closed");
        }
        return hidden.path();
    }

    /** Writes all of it and moves it into place. */
    public synchronized void commit(Content content) throws IOException {
        Staging.write(path(), StandardOpenOption.TRUNCATE_EXISTING, content);
        commit();
    }

    /** Moves what was written into place. */
    public synchronized void commit() throws IOException {
        Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        done = true;
        hidden.close();
    }

    @Override
    public synchronized void close() throws IOException {
        if (!done) {
            done = true;
            hidden.close();
        }
    }
}
