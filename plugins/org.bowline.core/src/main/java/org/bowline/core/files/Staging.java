/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A hidden name beside what is to be written, {@code .bowline-UUID.partial}, where it is made ready and from where it is moved into place
 * at once. Beside it lies {@code .bowline-UUID.lock}, which this process holds locked for as long as it lives: it is there before the first
 * byte and goes after the last. So whoever comes later and can take the lock knows that its owner was killed, and removes what it left.
 * Where the file system knows no locks nothing is ever removed of others.
 */
public final class Staging implements AutoCloseable {
    private static final String PREFIX = ".bowline-";
    private static final String LOCK = ".lock";
    private static final String PARTIAL = ".partial";
    private static final int UUID_LENGTH = 36;

    /**
     * The locks that this process holds. They are never opened again, even to look: the system gives up all locks of a process on a file
     * when it closes the file once.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final String id;
    private final FileChannel channel;

    private Staging(Path directory, String id, FileChannel channel) {
        this.directory = directory;
        this.id = id;
        this.channel = channel;
    }

    /** A new one in a directory, after what killed runs left there has been removed. */
    public static Staging in(Path directory) throws IOException {
        Path real = directory.toRealPath();
        sweep(real);
        while (true) {
            Staging staging = take(real, UUID.randomUUID().toString(), StandardOpenOption.CREATE_NEW);
            // somebody may have swept it away before it was locked
            if (staging != null && Files.exists(staging.lock(), LinkOption.NOFOLLOW_LINKS)) {
                return staging;
            }
            if (staging != null) {
                staging.close();
            }
        }
    }

    /** That of another process, if that is surely dead; null if it is not. */
    public static @Nullable Staging ofDead(Path directory, String id) throws IOException {
        return take(directory, id, StandardOpenOption.CREATE);
    }

    private static @Nullable Staging take(Path directory, String id, OpenOption how) throws IOException {
        Path lock = directory.resolve(PREFIX + id + LOCK);
        if (!HELD.add(lock)) {
            return null;
        }
        FileChannel channel = null;
        boolean taken = false;
        try {
            channel = FileChannel.open(lock, how, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            taken = locks(channel, how == StandardOpenOption.CREATE_NEW);
            return taken ? new Staging(directory, id, channel) : null;
        } finally {
            if (!taken) {
                if (channel != null) {
                    channel.close();
                }
                HELD.remove(lock);
            }
        }
    }

    private static boolean locks(FileChannel channel, boolean own) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return own; // no locks here: nobody can take it for dead
        }
    }

    /** Where to make it ready: a file or a directory, not made yet. */
    public Path path() {
        return directory.resolve(PREFIX + id + PARTIAL);
    }

    /** What tells it from all others. */
    public String id() {
        return id;
    }

    private Path lock() {
        return directory.resolve(PREFIX + id + LOCK);
    }

    /** Whether a name is one of those that are made here. */
    public static boolean isName(Path path) {
        return String.valueOf(path.getFileName()).startsWith(PREFIX);
    }

    /** Removes what was not moved away. */
    @Override
    public void close() throws IOException {
        try {
            delete(path());
            Files.deleteIfExists(lock());
        } finally {
            channel.close();
            HELD.remove(lock());
        }
    }

    private static void delete(Path partial) throws IOException {
        if (Files.isDirectory(partial, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(partial)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(partial);
    }

    /** Removes what killed processes left in a directory; what cannot be removed is left to others. */
    public static void sweep(Path directory) {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(directory, PREFIX + "*" + LOCK)) {
            for (Path lock : locks) {
                String name = lock.getFileName().toString();
                if (name.length() == PREFIX.length() + UUID_LENGTH + LOCK.length()
                        && Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
                    sweep(directory, name.substring(PREFIX.length(), PREFIX.length() + UUID_LENGTH));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // whoever wants to write here will hear of it
        }
    }

    private static void sweep(Path directory, String id) {
        try (Staging dead = take(directory, id, StandardOpenOption.WRITE)) {
            if (dead != null) {
                PendingRun.finishDead(directory, id);
            }
        } catch (IOException e) {
            return; // removed meanwhile, or not ours to remove
        }
    }

    /** Writes a text to a file, down to the disk: else a power cut after a move could leave an empty file in place. */
    public static void write(Path file, OpenOption how, Content content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how, StandardOpenOption.WRITE);
                Writer out = Channels.newWriter(channel, StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE), 1 << 16)) {
            content.write(out);
            out.flush();
            channel.force(true);
        }
    }

    /** Moves a file into place; whether it was still there to be moved. */
    static boolean move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
