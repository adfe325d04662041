/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.sampling.Arrows;
import org.bowline.core.sampling.StateRows;
import org.bowline.core.store.AnalysisStore;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;

/**
 * What the views of a large timeline wait for: reopening what is stored, the states and arrows of all visible rows after a zoom or pan, the
 * totals of all threads. Two shapes: segments spread over many threads, and nearly all of them in one thread.
 *
 * <p>Run: {@code releng/bench --main DesktopBenchmark [--segments N] [--directory DIR]}. With {@code --reopen FILE} only reopens a file that was
 * left with {@code --keep FILE}, for a process of its own.
 */
public final class DesktopBenchmark {
    private static final int ROWS = 60;
    private static final int PIXELS = 2000;
    private static final int MOST_ARROWS = 200;
    private static final int ROUNDS = 15;
    private static final int ZOOMS = 12;
    private static final String FINGERPRINT = "benchmark";

    private DesktopBenchmark() {}

    /** Prints a table for each shape. */
    public static void main(String[] arguments) throws IOException {
        int segments = 10_000_000;
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        Path keep = null;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--segments" -> segments = Integer.parseInt(arguments[i + 1]);
                case "--directory" -> directory = Path.of(arguments[i + 1]);
                case "--keep" -> keep = Path.of(arguments[i + 1]);
                case "--reopen" -> {
                    reopen(Path.of(arguments[i + 1]));
                    return;
                }
                default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
            }
        }
        measure("spread over 2000 threads", result(2_000, segments, 1), directory, keep);
        measure("nine tenths in one thread", result(200, segments, 1_800), directory, null);
    }

    private static void reopen(Path file) throws IOException {
        for (int i = 0; i < 5; i++) {
            long begin = System.nanoTime();
            AnalysisResult result = AnalysisStore.load(file, FINGERPRINT, Progress.NONE).orElseThrow();
            double ms = (System.nanoTime() - begin) / 1e6;
            System.out.printf(Locale.ROOT, "%s load of %d segments: %.0f ms%n", i == 0 ? "first" : "next", result.timeline().segmentCount(),
                    ms);
        }
    }

    private interface Task {
        long run(int round) throws IOException;
    }

    private static void measure(String title, AnalysisResult result, Path directory, Path keep) throws IOException {
        Timeline timeline = result.timeline();
        System.out.printf(Locale.ROOT, "%s: %d segments, %d threads%n", title, timeline.segmentCount(), timeline.threadCount());
        Path file = keep == null ? Files.createTempFile(directory, "bowline-", ".stored") : keep;
        try {
            print("store", round -> {
                AnalysisStore.save(result, FINGERPRINT, file, Progress.NONE);
                return Files.size(file);
            });
            System.out.printf(Locale.ROOT, "  %-44s %.2f%n", "file, bytes per segment",
                    (double) Files.size(file) / timeline.segmentCount());
            print("reopen", round -> AnalysisStore.load(file, FINGERPRINT, Progress.NONE).orElseThrow().timeline().segmentCount());
        } finally {
            if (keep == null) {
                Files.deleteIfExists(file);
            }
        }
        AnalysisResult fresh = result;
        StateRows rows = new StateRows(timeline);
        long begin = timeline.startNanos();
        long length = timeline.endNanos() - begin;
        // the rows that hold most
        int[] busy = IntStream.range(0, timeline.threadCount()).boxed()
                .sorted((a, b) -> Integer.compare(size(timeline, b), size(timeline, a))).limit(ROWS).mapToInt(Integer::intValue).toArray();
        int[] all = IntStream.range(0, timeline.threadCount()).toArray();
        long[] drawn = new long[1];
        long first = System.nanoTime();
        drawn[0] += draw(rows, busy, begin, begin + length, PIXELS);
        System.out.printf(Locale.ROOT, "  %-44s %.1f ms%n", "first picture of " + ROWS + " rows, sums made",
                (System.nanoTime() - first) / 1e6);
        for (int zoom : new int[] {0, 2, 4, 8, ZOOMS}) {
            print("states of " + ROWS + " rows x " + PIXELS + " pixels, 1/" + (1 << zoom) + " of the range", round -> {
                long part = length >> zoom;
                long from = begin + (length - part) / ROUNDS * round;
                return draw(rows, busy, from, from + part, PIXELS);
            });
        }
        long[] times = new long[PIXELS];
        print("the same at listed times, all of the range", round -> {
            Arrays.setAll(times, i -> begin + length / PIXELS * i);
            long count = 0;
            for (int thread : busy) {
                long[] n = new long[1];
                rows.states(thread, times, (start, end, state, cause, target, cpu, mixed) -> n[0]++);
                count += n[0];
            }
            return count;
        });
        for (int zoom : new int[] {0, 4}) {
            print("arrows of " + ROWS + " rows, 1/" + (1 << zoom) + " of the range", round -> {
                long part = length >> zoom;
                long from = begin + (length - part) / ROUNDS * round;
                return Arrows.bands(timeline, busy, from, from + part, PIXELS, MOST_ARROWS, Progress.NONE).count();
            });
        }
        print("arrows of all rows, all of the range",
                round -> Arrows.bands(timeline, all, begin, begin + length, PIXELS, MOST_ARROWS, Progress.NONE).count());
        print("totals of all threads, two thirds of the range", round -> {
            List<ThreadTotals> totals = fresh.threads(begin + length / 6 + round, begin + length / 6 * 5 - round, Progress.NONE);
            return totals.size();
        });
    }

    private static int size(Timeline timeline, int thread) {
        return timeline.endSegment(thread) - timeline.firstSegment(thread);
    }

    private static long draw(StateRows rows, int[] threads, long from, long to, int pixels) {
        long[] count = new long[1];
        for (int thread : threads) {
            rows.states(thread, from, to, pixels, (start, end, state, cause, target, cpu, mixed) -> count[0]++);
        }
        return count[0];
    }

    private static void print(String what, Task task) throws IOException {
        double[] ms = new double[ROUNDS];
        long result = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            result = task.run(i);
            ms[i] = (System.nanoTime() - begin) / 1e6;
        }
        double first = ms[0];
        Arrays.sort(ms);
        System.out.printf(Locale.ROOT, "  %-60s first %7.1f  median %7.1f  most %7.1f ms  (%d)%n", what, first, ms[ROUNDS / 2],
                ms[ROUNDS - 1], result);
    }

    /** Threads that run, are preempted, and wait for each other, for packets, a disk and timers; the first has so many times the others' segments. */
    private static AnalysisResult result(int threads, int segments, int firstHas) {
        Random random = new Random(11);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("server");
        for (int i = 0; i < threads; i++) {
            builder.thread(0, 1 + i, 1, "worker-" + i % 20);
        }
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.request(disk, 0, 1, 2, 3);
        long end = 60_000_000_000L;
        double share = (double) segments / (threads - 1 + firstHas);
        for (int thread = 0; thread < threads; thread++) {
            double mean = end / (share * (thread == 0 ? firstHas : 1));
            long time = 0;
            while (time < end) {
                long next = Math.min(end, time + 1 + (long) (-Math.log(1 - random.nextDouble()) * mean));
                int kind = random.nextInt(12);
                if (kind < 5) {
                    builder.segment(thread, time, next, ThreadState.of(kind % 3), thread & 7);
                } else if (kind < 9) {
                    builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(threads), Timeline.NONE, thread & 7);
                } else if (kind == 9) {
                    int packet = builder.packet(Math.max(0, next - 100_000), next, random.nextInt(threads));
                    builder.blocked(thread, time, next, Cause.NETWORK, random.nextInt(threads), packet, thread & 7);
                } else {
                    builder.blocked(thread, time, next, kind == 10 ? Cause.DISK : Cause.TIMER, kind == 10 ? disk : timer,
                            kind == 10 ? 0 : Timeline.NONE, thread & 7);
                }
                time = next;
            }
        }
        SyncResult sync = new SyncResult(0,
                List.of(new SyncResult.Host("server", SyncQuality.ACCURATE, SyncResult.NONE, List.of(), 0, 0, 0, 0)), ClockMap.identity(1),
                List.of(), new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        return new AnalysisResult(builder.build(), sync, List.of(), new long[1], new long[1]);
    }
}
