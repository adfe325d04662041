/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Random;

import org.bowline.core.function.CallLog;
import org.bowline.core.function.CallRecorder;

/**
 * Entries and exits of functions, assembled into call paths: 8 threads of 2 processes that call 500 functions, up to 40 deep. The bar: 10 million events in
 * under 10 s within a heap of 1 GiB.
 *
 * <p>To run it: {@code java -Xmx1g …} or {@code releng/bench --main CallBenchmark [EVENTS]}
 */
public final class CallBenchmark {
    private static final int THREADS = 8;
    private static final int FUNCTIONS = 500;
    private static final int DEEPEST = 40;
    private static final int CALLEES = 4;
    private static final long SEED = 42;

    private static final ThreadMXBean THREADS_OF_JAVA = ManagementFactory.getThreadMXBean();

    private CallBenchmark() {}

    /** Prints time and memory. */
    public static void main(String[] arguments) {
        int events = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000_000;
        run(Math.min(events, 1_000_000)); // to warm up
        long processor = THREADS_OF_JAVA.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        CallLog log = run(events);
        double seconds = (System.nanoTime() - start) / 1e9;
        processor = THREADS_OF_JAVA.getCurrentThreadCpuTime() - processor;
        Runtime.getRuntime().gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.println(String.format(Locale.ROOT,
                "%d events, %d call paths: %.2f s on a processor, %.0f ns per event; %.2f s on the clock on the wall; %d MB held, heap of %d MB at most",
                log.events(), log.nodeCount(), processor / 1e9, (double) processor / events, seconds, used >> 20,
                Runtime.getRuntime().maxMemory() >> 20));
    }

    private static CallLog run(int events) {
        CallRecorder recorder = new CallRecorder(THREADS);
        Random random = new Random(SEED);
        long[][] stacks = new long[THREADS][DEEPEST];
        int[] depths = new int[THREADS];
        for (int i = 0; i < events; i++) {
            int thread = i / 16 % THREADS;
            int depth = depths[thread];
            if (depth == DEEPEST || depth > 0 && random.nextInt(2) == 0) {
                recorder.exit(0, thread, thread / 4, stacks[thread][--depths[thread]], i);
            } else {
                // who is called depends on the caller, as in a program
                long caller = depth == 0 ? 0 : stacks[thread][depth - 1];
                long function = (caller * CALLEES + random.nextInt(CALLEES)) % FUNCTIONS + 1;
                stacks[thread][depths[thread]++] = function;
                recorder.enter(0, thread, thread / 4, function, i);
            }
        }
        return recorder.finish();
    }
}
