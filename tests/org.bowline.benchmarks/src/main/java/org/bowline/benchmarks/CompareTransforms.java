/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

import org.bowline.core.time.ClockTransform;

/**
 * The transform of timestamps against BigDecimal, by turns in many short runs: for machines that are shared, where one long run of each may meet other neighbours.
 * Times are processor time of the thread; the median of the runs is given, and the ratio of the medians.
 *
 * <p>To run it: {@code releng/bench --main CompareTransforms [ROUNDS]}
 */
public final class CompareTransforms {
    private static final int TIMES = 4096;
    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final BigDecimal SLOPE = new BigDecimal("1.0000123456789012345678");
    private static final BigDecimal OFFSET = new BigDecimal("-4312278758437.25");
    private static final int FAST_REPETITIONS = 1500;
    private static final int SLOW_REPETITIONS = 15;

    private CompareTransforms() {}

    /** Prints a line for each way and order. */
    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        ClockTransform transform = ClockTransform.of(SLOPE, OFFSET).rebased(BEGIN);
        Map<String, long[]> orders = new LinkedHashMap<>();
        orders.put("in time order", draw(true));
        orders.put("at random within a week", draw(false));
        orders.forEach((order, times) -> {
            List<Double> fast = new ArrayList<>();
            List<Double> slow = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                fast.add(nanosEach(FAST_REPETITIONS, times, each -> fixedPoint(transform, each)));
                slow.add(nanosEach(SLOW_REPETITIONS, times, CompareTransforms::bigDecimal));
            }
            double fixedPoint = median(fast);
            double bigDecimal = median(slow);
            System.out.println(
                    String.format(Locale.ROOT, "%s: fixed point %.2f ns, BigDecimal %.0f ns, %.0f times as long", order, fixedPoint,
                            bigDecimal, bigDecimal / fixedPoint));
        });
    }

    private static long[] draw(boolean inOrder) {
        SplittableRandom random = new SplittableRandom(1);
        long[] times = new long[TIMES];
        long time = BEGIN;
        for (int i = 0; i < TIMES; i++) {
            time += random.nextInt(5000);
            times[i] = inOrder ? time : BEGIN + random.nextLong(604_800_000_000_000L);
        }
        return times;
    }

    private static double nanosEach(int repetitions, long[] times, ToLongFunction<long[]> way) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long sum = 0;
        for (int i = 0; i < repetitions; i++) {
            sum += way.applyAsLong(times);
        }
        long nanos = threads.getCurrentThreadCpuTime() - start;
        if (sum == 42) {
            System.out.println("the sum is used, so that it must be computed");
        }
        return (double) nanos / repetitions / times.length;
    }

    private static long fixedPoint(ClockTransform transform, long[] times) {
        long sum = 0;
        for (long time : times) {
            sum += transform.apply(time);
        }
        return sum;
    }

    private static long bigDecimal(long[] times) {
        long sum = 0;
        for (long time : times) {
            sum += BigDecimal.valueOf(time).multiply(SLOPE, MathContext.DECIMAL128).add(OFFSET, MathContext.DECIMAL128)
                    .setScale(0, RoundingMode.HALF_EVEN).longValue();
        }
        return sum;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1).average().orElseThrow();
    }
}
