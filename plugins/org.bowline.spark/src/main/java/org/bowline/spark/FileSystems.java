/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.net.UnknownHostException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Hadoop's file systems, and in words what is wrong with a URI that has none. */
final class FileSystems {
    /** Who it is that has none, where the job is started. */
    static final String THIS = "this Spark";

    private static final String LOCAL = "file";

    private FileSystems() {}

    /**
     * Reads a URI.
     *
     * @throws UsageException if it is none
     */
    static Path path(String uri) {
        try {
            return new Path(uri);
        } catch (IllegalArgumentException e) {
            throw new UsageException("'" + uri + "' is not a URI of a folder: " + e.getMessage(), e);
        }
    }

    /**
     * The file system of a URI.
     *
     * @param whose who lacks it if there is none, at the begin of a sentence
     * @throws UsageException if there is none here, or nobody knows its host
     * @throws IOException if it cannot be reached
     */
    static FileSystem of(String whose, String uri, Configuration hadoop) throws IOException {
        Path path = path(uri);
        try {
            return path.getFileSystem(hadoop);
        } catch (UnsupportedFileSystemException e) {
            throw none(whose, uri, "", e);
        } catch (RuntimeException e) { // of Hadoop, around what it does not declare
            if (e.getCause() instanceof ClassNotFoundException why) {
                throw none(whose, uri, " (" + why.getMessage() + ')', e);
            }
            if (e.getCause() instanceof UnknownHostException) {
                throw new UsageException(uri + ": nobody knows a host " + path.toUri().getAuthority() + "; check the URI", e);
            }
            throw e;
        }
    }

    private static UsageException none(String whose, String uri, String why, Exception cause) {
        return new UsageException(uri + ": " + whose + " has no file system for " + path(uri).toUri().getScheme() + ':' + why
                + "; give it one with --packages (for s3a: org.apache.hadoop:hadoop-aws, in the version of its Hadoop)", cause);
    }

    /** Whether it is that of the machine itself. */
    static boolean isLocal(FileSystem files) {
        return files.getUri().getScheme().equals(LOCAL);
    }

    /** Without the files of checksums that Hadoop puts beside those on a machine's own disk. */
    static FileSystem raw(FileSystem files) {
        return files instanceof LocalFileSystem local ? local.getRawFileSystem() : files;
    }
}
