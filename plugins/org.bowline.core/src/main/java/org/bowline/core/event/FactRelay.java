/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.PartProgress;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Reads the kernel traces of one host with several threads: some decode events, a part of a trace's streams each, and one puts them in order and tells the sink what they
 * are. The facts, and their order, are those of {@link KernelReader#read}; only {@link KernelSink#handlerName} may be told more often.
 */
public final class FactRelay {
    private final List<FactFeed> feeds = new ArrayList<>();
    private final StreamLosses losses;

    private FactRelay(StreamLosses losses) {
        this.losses = losses;
    }

    /**
     * Reads all events of the traces. The sink is called by the calling thread; when this returns or throws, the other threads have ended.
     *
     * @param traces kernel traces of one host. If there are several, one thread decodes them all
     * @param correctionNanos for each trace, what to add to its times
     * @param decoders how many threads may decode, 1 or more
     * @param progress called by the threads that decode
     * @return the number of facts
     * @throws TraceReadException if a trace is broken and was opened as strict
     * @throws CancelledException if the progress says so, or the calling thread is interrupted
     */
    public static long read(List<CtfTrace> traces, long[] correctionNanos, int decoders, KernelSink sink, Progress progress)
            throws TraceReadException {
        return read(traces, correctionNanos, decoders, Coverage.whole(), sink, progress);
    }

    /** The same, of traces whose coverage is known. */
    public static long read(List<CtfTrace> traces, long[] correctionNanos, int decoders, Coverage coverage, KernelSink sink,
            Progress progress)
            throws TraceReadException {
        List<List<KernelSource>> shares = traces.size() == 1
                ? KernelSource.split(traces.get(0), correctionNanos[0], decoders, progress).stream().map(List::of).toList()
                : List.of(KernelSource.of(traces, correctionNanos, progress));
        FactRelay relay = new FactRelay(coverage.losses());
        List<SeenProcessors> seen = new ArrayList<>();
        AtomicBoolean ended = new AtomicBoolean();
        try {
            PartProgress[] parts = PartProgress.of(progress, shares.size(), ended);
            for (int i = 0; i < parts.length; i++) {
                Coverage part = coverage.ofPart();
                seen.add(part.seen());
                relay.feeds.add(new FactFeed(shares.get(i), part, parts[i]));
            }
            relay.tell(sink);
        } finally {
            ended.set(true);
            relay.feeds.forEach(FactFeed::stop);
            relay.feeds.forEach(FactFeed::join);
        }
        seen.forEach(coverage.seen()::add);
        long last = relay.feeds.stream().mapToLong(FactFeed::lastEventNanos).max().orElse(Long.MIN_VALUE);
        if (last != Long.MIN_VALUE) {
            sink.ended(last);
        }
        return relay.feeds.stream().mapToLong(FactFeed::facts).sum();
    }

    /** In order of time; of facts of one time those of the first feed come first. */
    private void tell(KernelSink sink) throws TraceReadException {
        List<FactFeed> left = new ArrayList<>();
        for (FactFeed feed : feeds) {
            feed.begin();
            if (feed.hasNext()) {
                left.add(feed);
            }
        }
        while (!left.isEmpty()) {
            FactFeed first = left.get(0);
            long time = first.nextNanos();
            long until = Long.MAX_VALUE;
            for (int i = 1; i < left.size(); i++) {
                long other = left.get(i).nextNanos();
                if (other < time) {
                    until = Math.min(until, time - 1);
                    first = left.get(i);
                    time = other;
                } else {
                    until = Math.min(until, other);
                }
            }
            losses.tell(sink, time);
            first.tell(sink, Math.min(until, Math.max(time, losses.nextNanos() - 1)));
            if (!first.hasNext()) {
                left.remove(first);
            }
        }
    }
}
