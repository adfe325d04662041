/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import org.bowline.core.time.ClockTransform;

/** Our transform of a timestamp against exact arithmetic with BigDecimal (as Trace Compass has it where its fast one does not serve). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClockTransformBenchmark {
    private static final int TIMES = 4096;
    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final BigDecimal SLOPE = new BigDecimal("1.0000123456789012345678");
    private static final BigDecimal OFFSET = new BigDecimal("-4312278758437.25");

    /** In time order as in a trace, or at random within a week. */
    @Param({"ordered", "random"}) public String order = "ordered";

    private final long[] times = new long[TIMES];
    /** Based in the trace, as the synchronisation gives it: about the epoch it would be out of reach of 128 bits and exact instead of fast. */
    private final ClockTransform transform = ClockTransform.of(SLOPE, OFFSET).rebased(BEGIN);

    /** Draws the times. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(1);
        long time = BEGIN;
        for (int i = 0; i < TIMES; i++) {
            time += random.nextInt(5000);
            times[i] = order.equals("ordered") ? time : BEGIN + random.nextLong(604_800_000_000_000L);
        }
    }

    /** The 128-bit transform. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public long fixedPoint() {
        long sum = 0;
        for (long time : times) {
            sum += transform.apply(time);
        }
        return sum;
    }

    /** The same line with BigDecimal. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public long bigDecimal() {
        long sum = 0;
        for (long time : times) {
            sum += BigDecimal.valueOf(time).multiply(SLOPE, MathContext.DECIMAL128).add(OFFSET, MathContext.DECIMAL128)
                    .setScale(0, RoundingMode.HALF_EVEN).longValue();
        }
        return sum;
    }
}
