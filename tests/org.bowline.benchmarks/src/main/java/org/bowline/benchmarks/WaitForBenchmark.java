/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The sweep against the recursion, in one run, on a server of many handlers that wait for a chain of five threads and a disk, each
 * waiting ten times shorter than the one before; growth with the number of segments; the knots' refinement; the critical path.
 *
 * <p>The recursion runs twice: as one would write it for speed (primitive arrays, a binary search for the first overlapping wait, one
 * hash map for the weights), and with the means of the paper's program (a sorted map of objects per thread, a queue of pieces of waits,
 * each with a list of the threads on its chain, and strings for edges). The second is left out above 256 handlers, where it takes
 * minutes.
 *
 * <p>Run: {@code java -Xmx2g -cp 'tests/org.bowline.benchmarks/target/classes:tests/org.bowline.benchmarks/target/lib/*'
 * org.bowline.benchmarks.WaitForBenchmark [largest number of segments]}; best of 3 after one to warm up.
 */
public final class WaitForBenchmark {
    private static final int STAGES = 5;
    private static final long SHORTEST_WAIT = 20_000;
    private static final int ROUNDS = 3;

    private WaitForBenchmark() {}

    /** Prints a table for each question. */
    public static void main(String[] arguments) {
        int segments = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        System.out.println("sweep and recursion at " + segments + " segments, by number of handlers");
        System.out
                .println("handlers  segments     waits  sweep ms  ns/segment  recursion ms  ratio  published ms   ratio  path ms    legs");
        for (int handlers : new int[] {16, 64, 256, 1024, 4096}) {
            compare(server(handlers, segments), handlers);
        }
        System.out.println(
                "growth of the sweep, 256 handlers; large ones run in windows on all processors (-XX:ActiveProcessorCount=1: in one)");
        System.out.println("segments   sweep ms  ns/segment  processor ms");
        for (int n = segments / 8; n <= segments * 8L; n *= 2) {
            Timeline timeline = server(256, n);
            long before = processorNanos();
            double ms = best(() -> sweep(timeline).edgeCount());
            System.out.printf(Locale.ROOT, "%9d  %8.1f  %10.1f  %12.1f%n", timeline.segmentCount(), ms, ms * 1e6 / timeline.segmentCount(),
                    (processorNanos() - before) / 1e6 / (1 + ROUNDS));
        }
        System.out.println("knots of a random graph, all thresholds");
        System.out.println("vertices    edges  hierarchy ms  breaks  one threshold us");
        for (int vertices : new int[] {1_000, 10_000, 100_000}) {
            knots(vertices, 10 * vertices);
        }
    }

    /** What this process has used of all processors, its compiler included. */
    private static long processorNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system ? system.getProcessCpuTime() : 0;
    }

    private static WaitForGraph sweep(Timeline timeline) {
        return WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, Progress.NONE);
    }

    private static void compare(Timeline timeline, int handlers) {
        double sweep = best(() -> sweep(timeline).edgeCount());
        WaitForGraph graph = sweep(timeline);
        Recursion recursion = new Recursion(timeline);
        long begin = System.nanoTime();
        Long2LongOpenHashMap weights = recursion.run();
        double recursive = (System.nanoTime() - begin) / 1e6;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (!graph.isIdle(edge) && weights.get(Recursion.key(graph.source(edge), graph.target(edge))) != graph.weightNanos(edge)) {
                throw new IllegalStateException("the sweep and the recursion differ at edge " + edge);
            }
        }
        double published = Double.NaN;
        if (handlers <= 256) {
            begin = System.nanoTime();
            Map<String, Long> asPublished = new Published(timeline).run();
            published = (System.nanoTime() - begin) / 1e6;
            if (asPublished.get("0 1").longValue() != weights.get(Recursion.key(0, 1))) {
                throw new IllegalStateException("the two recursions differ");
            }
        }
        CriticalPath[] path = new CriticalPath[1];
        double walk = best(() -> {
            path[0] = CriticalPath.of(timeline, STAGES, timeline.startNanos(), timeline.endNanos(), Progress.NONE);
            return path[0].size();
        });
        System.out.printf(Locale.ROOT, "%8d  %8d  %8d  %8.1f  %10.1f  %12.1f  %5.1f  %12.1f  %6.1f  %7.1f  %6d%n", handlers,
                timeline.segmentCount(),
                graph.statistics().waits(), sweep, sweep * 1e6 / timeline.segmentCount(), recursive, recursive / sweep, published,
                published / sweep, walk,
                path[0].size());
    }

    /** Threads 0 … STAGES−1 are the chain, the others handlers. */
    private static Timeline server(int handlers, int segments) {
        Random random = new Random(7);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("server");
        for (int i = 0; i < STAGES + handlers; i++) {
            builder.thread(0, 1 + i, 1, i < STAGES ? "stage-" + i : "handler");
        }
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        // stage i waits 10^(STAGES-1-i) times the shortest wait; all run a fifth of the time
        double perNano = 0;
        for (int i = 0; i < STAGES; i++) {
            perNano += 2 / (1.25 * SHORTEST_WAIT * Math.pow(10, STAGES - 1.0 - i));
        }
        perNano += handlers * 2 / (1.25 * SHORTEST_WAIT * Math.pow(10, STAGES - 1.0));
        long end = (long) (segments / perNano);
        for (int thread = 0; thread < STAGES + handlers; thread++) {
            boolean handler = thread >= STAGES;
            long mean = (long) (SHORTEST_WAIT * Math.pow(10, handler ? STAGES - 1.0 : STAGES - 1.0 - thread));
            long time = 0;
            while (time < end) {
                long run = Math.min(end, time + 1 + (long) (random.nextDouble() * mean / 2));
                builder.segment(thread, time, run, ThreadState.RUNNING, 0);
                time = Math.min(end, run + 1 + (long) (random.nextDouble() * mean * 2));
                if (thread == STAGES - 1) {
                    builder.blocked(thread, run, time, Cause.DISK, disk, builder.request(disk, thread, run, run, time), 0);
                } else {
                    builder.blocked(thread, run, time, Cause.THREAD, handler ? 0 : thread + 1, Timeline.NONE, 0);
                }
            }
        }
        return builder.build();
    }

    /** A graph of waits of random lengths between random threads; it is made through the analysis, as its results are. */
    private static void knots(int vertices, int edges) {
        Random random = new Random(7);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("server");
        for (int i = 0; i < vertices; i++) {
            builder.thread(0, 1 + i, 1, "t");
        }
        // one wait at a time, so that nothing cascades and the weights are as drawn
        long slot = 1_000;
        long end = slot * edges;
        int perThread = edges / vertices;
        for (int thread = 0; thread < vertices; thread++) {
            long time = 0;
            for (int i = 0; i < perThread; i++) {
                long start = slot * ((long) thread * perThread + i);
                builder.segment(thread, time, start, ThreadState.RUNNING, 0);
                time = start + 1 + random.nextInt((int) slot - 1);
                builder.blocked(thread, start, time, Cause.THREAD, random.nextInt(vertices), Timeline.NONE, 0);
            }
            builder.segment(thread, time, end, ThreadState.RUNNING, 0);
        }
        Timeline timeline = builder.build();
        WaitForGraph graph = sweep(timeline);
        KnotPolicy all = new KnotPolicy(Threshold.ofPercent(0), 1, Threshold.ofPercent(20));
        double hierarchyMs = best(() -> KnotHierarchy.of(graph, all, Progress.NONE).breaks().length);
        KnotHierarchy hierarchy = KnotHierarchy.of(graph, all, Progress.NONE);
        double lookup = best(() -> hierarchy.knotsAt(slot).size());
        System.out.printf(Locale.ROOT, "%8d  %7d  %12.1f  %6d  %16.1f%n", vertices, graph.edgeCount(), hierarchyMs,
                hierarchy.breaks().length,
                lookup * 1e3);
    }

    /** What is measured; the result is looked at so that it is not optimised away. */
    private interface Task {
        int run();
    }

    private static double best(Task task) {
        long best = Long.MAX_VALUE;
        int result = task.run();
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            if (task.run() != result) {
                throw new IllegalStateException("two runs differ");
            }
            best = Math.min(best, System.nanoTime() - begin);
        }
        return best / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** The paper's recursion. */
    private static final class Recursion {
        private final Timeline timeline;
        private final boolean[] onChain;
        private final Long2LongOpenHashMap weights = new Long2LongOpenHashMap();

        Recursion(Timeline timeline) {
            this.timeline = timeline;
            onChain = new boolean[timeline.threadCount()];
        }

        static long key(int source, int target) {
            return (long) source << 32 | target;
        }

        Long2LongOpenHashMap run() {
            for (int thread = 0; thread < onChain.length; thread++) {
                cascade(thread, timeline.startNanos(), timeline.endNanos());
            }
            return weights;
        }

        private void cascade(int thread, long from, long to) {
            onChain[thread] = true;
            int end = timeline.endSegment(thread);
            for (int i = timeline.segmentAt(thread, from); i >= 0 && i < end && timeline.start(i) < to; i++) {
                if (timeline.state(i) == ThreadState.BLOCKED) {
                    long begin = Math.max(from, timeline.start(i));
                    long stop = Math.min(to, timeline.end(thread, i));
                    int target = timeline.target(i);
                    weights.addTo(key(thread, target), stop - begin);
                    if (target < onChain.length && !onChain[target]) {
                        cascade(target, begin, stop);
                    }
                }
            }
            onChain[thread] = false;
        }
    }

    /** The recursion with the means of the paper's program. */
    private static final class Published {
        private record Wait(long start, long end, int target) {}

        private record Piece(int thread, long from, long to, List<Integer> chain) {}

        private final List<TreeMap<Long, Wait>> waits = new ArrayList<>();
        private final Map<String, Long> weights = new HashMap<>();

        Published(Timeline timeline) {
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                TreeMap<Long, Wait> map = new TreeMap<>();
                for (int i = timeline.firstSegment(thread); i < timeline.endSegment(thread); i++) {
                    if (timeline.state(i) == ThreadState.BLOCKED) {
                        map.put(timeline.start(i), new Wait(timeline.start(i), timeline.end(thread, i), timeline.target(i)));
                    }
                }
                waits.add(map);
            }
        }

        Map<String, Long> run() {
            Deque<Piece> queue = new ArrayDeque<>();
            for (int thread = 0; thread < waits.size(); thread++) {
                for (Wait wait : waits.get(thread).values()) {
                    count(queue, thread, wait, wait.start(), wait.end(), List.of());
                    for (Piece piece = queue.poll(); piece != null; piece = queue.poll()) {
                        TreeMap<Long, Wait> map = waits.get(piece.thread());
                        Long first = map.floorKey(piece.from());
                        for (Wait next : map.subMap(first == null ? piece.from() : first, piece.to()).values()) {
                            if (next.end() > piece.from()) {
                                long from = Math.max(piece.from(), next.start());
                                count(queue, piece.thread(), next, from, Math.min(piece.to(), next.end()), piece.chain());
                            }
                        }
                    }
                }
            }
            return weights;
        }

        private void count(Deque<Piece> queue, int thread, Wait wait, long from, long to, List<Integer> chain) {
            weights.merge(thread + " " + wait.target(), to - from, Long::sum);
            if (wait.target() < waits.size() && wait.target() != thread && !chain.contains(wait.target())) {
                List<Integer> longer = new ArrayList<>(chain);
                longer.add(thread);
                queue.add(new Piece(wait.target(), from, to, longer));
            }
        }
    }
}
