/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.bowline.core.figures.Quantile;
import org.bowline.testkit.Folders;

/**
 * Our reader, {@code babeltrace2 -o dummy} and {@code cat > /dev/null} on the same files in the same run, in turn, several times; medians and
 * ratios.
 *
 * <pre>
 * CompareReaders [--repetitions N] [--markdown FILE] [--unpinned] TRACE...
 * </pre>
 *
 * A TRACE is any folder; every CTF trace below it is read, one after the other, by all. Every measurement is a process of its own, from its
 * start to its end, on one processor if {@code taskset} is there (with {@code --unpinned} Java may compile on another one meanwhile; reading is
 * on one thread anyway); ours is also measured inside the process after some seconds of repetition (<em>warm</em>: without start and compilation,
 * as in the desktop).
 */
public final class CompareReaders {
    private final List<Path> traces;
    private final int repetitions;
    private final PrintStream out;
    private final List<String> pin;

    private CompareReaders(List<Path> traces, int repetitions, boolean pinned, PrintStream out) {
        this.traces = traces;
        this.repetitions = repetitions;
        this.out = out;
        pin = pinned && succeeds("taskset", "-c", "0", "true")
                ? List.of("taskset", "-c", String.valueOf(Runtime.getRuntime().availableProcessors() - 1)) : List.of();
    }

    /** Runs; exit code 2 for wrong arguments. */
    public static void main(String[] arguments) throws IOException {
        int repetitions = 5;
        boolean pinned = true;
        Path markdown = null;
        List<Path> traces = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--repetitions" -> repetitions = Integer.parseInt(arguments[++i]);
                case "--unpinned" -> pinned = false;
                case "--markdown" -> markdown = Path.of(arguments[++i]);
                default -> traces.addAll(Folders.traces(Path.of(arguments[i])));
            }
        }
        if (traces.isEmpty()) {
            System.err.println("usage: CompareReaders [--repetitions N] [--markdown FILE] [--unpinned] TRACE...");
            System.exit(2);
        }
        String row = new CompareReaders(traces, repetitions, pinned, System.out).run();
        if (markdown != null) {
            Files.writeString(markdown, row, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static final int CAT = 0;
    private static final int BABELTRACE = 1;
    private static final int COUNT = 2;
    private static final int FACTS = 3;
    private static final int FIELDS = 4;
    private static final int EVERYTHING = 5;
    private static final int WARM_COUNT = 6;
    private static final int WARM_FACTS = 7;
    private static final int WARM_FIELDS = 8;
    private static final int WARM_EVERYTHING = 9;
    private static final String[] NAMES = {"cat", "babeltrace2 -o dummy", "Bowline, count", "Bowline, engine's facts", "Bowline, fields",
        "Bowline, every field",
        "  count, warm",
        "  engine's facts, warm",
        "  fields, warm", "  every field, warm"};

    private String run() throws IOException {
        long bytes = size();
        long events = decode(TraceDecoder.Mode.COUNT, 0, new double[1]);
        out.printf(Locale.ROOT, "%s%n%d traces, %d events, %.1f MB, %d repetitions, %s%n", machine(), traces.size(), events, bytes / 1e6,
                repetitions,
                pin.isEmpty() ? "not pinned" : "each process on one processor");
        double[][] seconds = new double[NAMES.length][repetitions];
        for (int i = 0; i < repetitions; i++) {
            seconds[CAT][i] = cat();
            seconds[BABELTRACE][i] = babeltrace();
            seconds[COUNT][i] = decodeProcess(TraceDecoder.Mode.COUNT);
            seconds[FACTS][i] = decodeProcess(TraceDecoder.Mode.FACTS);
            seconds[FIELDS][i] = decodeProcess(TraceDecoder.Mode.FIELDS);
            seconds[EVERYTHING][i] = decodeProcess(TraceDecoder.Mode.EVERYTHING);
            seconds[WARM_COUNT][i] = warm(TraceDecoder.Mode.COUNT);
            seconds[WARM_FACTS][i] = warm(TraceDecoder.Mode.FACTS);
            seconds[WARM_FIELDS][i] = warm(TraceDecoder.Mode.FIELDS);
            seconds[WARM_EVERYTHING][i] = warm(TraceDecoder.Mode.EVERYTHING);
        }
        double reference = median(seconds[BABELTRACE]);
        double copy = median(seconds[CAT]);
        for (int i = 0; i < NAMES.length; i++) {
            double median = median(seconds[i]);
            Arrays.sort(seconds[i]);
            out.printf(Locale.ROOT, "%-23s %8.3f s (%.3f to %.3f) %8.2f M events/s %8.0f MB/s  %6.2f x babeltrace2  %6.2f x cat's time%n",
                    NAMES[i], median,
                    seconds[i][0], seconds[i][repetitions - 1], events / median / 1e6, bytes / median / 1e6, reference / median,
                    median / copy);
        }
        return String.format(Locale.ROOT,
                "| %s | %d | %.0f | %.2f | %.1f | %.1f (%.1f×) | %.1f (%.1f×) | %.1f (%.1f×) | %.1f (%.1f×) | %.1f |%n",
                name(), events, bytes / 1e6, copy, events / reference / 1e6, speed(events, seconds[COUNT]),
                reference / median(seconds[COUNT]),
                speed(events, seconds[FIELDS]), reference / median(seconds[FIELDS]), speed(events, seconds[WARM_FIELDS]),
                reference / median(seconds[WARM_FIELDS]), speed(events, seconds[WARM_EVERYTHING]),
                reference / median(seconds[WARM_EVERYTHING]),
                median(seconds[WARM_FIELDS]) / copy);
    }

    private String name() {
        return traces.get(0).getFileName() + (traces.size() > 1 ? " and " + (traces.size() - 1) + " more" : "");
    }

    private static double speed(long events, double[] seconds) {
        return events / median(seconds) / 1e6;
    }

    /** The median of values in any order. */
    static double median(double[] values) {
        return Quantile.of(Arrays.stream(values).sorted().toArray(), 50);
    }

    private List<Path> files() {
        List<Path> all = new ArrayList<>();
        for (Path trace : traces) {
            try (Stream<Path> files = Files.list(trace)) {
                files.filter(Files::isRegularFile).sorted().forEach(all::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all;
    }

    private long size() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            sum += Files.size(file);
        }
        return sum;
    }

    private double cat() throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec cat -- \"$@\" > /dev/null", "cat"));
        files().forEach(file -> command.add(file.toString()));
        return time(command);
    }

    private double babeltrace() throws IOException {
        double sum = 0;
        for (Path trace : traces) {
            sum += time(List.of("babeltrace2", trace.toString(), "-o", "dummy"));
        }
        return sum;
    }

    private double decodeProcess(TraceDecoder.Mode mode) throws IOException {
        return time(java(mode, 0));
    }

    private double warm(TraceDecoder.Mode mode) throws IOException {
        double[] last = new double[1];
        decode(mode, 4, last);
        return last[0];
    }

    private List<String> java(TraceDecoder.Mode mode, int seconds) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                        "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"), DecodeOnce.class.getName(),
                        mode.name(),
                        String.valueOf(seconds)));
        traces.forEach(trace -> command.add(trace.toString()));
        return command;
    }

    /** Reads in a process, again and again for some seconds; gives the events, and the time of the last repetition. */
    private long decode(TraceDecoder.Mode mode, int seconds, double[] last) throws IOException {
        Process process = new ProcessBuilder(pinned(java(mode, seconds))).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        await(process, "decoding");
        String[] line = output.substring(output.lastIndexOf('\n') + 1).split(" ");
        last[0] = Long.parseLong(line[1]) / 1e9;
        return Long.parseLong(line[0]);
    }

    private List<String> pinned(List<String> command) {
        List<String> all = new ArrayList<>(pin);
        all.addAll(command);
        return all;
    }

    private double time(List<String> command) throws IOException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(pinned(command)).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        await(process, command.get(0));
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void await(Process process, String what) throws IOException {
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(what + " failed with exit code " + code);
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException(what + " was interrupted", e);
        }
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String machine() {
        String processor = "unknown processor";
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            processor = lines.filter(line -> line.startsWith("model name")).map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(processor);
        } catch (IOException e) {
            // not on Linux: the name stays unknown
        }
        return LocalDate.now(java.time.ZoneOffset.UTC) + ", " + processor + " x " + Runtime.getRuntime().availableProcessors() + ", Java "
                + Runtime.version().feature();
    }
}
