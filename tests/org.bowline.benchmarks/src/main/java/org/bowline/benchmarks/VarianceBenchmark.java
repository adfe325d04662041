/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.variance.CallTree;
import org.bowline.core.variance.PathVariance;
import org.bowline.core.variance.VarianceAccumulator;

/**
 * The variance of many intervals: from times by function to the factors, and from critical paths whose parts are known. Prints processor time and time on the clock on the wall of each, several times.
 *
 * <pre>
 * VarianceBenchmark [INTERVALS]
 * </pre>
 *
 * A million intervals if not said. The call tree has 40 functions, of which an interval calls about half; a critical path has 6 to 12 parts of 6 threads on 3 hosts, of 6 labels. Their lists take some 0.6 GB of a million
 * intervals.
 */
public final class VarianceBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int REPETITIONS = 5;
    private static final int FUNCTIONS = 40;
    private static final int CALLEES = 4;
    private static final int HOSTS = 3;
    private static final int NAMES = 6;
    private static final int LABELS = 6;
    private static final long SEED = 42;

    private VarianceBenchmark() {}

    /** Runs. */
    public static void main(String[] arguments) {
        int intervals = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        for (int i = 0; i < REPETITIONS; i++) {
            measure(intervals + " intervals by function", () -> byFunction(intervals));
        }
        Timeline timeline = timeline();
        IntervalPaths paths = paths(timeline, intervals);
        for (int i = 0; i < REPETITIONS; i++) {
            measure(intervals + " critical paths",
                    () -> PathVariance.of(PathNames.stable(timeline), paths, IntervalSizes.NONE, Progress.NONE).stream()
                            .mapToInt(one -> one.tree().factors().size()).sum());
        }
    }

    private interface Work {
        int factors();
    }

    private static void measure(String what, Work work) {
        long processor = THREADS.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        int factors = work.factors();
        long end = System.nanoTime();
        processor = THREADS.getCurrentThreadCpuTime() - processor;
        System.out.printf(Locale.ROOT, "%s: %.2f s on a processor, %.2f s on the clock on the wall; %d factors%n", what, processor / 1e9,
                (end - begin) / 1e9, factors);
    }

    private static int byFunction(int intervals) {
        int[] parents = new int[FUNCTIONS];
        parents[0] = CallTree.NONE;
        for (int function = 1; function < FUNCTIONS; function++) {
            parents[function] = (function - 1) / CALLEES;
        }
        VarianceAccumulator accumulator = new VarianceAccumulator(CallTree.of(parents));
        Random random = new Random(SEED);
        long[] nanos = new long[FUNCTIONS];
        for (int i = 0; i < intervals; i++) {
            for (int function = 0; function < FUNCTIONS; function++) {
                nanos[function] = random.nextInt(3) == 0 ? 0 : random.nextInt(10_000_000);
            }
            for (int function = FUNCTIONS - 1; function > 0; function--) {
                nanos[parents[function]] += nanos[function];
            }
            accumulator.add(nanos);
        }
        return accumulator.result().factors().size();
    }

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        for (int i = 0; i < HOSTS; i++) {
            int host = builder.host("host" + i);
            for (int name = 0; name < NAMES; name++) {
                builder.segment(builder.thread(host, 10 + name, 10 + name, "worker" + name), 0, 1000, ThreadState.RUNNING, 0);
            }
        }
        return builder.build();
    }

    private static IntervalPaths paths(Timeline timeline, int intervals) {
        Random random = new Random(SEED);
        List<IntervalPaths.OfInterval> all = new ArrayList<>(intervals);
        for (int i = 0; i < intervals; i++) {
            List<PathPart> parts = new ArrayList<>();
            long nanos = 0;
            for (int part = 6 + random.nextInt(7); part > 0; part--) {
                int thread = random.nextInt(timeline.threadCount());
                long length = 1L + random.nextInt(10_000_000);
                parts.add(random.nextBoolean() ? new PathPart(thread, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, Timeline.NONE, length)
                        : new PathPart(thread, ThreadState.BLOCKED, Cause.TIMER, LegKind.WAIT, Timeline.NONE, length));
                nanos += length;
            }
            all.add(new IntervalPaths.OfInterval(new NamedInterval("type " + i % LABELS, "", 0, parts.get(0).thread(), 0, nanos),
                    List.copyOf(parts)));
        }
        return new IntervalPaths(all, List.of(), List.of(), List.of());
    }
}
