/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import java.nio.file.Path;

/**
 * Something a reader had to leave out or repair, counted. Travels with every result that was computed from the trace.
 *
 * @param kind what happened
 * @param file where
 * @param count how often (packets, events, entries: see the kind); −1 when unknown
 * @param fromNanos begin of the affected time, ns since the epoch; {@link Long#MIN_VALUE} when unknown
 * @param toNanos end of the affected time, ns since the epoch; {@link Long#MAX_VALUE} when unknown
 * @param text a sentence for the user: what, where, what to do
 */
public record ReadCaveat(Kind kind, Path file, long count, long fromNanos, long toNanos, String text) {
    /** What can be wrong with a trace that is still worth reading. */
    public enum Kind {
        /** The tracer lost events because its buffers were full; count in events. */
        DISCARDED_EVENTS,
        /** Whole packets are missing from a stream; count in packets. */
        DISCARDED_PACKETS,
        /** A packet could not be decoded (from some event on); count in packets. */
        BROKEN_PACKET,
        /** The file ends within a packet; count in packets. */
        TRUNCATED,
        /** Time goes backward within a stream; count in events. */
        TIME_BACKWARD,
        /** An index file disagrees with its stream file and was ignored; count in entries. */
        INDEX_IGNORED,
        /** A file in the trace's directory is no data stream; count in files. */
        FOREIGN_FILE,
        /** The packets of a file belong to another trace: their UUID is not the metadata's; count in files. */
        OTHER_TRACE,
        /** A file holds packets that another file of the trace holds, too; count in files. */
        DUPLICATE_STREAM,
        /** A packet says another processor than those of its stream; count in packets. */
        OTHER_PROCESSOR,
        /** Metadata says something that had to be ignored; count in statements. */
        METADATA
    }
}
