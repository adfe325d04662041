/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.event.KernelReader;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.HostLog;
import org.bowline.core.timeline.HostRecorder;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;

/**
 * Clock synchronisation with and without the coarse step, in turn, on the packets of real or generated traces: time, and the most packets that
 * waited for their counterpart at one time.
 *
 * <p>To run it: {@code releng/bench --main SyncBenchmark DIRECTORY...}
 */
public final class SyncBenchmark {
    private static final int ROUNDS = 9;

    private SyncBenchmark() {}

    /** Directories with traces; all together are one experiment. */
    public static void main(String[] args) throws TraceReadException {
        run(Arrays.stream(args).map(Path::of).toList(), System.out);
    }

    private static void run(List<Path> directories, PrintStream out) throws TraceReadException {
        List<HostLog> logs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try (Experiment experiment = Experiment.open(directories, OpenOptions.DEFAULT, Progress.NONE)) {
            for (HostTraces host : experiment.hosts()) {
                logs.add(record(host));
                names.add(host.name());
            }
        }
        List<PacketLog> packets = logs.stream().map(HostLog::packets).toList();
        double[][] millis = new double[2][ROUNDS];
        SyncResult[] results = new SyncResult[2];
        for (int round = -2; round < ROUNDS; round++) {
            for (int coarse = 0; coarse < 2; coarse++) {
                long start = System.nanoTime();
                results[coarse] = ClockSync.run(packets, names.toArray(String[]::new),
                        logs.stream().mapToLong(HostLog::startNanos).toArray(),
                        logs.stream().mapToLong(HostLog::endNanos).toArray(), ClockSync.Options.DEFAULT.withCoarse(coarse == 1),
                        () -> false);
                if (round >= 0) {
                    millis[coarse][round] = (System.nanoTime() - start) / 1e6;
                }
            }
        }
        out.printf("%d hosts, %d packets%n", logs.size(), packets.stream().mapToInt(PacketLog::size).sum());
        for (int coarse = 0; coarse < 2; coarse++) {
            Arrays.sort(millis[coarse]);
            out.printf("%-20s median %.1f ms (%.1f to %.1f), at most %d packets unmatched at one time%n",
                    coarse == 1 ? "with coarse step" : "without", millis[coarse][ROUNDS / 2], millis[coarse][0], millis[coarse][ROUNDS - 1],
                    results[coarse].peakUnmatched());
        }
        out.printf("peak lower by %.2f %%, time %+.1f %%%n", 100.0 - 100.0 * results[1].peakUnmatched() / results[0].peakUnmatched(),
                100 * millis[1][ROUNDS / 2] / millis[0][ROUNDS / 2] - 100);
    }

    private static HostLog record(HostTraces host) throws TraceReadException {
        List<OpenTrace> kernels = host.traces().stream().filter(trace -> trace.domain() == Domain.KERNEL).toList();
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (OpenTrace trace : kernels) {
            for (StreamInfo stream : trace.ctf().streams()) {
                begin = Math.min(begin, stream.beginNanos());
                end = Math.max(end, stream.endNanos());
            }
        }
        HostRecorder recorder = new HostRecorder(host.name(), begin);
        KernelReader.read(kernels.stream().map(OpenTrace::ctf).toList(), kernels.stream().mapToLong(OpenTrace::correctionNanos).toArray(),
                recorder,
                Progress.NONE);
        return recorder.finish(end);
    }
}
