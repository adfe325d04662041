/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import static java.util.stream.Collectors.joining;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.bowline.core.figures.Quantile;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

/**
 * How long a computation goes on after it was told to stop.
 *
 * <pre>
 * CancelBenchmark [--moments N] [--seed N] TRACE...
 * </pre>
 *
 * Opens and analyses the experiment and finds its knots, as {@code bowline analyze} does; cancels at random moments of the time that this takes
 * undisturbed. Also tells the longest processor times of a thread between two of its questions whether to stop: but for waits for a processor, no
 * cancellation can take longer than that.
 */
public final class CancelBenchmark {
    private static final long WORTH_NOTING_NANOS = 1_000_000;
    private static final int PLACES = 4;

    private CancelBenchmark() {}

    /** Runs; exit code 2 for wrong arguments. */
    public static void main(String[] arguments) throws Exception {
        int moments = 20;
        long seed = 1;
        List<Path> traces = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--moments" -> moments = Integer.parseInt(arguments[++i]);
                case "--seed" -> seed = Long.parseLong(arguments[++i]);
                default -> traces.add(Path.of(arguments[i]));
            }
        }
        if (traces.isEmpty()) {
            System.err.println("usage: CancelBenchmark [--moments N] [--seed N] TRACE...");
            System.exit(2);
        }
        run(traces, moments, seed);
    }

    private static void run(List<Path> traces, int moments, long seed) throws Exception {
        double whole = 0;
        for (int i = 0; i < 3; i++) {
            Stop never = new Stop();
            long begin = System.nanoTime();
            work(traces, never);
            whole = (System.nanoTime() - begin) / 1e6;
            System.out.printf(Locale.ROOT, "whole: %.0f ms; longest times without a question: %s%n", whole, never.longest());
        }
        Random random = new Random(seed);
        double[] latencies = new double[moments];
        for (int i = 0; i < moments; i++) {
            double moment = whole * random.nextDouble();
            latencies[i] = cancel(traces, moment);
            System.out.printf(Locale.ROOT, "cancelled at %6.0f ms: %s%n", moment,
                    latencies[i] < 0 ? "was done before" : String.format(Locale.ROOT, "%.1f ms", latencies[i]));
        }
        double[] real = Arrays.stream(latencies).filter(ms -> ms >= 0).sorted().toArray();
        System.out.printf(Locale.ROOT, "%d moments: median %.1f ms, at most %.1f ms%n", real.length,
                real.length == 0 ? 0 : Quantile.of(real, 50), real.length == 0 ? 0 : real[real.length - 1]);
    }

    /** Milliseconds from the request to the return of the work, negative if it was done before. */
    private static double cancel(List<Path> traces, double moment) throws Exception {
        Stop stop = new Stop();
        long[] end = new long[1];
        Throwable[] failure = new Throwable[1];
        Thread worker = new Thread(() -> {
            try {
                work(traces, stop);
                end[0] = Long.MIN_VALUE;
            } catch (CancelledException e) {
                end[0] = System.nanoTime();
            } catch (TraceReadException | RuntimeException e) {
                failure[0] = e;
            }
        }, "work");
        System.gc();
        worker.start();
        Thread.sleep((long) moment, (int) (moment % 1 * 1e6));
        long asked = System.nanoTime();
        stop.cancelled = true;
        worker.join();
        if (failure[0] != null) {
            throw new IllegalStateException(failure[0]);
        }
        return end[0] == Long.MIN_VALUE ? -1 : Math.max(0, end[0] - asked) / 1e6;
    }

    private static void work(List<Path> traces, Progress progress) throws TraceReadException {
        try (Experiment experiment = Experiment.open(traces, OpenOptions.DEFAULT, progress)) {
            ReadTraces analysis = experiment.read(progress);
            long from = analysis.timeline().startNanos();
            long to = analysis.timeline().endNanos();
            WaitForGraph graph = WaitForAnalysis.run(analysis.timeline(), from, to, null, progress);
            analysis.threads(from, to);
            KnotHierarchy.of(graph, KnotPolicy.DEFAULT, progress);
        }
    }

    /** Can be told to stop; notes the longest processor time of a thread between two of its questions. */
    private static final class Stop implements Progress {
        volatile boolean cancelled;
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final ThreadLocal<long[]> last = ThreadLocal.withInitial(() -> new long[] {threads.getCurrentThreadCpuTime()});
        /** Longest time by the place of the question that ended it. */
        private final Map<String, Long> gaps = new HashMap<>();

        @Override
        public void report(String task, double fraction) {
            // nobody listens
        }

        @Override
        public boolean isCancelled() {
            long now = threads.getCurrentThreadCpuTime();
            long[] before = last.get();
            if (now - before[0] > WORTH_NOTING_NANOS) {
                note(now - before[0]);
            }
            before[0] = now;
            return cancelled;
        }

        private synchronized void note(long nanos) {
            gaps.merge(caller(), nanos, Math::max);
        }

        synchronized String longest() {
            return gaps.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(PLACES)
                    .map(gap -> String.format(Locale.ROOT, "%.1f ms before %s", gap.getValue() / 1e6, gap.getKey())).collect(joining(", "));
        }

        private static String caller() {
            return StackWalker.getInstance().walk(frames -> frames
                    .filter(frame -> !frame.getClassName().contains("Progress")
                            && !frame.getClassName().startsWith(CancelBenchmark.class.getName()))
                    .findFirst().map(frame -> frame.getFileName() + ':' + frame.getLineNumber()).orElse(""));
        }
    }
}
