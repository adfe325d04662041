/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.bowline.core.event.FactRelay;
import org.bowline.core.event.KernelReader;
import org.bowline.core.event.KernelSink;
import org.bowline.core.figures.Quantile;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.HostRecorder;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/**
 * What threads that decode streams side by side bring: the kernel trace of one host, read by one thread and by some, in turn.
 *
 * <pre>
 * DecodersBenchmark TRACE [ROUNDS [DECODERS]]
 * </pre>
 *
 * <i>States</i> is the reading of an analysis: facts in order of time, and what threads did. <i>Facts</i> is the same with a sink that only adds them up, so that decoding and putting in
 * order is all that takes time. The first round includes compiling the code and is left out; medians of the others.
 */
public final class DecodersBenchmark {
    private static final int DECODERS = 3;

    private DecodersBenchmark() {}

    /** Runs; exit code 2 for wrong arguments. */
    public static void main(String[] arguments) throws TraceReadException {
        if (arguments.length < 1 || arguments.length > 3) {
            System.err.println("usage: DecodersBenchmark TRACE [ROUNDS [DECODERS]]");
            System.exit(2);
        }
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
        int most = arguments.length > 2 ? Integer.parseInt(arguments[2]) : DECODERS;
        try (Experiment experiment = Experiment.open(List.of(Path.of(arguments[0])), OpenOptions.DEFAULT, Progress.NONE)) {
            List<CtfTrace> traces = experiment.hosts().get(0).traces().stream().filter(trace -> trace.domain() == OpenTrace.Domain.KERNEL)
                    .map(OpenTrace::ctf).toList();
            for (boolean states : new boolean[] {true, false}) {
                report(states ? "states" : "facts", measure(traces, states, rounds, most));
            }
        }
    }

    /** For each number of decoders, 0 for one thread that does everything, the seconds of each round. */
    private static List<double[]> measure(List<CtfTrace> traces, boolean states, int rounds, int most) throws TraceReadException {
        List<double[]> seconds = new ArrayList<>();
        for (int decoders = 0; decoders <= most; decoders++) {
            seconds.add(new double[rounds]);
        }
        for (int round = 0; round < rounds; round++) {
            for (int decoders = 0; decoders <= most; decoders++) {
                System.gc();
                KernelSink sink = states ? new HostRecorder("host", 0) : new FactTally();
                long begin = System.nanoTime();
                if (decoders == 0) {
                    KernelReader.read(traces, new long[traces.size()], sink, Progress.NONE);
                } else {
                    FactRelay.read(traces, new long[traces.size()], decoders, sink, Progress.NONE);
                }
                seconds.get(decoders)[round] = (System.nanoTime() - begin) / 1e9;
            }
        }
        return seconds;
    }

    private static void report(String what, List<double[]> seconds) {
        double alone = 0;
        for (int decoders = 0; decoders < seconds.size(); decoders++) {
            double[] warm = Arrays.stream(seconds.get(decoders)).skip(1).sorted().toArray();
            double median = Quantile.of(warm, 50);
            alone = decoders == 0 ? median : alone;
            System.out.printf(Locale.ROOT, "%s, %s: %.2f s (%.2f to %.2f), %.2f times as fast%n", what,
                    decoders == 0 ? "one thread" : decoders + " that decode and one that hears", median, warm[0], warm[warm.length - 1],
                    alone / median);
        }
    }
}
