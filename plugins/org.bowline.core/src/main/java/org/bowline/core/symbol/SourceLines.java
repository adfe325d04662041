/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;

/**
 * In which line of the source is an address? Asks {@code addr2line} of the GNU binutils or LLVM's {@code llvm-addr2line} or {@code llvm-symbolizer}, whichever this machine has first, as a process
 * of its own: with the file's absolute path as a single word, no shell, no network (debuginfod), {@value #MOST_SECONDS} s a file and {@value #MOST_ADDRESSES} addresses at most. What it says is read
 * up to {@value #MOST_BYTES} bytes.
 */
public final class SourceLines {
    private static final int MOST_SECONDS = 20;
    private static final int MOST_ADDRESSES = 20_000;
    private static final int MOST_BYTES = 1 << 26;
    private static final int MOST_INLINED = 64;
    private static final int POLL_MILLIS = 50;
    private static final String UNKNOWN = "??";
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+");

    private final Path tool;
    private boolean failed;

    /**
     * A place in the source.
     *
     * @param function as the tool calls it
     * @param file last name of the file
     * @param line its number, from 1
     */
    public record Line(String function, String file, int line) {
        /** {@code FILE:LINE}. */
        public String text() {
            return file + ':' + line;
        }
    }

    private SourceLines(Path tool) {
        this.tool = tool;
    }

    /** With the tool that this machine has; null if it has none. */
    public static @Nullable SourceLines find() {
        String path = System.getenv("PATH");
        for (String name : List.of("addr2line", "llvm-addr2line", "llvm-symbolizer")) {
            for (String folder : path == null ? new String[0] : path.split(Pattern.quote(File.pathSeparator))) {
                Path tool = Path.of(folder, name);
                if (tool.isAbsolute() && Files.isExecutable(tool) && Files.isRegularFile(tool)) {
                    return new SourceLines(tool);
                }
            }
        }
        return null;
    }

    /** Whether the tool did not answer for some file. */
    public boolean hasFailed() {
        return failed;
    }

    /**
     * The lines of addresses of a file: of each the innermost inlined function first, the function itself last. An address whose line is not known is not in the result.
     *
     * @param addresses the file's own
     */
    public Map<Long, List<Line>> of(Path file, List<Long> addresses, Progress progress) {
        Path input = null;
        Path output = null;
        try {
            input = Files.createTempFile("bowline-", ".addresses");
            output = Files.createTempFile("bowline-", ".lines");
            List<Long> asked = addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()));
            Files.write(input, asked.stream().map(address -> "0x" + Long.toHexString(address)).collect(Collectors.toList()));
            if (run(file.toAbsolutePath(), input, output, progress) && Files.size(output) <= MOST_BYTES) {
                return parsed(asked, output);
            }
            failed = true;
            return Map.of();
        } catch (IOException e) {
            failed = true; // told by who asks: lines are an addition
            return Map.of();
        } finally {
            remove(input);
            remove(output);
        }
    }

    private boolean run(Path file, Path input, Path output, Progress progress) throws IOException {
        List<String> words = new ArrayList<>(List.of(tool.toString()));
        if (tool.endsWith("llvm-symbolizer")) {
            words.add("--output-style=GNU");
        }
        words.addAll(List.of("-a", "-f", "-i", "-C", "-e", file.toString()));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("DEBUGINFOD"));
        builder.redirectInput(input.toFile()).redirectOutput(output.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        try {
            for (int waited = 0; waited < TimeUnit.SECONDS.toMillis(MOST_SECONDS); waited += POLL_MILLIS) {
                if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return process.exitValue() == 0;
                }
                progress.check();
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Of each address, in the order in which they were asked: the address, then pairs of a function and its {@code FILE:LINE}. */
    private static Map<Long, List<Line>> parsed(List<Long> asked, Path output) throws IOException {
        Map<Long, List<Line>> lines = new HashMap<>();
        try (BufferedReader reader = new BufferedReader(
                new java.io.InputStreamReader(Files.newInputStream(output), StandardCharsets.UTF_8))) {
            int next = 0;
            List<Line> present = new ArrayList<>();
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                if (ADDRESS.matcher(text).matches()) {
                    if (next == asked.size()) {
                        break;
                    }
                    present = new ArrayList<>();
                    lines.put(asked.get(next++), present);
                    continue;
                }
                String place = reader.readLine();
                Line line = place == null ? null : line(text, place);
                if (line != null && present.size() < MOST_INLINED) {
                    present.add(line);
                }
            }
        }
        lines.values().removeIf(List::isEmpty);
        return lines;
    }

    /** {@code PATH:LINE}, perhaps with {@code (discriminator N)} behind it; null where the tool does not know. */
    static @Nullable Line line(String function, String place) {
        int colon = place.lastIndexOf(':');
        int end = colon + 1;
        while (end < place.length() && Character.isDigit(place.charAt(end)) && end - colon < 9) {
            end++;
        }
        if (colon <= 0 || end == colon + 1 || place.startsWith(UNKNOWN)) {
            return null;
        }
        int number = Integer.parseInt(place.substring(colon + 1, end));
        String file = place.substring(place.lastIndexOf('/', colon) + 1, colon);
        return number == 0 || file.isEmpty() ? null : new Line(function, file, number);
    }

    private static void remove(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
