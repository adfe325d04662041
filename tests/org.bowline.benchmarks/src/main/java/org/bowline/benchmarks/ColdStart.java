/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.bowline.testkit.Folders;

/**
 * How long {@code ./bowline analyze TRACE} takes from its start to its end, beside {@code babeltrace2 -o dummy TRACE} and, if asked for,
 * another checkout of Bowline: in turn, several times, each a process of its own with the files in the page cache; medians and ratios.
 *
 * <pre>
 * ColdStart [--repetitions N] [--before CHECKOUT] TRACE...
 * </pre>
 *
 * The ratios are of pairs that ran one after the other, so that a machine whose speed drifts does not shift them.
 */
public final class ColdStart {
    private static final String TIMED = "TIMEFORMAT='%R %U %S'; time \"$@\" >/dev/null 2>&1";
    private static final int WALL = 0;
    private static final int CPU = 1;

    private ColdStart() {}

    /** Runs; exit code 2 for wrong arguments, 1 if a command fails. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int repetitions = 9;
        Path before = null;
        List<String> traces = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--repetitions" -> repetitions = Integer.parseInt(arguments[++i]);
                case "--before" -> before = Path.of(arguments[++i]);
                default -> traces.add(arguments[i]);
            }
        }
        if (traces.isEmpty() || repetitions < 1) {
            System.err.println("usage: ColdStart [--repetitions N] [--before CHECKOUT] TRACE...");
            System.exit(2);
        }
        for (String trace : traces) {
            List<List<String>> commands = new ArrayList<>();
            commands.add(List.of(Folders.repository().resolve("bowline").toString(), "analyze", trace));
            commands.add(List.of("babeltrace2", "-o", "dummy", trace));
            if (before != null) {
                commands.add(List.of(before.resolve("bowline").toString(), "analyze", trace));
            }
            measure(commands, repetitions);
        }
    }

    private static void measure(List<List<String>> commands, int repetitions) throws IOException, InterruptedException {
        double[][][] seconds = new double[commands.size()][2][repetitions];
        for (int round = -1; round < repetitions; round++) { // the first fills the page cache, and builds
            for (int c = 0; c < seconds.length; c++) {
                double[] run = run(commands.get(c));
                if (round >= 0) {
                    seconds[c][WALL][round] = run[WALL];
                    seconds[c][CPU][round] = run[CPU];
                }
            }
        }
        for (int c = 0; c < seconds.length; c++) {
            System.out.printf(Locale.ROOT, "%7.2f s wall %7.2f s processor  %s%n", CompareReaders.median(seconds[c][WALL]),
                    CompareReaders.median(seconds[c][CPU]),
                    String.join(" ", commands.get(c)));
        }
        for (int c = 1; c < seconds.length; c++) {
            System.out.printf(Locale.ROOT, "  the first takes %.2f x the wall time and %.2f x the processor time of %s%n",
                    CompareReaders.median(ratios(seconds[0][WALL], seconds[c][WALL])),
                    CompareReaders.median(ratios(seconds[0][CPU], seconds[c][CPU])),
                    commands.get(c).get(0));
        }
    }

    private static double[] run(List<String> command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
        words.addAll(command);
        Process process = new ProcessBuilder(words).redirectInput(Path.of("/dev/null").toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            System.err.println(String.join(" ", command) + " ended with " + code);
            System.exit(1);
        }
        double[] times = Arrays.stream(output.strip().split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
        return new double[] {times[0], times[1] + times[2]};
    }

    private static double[] ratios(double[] a, double[] b) {
        double[] ratios = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            ratios[i] = a[i] / b[i];
        }
        return ratios;
    }
}
