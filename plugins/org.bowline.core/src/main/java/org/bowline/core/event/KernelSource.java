/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.event.KernelSink.Vector;
import org.bowline.core.event.KernelVocabulary.Fact;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;

/** A kernel trace that is being read, or some of its streams: where it is, and what its kernel means by what it says. */
final class KernelSource {
    private static final int POLL_MASK = (1 << 12) - 1;

    final EventCursor cursor;
    final Fact[] facts;
    final String[] vectorNames;
    final Vector[] vectors;
    final PreviousState previousState;
    /** Whether who wakes whom is taken from {@code sched_wakeup}, as there is nothing better. */
    final boolean wakeups;
    final long correctionNanos;
    /** From the trace's first packet's begin to its last one's end; the begin is later than the end if no packet tells. */
    final long beginNanos;
    final long endNanos;
    /** Whether its events tell on which processor they were recorded. */
    final boolean numbered;
    boolean begun;
    private final boolean perf;

    private KernelSource(CtfTrace trace, int from, int to, long correctionNanos, boolean wakeups) throws TraceReadException {
        TraceMetadata metadata = trace.metadata();
        perf = KernelReader.isPerf(metadata);
        KernelVocabulary vocabulary = new KernelVocabulary(perf);
        facts = vocabulary.facts();
        vectorNames = vocabulary.vectorNames();
        vectors = vocabulary.vectors();
        this.wakeups = wakeups;
        previousState = PreviousState.of(KernelReader.release(metadata));
        cursor = trace.cursor(vocabulary.selection(), from, to);
        this.correctionNanos = correctionNanos;
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (StreamInfo stream : trace.streams()) {
            if (stream.beginNanos() <= stream.endNanos()) {
                begin = Math.min(begin, shifted(stream.beginNanos(), correctionNanos));
                end = Math.max(end, shifted(stream.endNanos(), correctionNanos));
            }
        }
        numbered = perf || trace.streams().stream().allMatch(stream -> stream.cpu() >= 0);
        beginNanos = begin;
        endNanos = end;
    }

    /** Traces of one host. */
    static List<KernelSource> of(List<CtfTrace> traces, long[] correctionNanos, Progress progress) throws TraceReadException {
        List<KernelSource> sources = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            CtfTrace trace = traces.get(i);
            sources.add(new KernelSource(trace, 0, trace.streams().size(), correctionNanos[i], !hasWaking(trace, progress)));
        }
        return sources;
    }

    /**
     * The streams of a trace in some parts of much the same size.
     *
     * @param most of how many parts; there are fewer if there are not so many streams, or some are larger than a part
     * @return each has streams that follow one another, and comes before those whose streams come later
     */
    static List<KernelSource> split(CtfTrace trace, long correctionNanos, int most, Progress progress) throws TraceReadException {
        boolean wakeups = !hasWaking(trace, progress);
        List<StreamInfo> streams = trace.streams();
        double all = streams.stream().mapToDouble(StreamInfo::bytes).sum();
        List<KernelSource> parts = new ArrayList<>();
        double before = 0;
        int from = 0;
        for (int next = 0; next <= streams.size(); next++) {
            double bytes = next < streams.size() ? streams.get(next).bytes() : 0;
            // a stream belongs to the part in which its middle lies
            boolean other = next == streams.size() || (long) (most * (before + bytes / 2) / all) > parts.size();
            if (other && next > from) {
                parts.add(new KernelSource(trace, from, next, correctionNanos, wakeups));
                from = next;
            }
            before += bytes;
        }
        return parts;
    }

    /** Whether the trace has events of the class sched_waking; that it knows the class does not tell. Mostly the first packet does. */
    private static boolean hasWaking(CtfTrace trace, Progress progress) throws TraceReadException {
        String prefix = KernelReader.isPerf(trace.metadata()) ? "sched:sched_" : "sched_";
        if (!KernelReader.has(trace.metadata(), prefix + "waking")) {
            return false;
        }
        EventSelection.Builder selection = EventSelection.builder();
        int waking = selection.add(prefix + "waking");
        selection.add(prefix + "switch"); // so that there is something to poll at
        try (EventCursor cursor = trace.cursor(selection.build())) {
            for (long events = 1; cursor.next(); events++) {
                if (cursor.kind() == waking) {
                    return true;
                }
                if ((events & POLL_MASK) == 0) {
                    progress.check();
                }
            }
        }
        return false;
    }

    /** The present event's. */
    long time() {
        return shifted(cursor.timeNanos(), correctionNanos);
    }

    /** The present event's. */
    int cpu() {
        if (perf && Field.PERF_CPU.isIn(cursor)) {
            return Field.PERF_CPU.number(cursor);
        }
        return Math.max(0, cursor.cpu()); // without a number there is one CPU
    }

    /** The sum; times at the ends of the range stay there. */
    static long shifted(long nanos, long correctionNanos) {
        long sum = nanos + correctionNanos;
        if (((nanos ^ sum) & (correctionNanos ^ sum)) < 0) {
            return nanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
