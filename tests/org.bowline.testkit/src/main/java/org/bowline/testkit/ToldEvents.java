/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;

/**
 * What the reader tells of a trace, to compare a damaged one with what it was.
 *
 * @param events events and notices, in the order in which they are told
 * @param caveats after all was read
 * @param streams as known at opening
 */
public record ToldEvents(List<Event> events, List<ReadCaveat> caveats, List<StreamInfo> streams) {
    /** The class of a notice. */
    private static final int NOTICE = -1;

    /**
     * An event or a notice.
     *
     * @param file of its stream
     * @param from its time
     * @param to for a notice, until when events were lost; else its time
     * @param eventClass its class, −1 for a notice
     */
    public record Event(Path file, long from, long to, int eventClass) {}

    /** Reads everything. */
    public static ToldEvents read(Path directory) throws IOException {
        return read(directory, MetadataReader.read(directory.resolve("metadata")));
    }

    /** The same with metadata that were read before, which takes longer than a small trace. */
    public static ToldEvents read(Path directory, TraceMetadata metadata) throws IOException {
        List<Event> events = new ArrayList<>();
        try (CtfTrace trace = CtfTrace.open(directory, metadata, ReadOptions.TOLERANT);
                EventCursor cursor = trace.cursor(EventSelection.everything())) {
            List<Path> files = trace.streams().stream().map(stream -> stream.files().get(0).getFileName()).toList();
            while (cursor.next()) {
                boolean notice = cursor.kind() == EventCursor.LOST;
                events.add(new Event(files.get(cursor.stream()), cursor.timeNanos(), notice ? cursor.lostUntilNanos() : cursor.timeNanos(),
                        notice ? NOTICE : cursor.eventClassIndex()));
            }
            return new ToldEvents(events, trace.caveats(), trace.streams());
        }
    }

    /** The events, without notices, that a condition holds for. */
    public List<Event> events(Predicate<Event> condition) {
        return events.stream().filter(event -> event.eventClass() != NOTICE && condition.test(event)).toList();
    }

    /** Begin of the first packet. */
    public long beginNanos() {
        return streams.stream().mapToLong(StreamInfo::beginNanos).min().orElseThrow();
    }

    /** End of the last packet. */
    public long endNanos() {
        return streams.stream().mapToLong(StreamInfo::endNanos).max().orElseThrow();
    }
}
