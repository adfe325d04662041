/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.UUID;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The folder of the results, which is there as a whole or not at all. All is written to a hidden folder beside it; the last step renames that. A file beside it, made before anything is read, says that a job is at it, so that a second one
 * stops at once.
 */
final class Output implements AutoCloseable {
    private final FileSystem files;
    private final Path target;
    private final Path staging;
    private final Path claim;
    private boolean claimed;

    private Output(FileSystem files, Path target, Path staging, Path claim) {
        this.files = files;
        this.target = target;
        this.staging = staging;
        this.claim = claim;
    }

    /**
     * Claims it.
     *
     * @throws UsageException if it is there, another job is at it, or it cannot be written
     */
    static Output claim(String uri, Configuration hadoop) throws IOException {
        Path path = FileSystems.path(uri);
        FileSystem files = FileSystems.raw(FileSystems.of(FileSystems.THIS, uri, hadoop));
        Path target = files.makeQualified(path);
        Path parent = target.getParent();
        if (parent == null) {
            throw new UsageException(uri + ": this is the root of a file system; name a folder below it with -o");
        }
        String name = target.getName();
        Output output = new Output(files, target, new Path(parent, '.' + name + ".bowline-" + UUID.randomUUID()),
                new Path(parent, '.' + name + ".bowline-claim"));
        output.claim(uri);
        return output;
    }

    private void claim(String uri) throws IOException {
        try {
            refuseExisting(uri);
            files.mkdirs(staging.getParent());
            String text = "A job of Bowline writes " + target + " since " + Instant.now() + ", process " + ProcessHandle.current().pid()
                    + '\n';
            // of Hadoop's file systems that of the machine itself is the one that does not decide between two who make a file
            if (FileSystems.isLocal(files)) {
                Files.createFile(java.nio.file.Path.of(claim.toUri().getPath()));
            }
            try (OutputStream out = files.create(claim, FileSystems.isLocal(files))) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            claimed = true;
            refuseExisting(uri); // another job may just have ended
            files.mkdirs(staging);
        } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
            throw new UsageException(uri + ": another job writes its results there, as " + claim
                    + " says. Give another URI with -o; if no job is at it any more,"
                    + " remove that file", e);
        } catch (IOException e) {
            close();
            throw new UsageException(uri + ": the results cannot be written there (" + Listing.reason(e) + "); give another URI with -o",
                    e);
        } catch (UsageException e) {
            close();
            throw e;
        }
    }

    private void refuseExisting(String uri) throws IOException {
        if (files.exists(target)) {
            throw new UsageException(uri + ": it is there already; give the URI of a folder that is not with -o, or remove it");
        }
    }

    /** Where tasks write. */
    String staging() {
        return staging.toString();
    }

    /** Makes the folder that a task wrote the one that becomes the results. */
    Path take(String folder) throws IOException {
        Path whole = new Path(staging, "whole");
        if (!files.rename(new Path(folder), whole)) {
            throw new IOException("cannot rename " + folder + " to " + whole);
        }
        return whole;
    }

    /** Puts the results into place. */
    void commit(Path whole) throws IOException {
        refuseExisting(target.toString());
        if (!files.rename(whole, target)) {
            throw new IOException("cannot rename " + whole + " to " + target);
        }
    }

    /** Removes all but the results. */
    @Override
    public void close() throws IOException {
        files.delete(staging, true);
        if (claimed) {
            claimed = false;
            files.delete(claim, false);
        }
    }
}
