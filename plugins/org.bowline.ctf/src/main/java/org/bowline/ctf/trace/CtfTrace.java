/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.decode.Caveats;
import org.bowline.ctf.decode.DataStream;
import org.bowline.ctf.decode.MergeCursor;
import org.bowline.ctf.decode.StreamFinder;
import org.bowline.ctf.decode.TraceLayout;
import org.bowline.ctf.decode.TraceShape;
import org.bowline.ctf.metadata.TraceMetadata;

/**
 * An open CTF trace: a directory with a file {@code metadata} and data stream files. Files are mapped, packets are indexed at opening
 * (from index files where they agree with the streams), events are decoded by cursors. Files must not become shorter while the trace is open.
 */
public final class CtfTrace implements AutoCloseable {
    private final Path directory;
    private final TraceMetadata metadata;
    private final TraceShape shape;
    private final List<DataStream> streams;
    private final List<StreamInfo> infos;
    private final Caveats caveats;

    private CtfTrace(Path directory, TraceMetadata metadata, TraceShape shape, List<DataStream> streams, Caveats caveats) {
        this.directory = directory;
        this.metadata = metadata;
        this.shape = shape;
        this.streams = List.copyOf(streams);
        this.caveats = caveats;
        caveats.opened();
        infos = streams.stream().map(DataStream::info).toList();
    }

    /** Whether the directory looks like a trace: it has a file {@code metadata}. */
    public static boolean isTrace(Path directory) {
        return Files.isRegularFile(directory.resolve("metadata"));
    }

    /**
     * Opens a trace.
     *
     * @throws TraceReadException if the metadata cannot be read, all packets are of another trace, or (strict) a stream is broken
     */
    public static CtfTrace open(Path directory, ReadOptions options) throws TraceReadException {
        return open(directory, MetadataReader.read(directory.resolve("metadata")), options);
    }

    /**
     * Opens a trace whose metadata was read already, or comes from elsewhere.
     *
     * @throws TraceReadException if the directory cannot be read, all packets are of another trace, or (strict) a stream is broken
     */
    public static CtfTrace open(Path directory, TraceMetadata metadata, ReadOptions options) throws TraceReadException {
        Caveats caveats = new Caveats(options.strict());
        for (String warning : metadata.warnings()) {
            caveats.add(ReadCaveat.Kind.METADATA, directory.resolve("metadata"), warning);
        }
        TraceShape shape = new TraceShape(metadata);
        TraceLayout layout = new TraceLayout(shape, EventSelection.builder().build());
        return new CtfTrace(directory, metadata, shape, StreamFinder.find(directory, layout, caveats), caveats);
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
        return infos;
    }

    /** What had to be left out or repaired so far: from opening, and from the cursors that have been read. */
    public List<ReadCaveat> caveats() {
        return caveats.list();
    }

    /** A cursor at the begin of the trace. */
    public EventCursor cursor(EventSelection selection) throws TraceReadException {
        return cursor(selection, 0, streams.size());
    }

    /**
     * A cursor at the begin of some of the trace's {@linkplain #streams() streams}. Cursors may be read by a thread each; events of one time come in
     * the order of the streams, so those of a first cursor are before those of another with later streams.
     *
     * @param from the first stream
     * @param to behind the last one
     * @throws IndexOutOfBoundsException if there are not so many streams
     */
    public EventCursor cursor(EventSelection selection, int from, int to) throws TraceReadException {
        return new MergeCursor(streams.subList(from, to), from, new TraceLayout(shape, selection), caveats);
    }

    @Override
    public void close() {
        // mapped files are released with their buffers
    }
}
