/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A command that has a time limit and whose output is told if it fails. */
final class Command {
    /** No measure of speed: what takes so long does not end, however busy the machine is. */
    static final long LIMIT_SECONDS = 600;

    private final List<String> words;
    private final Map<String, String> environment = new TreeMap<>();
    private long limitSeconds = LIMIT_SECONDS;
    private Path folder = Path.of("").toAbsolutePath();

    private Command(List<String> words) {
        this.words = List.copyOf(words);
    }

    static Command of(List<String> words) {
        return new Command(words);
    }

    static Command of(String... words) {
        return new Command(List.of(words));
    }

    /** Whether the path has such a program. */
    static boolean exists(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(directory -> !directory.isEmpty() && Files.isExecutable(Path.of(directory, program)));
    }

    Command with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Command in(Path directory) {
        folder = directory;
        return this;
    }

    Command within(long seconds) {
        limitSeconds = seconds;
        return this;
    }

    /** What it did. */
    record Result(int exitCode, String output) {}

    /** Runs it to its end; its output and error output, together. */
    Result run() {
        Path output = temporary();
        try {
            Process process = start(output);
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                end(process);
                throw new AssertionError(words + " did not end within " + limitSeconds + " s: " + text(output));
            }
            return new Result(process.exitValue(), text(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            delete(output);
        }
    }

    /** Runs it; an error if its exit code is not 0. */
    String succeed() {
        Result result = run();
        if (result.exitCode() != 0) {
            throw new AssertionError(words + " ended with " + result.exitCode() + ": " + result.output());
        }
        return result.output();
    }

    /** Starts it, and lets it run. */
    Process start(Path output) {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(words)).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile()).directory(folder.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends a process and all that it started. */
    static void end(Process process) {
        try {
            List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            for (ProcessHandle left : all) {
                left.destroyForcibly();
                left.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a process does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempFile("bowline-command", ".out");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
