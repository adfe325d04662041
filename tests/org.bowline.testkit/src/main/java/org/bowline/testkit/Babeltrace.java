/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Babeltrace 2 as a command, the reference of our reader. Release 2.0 reads CTF 1.8 only (and prints the string of the event before where a
 * string is empty); the environment variable {@code BOWLINE_BABELTRACE2_CTF2} names a command of release 2.1, which reads CTF 2.
 */
public final class Babeltrace {
    private final List<String> command;
    private final boolean readsCtf2;

    private Babeltrace(List<String> command, boolean readsCtf2) {
        this.command = List.copyOf(command);
        this.readsCtf2 = readsCtf2;
    }

    /** The command on the path, if there is one. */
    public static Optional<Babeltrace> installed() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, "babeltrace2");
            if (Files.isExecutable(file)) {
                return Optional.of(new Babeltrace(List.of(file.toString()), false));
            }
        }
        return Optional.empty();
    }

    /** The command that reads CTF 2, if the environment names one. */
    public static Optional<Babeltrace> forCtf2() {
        String command = System.getenv("BOWLINE_BABELTRACE2_CTF2");
        return command == null || command.isBlank() ? Optional.empty() : Optional.of(new Babeltrace(List.of(command), true));
    }

    /** A given command. */
    public static Babeltrace command(String command, boolean readsCtf2) {
        return new Babeltrace(List.of(command), readsCtf2);
    }

    /** Whether it is of release 2.1 or later. */
    public boolean readsCtf2() {
        return readsCtf2;
    }

    /** How it prints times. */
    public enum Clock {
        /** As ns since the epoch. */
        NANOS,
        /** As the clock's own value: babeltrace2 makes nanoseconds of it in floating point, which is not exact for frequencies other than 1 GHz. */
        CYCLES
    }

    /** An event as it was printed: from its name on, and its time ({@link Long#MIN_VALUE} if it has none). */
    public record Line(long time, String text) {}

    /** Starts to print a trace. */
    public Output print(Path trace, Clock clock) throws IOException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of(clock == Clock.NANOS ? "--clock-seconds" : "--clock-cycles", "--no-delta", "--names", "all", trace.toString()));
        Path errors = Files.createTempFile("babeltrace2", ".err");
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        return new Output(builder.start(), errors, clock);
    }

    /** What it prints, event by event. */
    public static final class Output implements AutoCloseable {
        private static final String TIME = "timestamp = ";
        private static final String NAME = "name = ";
        private final Process process;
        private final Path errors;
        private final Clock clock;
        private final BufferedReader reader;

        private Output(Process process, Path errors, Clock clock) {
            this.clock = clock;
            this.process = process;
            this.errors = errors;
            reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8), 1 << 16);
        }

        /** The next event, or null at the end. */
        public @Nullable Line next() throws IOException {
            String line = reader.readLine();
            return line == null ? null : parse(line);
        }

        private Line parse(String line) throws IOException {
            long time = Long.MIN_VALUE;
            if (line.startsWith(TIME)) {
                int end = line.indexOf(',');
                String value = line.substring(TIME.length(), end);
                time = clock == Clock.CYCLES ? Long.parseUnsignedLong(value) : parseSeconds(value);
            }
            int at = line.startsWith(NAME) ? 0 : line.indexOf(", " + NAME) + 2;
            if (at == 1) {
                throw new IOException("no event name in: " + line);
            }
            return new Line(time, line.substring(at + NAME.length()));
        }

        private static long parseSeconds(String text) {
            boolean negative = text.startsWith("-");
            String digits = negative ? text.substring(1) : text;
            int point = digits.indexOf('.');
            long nanos = Math.addExact(Math.multiplyExact(Long.parseLong(digits.substring(0, point)), 1_000_000_000L),
                    Long.parseLong(digits.substring(point + 1)));
            return negative ? -nanos : nanos;
        }

        /** Waits for the end and tells the exit code; to be called when {@link #next} has given null. */
        public int exitCode() throws IOException {
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }

        /** What it said on its error output. */
        public String errors() throws IOException {
            return Files.readString(errors, StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            reader.close();
            Files.deleteIfExists(errors);
        }
    }
}
