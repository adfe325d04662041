/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * Clock synchronisation without the coarse step, with it, and with the stop rule of Giraldeau and Dagenais (a slope known to one percent), in turn, on the packets of real or generated traces: the thread's processor time, how many packets
 * the coarse step read, and the most packets that waited for their counterpart at one time.
 *
 * <p>To run it: {@code releng/bench --main SyncBenchmark DIRECTORY...}
 */
public final class SyncBenchmark {
    private static final int ROUNDS = 9;
    private static final List<Rule> RULES = List.of(new Rule("without", ClockSync.Options.DEFAULT.withCoarse(false)),
            new Rule("first exchange", ClockSync.Options.DEFAULT),
            new Rule("slope to 1 %", ClockSync.Options.DEFAULT.withCoarseSlope(10_000)));

    private record Rule(String name, ClockSync.Options options) {}

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
        int rules = RULES.size();
        double[][] millis = new double[rules][ROUNDS];
        SyncResult[] results = new SyncResult[rules];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int round = -2; round < ROUNDS; round++) {
            for (int rule = 0; rule < rules; rule++) {
                long start = threads.getCurrentThreadCpuTime();
                results[rule] = ClockSync.run(packets, names.toArray(String[]::new),
                        logs.stream().mapToLong(HostLog::startNanos).toArray(),
                        logs.stream().mapToLong(HostLog::endNanos).toArray(), RULES.get(rule).options(), () -> false);
                if (round >= 0) {
                    millis[rule][round] = (threads.getCurrentThreadCpuTime() - start) / 1e6;
                }
            }
        }
        out.printf("%d hosts, %d packets%n", logs.size(), packets.stream().mapToInt(PacketLog::size).sum());
        for (int rule = 0; rule < rules; rule++) {
            Arrays.sort(millis[rule]);
            out.printf("%-24s median %.1f ms (%.1f to %.1f), coarse step read %d packets, at most %d unmatched at one time, clocks %s%n",
                    RULES.get(rule).name(), millis[rule][ROUNDS / 2], millis[rule][0], millis[rule][ROUNDS - 1],
                    results[rule].coarse().packetsRead(), results[rule].peakUnmatched(),
                    results[rule].clocks().toString().equals(results[0].clocks().toString()) ? "the same" : "different");
        }
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
