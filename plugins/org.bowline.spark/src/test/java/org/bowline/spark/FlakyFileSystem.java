/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.SparkEnv;

/** The files of this machine as those of another file system, {@code flaky:/path}, which fails as often as it is told to. */
public final class FlakyFileSystem extends RawLocalFileSystem {
    /** By what a file's path ends with: how often it cannot be opened any more. */
    static final Map<String, AtomicInteger> FAILURES = new ConcurrentHashMap<>();
    /** By what a file's path ends with: done when it is opened. */
    static final Map<String, Runnable> OPENED = new ConcurrentHashMap<>();

    @Override
    public URI getUri() {
        return URI.create("flaky:///");
    }

    @Override
    public String getScheme() {
        return "flaky";
    }

    /** Setting of Hadoop: the folder with {@linkplain #dieAt deaths}. */
    static final String DEATHS = "fs.flaky.deaths";

    /**
     * Ends the process of an executor that opens a file, once, without a word.
     *
     * @param deaths a folder for what is to come
     * @param times the first time, or a later one
     * @return a file that is gone when it has happened
     */
    static java.nio.file.Path dieAt(java.nio.file.Path deaths, java.nio.file.Path file, int times) throws IOException {
        return Files.writeString(death(deaths, file.toString()), String.valueOf(times));
    }

    private static java.nio.file.Path death(java.nio.file.Path deaths, String file) {
        return deaths.resolve(file.replace('/', '-'));
    }

    private void die(String file) throws IOException {
        String deaths = getConf().get(DEATHS, "");
        SparkEnv env = SparkEnv.get();
        if (deaths.isEmpty() || env == null || env.executorId().equals("driver")) {
            return;
        }
        java.nio.file.Path death = death(java.nio.file.Path.of(deaths), file);
        if (!Files.exists(death)) {
            return;
        }
        int left = Integer.parseInt(Files.readString(death)) - 1;
        if (left > 0) {
            Files.writeString(death, String.valueOf(left));
        } else {
            Files.delete(death);
            Runtime.getRuntime().halt(137);
        }
    }

    /** Those of this machine's own ask for permissions by a path of its own. */
    private static FileStatus plain(FileStatus status) {
        return new FileStatus(status.getLen(), status.isDirectory(), 1, status.getBlockSize(), status.getModificationTime(),
                status.getPath());
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return plain(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return Arrays.stream(super.listStatus(path)).map(FlakyFileSystem::plain).toArray(FileStatus[]::new);
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        for (Map.Entry<String, AtomicInteger> one : FAILURES.entrySet()) {
            if (file.toString().endsWith(one.getKey()) && one.getValue().getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("the file server does not answer for " + file.getName());
            }
        }
        OPENED.forEach((end, what) -> {
            if (file.toString().endsWith(end)) {
                what.run();
            }
        });
        die(file.toUri().getPath());
        return super.open(file, bufferSize);
    }
}
