/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.bowline.core.figures.Quantile;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.EventCount;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

/**
 * The engine from closed files to the finished timeline: opening, decoding, synchronisation and timeline of one experiment, again and again in
 * one process.
 *
 * <pre>
 * EngineBenchmark [--repetitions N] TRACE...
 * </pre>
 *
 * All traces below the folders are one experiment. The first repetition includes loading and compiling the code; the median is of the others.
 * Events are those of the kernel traces, wanted or not. Times are of the clock on the wall and of all processors (which includes the compiler's
 * and the collector's work). Heap: the most that was used at once, and what is in use after a full collection while the timeline is held.
 */
public final class EngineBenchmark {
    private static final double MIB = 1 << 20;

    private EngineBenchmark() {}

    /** Runs; exit code 2 for wrong arguments. */
    public static void main(String[] arguments) throws TraceReadException {
        int repetitions = 10;
        List<Path> traces = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--repetitions") && i + 1 < arguments.length) {
                repetitions = Integer.parseInt(arguments[++i]);
            } else {
                traces.add(Path.of(arguments[i]));
            }
        }
        if (traces.isEmpty() || repetitions < 2) {
            System.err.println("usage: EngineBenchmark [--repetitions N] TRACE...   (N at least 2)");
            System.exit(2);
        }
        run(traces, repetitions, System.out);
    }

    private static void run(List<Path> traces, int repetitions, PrintStream out) throws TraceReadException {
        Sample[] samples = new Sample[repetitions];
        for (int i = 0; i < repetitions; i++) {
            samples[i] = measure(traces);
            out.printf(Locale.ROOT, "%3d %s%n", i, samples[i]);
        }
        long events = countKernelEvents(traces);
        double first = samples[0].total();
        double[] warm = Arrays.stream(samples, 1, repetitions).mapToDouble(Sample::total).sorted().toArray();
        double median = Quantile.of(warm, 50);
        out.printf(Locale.ROOT, "%d kernel events; first %.1f ms, median %.1f ms (%.1f to %.1f), %.2f M events/s warm%n", events,
                first * 1e3,
                median * 1e3, warm[0] * 1e3, warm[warm.length - 1] * 1e3, events / median / 1e6);
    }

    /** What one repetition took; seconds and bytes. */
    private record Sample(double open, double read, double synchronise, double assemble, double processors, long peak, long live,
            int threads,
            int segments) {
        double total() {
            return open + read + synchronise + assemble;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT,
                    "%8.1f ms (open %.1f, read %.1f, synchronise %.1f, assemble %.1f), processors %.1f ms; heap %.1f MiB at most, %.1f MiB after; "
                            + "%d threads, %d segments",
                    total() * 1e3, open * 1e3, read * 1e3, synchronise * 1e3, assemble * 1e3, processors * 1e3, peak / MIB, live / MIB,
                    threads,
                    segments);
        }
    }

    private static Sample measure(List<Path> traces) throws TraceReadException {
        System.gc();
        resetPeak();
        long processors = processorNanos();
        Phases phases = new Phases();
        long begin = System.nanoTime();
        try (Experiment experiment = Experiment.open(traces, OpenOptions.DEFAULT, Progress.NONE)) {
            long opened = System.nanoTime();
            ReadTraces analysis = experiment.read(phases);
            long end = System.nanoTime();
            processors = processorNanos() - processors;
            long peak = peak();
            System.gc();
            long live = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            Timeline timeline = analysis.timeline();
            long synchronise = phases.synchronise == 0 ? end : phases.synchronise;
            long assemble = phases.assemble == 0 ? end : phases.assemble;
            return new Sample((opened - begin) / 1e9, (synchronise - opened) / 1e9, (assemble - synchronise) / 1e9, (end - assemble) / 1e9,
                    processors / 1e9, peak, live, timeline.threadCount(), timeline.segmentCount());
        }
    }

    /** Learns from the tasks' names when one ends and the next begins. */
    private static final class Phases implements Progress {
        volatile long synchronise;
        volatile long assemble;

        @Override
        public void report(String task, double fraction) {
            if (synchronise == 0 && task.startsWith("Synchronising")) {
                synchronise = System.nanoTime();
            } else if (assemble == 0 && task.startsWith("Joining")) {
                assemble = System.nanoTime();
            }
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    }

    private static long countKernelEvents(List<Path> traces) throws TraceReadException {
        try (Experiment experiment = Experiment.open(traces, OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.countEvents(Progress.NONE).stream()
                    .filter(count -> count.domain().equals(Domain.KERNEL.label()) && !count.event().equals(EventCount.DISCARDED))
                    .mapToLong(EventCount::count).sum();
        }
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void resetPeak() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                pool.resetPeakUsage();
            }
        }
    }

    private static long peak() {
        long sum = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                sum += pool.getPeakUsage().getUsed();
            }
        }
        return sum;
    }
}
