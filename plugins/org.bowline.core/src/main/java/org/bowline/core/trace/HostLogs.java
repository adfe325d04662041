/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.bowline.core.event.Coverage;
import org.bowline.core.event.FactRelay;
import org.bowline.core.event.KernelReader;
import org.bowline.core.event.StreamLosses;
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
        long first = KernelReader.firstEventNanos(kernels.stream().map(OpenTrace::ctf).toList(), corrections(kernels));
        Coverage coverage = new Coverage(StreamGaps.of(kernels, first));
        HostLog log = record(host, kernels, range, first, decoders, coverage, new BitSet(), progress);
        BitSet unseen = coverage.seen().unseen();
        if (unseen.isEmpty()) {
            return log;
        }
        // only the last wake-up tells that there is nothing of a processor, and what threads did there is unknown from the first on
        StreamLosses losses = StreamGaps.of(kernels, first);
        unseen.stream().forEach(cpu -> losses.add(cpu, first, log.endNanos()));
        return record(host, kernels, range, first, decoders, new Coverage(losses), unseen, progress);
    }

    private static HostLog record(HostTraces host, List<OpenTrace> kernels, Range range, long first, int decoders, Coverage coverage,
            BitSet unseen, Progress progress) throws TraceReadException {
        List<CtfTrace> traces = kernels.stream().map(OpenTrace::ctf).toList();
        HostRecorder recorder = new HostRecorder(host.name(), first == Long.MAX_VALUE ? range.begin() : first, unseen);
        long events = decoders > 1 ? FactRelay.read(traces, corrections(kernels), decoders, coverage, recorder, progress)
                : KernelReader.read(traces, corrections(kernels), coverage, recorder, progress);
        // the last packet is closed when the recording is torn down, long after the last event: nothing is known of that time
        return recorder.finish(events == 0 ? range.end() : Long.MIN_VALUE);
    }

    private static long[] corrections(List<OpenTrace> kernels) {
        return kernels.stream().mapToLong(OpenTrace::correctionNanos).toArray();
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
