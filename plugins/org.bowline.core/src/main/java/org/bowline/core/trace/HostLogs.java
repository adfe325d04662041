/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.FactRelay;
import org.bowline.core.event.KernelReader;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.PartProgress;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.HostLog;
import org.bowline.core.timeline.HostRecorder;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** Reads the kernel traces of hosts, each on its own clock. */
final class HostLogs {
    /** With so many, decoding takes less time than keeping the states, which one thread does. */
    private static final int MOST_DECODERS = 3;
    /** Streams that begin within such a time begin together. */
    private static final long AT_ONCE_NANOS = 1_000_000;
    /** Of events that were lost. */
    private static final long UNKNOWN_NUMBER = -1;

    private HostLogs() {}

    /**
     * Reads hosts side by side, as many at a time as there are processors.
     *
     * @return for each host what its kernel traces tell
     * @throws TraceReadException if a trace is broken and was opened as strict, or shrank while it was read
     */
    static List<HostLog> of(List<HostTraces> hosts, Progress progress) throws TraceReadException {
        int workers = Math.max(1, Math.min(hosts.size(), Runtime.getRuntime().availableProcessors()));
        AtomicBoolean failed = new AtomicBoolean();
        PartProgress[] parts = PartProgress.of(progress, hosts.size(), failed);
        ExecutorService pool = Executors.newFixedThreadPool(workers, work -> {
            Thread thread = new Thread(work, "bowline-reader");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<HostLog>> futures = new ArrayList<>();
            for (int i = 0; i < hosts.size(); i++) {
                HostTraces host = hosts.get(i);
                PartProgress part = parts[i];
                int decoders = decoders(hosts.size(), i);
                Callable<HostLog> read = () -> record(host, decoders, part);
                futures.add(pool.submit(read));
            }
            List<HostLog> results = new ArrayList<>();
            for (int i = 0; i < futures.size(); i++) {
                results.add(await(futures.get(i), hosts.get(i)));
            }
            return results;
        } finally {
            failed.set(true);
            pool.shutdown();
        }
    }

    /** With how many threads a host is decoded: the last hosts, with processors that would be idle. */
    private static int decoders(int hosts, int host) {
        int processors = Runtime.getRuntime().availableProcessors();
        int left = hosts % processors;
        return host >= hosts - left ? Math.min(processors / left, MOST_DECODERS) : 1;
    }

    private static HostLog await(Future<HostLog> future, HostTraces host) throws TraceReadException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof TraceReadException broken) {
                throw broken;
            }
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof InternalError error) {
                throw ShrunkFile.refuse(host.traces().get(0).path(), error);
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(cause);
        }
    }

    /** Reads the kernel traces of a host. */
    static HostLog of(HostTraces host, Progress progress) throws TraceReadException {
        return record(host, 1, progress);
    }

    private static HostLog record(HostTraces host, int decoders, Progress progress) throws TraceReadException {
        List<OpenTrace> kernels = host.traces().stream().filter(trace -> trace.domain() == Domain.KERNEL).toList();
        Range range = Range.of(kernels);
        if (!range.isKnown()) {
            range = Range.of(host.traces());
        }
        List<CtfTrace> traces = kernels.stream().map(OpenTrace::ctf).toList();
        long[] corrections = kernels.stream().mapToLong(OpenTrace::correctionNanos).toArray();
        long first = KernelReader.firstEventNanos(traces, corrections);
        HostRecorder recorder = new HostRecorder(host.name(), first == Long.MAX_VALUE ? range.begin() : first);
        loseBeforeStreams(kernels, first, recorder);
        long events = decoders > 1 ? FactRelay.read(traces, corrections, decoders, recorder, progress)
                : KernelReader.read(traces, corrections, recorder, progress);
        // the last packet is closed when the recording is torn down, long after the last event: nothing is known of that time
        return recorder.finish(events == 0 ? range.end() : Long.MIN_VALUE);
    }

    /**
     * Of a flight recorder that overwrites its oldest packets the streams of busy processors reach less far back: what happened on these before is lost. A first packet without one before it may begin late as well, at the first event of
     * a processor that was idle.
     */
    private static void loseBeforeStreams(List<OpenTrace> kernels, long firstNanos, HostRecorder recorder) {
        @Nullable OpenTrace earliest = null; // of chunks that follow each other the later ones continue the earlier ones
        for (OpenTrace trace : kernels) {
            if (earliest == null || Range.of(List.of(trace)).begin() < Range.of(List.of(earliest)).begin()) {
                earliest = trace;
            }
        }
        if (earliest == null) {
            return;
        }
        for (StreamInfo stream : earliest.ctf().streams()) {
            if (stream.continues() && stream.cpu() >= 0 && stream.beginNanos() <= stream.endNanos()
                    && earliest.onHostClock(stream.beginNanos()) > firstNanos + AT_ONCE_NANOS) {
                recorder.lost(stream.cpu(), firstNanos, earliest.onHostClock(stream.beginNanos()), UNKNOWN_NUMBER);
            }
        }
    }

    /** From the first packet's begin to the last one's end, on the host's clock; begin is later than end if no packet tells. */
    private record Range(long begin, long end) {
        static Range of(List<OpenTrace> traces) {
            long begin = Long.MAX_VALUE;
            long end = Long.MIN_VALUE;
            for (OpenTrace trace : traces) {
                for (StreamInfo stream : trace.ctf().streams()) {
                    if (stream.beginNanos() <= stream.endNanos() && !trace.ctf().metadata().clocks().isEmpty()) {
                        begin = Math.min(begin, trace.onHostClock(stream.beginNanos()));
                        end = Math.max(end, trace.onHostClock(stream.endNanos()));
                    }
                }
            }
            return new Range(begin, end);
        }

        boolean isKnown() {
            return begin <= end;
        }
    }
}
