/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkEnv;

import org.bowline.core.files.FileTree;
import org.bowline.core.trace.TracePlace;
import org.bowline.spark.TracePlan.FilePlan;

/** A task's folder on the disk of its machine, below those of Spark, which are removed with the job whatever becomes of the task; of bounded size. What is in the machine's own file system is read where it is. */
final class Scratch implements AutoCloseable {
    private static final String METADATA = "metadata";

    private final Configuration hadoop;
    private final Path folder;
    private final long most;
    private long used;
    private int traces;

    private Scratch(Configuration hadoop, Path folder, long most) {
        this.hadoop = hadoop;
        this.folder = folder;
        this.most = most;
    }

    /** A new one; at most so many bytes. */
    static Scratch make(Configuration hadoop, long most) throws IOException {
        SparkEnv env = SparkEnv.get();
        Path parent = env == null ? Path.of(System.getProperty("java.io.tmpdir"))
                : env.blockManager().diskBlockManager().localDirs()[0].toPath();
        return new Scratch(hadoop, Files.createTempDirectory(parent, "bowline-"), most);
    }

    Path folder() {
        return folder;
    }

    /**
     * A trace where the engine can read it.
     *
     * @param whole whether with its streams, and not its metadata alone
     * @throws IOException if it cannot be copied; Spark tries again
     * @throws UsageException if another try would not mend it
     */
    TracePlace fetch(TracePlan trace, boolean whole) throws IOException {
        org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(trace.folder());
        FileSystem files = FileSystems.of("the machine that is to read it", trace.folder(), hadoop);
        if (FileSystems.isLocal(files)) {
            Path place = Path.of(from.toUri().getPath());
            if (!Files.exists(place.resolve(METADATA))) {
                throw new UsageException(from + ": it was there where the job began, and is not on the machine that is to read it ("
                        + machine() + "). What is below file: must be on all machines; copy it into a file system that all of them reach");
            }
            if (whole) {
                return new TracePlace(place, place, trace.displayPath(), trace.host());
            }
        }
        Path to = folder.resolve("trace-" + traces++).resolve(from.getName());
        Files.createDirectories(to);
        for (FilePlan file : trace.files()) {
            if (whole || file.path().equals(METADATA)) {
                copy(files, new org.apache.hadoop.fs.Path(from, file.path()), file.bytes(), to.resolve(file.path()));
            }
        }
        return new TracePlace(to, to, trace.displayPath(), trace.host());
    }

    private static String machine() {
        SparkEnv env = SparkEnv.get();
        return env == null ? "this one" : env.blockManager().blockManagerId().host();
    }

    /** As much as there was when the job began. */
    private void copy(FileSystem files, org.apache.hadoop.fs.Path from, long bytes, Path to) throws IOException {
        used += bytes;
        if (used > most) {
            throw new UsageException(String.format(Locale.ROOT,
                    "%s does not fit: a task may copy %d MiB to the disk of its machine, and its traces are larger. Give it more by --scratch, or several"
                            + " URIs of parts of the recording.",
                    from, most >> 20));
        }
        Files.createDirectories(to.getParent());
        try (FSDataInputStream in = files.open(from); OutputStream out = Files.newOutputStream(to)) {
            byte[] buffer = new byte[1 << 16];
            for (long left = bytes; left > 0;) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    throw new EOFException(from + " has become shorter since the job began, by " + left + " bytes at least");
                }
                out.write(buffer, 0, count);
                left -= count;
            }
        }
    }

    /** Those files of a trace that are longer or shorter than when the job began, or gone. */
    List<String> changed(TracePlan trace) throws IOException {
        org.apache.hadoop.fs.Path folderOf = new org.apache.hadoop.fs.Path(trace.folder());
        FileSystem files = folderOf.getFileSystem(hadoop);
        List<String> changed = new ArrayList<>();
        for (FilePlan file : trace.files()) {
            if (length(files, new org.apache.hadoop.fs.Path(folderOf, file.path())) != file.bytes()) {
                changed.add(file.path());
            }
        }
        return changed;
    }

    private static long length(FileSystem files, org.apache.hadoop.fs.Path file) throws IOException {
        try {
            return files.getFileStatus(file).getLen();
        } catch (FileNotFoundException e) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(folder);
    }

    /** Removes it; what cannot be removed now goes with Spark's own folders. */
    void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
