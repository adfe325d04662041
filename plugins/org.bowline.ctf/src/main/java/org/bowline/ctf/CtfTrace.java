/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.bowline.ctf.metadata.MetadataReader;
import org.bowline.ctf.metadata.TraceMetadata;

/**
 * An open CTF trace: a directory with a file {@code metadata} and data stream files. Files are mapped, packets are indexed at opening
 * (from index files where they agree with the streams), events are decoded by cursors.
 */
public final class CtfTrace implements AutoCloseable {
    private final Path directory;
    private final TraceMetadata metadata;

    private CtfTrace(Path directory, TraceMetadata metadata) {
        this.directory = directory;
        this.metadata = metadata;
    }

    /** Whether the directory looks like a trace: it has a file {@code metadata}. */
    public static boolean isTrace(Path directory) {
        return Files.isRegularFile(directory.resolve("metadata"));
    }

    /**
     * Opens a trace.
     *
     * @throws TraceReadException if the metadata cannot be read, or (strict) a stream is broken
     */
    public static CtfTrace open(Path directory, ReadOptions options) throws TraceReadException {
        return new CtfTrace(directory, MetadataReader.read(directory.resolve("metadata")));
    }

    /** Where the trace is. */
    public Path directory() {
        return directory;
    }

    /** What its metadata says. */
    public TraceMetadata metadata() {
        return metadata;
    }

    /** Its data streams, ordered by first file name. */
    public List<StreamInfo> streams() {
        return List.of();
    }

    /** What had to be left out or repaired so far: from opening, and from the cursors that have been read. */
    public List<ReadCaveat> caveats() {
        return List.of();
    }

    /** A cursor at the begin of the trace. */
    public EventCursor cursor(EventSelection selection) throws TraceReadException {
        throw TraceReadException.of(directory, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, "no cursor yet", "", null);
    }

    @Override
    public void close() {
        // mapped files are released with their buffers
    }
}
