/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.path.CriticalPathDataProvider;
import org.bowline.tracecompass.core.path.PathQuery;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadsDataProvider;

/**
 * How long the data providers take for what a view asks when one zooms: 60 rows of 2000 pixels and their arrows, of 10 million segments. Not a
 * test: run by its name. Prints medians in milliseconds.
 */
class ProviderBenchmark {
    private static final int THREADS = 2000;
    private static final int ROWS = 60;
    private static final int PIXELS = 2000;
    private static final int ROUNDS = 25;

    @Test
    void requery() {
        AnalysisResult result = SyntheticResult.of(THREADS, 5000, 0, 60_000_000_000L);
        Timeline timeline = result.timeline();
        ThreadsDataProvider threads = new ThreadsDataProvider(() -> Now.done(result));
        CriticalPathDataProvider paths = new CriticalPathDataProvider(() -> Now.done(result));
        Random random = new Random(7);
        System.out.printf("BENCH segments %d%n", timeline.segmentCount());
        long before = System.nanoTime();
        threads.fetchTree(new HashMap<>(), null);
        System.out.printf("BENCH tree, first %.1f ms%n", (System.nanoTime() - before) / 1e6);
        measure("tree", round -> threads.fetchTree(new HashMap<>(), null));
        measure("rows, zoom", round -> threads.fetchRowModel(window(timeline, random, true), null));
        measure("arrows, zoom", round -> threads.fetchArrows(window(timeline, random, true), null));
        measure("rows, whole trace", round -> threads.fetchRowModel(window(timeline, random, false), null));
        measure("arrows, whole trace", round -> threads.fetchArrows(window(timeline, random, false), null));
        PathQuery query = new PathQuery(3, timeline.startNanos(), timeline.endNanos());
        Map<String, Object> tree = new HashMap<>();
        query.into(tree);
        before = System.nanoTime();
        paths.fetchTree(tree, null);
        System.out.printf("BENCH path, first %.1f ms, segments %d%n", (System.nanoTime() - before) / 1e6,
                paths.path(query, org.bowline.core.progress.Progress.NONE).path().size());
        measure("path, rows", round -> {
            Map<String, Object> parameters = window(timeline, random, round % 2 == 0);
            query.into(parameters);
            paths.fetchRowModel(parameters, null);
        });
        measure("path, arrows", round -> {
            Map<String, Object> parameters = window(timeline, random, round % 2 == 0);
            query.into(parameters);
            paths.fetchArrows(parameters, null);
        });
    }

    private static Map<String, Object> window(Timeline timeline, Random random, boolean zoomed) {
        long whole = timeline.endNanos() - timeline.startNanos();
        long length = zoomed ? (long) (whole * Math.pow(10, -4 * random.nextDouble())) : whole;
        long from = timeline.startNanos() + (long) ((whole - length) * random.nextDouble());
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY,
                LongStream.range(0, PIXELS).mapToObj(i -> from + length * i / (PIXELS - 1)).toList());
        int first = random.nextInt(THREADS - ROWS);
        parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY,
                IntStream.range(first, first + ROWS).mapToObj(thread -> EntryIds.ofThread(timeline, thread)).toList());
        return parameters;
    }

    private static void measure(String name, IntConsumer run) {
        double[] millis = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            run.accept(round);
            millis[round] = (System.nanoTime() - start) / 1e6;
        }
        double first = millis[0];
        Arrays.sort(millis);
        System.out.printf("BENCH %s median %.1f ms, most %.1f, first %.1f%n", name, millis[ROUNDS / 2], millis[ROUNDS - 1], first);
    }

    /** Made-up results of any size. */
    static final class SyntheticResult {
        private SyntheticResult() {}

        /** Threads on four hosts that work, wait for a CPU and for each other. */
        static AnalysisResult of(int threads, int segments, long from, long to) {
            TimelineBuilder builder = new TimelineBuilder();
            for (int host = 0; host < 4; host++) {
                builder.host("host" + host);
            }
            int perHost = threads / 4;
            for (int thread = 0; thread < threads; thread++) {
                builder.thread(thread / perHost, 1000 + thread, 1000 + thread / 20 * 20, "worker-" + thread);
            }
            Random random = new Random(1);
            long step = (to - from) / (segments + 1);
            for (int thread = 0; thread < threads; thread++) {
                long time = from;
                for (int i = 0; i < segments; i++) {
                    long end = i == segments - 1 ? to : from + (i + 1) * step + random.nextInt((int) Math.min(step, Integer.MAX_VALUE) / 2);
                    switch (random.nextInt(4)) {
                        case 0 -> builder.blocked(thread, time, end, Cause.THREAD, thread / perHost * perHost + random.nextInt(perHost),
                                Timeline.NONE, 0);
                        case 1 -> builder.segment(thread, time, end, ThreadState.RUNNABLE, 0);
                        default -> builder.segment(thread, time, end, ThreadState.RUNNING, random.nextInt(4));
                    }
                    time = end;
                }
            }
            List<SyncResult.Host> hosts = IntStream.range(0, 4).mapToObj(host -> new SyncResult.Host("host" + host, SyncQuality.ACCURATE,
                    SyncResult.NONE, List.of(), 0, 0, 0, 0)).toList();
            SyncResult sync = new SyncResult(0, hosts, ClockMap.identity(4), List.of(),
                    new SyncResult.Coarse(false, true, 0, List.of(0L, 0L, 0L, 0L), 0, 0, false), 0, 0, Matches.none(4), List.of());
            return new AnalysisResult(builder.build(), sync, List.of(), new long[4], new long[4]);
        }
    }
}
