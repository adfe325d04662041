/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.bowline.testkit.sim.KernelTraceGenerator.Options;
import org.bowline.testkit.sim.KernelTraceGenerator.Summary;

/** The generator as a command. */
public final class GenerateTrace {
    private static final String USAGE = """
            usage: GenerateTrace --out DIR [--events N] [--hosts N] [--cpus N] [--clients N] [--seed N] [--ust yes|no] [--index yes|no]
                   [--packet-bytes N] [--loss-per-million N] [--drift-change SECONDS] [--waits FILE]
            Generates kernel (and user-space) traces of several hosts that work together; --waits writes every wait and who ended it, as CSV.
            """;

    private GenerateTrace() {}

    /** Runs; exit code 2 for wrong arguments. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        try {
            run(arguments, out);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(USAGE);
            System.exit(2);
        }
    }

    private static void run(String[] arguments, PrintStream out) throws IOException {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException("option and value expected at " + arguments[i]);
            }
            given.put(arguments[i].substring(2), arguments[i + 1]);
        }
        String directory = given.remove("out");
        if (directory == null) {
            throw new IllegalArgumentException("--out is missing");
        }
        String waits = given.remove("waits");
        int cpus = Math.toIntExact(number(given, "cpus", 4));
        Options options = new Options(number(given, "events", 1_000_000), Math.toIntExact(number(given, "hosts", 3)), cpus,
                Math.toIntExact(number(given, "clients", 3L * cpus)), number(given, "seed", 1), yes(given, "ust"), yes(given, "index"),
                Math.toIntExact(number(given, "packet-bytes", 256 * 1024)), Math.toIntExact(number(given, "loss-per-million", 0)),
                1_000_000_000L * number(given, "drift-change", 0));
        if (!given.isEmpty()) {
            throw new IllegalArgumentException("unknown option --" + given.keySet().iterator().next());
        }
        long begin = System.nanoTime();
        Summary summary = waits == null ? KernelTraceGenerator.generate(options, Path.of(directory))
                : withWaits(options, directory, Path.of(waits));
        double seconds = (System.nanoTime() - begin) / 1e9;
        out.printf("%d events, %.3f s of %d hosts, in %.1f s (%.2f M events/s)%n", summary.events(), summary.nanos() / 1e9, options.hosts(),
                seconds,
                summary.events() / seconds / 1e6);
    }

    private static Summary withWaits(Options options, String directory, Path file) throws IOException {
        try (BufferedWriter csv = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            csv.write("host,tid,begin_ns,end_ns,cause,waker_host,waker_tid\n");
            return KernelTraceGenerator.generate(options, Path.of(directory), (host, tid, begin, end, cause, wakerHost, wakerTid) -> {
                try {
                    csv.write(host + ',' + tid + ',' + begin + ',' + end + ',' + cause + ',' + wakerHost + ','
                            + (wakerTid < 0 ? "" : wakerTid) + '\n');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static long number(Map<String, String> given, String name, long otherwise) {
        String value = given.remove(name);
        try {
            return value == null ? otherwise : Long.parseLong(value.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + name + " needs a number, not " + value, e);
        }
    }

    private static boolean yes(Map<String, String> given, String name) {
        String value = given.remove(name);
        if (value == null || value.equals("yes")) {
            return true;
        }
        if (value.equals("no")) {
            return false;
        }
        throw new IllegalArgumentException("--" + name + " needs yes or no, not " + value);
    }
}
