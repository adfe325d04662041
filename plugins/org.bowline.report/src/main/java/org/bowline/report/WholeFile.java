/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/** One file that appears whole or not at all, replacing an older one at once. Without {@link #commit}, {@link #close} leaves nothing. */
public final class WholeFile implements AutoCloseable {
    private final Path target;
    private final Path part;
    private boolean done;

    private WholeFile(Path target, Path part) {
        this.target = target;
        this.part = part;
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
        Path part = directory.resolve(".bowline-" + UUID.randomUUID() + ".partial");
        return new WholeFile(absolute, Files.createFile(part));
    }

    /** Writes all of it and moves it into place. */
    public synchronized void commit(ReportDirectory.Content content) throws IOException {
        if (done) {
            throw new IllegalStateException("closed");
        }
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE);
                Writer out = Channels.newWriter(channel, StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE), 1 << 16)) {
            content.write(out);
            out.flush();
            channel.force(true); // else a power cut after the move could leave an empty file in place
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        done = true;
    }

    @Override
    public synchronized void close() throws IOException {
        if (!done) {
            done = true;
            Files.deleteIfExists(part);
        }
    }
}
