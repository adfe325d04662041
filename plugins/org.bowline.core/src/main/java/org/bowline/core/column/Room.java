/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Where one column is: on the heap until all columns of the process would have more than their share of it, then in a temporary file of its own.
 *
 * <p>The file has no name from the moment on at which it is open, so nothing is left of it however the process ends (of one that is killed in the microseconds between, an empty file, which the next
 * process removes); its blocks are free again when the
 * column is garbage and has been collected. Its blocks are written before they are mapped: a full disk is an exception here, and not a fault at some later access.
 */
final class Room {
    /** How many bytes of the heap all columns may have together; what is set here takes the place of their {@link #share}. 0: none has any. */
    static final String HEAP_PROPERTY = "bowline.columns.heap";
    /** The folder for temporary files; what is set here takes the place of {@code TMPDIR}. */
    static final String FOLDER_PROPERTY = "bowline.columns.folder";
    /** Elements of a column that are mapped together, as a power of two. */
    static final int SHIFT = 18;
    /** Elements of a chunk. */
    static final int CHUNK = 1 << SHIFT;

    private static final String SUFFIX = ".columns";
    /** Folders in which nothing is left of processes that were killed. */
    private static final Set<Path> TIDIED = ConcurrentHashMap.newKeySet();
    private static final Cleaner CLEANER = Cleaner.create();
    private static final AtomicLong USED = new AtomicLong();
    /** Less is not counted. */
    private static final long SMALL_BYTES = 1 << 16;
    /** The file grows by a chunk, then by as much as it has, and at most by this. */
    private static final int MOST_BYTES_AT_ONCE = 1 << 26;
    private static final int ZEROS = 1 << 20;
    private static final long LARGE_HEAP = 3L << 29;

    private final long limit = Long.getLong(HEAP_PROPERTY, share(Runtime.getRuntime().maxMemory()));
    private @Nullable Counted counted;
    private @Nullable FileChannel file;
    private long fileBytes;

    /** What a column has of the heap; given back when the column is gone. */
    private static final class Counted implements Runnable {
        private final AtomicLong bytes = new AtomicLong();

        boolean resize(long wanted, long limit) {
            long more = wanted - bytes.get();
            long used = USED.addAndGet(more);
            if (more > 0 && used > limit) {
                USED.addAndGet(-more);
                return false;
            }
            bytes.addAndGet(more);
            return true;
        }

        @Override
        public void run() {
            USED.addAndGet(-bytes.getAndSet(0));
        }
    }

    /** What columns may have of a heap. In a small one analyses need the larger part; in a large one, too, columns must fit into the old generation while one of them grows. */
    static long share(long heapBytes) {
        return heapBytes < LARGE_HEAP ? heapBytes / 3 : heapBytes / 2;
    }

    /** How many bytes of the heap columns have that are not known to be garbage. */
    static long usedBytes() {
        return USED.get();
    }

    /**
     * Whether the column may have so much of the heap.
     *
     * @param column whose room this is
     */
    boolean onHeap(Object column, long bytes) {
        if (bytes <= SMALL_BYTES) {
            return limit > 0;
        }
        Counted mine = counted;
        if (mine == null) {
            mine = new Counted();
            CLEANER.register(column, mine);
            counted = mine;
        }
        return mine.resize(bytes, limit);
    }

    /** The column has nothing of the heap any more. */
    void leaveHeap() {
        Counted mine = counted;
        if (mine != null) {
            mine.run();
        }
    }

    /**
     * Makes the file larger.
     *
     * @param chunks how many are needed at least
     * @param elementBytes bytes of an element
     * @return the new chunks, zeroed
     * @throws NoRoomException if there is no file, or it cannot grow
     */
    List<ByteBuffer> grow(int chunks, int elementBytes) {
        long chunkBytes = (long) CHUNK * elementBytes;
        long least = chunks * chunkBytes;
        long wanted = Math.max(least, Math.min(fileBytes, MOST_BYTES_AT_ONCE) / chunkBytes * chunkBytes);
        List<ByteBuffer> result = new ArrayList<>();
        Path folder = folder();
        try {
            FileChannel channel = file;
            if (channel == null) {
                channel = open(folder);
                file = channel;
            }
            while (wanted > 0) {
                long bytes = Math.min(wanted, MOST_BYTES_AT_ONCE);
                writeZeros(channel, fileBytes, bytes);
                ByteBuffer mapped = channel.map(MapMode.READ_WRITE, fileBytes, bytes);
                for (int at = 0; at < bytes; at += (int) chunkBytes) {
                    result.add(mapped.slice(at, (int) chunkBytes).order(ByteOrder.nativeOrder()));
                }
                fileBytes += bytes;
                wanted -= bytes;
            }
        } catch (IOException e) {
            throw new NoRoomException(String.format(Locale.ROOT,
                    "what does not fit into the heap of %d MiB cannot be written to a temporary file in %s: %s. Name a folder with more room in the environment"
                            + " variable TMPDIR, or give the program more memory (-Xmx).",
                    Runtime.getRuntime().maxMemory() >> 20, folder, reason(e, folder)), e);
        }
        return result;
    }

    private static String reason(IOException e, Path folder) {
        if (!Files.isDirectory(folder)) {
            return "there is no such folder";
        }
        return Files.isWritable(folder) ? String.valueOf(e.getMessage()) : "permission denied";
    }

    /** With this option the file has no name as soon as it is open, where the system can do that. */
    private static FileChannel open(Path folder) throws IOException {
        if (TIDIED.add(folder)) {
            tidy(folder);
        }
        return FileChannel.open(folder.resolve("bowline-" + ProcessHandle.current().pid() + '-' + UUID.randomUUID() + SUFFIX),
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /**
     * Removes the empty files of processes that were killed in the microseconds in which a file has its name. One of a process that is in them loses its name a moment earlier, which does it no harm.
     */
    private static void tidy(Path folder) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "bowline-*" + SUFFIX)) {
            for (Path file : left) {
                remove(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // who may not list it may write into it all the same
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            return; // another user's, or the system keeps what is open: it takes no room
        }
    }

    /** As chosen; else the place for large temporary files, as the other one is often memory; else Java's. */
    private static Path folder() {
        String chosen = System.getProperty(FOLDER_PROPERTY, System.getenv("TMPDIR"));
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen);
        }
        Path large = Path.of("/var/tmp");
        return Files.isWritable(large) ? large : Path.of(System.getProperty("java.io.tmpdir"));
    }

    static void writeZeros(FileChannel channel, long from, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, bytes));
        long at = from;
        while (at < from + bytes) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), from + bytes - at));
            at += channel.write(zeros, at);
        }
    }
}
