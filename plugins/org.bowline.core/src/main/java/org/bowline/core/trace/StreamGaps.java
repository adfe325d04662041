/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.KernelReader;
import org.bowline.core.event.StreamLosses;
import org.bowline.core.order.Spans;
import org.bowline.ctf.StreamInfo;

/**
 * When nothing was recorded of some processors of a host while something was of others, by what the packets of their streams say of themselves.
 *
 * <p>Of a flight recorder that overwrites its oldest packets the streams of busy processors reach less far back: what happened on these before is lost. A first packet without one before it may begin late as well, at the first event of a
 * processor that was idle, as may that of a later part of a session, whose number follows that of the last packet of the part before. A stream ends where the tracer closed its last packet, which it does for all processors when the recording ends, also for those that were idle: what ends before is a file that was cut off, or was written while
 * there was no room on the disk.
 */
final class StreamGaps {
    /** Streams that begin within such a time begin together. */
    private static final long AT_ONCE_NANOS = 1_000_000;
    /** Streams that end within such a time end together: they are closed one after another, and of a snapshot their tracers go on meanwhile. */
    private static final long CLOSED_TOGETHER_NANOS = 50_000_000;

    private StreamGaps() {}

    /** A stream on the host's clock. */
    private record Piece(int cpu, long begin, long end, StreamInfo stream) {}

    /**
     * Those of a host.
     *
     * @param kernels its kernel traces: what follow each other are recordings, or parts of one
     * @param firstNanos its first event
     */
    static StreamLosses of(List<OpenTrace> kernels, long firstNanos) {
        SortedMap<Long, List<Piece>> channels = new TreeMap<>();
        for (OpenTrace trace : kernels) {
            if (KernelReader.isPerf(trace.metadata()) || trace.metadata().clocks().isEmpty()) {
                continue; // perf closes the packets of a processor at its last event
            }
            for (StreamInfo stream : trace.ctf().streams()) {
                if (stream.cpu() >= 0 && stream.beginNanos() <= stream.endNanos()) {
                    channels.computeIfAbsent(stream.streamClassId(), id -> new ArrayList<>())
                            .add(new Piece(stream.cpu(), trace.onHostClock(stream.beginNanos()), trace.onHostClock(stream.endNanos()),
                                    stream));
                }
            }
        }
        StreamLosses losses = new StreamLosses();
        channels.values().forEach(pieces -> ofChannel(pieces, firstNanos, losses));
        return losses;
    }

    private static void ofChannel(List<Piece> pieces, long firstNanos, StreamLosses losses) {
        Spans recorded = new Spans();
        pieces.forEach(piece -> recorded.add(piece.begin, piece.end));
        recorded.join();
        SortedMap<Integer, List<Piece>> processors = new TreeMap<>();
        pieces.stream().sorted(Comparator.comparingLong(Piece::begin).thenComparingLong(Piece::end))
                .forEach(piece -> processors.computeIfAbsent(piece.cpu, cpu -> new ArrayList<>()).add(piece));
        for (List<Piece> ofOne : processors.values()) {
            for (int i = 0; i < recorded.size(); i++) {
                long begin = Math.max(firstNanos, recorded.begin(i));
                long end = recorded.end(i);
                within(ofOne, begin, end, losses);
            }
        }
    }

    /**
     * Those of a processor within a time in which there is always a stream of some processor.
     *
     * @param pieces all of the processor, by begin
     */
    private static void within(List<Piece> pieces, long begin, long end, StreamLosses losses) {
        long known = begin;
        @Nullable Piece last = null;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            if (piece.begin > end || piece.end < begin) {
                continue;
            }
            boolean follows = i > 0 && pieces.get(i - 1).stream.lastPacket() + 1 == piece.stream.firstPacket();
            if (piece.stream.continues() && !follows && piece.begin > known + AT_ONCE_NANOS) {
                if (last == null) {
                    losses.addBeforeFirst(piece.cpu, known, piece.begin);
                } else {
                    losses.add(piece.cpu, known, piece.begin);
                }
            }
            last = last == null || piece.end > known ? piece : last;
            known = Math.max(known, piece.end);
        }
        if (last != null && last.stream.ends() && end > known + CLOSED_TOGETHER_NANOS) {
            losses.add(last.cpu, known, end);
        }
    }
}
