/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/** Decoding a kernel trace of one host and four processors; the score is ns per event of the trace, wanted or not. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DecodeBenchmark {
    private static final int EVENTS = 1_000_000;

    /** What is read of each event. */
    @Param({"COUNT", "FIELDS", "EVERYTHING"}) public String mode = "COUNT";

    private Path folder = Path.of("");
    private final long[] checksum = new long[1];

    /** Generates the trace. */
    @Setup
    public void generate() throws IOException {
        folder = Files.createTempDirectory("decode");
        KernelTraceGenerator.generate(new Options(EVENTS, 1, 4, 12, 1, false, true, 256 * 1024, 0, 0), folder);
    }

    /** Removes it. */
    @TearDown
    public void remove() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Opens and reads the trace. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long decode() throws IOException {
        return TraceDecoder.decode(folder.resolve("A/kernel"), TraceDecoder.Mode.valueOf(mode), checksum) + checksum[0];
    }
}
